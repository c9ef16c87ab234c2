// Runs in the page around the pages to be tested (see browser): each is in a frame, and its report in `reports`.
'use strict';

const ATOMIC = 4; // the kind of an access, as in run.js
const MOMENTS = 8; // of a page that are looked at, the same at each width

// Elements that a step may add. A step adds what changes: the lanes, the sectors, the marks. The next block combines other
// values, the next launch has other arrays, and a stray access is drawn with its array. A page that redrew a panel of each
// step would add more.
const ADDED_MAX = { step: 1000, block: 1500, mistake: 2000, launch: 4000 };
const steps = {}; // by name of the page: what each step changed at the first width

function check(frame) {
  const name = frame.dataset.name;
  const out = document.getElementById('results');
  const say = (text) => { out.append(`${name}, ${frame.width} wide: ${text}\n`); };
  let wrong = 0;
  const expect = (holds, text) => {
    if (!holds) {
      wrong++;
      say(`WRONG ${text}`);
    }
  };
  try {
    examine(frame, expect, say);
  } catch (error) {
    expect(false, `${error.message} ${error.stack}`);
  }
  say(wrong === 0 ? 'holds' : 'does not hold');
}

// The counters of the run, counted from the events that the page has decoded.
function recount(run) {
  const sums = {};
  const add = (name, value) => { sums[name] = (sums[name] || 0) + value; };
  for (const event of run.events) {
    if (event.type === 'access') {
      add('warp_instructions', 1);
      add('active_lanes', event.lanes.length);
      if (event.kind === ATOMIC) {
        add('atomics', 1);
      } else if (event.shared) {
        add(event.reads ? 'shared_load_requests' : 'shared_store_requests', 1);
        add(event.reads ? 'shared_load_wavefronts' : 'shared_store_wavefronts', event.passes);
        add(event.reads ? 'shared_load_conflicts' : 'shared_store_conflicts', event.conflicts);
      } else if (event.strong && event.reads) {
        add('polls', 1);
      } else {
        add(event.reads ? 'global_load_requests' : 'global_store_requests', 1);
        add(event.reads ? 'global_load_sectors' : 'global_store_sectors', event.sectors);
      }
    } else if (event.type === 'exchange') {
      add(event.kind === 2 ? 'warp_barriers' : 'shuffles', 1);
    } else if (event.type === 'barrier') {
      add('barriers', 1);
    }
  }
  run.blocks.forEach((block) => block.intervals.forEach((interval) => add('working_warps', interval.working)));
  return sums;
}

// The trace's events give the same counters as the simulated GPU's report, and the page shows those.
function examineCounters(page, document_, report, expect) {
  const { labs } = page;
  const run = labs.app.runs[0];
  const counted = recount(run);
  const polls = (report.counters.polls || 0) > 0; // repeated polls are not in the trace
  const timed = new Set(['polls', 'shuffles', 'warp_instructions', 'active_lanes']);
  if (report.kernels.length === run.trace.launches.length && report.diagnostics.every((one) => one.severity === 'note')) {
    for (const [name, value] of Object.entries(counted)) {
      expect((polls && timed.has(name)) || value === report.counters[name], `${name}: ${value} in the events, ${report.counters[name]} in the report`);
    }
  }
  for (const row of document_.querySelectorAll('#counters tr[data-counter]')) {
    const shown = Number(row.querySelector('td').textContent.replaceAll(',', ''));
    const told = report.counters[row.dataset.counter];
    expect(shown === told || (polls && timed.has(row.dataset.counter)), `${row.dataset.counter}: ${shown} shown, ${told} in the report`);
  }
}

// The page opens on what its first instruction does: the panel that shows it comes right after the instruction's words.
// Without mistakes there is no list of them, and a correct run has the lessons' values.
function examineOpening(page, document_, expect) {
  const { app } = page.labs;
  const run = app.runs[0];
  const { trace, blocks } = run;
  const event = run.events[run.stops[app.at]];
  const seen = [...document_.querySelectorAll('#run-0 .panel:not([hidden])')].map((panel) => panel.dataset.panel);
  const few = trace.n <= 32;
  const list = document_.querySelector('.panel.mistakes');
  expect(list.hidden === (document_.querySelector('#mistakes li') === null), 'a list without mistakes is shown');
  const wanted = event.type === 'exchange' && event.kind === 0 ? ['lanes']
    : event.type !== 'access' ? ['tiles', 'block', undefined] // undefined: no block has run
      : event.strong && !event.shared ? ['tiles'] : few ? [seen.includes('flow') ? 'flow' : 'block'] : event.conflicts > 0 ? ['shared'] : ['flow', 'global', 'shared', 'block', 'tiles'];
  expect(seen[0] === 'now' && wanted.includes(seen[1]), `at ${event.type}, the first panels are ${seen.slice(0, 2)}`);
  const { sections } = /of (?<sections>sections)$/.exec(trace.kind)?.groups ?? {};
  expect(!sections || document_.getElementById('subtitle').textContent.includes(`in sections of ${trace.section},`), `not sections of ${trace.section}`);
  const waits = seen.includes('tiles') && run.events.some((one) => one.type === 'access' && one.reads && one.strong && !one.shared);
  if (trace.verdict === 'pass' && waits) {
    expect(event.reads && event.strong && /Block \d+ inspects what blocks? \d/.test(document_.querySelector('#run-0 .say').textContent), 'the page does not begin where a block looks back');
    const cursor = document_.querySelector('#run-0 .cursor').getBoundingClientRect();
    const body = document_.querySelector('#run-0 .tiles .body').getBoundingClientRect();
    expect(cursor.left > body.left && cursor.left < body.right, 'the moment is not in sight');
    expect(blocks.filter((block) => block.first < event.index && block.last > event.index).length > 1, 'only one block runs there');
    expect(document_.querySelectorAll('#run-0 .block .thread.polls').length >= event.lanes.length, 'the threads that look back are not marked');
  }
  if (trace.verdict === 'pass' && trace.n >= 8 && trace.input) {
    expect(trace.input.slice(0, 8).join(' ') === '3 1 7 0 4 1 6 3', `the values are ${trace.input.slice(0, 8)}`);
  }
}

function examineMistakes(page, document_, report, expect) {
  const { app } = page.labs;
  const shown = [...document_.querySelectorAll('#mistakes li[data-class]')].map((li) => li.dataset.class);
  const told = report.diagnostics.filter((one) => one.severity === 'error' || report.verdict === 'fail').map((one) => one.class);
  expect(shown.join() === told.join(), `mistakes: ${shown} shown, ${told} in the report`);
  const errors = document_.querySelectorAll('#mistakes .error button:not(:disabled)');
  expect(report.verdict === 'pass' || errors.length > 0, 'a wrong run has no mistake to go to');
  const event = app.runs[0].events[app.runs[0].stops[app.at]];
  if (event && event.type === 'mistake') {
    const marked = document_.querySelectorAll('#run-0 .mistaken, #run-0 .thread.missing, #run-0 .thread.stopped, #run-0 .thread.races, #run-0 .thread.gone, #run-0 .say.mistake');
    expect(marked.length > 0, 'the mistake is not marked');
    const shared = event.array >= 0 && app.runs[0].arrays[event.array].kind === 'shared';
    if (shared && event.earlier && event.earlier[0] === app.runs[0].blocks[event.run].block) {
      expect(document_.querySelectorAll('#run-0 .shared .arrow').length === 2, 'no two arrows to the word of a race');
      const later = app.runs[0].events[app.runs[0].stops[app.at] - 1];
      expect(later.type === 'access' && later.place === event.place, 'the access of the race comes after it');
    } else if (shared && event.thread !== undefined) {
      expect(document_.querySelectorAll('#run-0 .shared .arrow').length === 1, 'no arrow to the word of the mistake');
    }
  }
  const { trace } = app.runs[0];
  const empty = document_.querySelector('#mistakes .todo [data-show]');
  expect(trace.todo ? empty?.dataset.show === String(trace.todo[1]) && empty === document_.querySelector('#mistakes button') : empty === null, 'the empty task is not named first');
  const own = (place) => place !== undefined && place[0] === trace.source.file;
  const noted = trace.findings.some((one) => own(one.places[0]) && app.runs[0].lines.has(one.places[0][1])) &&
    report.diagnostics.every((one) => one.severity === 'note');
  if (report.verdict === 'fail' && !trace.todo && trace.wrong_elements > 0 && noted && !report.counters.polls) {
    expect(event.type === 'mistake' && event.told, 'the page does not begin at what is known of the wrong result');
    const first = trace.findings[event.finding ?? 0];
    expect(document_.querySelector('#run-0 .say').textContent.includes(first.message), 'another message');
    expect(!own(first.places[0]) || document_.querySelector(`#source .current[data-line="${first.places[0][1]}"]`) !== null,
      `line ${first.places[0][1]} of the message is not the current one`);
  }
  if (report.verdict === 'fail' && !trace.todo && trace.wrong_elements === 0 && report.diagnostics.every((one) => one.severity !== 'error')) {
    expect(!document_.getElementById('verdict').textContent.includes('wrong'), 'a correct result is said to be wrong');
    expect(!/conflicts|sectors|atomics/.test(trace.reason) || event.conflicts > 0 || event.sectors > 0 || event.kind === 4, 'the page does not begin at what costs too much');
  }
}

// A run that was stopped says so; a wrong one shows its result at the end; each mark above the slider is explained, and
// no line of the source is cut off.
function examineFrame(page, document_, report, expect) {
  const { app } = page.labs;
  const { trace, blocks } = app.runs[0];
  const stopped = (trace.expected && !trace.output) || blocks.some((block) => block.stopped);
  expect((document_.getElementById('left-out').textContent !== '') === Boolean(stopped || trace.left_out > 0), 'the counters do not say whether the run was stopped');
  expect(!stopped || document_.querySelector('#counters .differs') === null, 'the counters of a stopped run are compared');
  expect(!stopped || trace.output || !trace.sets || document_.querySelector('#run-0 .inputs .say') !== null, 'nothing says that there is no result');
  const { events, stops } = app.runs[0];
  for (const at of stops.map((_, i) => i).filter((i) => events[stops[i]].earlier).slice(0, 4)) {
    page.labs.go(at);
    examineMoment(page, document_, expect);
  }
  page.labs.go(stops.length - 1);
  const told = document_.querySelector('#run-0 .wrong-result');
  expect((told !== null) === trace.wrong_elements > 0 && (told === null || told.textContent.includes(trace.reason)), 'the end does not say what is wrong with the result');
  const kinds = (id) => [...new Set([...document_.querySelectorAll(`#${id} path`)].map((path) => path.getAttribute('class')))].sort().join();
  expect(kinds('marks') === kinds('ticks'), `marks ${kinds('marks')}, explained: ${kinds('ticks')}`);
  const source = document_.getElementById('source');
  page.labs.go(0);
  const own = (index) => { const place = app.runs[0].places[events[index].place]; return place && place[0] === trace.source.file ? place[1] : 0; };
  const first = events[stops[0]].type === 'launch' ? own(stops.find((index) => own(index) > 0) ?? stops[0]) : 0;
  const row = source.querySelector(`[data-line="${first}"]`)?.getBoundingClientRect();
  const pane = source.getBoundingClientRect();
  expect(!row || (row.top >= pane.top && row.bottom <= pane.bottom), `line ${first} of the launched kernel is not in sight`);
  expect(source.scrollWidth <= source.clientWidth + 1, 'the source is cut off');
}

// One moment: what the panels show is what the event says.
function examineMoment(page, document_, expect) {
  const { app } = page.labs;
  const run = app.runs[0];
  const event = run.events[run.stops[app.at]];
  const root = document_.getElementById('run-0');
  const block = event.run >= 0 ? run.blocks[event.run] : null;
  if (block) {
    const { threads } = block;
    expect(root.querySelectorAll('[data-thread]').length === threads, `${app.at}: not ${threads} threads`);
  }
  if (event.type === 'access' && event.shared) {
    const degrees = [...root.querySelectorAll('[data-degree]')].map((bank) => Number(bank.dataset.degree));
    const most = Math.max(...degrees);
    expect(event.words > 1 || event.kind === 4 || most === event.passes, `${app.at}: ${most} words of a bank, ${event.passes} passes`);
    const marked = [...root.querySelectorAll('.shared .read, .shared .written')];
    expect(marked.length > 0, `${app.at}: no word is marked`);
    const values = event.values ? new Map(event.lanes.flatMap((_, i) => Array.from({ length: event.words }, (__, w) => [`${event.array}:${event.positions[i] + w}`, event.values[i * event.words + w]]))) : new Map();
    const unset = marked.filter((word) => word.textContent === '' && Number.isInteger(values.get(word.dataset.word)));
    expect(unset.length === 0, `${app.at}: ${unset.length} words show no value`);
  }
  if (event.type === 'exchange' && event.kind === 0) {
    const drawn = [...root.querySelectorAll('.lanes .pass')].map(({ dataset }) => `${dataset.from}>${dataset.to}`).sort();
    expect(drawn.join() === event.lanes.map((lane, i) => `${event.sources[i]}>${lane}`).sort().join(), `${app.at}: lines between the lanes ${drawn}`);
  }
  if (event.type === 'access' && !event.shared && event.array >= 0) {
    const drawn = root.querySelectorAll('.global .sector').length;
    expect(drawn > 0 && (event.sectors === 0 || drawn === Math.min(32, event.sectors)), `${app.at}: ${drawn} sectors, not ${event.sectors}`);
  }
  if (event.type === 'mistake' && event.earlier) {
    const lines = [event.place, event.earlier[2]].filter((place) => place >= 0).map((place) => run.places[place][1]);
    const shown = [...root.querySelectorAll('.now .access')].map((access) => Number(/\d+/.exec(access.textContent)[0]));
    const values = [...root.querySelectorAll('.now .figure .strong')].slice(0, 2).filter((text) => /(reads|writes).* -?\d+$/.test(text.textContent));
    const known = run.events.some((one) => one.type === 'access' && one.array === event.array && one.values);
    expect(!known || event.kind >= 4 || event.earlier[3] >= 4 || values.length > 0, `${app.at}: no value of a race`);
    expect(lines.length < 2 || lines.sort().join() === shown.sort().join(), `${app.at}: lines ${shown} of a race in ${lines}`);
  }
  const line = event.place >= 0 && run.places[event.place][0] === run.trace.source.file ? run.places[event.place][1] : 0;
  const current = document_.querySelector('#source .current');
  expect(line === 0 || (current && Number(current.dataset.line) === line), `${app.at}: line ${line} is not the current one`);
}

// Counts what the page does in a step: elements that it adds, and layouts that it forces by asking for sizes, or by
// scrolling, after it has changed something.
function watch(page) {
  const count = { added: 0, forced: 0 };
  const observer = new page.MutationObserver(() => {});
  observer.observe(page.document, { subtree: true, childList: true, attributes: true, characterData: true });
  const take = () => {
    const records = observer.takeRecords();
    records.forEach(({ addedNodes }) => addedNodes.forEach((node) => { count.added += 1 + (node.querySelectorAll?.('*').length ?? 0); }));
    return records.length > 0;
  };
  const asks = () => { count.forced += take() ? 1 : 0; };
  const sizes = /^(offset|client|scroll)(Top|Left|Width|Height)$|^(getB|getClientR|getComputedT|scrollI|innerT)/;
  for (const prototype of [page.Element.prototype, page.HTMLElement.prototype, page.SVGGraphicsElement.prototype, page.SVGTextContentElement.prototype]) {
    for (const name of Object.getOwnPropertyNames(prototype).filter((one) => sizes.test(one))) {
      const { get, set, value } = Object.getOwnPropertyDescriptor(prototype, name);
      const asking = (call) => call && function (...all) { asks(); return call.apply(this, all); };
      Object.defineProperty(prototype, name, value ? { value: asking(value) } : { get: asking(get), set: asking(set) });
    }
  }
  return (act) => {
    take();
    Object.assign(count, { added: 0, forced: 0 });
    act();
    take();
    return { ...count };
  };
}

// Steps to moments of the whole run, and on from each. A page costs the same at each width: elements that it adds, and
// layouts. The times are only reported. They include the layout, which is not part of `go`.
function examineSteps(page, document_, frame, expect, say) {
  const run = page.labs.app.runs[0];
  const { stops } = run;
  const counted = watch(page);
  const times = [];
  const changes = [];
  const step = (at) => {
    const event = run.events[stops[at]];
    const before = run.events[stops[page.labs.app.at]];
    const begun = performance.now();
    const { added, forced } = counted(() => page.labs.go(at));
    void document_.body.offsetHeight;
    times.push(performance.now() - begun);
    const most = ADDED_MAX[event.launch !== before.launch ? 'launch' : event.type === 'mistake' || before.type === 'mistake' ? 'mistake' : event.run !== before.run ? 'block' : 'step'];
    expect(added <= most, `${at}: the step adds ${added} elements, at most ${most} are expected`);
    expect(forced === 0, `${at}: the step forces ${forced} layouts`);
    changes.push(added);
  };
  const every = Math.max(1, Math.ceil(stops.length / MOMENTS));
  for (let at = 0; at < stops.length; at += every) {
    step(at);
    examineMoment(page, document_, expect);
    step(Math.min(at + 1, stops.length - 1));
  }
  steps[frame.dataset.name] ??= changes.join();
  expect(steps[frame.dataset.name] === changes.join(), `steps add ${changes} elements, and at another width ${steps[frame.dataset.name]}`);
  times.sort((a, b) => a - b);
  say(`ready after ${document_.body.dataset.ready} ms, a step takes ${times[Math.floor(times.length / 2)].toFixed(1)} ms (median of ${times.length}, with its layout), 95 % at most ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms; it adds at most ${Math.max(...changes)} elements`);
}

// Pointing at a word or at a value of the tree shows what it contains.
function examinePointing(page, document_, expect) {
  const { trace } = page.labs.app.runs[0];
  const root = document_.getElementById('run-0');
  const point = (element, clientX) => {
    element.dispatchEvent(new page.MouseEvent('mousemove', { bubbles: true, clientX }));
    return root.querySelector('.inputs .say')?.textContent ?? '';
  };
  const word = root.querySelector('.shared:not([hidden]) .word:not(.unset)');
  expect(!trace.sets || !word || /^\w+\[\d+\] = /.test(point(word.firstChild, 0)), 'pointing at a word shows nothing');
  const row = [...root.querySelectorAll('.flow:not([hidden]) .level')].pop();
  if (trace.sets && row) {
    const { left, width } = row.ownerSVGElement.getBoundingClientRect();
    const x = row.querySelector('.flow-node rect') ? Number(row.querySelector('.flow-node text').getAttribute('x')) : Number(/M([\d.]+)/.exec(row.querySelector('.flow-dots').getAttribute('d'))[1]);
    expect(/^(\w+\[\d+\]|thread \d+) = /.test(point(row, left + x / row.ownerSVGElement.viewBox.baseVal.width * width)), 'pointing at a value of the tree shows nothing');
  }
  root.dispatchEvent(new page.MouseEvent('mouseleave'));
}

function examineKeys(page, document_, expect) {
  const { app } = page.labs;
  const press = (key, more = {}) => document_.body.dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  const last = app.runs[0].stops.length - 1;
  press('Home');
  expect(app.at === 0, 'Home');
  press('ArrowRight');
  expect(app.at === Math.min(1, last), 'right');
  press('ArrowLeft');
  expect(app.at === 0, 'left');
  press('ArrowDown');
  expect(last === 0 || app.at > 0, 'down');
  press('PageDown');
  press('PageUp');
  press('PageDown', { shiftKey: true });
  press('End');
  expect(app.at === last && page.location.hash.includes(`at=${last}`), 'End, and the address');
  // Each source line that has instructions can be reached without a pointer.
  const lineAt = (at) => { const place = app.runs[0].places[app.runs[0].events[app.runs[0].stops[at]].place]; return place ? place[1] : 0; };
  const lines = new Set(app.runs[0].stops.map((_, at) => lineAt(at)).filter((line) => line > 0));
  const reached = new Set();
  press('Home');
  [...lines, 0].forEach(() => { press('j'); reached.add(lineAt(app.at)); });
  expect(lines.size === 0 || [...lines].every((line) => reached.has(line)), `j reaches the lines ${[...reached]} of ${[...lines]}`);
  press('k');
  press('j');
  const line = lineAt(app.at);
  press('l');
  expect(lineAt(app.at) === line, 'l');
  press('End');
  // In a panel that Tab reached, keys scroll; after a click, they step.
  const inPanel = (key) => document_.getElementById('source').dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect(!inPanel('ArrowUp') && app.at < last === last > 0, 'up in a panel');
  press('Tab');
  const at = app.at;
  expect(['ArrowUp', 'ArrowDown', 'PageDown', 'Home', ' '].every(inPanel) && app.at === at, 'the keys do not scroll a panel');
  expect(!inPanel('m'), 'm in a panel');
  document_.body.dispatchEvent(new page.PointerEvent('pointerdown', { bubbles: true }));
  expect(!inPanel('End') && app.at === last, 'End in a panel');
  const before = document_.documentElement.dataset.theme;
  press('d');
  expect(document_.documentElement.dataset.theme !== before, 'd');
  press('c');
  expect(app.compare === (app.views.length > 1), 'c');
  if (app.compare) {
    expect(document_.querySelectorAll('#run-1 [data-thread]').length > 0, 'the other run is not shown');
    press('c');
  }
}

// Tab goes through a single column from top to bottom; and the numbers of shared memory are large enough to read.
function examineLayout(page, document_, frame, expect) {
  const seen = [...document_.querySelectorAll('main :is(button, [tabindex="0"])')].filter((one) => one.getClientRects().length > 0);
  const tops = seen.map((one) => one.getBoundingClientRect().top);
  const back = frame.width <= 900 ? tops.findIndex((top, i) => i > 0 && top < tops[i - 1]) : -1;
  expect(back < 0, `Tab goes up, to ${seen[back]?.outerHTML.slice(0, 60)}`);
  const word = document_.querySelector('.shared:not([hidden]) .word:not(.absent) text');
  const size = word ? parseFloat(page.getComputedStyle(word).fontSize) * word.getScreenCTM().a : 8;
  expect(size >= 8, `the numbers of shared memory are ${size.toFixed(1)} pixels high`);
}

// What assistive technology reads: names, the order of the headings, and one region that says what is new.
function examineNames(document_, expect) {
  const seen = (element) => element.closest('[hidden], [aria-hidden]') === null;
  const nameOf = (element) => element.getAttribute('aria-label') ?? document_.getElementById(element.getAttribute('aria-labelledby'))?.textContent ?? element.textContent;
  for (const element of document_.querySelectorAll('button, input, svg:not([aria-hidden]), [tabindex], section[aria-labelledby]')) {
    expect(!seen(element) || nameOf(element).trim() !== '', `no name: ${element.outerHTML.slice(0, 80)}`);
  }
  for (const button of document_.querySelectorAll('button')) {
    const text = button.textContent.trim();
    expect(!/\w/.test(text) || nameOf(button).includes(text), `the name of '${text}' is '${nameOf(button)}'`);
  }
  let level = 0;
  for (const heading of [...document_.querySelectorAll('h1, h2, h3')].filter(seen)) {
    expect(Number(heading.tagName[1]) <= level + 1, `'${heading.textContent}' is a ${heading.tagName} below level ${level}`);
    level = Number(heading.tagName[1]);
  }
  const live = [...document_.querySelectorAll('[aria-live], output, [role="status"], [role="alert"]')];
  expect(live.length === 1 && live[0].id === 'said', `${live.length} live regions`);
  const block = document_.querySelector('#run-0 .block svg');
  expect(!block || block.getAttribute('aria-label').includes(document_.querySelector('#run-0 .block .legend').firstChild.textContent), 'the block is not told');
}

// Text has a contrast of 4.5, large text 3, to what lies behind it.
function examineContrast(page, document_, expect) {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const colourOf = (text) => {
    if (!known.has(text)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
      known.set(text, [red, green, blue, alpha / 255]);
    }
    return known.get(text);
  };
  const over = (above, below, opacity) => [0, 1, 2].map((i) => below[i] + (above[i] - below[i]) * above[3] * opacity);
  const light = (colour) => colour.map((value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const painted = (element) => {
    const style = page.getComputedStyle(element);
    const drawn = element instanceof page.SVGElement && element.tagName !== 'svg';
    return drawn ? [style.fill.startsWith('url') || style.fill === 'none' || element.tagName === 'text' ? [0, 0, 0, 0] : colourOf(style.fill), style.fillOpacity * style.opacity] : [colourOf(style.backgroundColor), 1];
  };
  const faint = new Set();
  const walker = document_.createTreeWalker(document_.body, page.NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const range = document_.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    const inFooter = element.closest('footer') !== null;
    const stack = box && node.textContent.trim() !== '' ? document_.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2) : [];
    if (!stack.includes(element) || element.closest(':disabled') || stack.some((one) => one.closest('footer') !== null) !== inFooter) {
      continue; // not in sight
    }
    const below = stack.slice(element instanceof page.SVGElement ? 0 : stack.indexOf(element)).reverse().reduce((colour, one) => over(painted(one)[0], colour, painted(one)[1]), [255, 255, 255]);
    const style = page.getComputedStyle(element);
    const text = over(colourOf(element instanceof page.SVGElement ? style.fill : style.color), below, style.opacity);
    const [dark, bright] = [light(text), light(below)].sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) {
      faint.add(`${contrast.toFixed(2)}: ${element.tagName}.${element.getAttribute('class')} in ${element.parentElement.tagName}.${element.parentElement.getAttribute('class')}`);
    }
  }
  expect(faint.size === 0, `faint text: ${[...faint].join(', ')}`);
}

// In both themes, at some moments; the frame is as high as the page, so that all of it is in sight.
function examineColours(page, document_, frame, expect) {
  const { stops } = page.labs.app.runs[0];
  frame.height = 5000;
  for (const theme of ['light', 'dark']) {
    document_.documentElement.dataset.theme = theme;
    for (const share of [0, 0.5, 1]) {
      page.labs.go(Math.floor((stops.length - 1) * share));
      examineContrast(page, document_, expect);
    }
  }
}

function examine(frame, expect, say) {
  const page = frame.contentWindow;
  const document_ = frame.contentDocument;
  const report = reports[frame.dataset.name];
  const { labs } = page;
  expect(labs !== undefined, 'its script did not run');
  const { stops } = labs.app.runs[0];
  if (stops.length === 0) {
    say('nothing was recorded');
    return;
  }
  examineOpening(page, document_, expect);
  examineMistakes(page, document_, report, expect);
  examineCounters(page, document_, report, expect);
  examineFrame(page, document_, report, expect);
  examineSteps(page, document_, frame, expect, say);
  examinePointing(page, document_, expect);
  examineKeys(page, document_, expect);
  examineNames(document_, expect);
  examineLayout(page, document_, frame, expect);
  if (frame.width === '1440') {
    examineColours(page, document_, frame, expect);
  }
  const wide = document_.documentElement.scrollWidth;
  expect(wide <= frame.clientWidth + 1, `${wide} pixels wide`);
  const text = document_.querySelector('main').textContent + document_.querySelector('header').textContent;
  const odd = /\{\w+[|}]|undefined|NaN|\[object/.exec(text.replace(document_.getElementById('source').textContent, ''));
  expect(odd === null, `a text contains ${odd}`);
}
