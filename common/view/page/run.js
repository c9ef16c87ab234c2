// A run as the page needs it: the events of a trace (docs/trace.md) decoded, with what follows from them.

export const READS = [true, false, true, false, false, true, false]; // by kind of access
export const ATOMIC = 4;
const LANES = 32;

function lanesOf(mask) {
  const lanes = [];
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask >>> lane) & 1) {
      lanes.push(lane);
    }
  }
  return lanes;
}

// One number for all, [first, step], [[count, first, step], ...] or a list: `count` numbers.
function numbers(packed, count) {
  if (!Array.isArray(packed)) {
    return new Array(count).fill(packed);
  }
  if (Array.isArray(packed[0])) {
    return packed.flatMap(([length, first, step]) => Array.from({ length }, (_, i) => first + i * step));
  }
  if (packed.length === 2) {
    return Array.from({ length: count }, (_, i) => packed[0] + i * packed[1]);
  }
  return packed;
}

// Values: null, one for all, or a list.
function valuesOf(packed, count) {
  return packed?.length === 1 ? new Array(count).fill(packed[0]) : packed;
}

// ---- What an access touches. What it costs, the trace says ----

// Words that each bank has to serve: [bank] -> Set of words.
export function bankWords(event, bank) {
  const banks = Array.from({ length: LANES }, () => new Set());
  event.positions.forEach((position) => {
    for (let w = 0; w < event.words; w++) {
      banks[(bank + position + w) % LANES].add(position + w);
    }
  });
  return banks;
}

export function sectorsOf(event) {
  const sectors = new Map(); // sector -> Set of words that are used
  event.positions.forEach((position) => {
    for (let w = 0; w < event.words; w++) {
      const sector = Math.floor((position + w) / 8);
      if (!sectors.has(sector)) {
        sectors.set(sector, new Set());
      }
      sectors.get(sector).add(position + w);
    }
  });
  return sectors;
}

// ---- Decoding ----

function decodeEvent(raw, trace) {
  const [type, ...rest] = raw;
  const event = { type };
  if (type === 'access') {
    let cost, packed, values, more;
    [event.run, event.warp, event.mask, event.place, event.kind, event.array, event.words, cost, packed, values, ...more] = rest;
    event.lanes = lanesOf(event.mask);
    event.positions = numbers(packed, event.lanes.length);
    event.values = values === 0 ? null : valuesOf(values, event.lanes.length * event.words);
    event.brief = values === null;
    event.after = event.kind === ATOMIC ? valuesOf(more.shift(), event.lanes.length) : null;
    const written = event.kind === ATOMIC ? event.lanes.length : event.lanes.length * event.words;
    event.sets = more.length > 0 ? numbers(more[0], written) : null;
    event.reads = READS[event.kind];
    event.strong = event.kind >= 2;
    const array = trace.arrays[event.array];
    event.shared = array !== undefined && array.kind === 'shared';
    const [amount, conflicts] = Array.isArray(cost) ? cost : [cost, Math.max(0, cost - 1)];
    event.passes = event.shared ? amount : 0;
    event.conflicts = event.shared ? conflicts : 0;
    event.sectors = event.shared ? 0 : amount;
  } else if (type === 'exchange') {
    let sources, sets;
    [event.run, event.warp, event.mask, event.place, event.kind, sources, event.given, event.got, sets] = rest;
    event.lanes = lanesOf(event.mask);
    event.sources = sources === undefined ? event.lanes : numbers(sources, event.lanes.length);
    event.given = valuesOf(event.given, event.lanes.length);
    event.got = event.got === 0 ? event.sources.map((source) => event.given[event.lanes.indexOf(source)]) : valuesOf(event.got, event.lanes.length);
    event.sets = sets === undefined ? null : numbers(sets, event.lanes.length);
  } else if (type === 'return') {
    [event.run, event.warp, event.mask] = rest;
    event.lanes = lanesOf(event.mask);
  } else if (type === 'barrier' || type === 'stuck') {
    [event.run, event.where] = rest;
    const waiting = event.where.find((where) => where[0] === 0);
    event.place = waiting ? waiting[1] : -1;
  } else if (type === 'mistake') {
    [event.run, event.finding, event.place, event.thread, event.array, event.position, event.kind, event.earlier] = rest;
  } else if (type === 'block') {
    [event.run, event.launch, event.block] = rest;
  } else if (type === 'block end') {
    [event.run, event.stopped] = rest;
  } else if (type === 'set') {
    let sets;
    [event.array, event.position, event.values, sets] = rest;
    event.sets = sets === undefined ? null : numbers(sets, event.values.length);
  } else {
    [event.launch] = rest;
  }
  return event;
}

// The access of a mistake's thread that a later event is, or -1: it has not happened, or is far away.
function findAccess(events, index) {
  const FAR = 4096;
  const { run, place, array, position, thread } = events[index];
  for (let i = index + 1; i < events.length && i < index + FAR; i++) {
    const event = events[i];
    if (event.run === run && (event.type === 'barrier' || event.type === 'stuck' || event.type === 'block end')) {
      return -1;
    }
    const lane = event.type === 'access' && event.run === run && event.place === place && event.array === array && event.warp === thread >> 5 ? event.lanes.indexOf(thread & 31) : -1;
    if (lane >= 0 && position >= event.positions[lane] && position < event.positions[lane] + event.words) {
      return i;
    }
  }
  return -1;
}

// The trace has an error where it was found, and a lane's accesses only once the lane waits. So the later access of a
// race comes after the error, and here it comes before: the page then shows memory with it.
function putAccessesFirst(events) {
  const behind = new Map(); // access -> mistakes
  const ordered = [];
  events.forEach((event, i) => {
    const access = event.type === 'mistake' && event.array >= 0 && event.thread !== undefined ? findAccess(events, i) : -1;
    if (access >= 0) {
      behind.set(access, [...(behind.get(access) ?? []), event]);
    } else {
      ordered.push(event, ...(behind.get(i) ?? []));
    }
  });
  return ordered;
}

// Which mistake is a finding's message about? The first one that was found, of those with the threads that it names.
function markTold(run) {
  const named = (event, { message }) => {
    const { block } = run.blocks[event.run] ?? {};
    const threads = [[block, event.thread], ...(event.earlier ? [event.earlier] : [])];
    return event.thread === undefined || threads.every(([b, thread]) => message.includes(`thread ${thread} of block ${b}`));
  };
  const mistakes = run.events.filter((event) => event.type === 'mistake').sort((a, b) => a.raw - b.raw);
  run.trace.findings.forEach((finding, i) => {
    const own = mistakes.filter((event) => event.finding === i);
    const told = own.find((event) => named(event, finding)) ?? own[0];
    if (told) {
      told.told = true;
    }
  });
}

// The mistakes that the page stops at: one of each finding in a step of a block.
function mistakesToShow(run) {
  const shown = new Map();
  run.events.forEach((event) => {
    const key = `${event.finding}:${event.run}:${event.interval}`;
    if (event.type === 'mistake' && event.finding < run.trace.findings.length && (event.told || !shown.has(key))) {
      shown.set(key, event);
    }
  });
  return new Set(shown.values());
}

// The page stops at these.
const STOPS = new Set(['access', 'exchange', 'barrier', 'stuck', 'mistake', 'launch']);

export function makeRun(full) {
  // Notes say where to look in a wrong run; a correct one may have them, too.
  const trace = full.verdict === 'fail' ? full : { ...full, findings: full.findings.filter((finding) => finding.severity === 'error') };
  const run = {
    trace,
    arrays: trace.arrays.map((array) => ({ ...array, length: Math.ceil(array.bytes / 4), words: Math.max(1, array.element / 4) })),
    places: trace.places,
    events: putAccessesFirst(trace.events.map((raw, i) => ({ ...decodeEvent(raw, trace), raw: i }))),
    blocks: [],
    stops: [],
    lines: new Map(),
  };
  run.input = run.arrays.findIndex((array) => array.kind === 'input');
  let launch = 0;
  run.events.forEach((event, index) => {
    event.index = index;
    if (event.type === 'launch') {
      launch = event.launch;
    }
    if (event.type === 'block') {
      run.blocks[event.run] = newBlock(run, event, index);
    }
    const block = event.run === undefined || event.run < 0 ? null : run.blocks[event.run];
    event.launch = block ? block.launch : event.launch ?? launch;
    if (block && event.type !== 'block') {
      addToBlock(block, event);
    }
  });
  markTold(run);
  const mistakes = mistakesToShow(run);
  run.events.forEach((event, index) => {
    if (STOPS.has(event.type) && (event.type !== 'mistake' || mistakes.has(event))) {
      event.stop = run.stops.length;
      run.stops.push(index);
    }
  });
  run.blocks.forEach((block) => block.intervals.forEach((interval) => finishInterval(run, block, interval)));
  resolveValues(run);
  run.events.forEach((event) => addToLine(run, event));
  return run;
}

function newBlock(run, event, index) {
  const launch = run.trace.launches[event.launch];
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  return {
    run: event.run, launch: event.launch, block: event.block, threads, warps: Math.ceil(threads / LANES),
    first: index, last: index, gone: new Uint8Array(threads), stopped: false,
    intervals: [newInterval(threads, null, 0)],
  };
}

function newInterval(threads, gone, index) {
  return { index, events: [], gone: gone ? gone.slice() : new Uint8Array(threads) };
}

function addToBlock(block, event) {
  let interval = block.intervals[block.intervals.length - 1];
  event.interval = interval.index;
  interval.events.push(event);
  block.last = event.index;
  if (event.type === 'return') {
    event.lanes.forEach((lane) => { block.gone[event.warp * LANES + lane] = 1; });
  } else if (event.type === 'barrier') {
    block.intervals.push(newInterval(block.threads, block.gone, interval.index + 1));
  } else if (event.type === 'block end') {
    block.stopped = event.stopped === 1;
  }
}

// What each thread does in an interval between two barriers, and how many warps work in it. Arrays are bits.
function finishInterval(run, block, interval) {
  const reads = new Uint32Array(block.threads);
  const writes = new Uint32Array(block.threads);
  const polling = new Uint32Array(block.threads);
  const warpReads = new Uint32Array(block.warps);
  const warpWrites = new Uint32Array(block.warps);
  const loads = new Uint8Array(block.threads);
  const shuffles = new Uint8Array(block.threads);
  interval.input = false;
  for (const event of interval.events) {
    const first = event.warp * LANES;
    if (event.type === 'access') {
      const bit = 1 << (event.array & 31);
      const polls = event.reads && event.strong && !event.shared && event.array !== run.input;
      const input = event.array === run.input;
      for (const lane of event.lanes) {
        (polls ? polling : event.reads ? reads : writes)[first + lane] |= bit;
        loads[first + lane] |= input ? 1 : 0;
      }
      if (!polls) {
        (event.reads ? warpReads : warpWrites)[event.warp] |= bit;
      }
      interval.input = interval.input || input;
    } else if (event.type === 'exchange') {
      for (const lane of event.lanes) {
        shuffles[first + lane] = 1;
      }
    }
  }
  const halted = block.stopped && interval.index === block.intervals.length - 1;
  interval.states = Array.from({ length: block.threads }, (_, thread) => (interval.gone[thread] ? 'gone'
    : halted && !reads[thread] && !writes[thread] && !polling[thread] && !shuffles[thread] ? 'halted'
      : reads[thread] & writes[thread] ? 'works'
        : polling[thread] ? 'polls' : shuffles[thread] ? 'shuffles'
          : interval.input && !loads[thread] ? 'beyond'
            : writes[thread] ? 'writes' : reads[thread] ? 'reads' : 'idle'));
  interval.working = warpReads.reduce((count, arrays, w) => count + (arrays & warpWrites[w] ? 1 : 0), 0);
  interval.live = new Uint8Array(block.warps);
  interval.gone.forEach((gone, thread) => { interval.live[thread >> 5] += gone ? 0 : 1; });
}

// ---- Memory ----

// The contents of all arrays: of each word its value and the number of its set. Words of the input are
// elements: set -2 - i. -1: unknown.
export class Memory {
  constructor(run) {
    this.run = run;
    this.reset();
  }

  reset() {
    this.global = new Map();
    this.shared = new Map();
    this.at = -1;
  }

  words(array, block) {
    const shared = this.run.arrays[array].kind === 'shared';
    const map = shared ? this.shared : this.global;
    const key = shared ? block * 4096 + array : array;
    if (!map.has(key)) {
      const length = this.run.arrays[array].length;
      map.set(key, { values: new Array(length), sets: new Int32Array(length).fill(-1) });
    }
    return map.get(key);
  }

  apply(event) {
    if (event.type === 'set') {
      const words = this.words(event.array, 0);
      event.values.forEach((value, i) => {
        words.values[event.position + i] = value;
        words.sets[event.position + i] = event.array === this.run.input ? -2 - event.position - i : event.sets ? event.sets[i] : -1;
      });
    } else if (event.type === 'access' && !event.reads && event.array >= 0) {
      const words = this.words(event.array, event.run);
      const written = event.after || event.values || []; // a long trace has no values
      const each = event.after ? 1 : event.words;
      event.positions.forEach((position, i) => {
        for (let w = 0; w < each; w++) {
          words.values[position + w] = written[i * each + w] ?? null;
          words.sets[position + w] = event.sets ? event.sets[i * each + w] : -1;
        }
      });
    }
  }

  // Moves to the moment after event number `index`.
  seek(index) {
    if (index < this.at) {
      this.reset();
    }
    while (this.at < index) {
      this.at++;
      this.apply(this.run.events[this.at]);
    }
    return this;
  }
}

// Fills in the values of reads that found what was known, and each warp's live lanes.
function resolveValues(run) {
  const memory = new Memory(run);
  for (const event of run.events) {
    if (event.type === 'access') {
      if (event.array >= 0 && event.reads && event.values === null && !event.brief) {
        const words = memory.words(event.array, event.run);
        event.values = [];
        event.positions.forEach((position) => {
          for (let w = 0; w < event.words; w++) {
            event.values.push(words.values[position + w]);
          }
        });
      }
      event.live = run.blocks[event.run].intervals[event.interval].live[event.warp];
    }
    memory.apply(event);
  }
}

export function lineOf(run, event) {
  return event.place >= 0 && event.place !== undefined ? run.places[event.place][1] : 0;
}

// The strong accesses to words of global memory by which blocks know of each other, in a launch: { event, kind, from },
// with the blocks that wrote what the event finds.
export function signals(run, launch) {
  const writer = new Map(); // "array:position" -> run of the block that wrote it last
  const marks = [];
  run.events.forEach((event) => {
    if (event.type !== 'access' || event.launch !== launch || event.shared || !event.strong) {
      return;
    }
    const from = new Set();
    event.positions.forEach((position) => {
      const key = `${event.array}:${position}`;
      if (event.reads || event.kind === ATOMIC) {
        if (writer.has(key) && writer.get(key) !== event.run) {
          from.add(writer.get(key));
        }
      }
      if (!event.reads) {
        writer.set(key, event.run);
      }
    });
    marks.push({ event, from, kind: event.kind === ATOMIC ? 'ticket' : event.reads ? 'inspect' : 'publish' });
  });
  return marks;
}

// How many words the access of a mistake has: as many as other accesses by the same instruction.
export function wordsOf(run, event) {
  return run.events.find((one) => one.type === 'access' && one.place === event.place)?.words ?? 1;
}

// Is the access of a mistake outside its array, or in part?
export function isStray(run, event) {
  return event.position < 0 || event.position + wordsOf(run, event) > run.arrays[event.array].length;
}

// The text of a place [file, line] in the program's source; '': it is in another file.
export function lineText(run, place) {
  const own = place !== undefined && place[0] === run.trace.source.file;
  return own ? (run.trace.source.text.split('\n')[place[1] - 1] ?? '').replace(/\/\/.*$/, '').trim() : '';
}

// The lines of the conditions and loops around a line of the source, from the outside, as its indentation shows them.
export function enclosingLines(run, [, line]) {
  const lines = run.trace.source.text.split('\n').slice(0, line);
  const depth = (text) => text.search(/\S/);
  const found = [];
  let least = depth(lines.pop() ?? '');
  for (let i = lines.length; i > 0 && least > 0; i--) {
    const at = depth(lines[i - 1]);
    if (at >= 0 && at < least && !/^\s*(#|\/\/|\w+:)/.test(lines[i - 1])) {
      least = at;
      if (/^\s*(\}\s*)?(if|else|for|while|do|switch)\b/.test(lines[i - 1])) {
        found.unshift(i);
      }
    }
  }
  return found;
}

// Did the run end before its result was complete? Then its counters are those of a part.
export function isStopped({ trace, blocks }) {
  return (trace.expected !== undefined && trace.output === undefined) || blocks.some((block) => block?.stopped);
}

function addToLine(run, event) {
  if (event.type !== 'access' || event.place < 0 || run.places[event.place][0] !== run.trace.source.file) {
    return;
  }
  const line = lineOf(run, event);
  if (!run.lines.has(line)) {
    run.lines.set(line, { sectors: 0, conflicts: 0, idle: 0, instructions: 0, first: event.stop });
  }
  const sums = run.lines.get(line);
  sums.sectors += event.sectors;
  sums.conflicts += event.conflicts;
  sums.idle += event.live - event.lanes.length;
  sums.instructions++;
}

// The sums over all launches of the counters that the trace reports.
export function totals(run) {
  const sums = {};
  run.trace.launches.forEach((launch) => Object.entries(launch.counters).forEach(([name, value]) => {
    sums[name] = (sums[name] || 0) + value;
  }));
  return sums;
}

// ---- Contents ----

// How often each element is contained: a Map. null: unknown.
export function contentsOf(run, set) {
  const counts = new Map();
  if (set <= -2) {
    return counts.set(-2 - set, 1);
  }
  const flat = run.trace.sets?.[set];
  if (!flat) {
    return null;
  }
  for (let i = 0; i < flat.length; i += 4) {
    for (let k = 0; k < flat[i + 1]; k++) {
      counts.set(flat[i] + k * flat[i + 2], flat[i + 3]);
    }
  }
  return counts;
}

// The elements that value `index` of the result should contain: [first, end).
export function expectedRange(run, index) {
  const { kind, n, section } = run.trace;
  if (kind === 'reduction') {
    return [0, n];
  }
  const begin = kind.includes('sections') ? Math.floor(index / section) * section : 0;
  return [begin, kind.startsWith('exclusive') ? index : index + 1];
}

// "0–3, 6"
export function ranges(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const parts = [];
  for (let i = 0; i < sorted.length;) {
    let k = i;
    const step = i + 1 < sorted.length ? sorted[i + 1] - sorted[i] : 1;
    while (k + 1 < sorted.length && sorted[k + 1] - sorted[k] === step) {
      k++;
    }
    if (k - i >= 2 || (k > i && step === 1)) {
      parts.push(step === 1 ? `${sorted[i]}–${sorted[k]}` : `${sorted[i]}, ${sorted[i + 1]}, … ${sorted[k]}`);
      i = k + 1;
    } else {
      parts.push(`${sorted[i]}`);
      i++;
    }
  }
  return parts.length > 6 ? `${parts.slice(0, 5).join(', ')}, …` : parts.join(', ');
}
