// An access to global memory: the sectors of 32 bytes that it moves, and which of their words it uses.
import { isStray, sectorsOf, wordsOf } from './run.js';
import { t } from './strings.js';
import { inCell, label, picture, tag, widthInCell } from './svg.js';

const WIDTH = 30;
const HEIGHT = 20;
const LEFT = 70;
const PER_ROW = 4;
const SECTORS_MAX = 32;

export function globalPicture(run, memory, event) {
  const array = run.arrays[event.array];
  const words = memory.words(event.array, event.run);
  const sectors = sectorsOf(event);
  const laneOf = new Map();
  event.positions.forEach((position, i) => {
    for (let w = 0; w < event.words; w++) {
      laneOf.set(position + w, event.lanes[i]);
    }
  });
  const shown = [...sectors.keys()].sort((a, b) => a - b).slice(0, SECTORS_MAX);
  let drawn = '';
  shown.forEach((sector, i) => {
    const x = LEFT + (i % PER_ROW) * (8 * WIDTH + 10);
    const y = Math.floor(i / PER_ROW) * (HEIGHT + 18) + 12;
    let cells = label(x, y - 3, `[${sector * 8 / array.words}]`, { class: 'axis' });
    for (let w = 0; w < 8; w++) {
      const position = sector * 8 + w;
      const outside = position >= array.length;
      const used = sectors.get(sector).has(position);
      const number = inCell(words.values[position]);
      cells += tag('g', { class: `word ${outside ? 'outside' : used && event.mistaken ? 'mistaken' : used ? (event.reads ? 'read' : 'written') : 'wasted'}`, 'data-word': `${event.array}:${position}`, 'data-set': words.sets[position] },
        tag('rect', { x: x + w * WIDTH + 0.5, y, width: WIDTH - 1, height: HEIGHT - 2 }) +
        (outside ? '' : label(x + w * WIDTH + WIDTH / 2, y + 12, number, { 'text-anchor': 'middle', textLength: widthInCell(number, WIDTH), lengthAdjust: 'spacingAndGlyphs' })));
    }
    drawn += tag('g', { class: 'sector', 'data-sector': sector }, cells + tag('rect', { x: x - 1, y: y - 1, width: 8 * WIDTH + 1, height: HEIGHT, class: 'frame' }));
  });
  drawn += label(2, 25, array.name, { class: 'axis strong' });
  const rows = Math.ceil(shown.length / PER_ROW);
  return picture(LEFT + PER_ROW * (8 * WIDTH + 10), rows * (HEIGHT + 18) + 6, t('global'), drawn);
}

// The access of a mistake in global memory, as one of a single lane; null: it is elsewhere.
export function mistakenAccess(run, event) {
  const array = event.type === 'mistake' && event.array >= 0 ? run.arrays[event.array] : null;
  const inside = array && array.kind !== 'shared' && !isStray(run, event);
  return inside ? { ...event, positions: [event.position - event.position % array.words], lanes: [event.thread % 32], words: array.words, mistaken: true } : null;
}

// Bytes that are used, of those that are moved.
export function globalUse(event) {
  let used = 0;
  const sectors = sectorsOf(event);
  sectors.forEach((words) => { used += 4 * words.size; });
  return { sectors: sectors.size, used, bytes: 32 * sectors.size };
}

// The end of an array, and the place outside it that a stray access meant.
export function strayPicture(run, event) {
  const array = run.arrays[event.array];
  const count = array.length / array.words;
  const index = Math.floor(event.position / array.words);
  const last = Math.floor((event.position + wordsOf(run, event) - 1) / array.words);
  const cells = index < 0 ? [0, 1, 2] : [count - 3, count - 2, count - 1].filter((i) => i >= 0);
  const wide = 74;
  const gap = index > count ? 30 : 16; // elements that are left out
  let drawn = '';
  const draw = (i, x, classes) => tag('g', { class: `word${classes}` },
    tag('rect', { x, y: 24, width: wide - 4, height: 26 }) + label(x + wide / 2 - 2, 41, `[${i}]`, { 'text-anchor': 'middle' }));
  const place = (i) => (index < 0 ? 90 + 90 + i * wide : 90 + (i - cells[0]) * wide);
  cells.forEach((i) => { drawn += draw(i, place(i), i >= index && i <= last ? ' mistaken' : ''); });
  const x = index < 0 ? 90 : 90 + cells.length * wide + gap;
  const arrow = x + wide / 2 - 2;
  for (let i = index < 0 ? index : Math.max(index, count); i <= (index < 0 ? index : last); i++) {
    drawn += draw(i, x + (i - Math.max(index, count)) * wide * (index >= 0), ' mistaken outside');
  }
  drawn += tag('path', { d: `M${arrow} 2v18m-4 -5l4 5l4 -5`, class: 'arrow mistake' }) +
    label(2, 41, array.name, { class: 'axis strong' }) + (index > count ? label(x - 14, 40, '⋯', {}) : '') +
    label(arrow + 8, 12, t('thread', { thread: event.thread }), { class: 'mistake-text' });
  const end = index < 0 ? 180 : x - gap + 8;
  drawn += tag('path', { d: `M${end} 16v42`, class: 'edge' });
  const right = index < 0 ? place(cells.length) : x + (last - Math.max(index, count) + 1) * wide;
  return picture(Math.max(right, arrow + 120), 62, t('outside', { name: array.name, count }), drawn, { class: 'figure' });
}
