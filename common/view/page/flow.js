// How a block combines values: the tree of a reduction, the arrows of a scan, drawn from what its threads read
// and wrote.
import { offsetOf } from './lanes.js';
import { t } from './strings.js';
import { label, picture, short, tag } from './svg.js';

const WIDTH = 940;
const LEFT = 72;
const EDGES_MAX = 6000;
export const STRETCH = 32; // columns of a part: their values can be read
const LEVELS_MAX = 28;
const NEAR = 6; // a pointer is at a value
const TEXT_STEP = 20; // columns at least as wide show values
const STEP_MAX = 52;
const LARGE_STEP = 42; // columns at least as wide show them in larger print

// The array that the block's threads combine in: the one that they read and write most. -1: none.
function mainArray(run, block) {
  const counts = new Map();
  block.intervals.forEach((interval) => interval.events.forEach((event) => {
    if (event.type === 'access' && event.array >= 0 && run.arrays[event.array].kind !== 'input') {
      const [reads, writes] = counts.get(event.array) || [0, 0];
      counts.set(event.array, event.reads ? [reads + event.lanes.length, writes] : [reads, writes + event.lanes.length]);
    }
  }));
  let best = -1;
  let most = 1;
  counts.forEach(([reads, writes], array) => {
    if (Math.min(reads, writes) > most) {
      most = Math.min(reads, writes);
      best = array;
    }
  });
  return best;
}

// Two halves of an array that a block uses in turn, as in `s_scan[2][512]`: thread t writes to place t of both. Their
// length, so that both are drawn in the same columns; 0: there are none.
function foldOf(levels, shuffles) {
  const offsets = levels.map((one) => new Set(one.nodes.map((node) => node.to - node.thread)));
  const all = [...new Set(offsets.flatMap((some) => [...some]))].sort((a, b) => a - b);
  return !shuffles && all.length === 2 && all[0] === 0 && offsets.every((some) => some.size === 1) ? all[1] : 0;
}

// Levels from top to bottom, each with the words or lanes that get a value there, and where it comes from.
export function makeFlow(run, block) {
  const array = mainArray(run, block);
  const levels = [];
  const pending = new Map(); // thread -> positions read since its last write
  let first = Infinity;
  let last = 0;
  let edges = 0;
  const levelAt = new Map();
  const level = (interval, sub, shuffle) => {
    const key = interval * 4096 + sub * 2 + (shuffle ? 0 : 1); // what follows a shuffle comes after it
    if (!levelAt.has(key)) {
      levelAt.set(key, { key, interval, shuffle, nodes: [] });
      levels.push(levelAt.get(key));
    }
    return levelAt.get(key);
  };
  let shuffles = false;
  block.intervals.forEach((interval) => {
    const sub = new Array(block.warps).fill(0);
    for (const event of interval.events) {
      if (event.type === 'access' && event.array === array) {
        event.positions.forEach((position, i) => {
          const thread = event.warp * 32 + event.lanes[i];
          for (let w = 0; w < event.words; w += run.arrays[array].words) {
            if (event.reads) {
              pending.set(thread, [...(pending.get(thread) || []), position + w]);
            } else {
              const from = pending.get(thread) || [];
              edges += from.length;
              level(interval.index, sub[event.warp], false).nodes.push({ to: position + w, from, thread, value: (event.after || event.values || [])[i * event.words + w] ?? null, set: event.sets ? event.sets[i * event.words + w] : -1, event: event.stop });
              first = Math.min(first, position + w);
              last = Math.max(last, position + w);
            }
          }
          if (!event.reads) {
            pending.delete(thread);
          }
        });
      } else if (event.type === 'exchange') {
        sub[event.warp]++;
        if (event.kind === 0 && block.threads <= 1024) {
          shuffles = true;
          event.lanes.forEach((lane, i) => {
            const thread = event.warp * 32 + lane;
            level(interval.index, sub[event.warp], true).nodes.push({ to: thread, from: event.sources[i] === lane ? [] : [event.warp * 32 + event.sources[i]], own: true, thread, value: event.got?.[i] ?? null, set: event.sets ? event.sets[i] : -1, event: event.stop });
            last = Math.max(last, thread);
            first = 0;
            edges++;
          });
        }
      }
    }
  });
  levels.sort((a, b) => a.key - b.key);
  const half = foldOf(levels, shuffles);
  if (half > 0) {
    first = 0;
    last = half - 1;
    levels.forEach((one) => one.nodes.forEach((node) => { node.at = node.to; node.to %= half; node.from = node.from.map((from) => from % half); }));
  }
  const more = Math.max(0, levels.length - LEVELS_MAX);
  levels.length -= more;
  const combines = shuffles || levels.some((one) => one.nodes.some((node) => node.from.some((from) => from !== node.to)));
  // Of an array of the whole grid, a block uses a part.
  return combines ? { array, levels, first: first - first % 32, last, half, shuffles, edges, more } : null;
}

// The columns of a part of a flow: with too many lines, and where the elements of the input are few. 0: all are shown.
export function stretchOf(run, flow) {
  const few = run.trace.n <= STRETCH / 2 ? STRETCH / 2 : STRETCH;
  const many = run.trace.input ? STRETCH : 2 * STRETCH; // without values, a long trace needs no room for them
  const columns = run.trace.n <= STRETCH ? few : flow.edges > EDGES_MAX ? many : 0;
  return flow.last - flow.first >= columns ? columns : 0;
}

// Only some columns of a flow. Lines come from the left border if they begin before it.
export function crop(flow, first, columns) {
  const last = Math.min(flow.last, first + columns - 1);
  const levels = flow.levels
    .map((level) => ({ ...level, nodes: level.nodes.filter((node) => node.to >= first && node.to <= last && node.from.every((from) => from <= last)) }))
    .filter((level) => level.nodes.length > 0);
  return { ...flow, levels, first, last };
}

// Where a flow is drawn: its columns, rows, and of each row the lines to its nodes: { own, stop, d }. `own` lines stay in
// their column.
function layout(flow, width) {
  const columns = flow.last - flow.first + 1;
  const step = Math.min(STEP_MAX, (width - LEFT - 8) / columns);
  const tall = step >= TEXT_STEP ? 50 : 38;
  const x = (position) => LEFT + Math.max(0, position - flow.first + 0.5) * step;
  const y = (i) => 22 + i * tall;
  const lastLevel = new Map();
  let room = EDGES_MAX;
  const edges = flow.levels.map((one, i) => {
    const lines = [];
    for (const node of one.nodes) {
      for (const from of node.from) {
        const above = lastLevel.get(from) ?? i - 1; // where the value that was read came to be
        const dense = from === node.to && step < 3; // such lines would be a grey area
        if (above >= 0 && !dense && room-- > 0) {
          lines.push({ own: from === node.to, stop: node.event, d: `M${x(from).toFixed(1)} ${y(above)}L${x(node.to).toFixed(1)} ${y(i)}` });
        }
      }
    }
    one.nodes.forEach((node) => lastLevel.set(node.to, i));
    return lines;
  });
  return { columns, step, x, y, width, edges };
}

const pathOf = (lines, name) => (lines.length === 0 ? '' : tag('path', { d: lines.map((line) => line.d).join(''), class: name }));

// What a node holds: { name, value, set }.
function nodeValue(run, flow, level, node) {
  return { name: flow.array >= 0 && !level.shuffle ? `${run.arrays[flow.array].name}[${node.at ?? node.to}]` : t('thread', { thread: node.thread }), value: node.value ?? '', set: node.set };
}

// A shuffle with the offset of the lanes that it reads: "shuffle +16", "shuffle ^1".
function shuffleName({ nodes }) {
  const offset = offsetOf(nodes.flatMap((node) => node.from.map((from) => [from, node.to])));
  return t('flow_shuffle') + (offset === null ? '' : offset.across ? ` ^${offset.by}` : ` ${offset.by < 0 ? '−' : '+'}${Math.abs(offset.by)}`);
}

// A row has few elements, however many nodes it has: a browser lays out each element of a picture. The moment is marked
// afterwards, by markFlow.
export function flowPicture(run, block, flow, width = WIDTH) {
  flow.layout = layout(flow, width);
  const { columns, step, x, y, edges } = flow.layout;
  let drawn = '';
  const marks = columns <= 32 ? 1 : columns <= 128 ? 8 : 32 * Math.ceil(columns / 1024);
  for (let position = 0; position < columns; position += marks) {
    drawn += label(x(flow.first + position), 10, flow.first + position, { class: 'axis', 'text-anchor': 'middle' });
  }
  let stepNumber = 0;
  const dense = step < 6 ? ' dense' : '';
  const large = step >= LARGE_STEP ? ' large' : '';
  flow.levels.forEach((one, i) => {
    const combining = one.nodes.some((node) => node.from.some((from) => from !== node.to));
    stepNumber += combining ? 1 : 0;
    const name = one.shuffle ? shuffleName(one) : combining ? t('flow_step', { step: stepNumber }) : i === 0 ? t('flow_load') : flow.shuffles ? run.arrays[flow.array].name : '';
    let row = label(LEFT - 8, y(i) + 4, name, { class: 'axis', 'text-anchor': 'end' });
    const isPlain = (node) => !combining || node.from.length === 0;
    if (step >= TEXT_STEP) {
      for (const node of one.nodes) {
        row += tag('g', { class: `flow-node${isPlain(node) ? ' plain' : ''}${large}` },
          tag('rect', { x: x(node.to) - step / 2 + 1, y: y(i) - 9, width: step - 2, height: 18, rx: 4 }) + label(x(node.to), y(i) + 4, short(node.value, Math.floor((step + 2) / 6)), { 'text-anchor': 'middle' }));
        if (!isPlain(node) && !one.shuffle && node.thread !== node.to) { // not the thread that the column suggests
          row += label(x(node.to), y(i) + 18, `t${node.thread}`, { class: 'flow-thread halo', 'text-anchor': 'middle' });
        }
      }
    } else {
      const dots = (plain) => one.nodes.filter((node) => isPlain(node) === plain).map((node) => ({ d: `M${x(node.to).toFixed(1)} ${y(i)}h0` }));
      row += tag('g', { 'stroke-width': Math.max(2.4, Math.min(8, step / 1.2)).toFixed(1) }, pathOf(dots(true), 'flow-dots plain') + pathOf(dots(false), 'flow-dots'));
    }
    drawn += tag('g', { class: 'level', 'data-interval': one.interval, 'data-level': i }, tag('rect', { x: 0, y: y(i) - 13, width, height: 26, class: 'level-mark' }) + row);
  });
  const lines = (own) => edges.map((level) => pathOf(level.filter((line) => line.own === own), `flow-edge${own ? ' own' : ''}${dense}`)).join('');
  return picture(width, y(flow.levels.length - 1) + (step >= TEXT_STEP ? 22 : 18), t('flow'), lines(true) + lines(false) + tag('g', { class: 'marks' }) + drawn);
}

// What the nearest node of a row holds, at `share` of the picture's width; null if no node is near.
export function flowNodeAt(run, flow, index, share) {
  const { x, step, width } = flow.layout;
  const level = flow.levels[index];
  const distance = (node) => Math.abs(x(node.to) - share * width);
  const nearest = level.nodes.reduce((best, node) => (best !== null && distance(best) < distance(node) ? best : node), null);
  return nearest !== null && distance(nearest) <= Math.max(step / 2, NEAR) ? nodeValue(run, flow, level, nearest) : null;
}

// Marks the current step, and the lines of the current instruction.
export function markFlow(body, flow, interval, event) {
  const lines = flow.layout.edges.flat().filter((line) => line.stop === event.stop);
  body.querySelector('.marks').innerHTML = pathOf(lines, 'flow-edge now');
  const own = flow.levels.map((level) => level.nodes.some((node) => node.event === event.stop));
  const current = own.includes(true) ? (i) => own[i] : (i) => flow.levels[i].interval === interval.index;
  body.querySelectorAll('.level').forEach((element, i) => element.classList.toggle('current', current(i)));
}
