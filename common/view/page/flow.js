// How a block combines values: the tree of a reduction, the arrows of a scan, drawn from what its threads read
// and wrote.
import { t } from './strings.js';
import { label, picture, short, tag } from './svg.js';

const WIDTH = 940;
const LEFT = 64;
const EDGES_MAX = 6000;
export const STRETCH = 64; // columns of a part
const LEVELS_MAX = 28;

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

export function isCrowded(flow) {
  return flow.edges > EDGES_MAX && flow.last - flow.first >= STRETCH;
}

// Only some columns of a flow. Lines come from the left border if they begin before it.
export function crop(flow, first, columns) {
  const last = Math.min(flow.last, first + columns - 1);
  const levels = flow.levels
    .map((level) => ({ ...level, nodes: level.nodes.filter((node) => node.to >= first && node.to <= last && node.from.every((from) => from <= last)) }))
    .filter((level) => level.nodes.length > 0);
  return { ...flow, levels, first, last };
}

// The moment is marked afterwards, by markFlow.
export function flowPicture(run, block, flow, width = WIDTH) {
  const columns = flow.last - flow.first + 1;
  const step = Math.min(34, (width - LEFT - 8) / columns);
  const tall = step >= 20 ? 50 : 38;
  const x = (position) => LEFT + Math.max(0, position - flow.first + 0.5) * step;
  const y = (i) => 22 + i * tall;
  let drawn = '';
  let room = EDGES_MAX;
  const marks = columns <= 32 ? 1 : columns <= 128 ? 8 : 32 * Math.ceil(columns / 1024);
  for (let position = 0; position < columns; position += marks) {
    drawn += label(x(flow.first + position), 10, flow.first + position, { class: 'axis', 'text-anchor': 'middle' });
  }
  let stepNumber = 0;
  let edges = ''; // below all values
  const lastLevel = new Map();
  flow.levels.forEach((one, i) => {
    const combining = one.nodes.some((node) => node.from.some((from) => from !== node.to));
    stepNumber += combining ? 1 : 0;
    const name = one.shuffle ? t('flow_shuffle') : combining ? t('flow_step', { step: stepNumber }) : i === 0 ? t('flow_load') : flow.shuffles ? run.arrays[flow.array].name : '';
    let row = label(LEFT - 8, y(i) + 4, name, { class: 'axis', 'text-anchor': 'end' });
    for (const node of one.nodes) {
      for (const from of node.from) {
        const above = lastLevel.get(from) ?? i - 1; // where the value that was read came to be
        const dense = from === node.to && step < 3; // such lines would be a grey area
        if (above >= 0 && !dense && room-- > 0) {
          edges += tag('path', { d: `M${x(from).toFixed(1)} ${y(above)}L${x(node.to).toFixed(1)} ${y(i)}`, class: `flow-edge${from === node.to ? ' own' : ''}${step < 6 ? ' dense' : ''}`, 'data-stop': node.event });
        }
      }
    }
    one.nodes.forEach((node) => lastLevel.set(node.to, i));
    for (const node of one.nodes) {
      const attributes = { class: `flow-node${combining && node.from.length > 0 ? '' : ' plain'}`, 'data-set': node.set, 'data-stop': node.event, 'data-value': node.value ?? '', 'data-name': flow.array >= 0 && !one.shuffle ? `${run.arrays[flow.array].name}[${node.at ?? node.to}]` : t('thread', { thread: node.thread }) };
      row += tag('g', attributes, step >= 20
        ? tag('rect', { x: x(node.to) - step / 2 + 1, y: y(i) - 9, width: step - 2, height: 18, rx: 4 }) + label(x(node.to), y(i) + 4, short(node.value, Math.floor((step + 2) / 6)), { 'text-anchor': 'middle' })
        : tag('circle', { cx: x(node.to).toFixed(1), cy: y(i), r: Math.max(1.2, Math.min(4, step / 2.4)).toFixed(1) }));
    }
    drawn += tag('g', { class: 'level', 'data-interval': one.interval }, tag('rect', { x: 0, y: y(i) - 13, width, height: 26, class: 'level-mark' }) + row);
  });
  return picture(width, y(flow.levels.length - 1) + 18, t('flow'), edges + drawn);
}

// Marks the current step, and the lines of the current instruction.
export function markFlow(body, interval, event) {
  body.querySelectorAll('.now').forEach((element) => element.classList.remove('now'));
  body.querySelectorAll(`.flow-edge[data-stop="${event.stop}"]`).forEach((element) => element.classList.add('now'));
  const own = [...body.querySelectorAll(`.flow-node[data-stop="${event.stop}"]`)].map((node) => node.parentElement);
  body.querySelectorAll('.level').forEach((element) => element.classList.toggle('current', own.length > 0 ? own.includes(element) : Number(element.dataset.interval) === interval.index));
}
