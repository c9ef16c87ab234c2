// Shared memory in 32 banks: lanes above, the banks that they access, and below the words with their values.
import { bankWords } from './run.js';
import { t } from './strings.js';
import { label, picture, short, tag } from './svg.js';

const WIDTH = 30;
const HEIGHT = 20;
const LEFT = 44;
const LINES = 46; // height of the lines from lanes to banks
const ROWS_MAX = 16;
const TOP = 14 + LINES + 22; // of the arrays

function degreeClass(degree) {
  return degree <= 1 ? 'free' : degree <= 4 ? 'conflict' : 'conflict heavy';
}

// The lanes of an access, and a line from each to its bank.
function lanesPicture(event, bank, top) {
  const degrees = bankWords(event, bank).map((words) => words.size);
  const centre = (i) => LEFT + i * WIDTH + WIDTH / 2;
  const used = new Map(event.lanes.map((lane, i) => [lane, i]));
  let drawn = label(LEFT - 6, top + 11, t('lanes'), { class: 'axis', 'text-anchor': 'end' });
  for (let lane = 0; lane < 32; lane++) {
    const i = used.get(lane);
    drawn += tag('circle', { cx: centre(lane), cy: top + 7, r: 7, class: i === undefined ? 'lane idle' : 'lane' }) +
      label(centre(lane), top + 10, lane, { class: i === undefined ? 'lane-text idle' : 'lane-text', 'text-anchor': 'middle' });
    for (let w = 0; i !== undefined && w < event.words; w++) {
      const to = (bank + event.positions[i] + w) % 32;
      drawn += tag('path', {
        d: `M${centre(lane)} ${top + 14}C${centre(lane)} ${top + 14 + LINES / 2} ${centre(to)} ${top + 14 + LINES / 2} ${centre(to)} ${top + 14 + LINES}`,
        class: `wire ${degreeClass(degrees[to])} ${event.reads ? '' : 'writes'}`,
      });
    }
  }
  const y = top + 14 + LINES;
  for (let b = 0; b < 32; b++) {
    const degree = degrees[b];
    drawn += tag('g', { class: `bank ${degree === 0 ? 'unused' : degreeClass(degree)}`, 'data-bank': b, 'data-degree': degree },
      tag('rect', { x: LEFT + b * WIDTH + 1, y, width: WIDTH - 2, height: 15, rx: 2 }) +
      label(centre(b), y + 11, degree > 1 ? `${degree}×` : b, { 'text-anchor': 'middle' }));
  }
  return drawn + label(LEFT - 6, y + 11, t('bank'), { class: 'axis', 'text-anchor': 'end' });
}

function banksHeader() {
  const top = 16 + LINES;
  let drawn = label(LEFT - 6, top + 11, t('bank'), { class: 'axis', 'text-anchor': 'end' });
  for (let b = 0; b < 32; b++) {
    drawn += tag('g', { class: 'bank unused', 'data-bank': b, 'data-degree': 0 },
      tag('rect', { x: LEFT + b * WIDTH + 1, y: top, width: WIDTH - 2, height: 15, rx: 2 }) +
      label(LEFT + b * WIDTH + WIDTH / 2, top + 11, b, { 'text-anchor': 'middle' }));
  }
  return drawn;
}

function wordCell(x, y, value, classes, attributes) {
  const unset = value === undefined;
  return tag('g', { class: `word${classes}${unset ? ' unset' : ''}`, ...attributes },
    tag('rect', { x: x + 0.5, y: y + 0.5, width: WIDTH - 1, height: HEIGHT - 2 }) +
    label(x + WIDTH / 2, y + 13, short(value, 5), { 'text-anchor': 'middle' }));
}

// The rows of an array; of a long one those near the words that matter.
function rowsToShow(array, bank, marked) {
  const count = Math.ceil((bank + array.length) / 32);
  if (count <= ROWS_MAX) {
    return Array.from({ length: count }, (_, row) => row);
  }
  const rows = new Set(marked.size === 0 ? Array.from({ length: ROWS_MAX }, (_, row) => row) : [0]);
  const clamp = (row) => Math.max(0, Math.min(count - 1, row)); // a stray access is near the array's end
  marked.forEach((_, position) => rows.add(clamp(Math.floor((bank + position) / 32))));
  return [...rows].sort((a, b) => a - b).slice(0, ROWS_MAX);
}

// Which words the picture marks: those of the current access, of a mistake, or written in the step that ends here.
function markedWords(event, interval, index) {
  const marked = new Map(); // position -> class
  if (event.type === 'access' && event.array === index) {
    event.positions.forEach((position) => {
      for (let w = 0; w < event.words; w++) {
        marked.set(position + w, event.reads ? ' read' : ' written');
      }
    });
  } else if (event.type === 'barrier' || event.type === 'stuck') {
    interval.events.forEach((one) => {
      if (one.type === 'access' && one.array === index && !one.reads) {
        one.positions.forEach((position) => marked.set(position, ' written'));
      }
    });
  } else if (event.type === 'mistake' && event.array === index) {
    marked.set(event.position, ' mistaken');
  }
  return marked;
}

// The lanes and banks of one access, alone.
export function banksPicture(run, event) {
  return picture(LEFT + 32 * WIDTH + 2, TOP, t('shared'), lanesPicture(event, run.arrays[event.array].bank, 2));
}

function lanesOf(run, event) {
  const accessed = event.type === 'access' && event.shared ? run.arrays[event.array] : null;
  return accessed ? lanesPicture(event, accessed.bank, 2) : banksHeader();
}

// Can the picture of another moment be updated to this one? Not if it shows other rows.
export function sharedKey(run, block, interval, event) {
  const long = run.arrays.some((array) => array.kind === 'shared' && array.launch === block.launch && array.length > 32 * (ROWS_MAX - 1));
  const stray = event.type === 'mistake';
  return `${block.run}:${long || stray ? event.stop : ''}`;
}

// Updates the picture: lanes and banks, and the words that have changed.
export function updateShared(body, run, block, interval, memory, event) {
  body.querySelector('.lanes').innerHTML = lanesOf(run, event);
  const marks = new Map();
  for (const cell of body.querySelectorAll('[data-word]')) {
    const [index, position] = cell.dataset.word.split(':').map(Number);
    if (!marks.has(index)) {
      marks.set(index, markedWords(event, interval, index));
    }
    const words = memory.words(index, block.run);
    const value = words.values[position];
    const classes = `word${marks.get(index).get(position) ?? ''}${value === undefined ? ' unset' : ''}`;
    if (cell.getAttribute('class') !== classes) {
      cell.setAttribute('class', classes);
    }
    const text = cell.lastChild;
    const shown = short(value, 5);
    if (text.textContent !== shown) {
      text.textContent = shown;
    }
    cell.dataset.set = words.sets[position];
  }
}

// A thread of a mistake above the banks, and an arrow to the word that it accesses. `line`: 0 or 1, from above.
function threadArrow(thread, kind, line, at) {
  const x = LEFT + (thread % 32) * WIDTH + WIDTH / 2;
  const y = 9 + line * 22;
  const left = thread % 32 > 24;
  return tag('circle', { cx: x, cy: y, r: 7, class: 'lane mistaken' }) +
    label(x, y + 3, thread % 32, { class: 'lane-text', 'text-anchor': 'middle' }) +
    label(left ? x - 12 : x + 12, y + 4, `${t('thread', { thread })} ${t(`kind_${kind}`)}`, { class: 'mistake-text halo', 'text-anchor': left ? 'end' : 'start' }) +
    tag('path', { d: `M${x} ${y + 7}C${x} ${at.y - 30} ${at.x} ${y + 50} ${at.x} ${at.y - 2}m-4 -7l4 7l4 -7`, class: 'arrow mistake' });
}

// Both threads of a race in the block, or the one of another mistake; `at`: the middle of the word's upper edge.
function mistakeArrows(block, event, at) {
  const { earlier } = event;
  const first = earlier && earlier[0] === block.block ? threadArrow(earlier[1], earlier[3], 0, { ...at, x: at.x - 5 }) : '';
  return first + threadArrow(event.thread, event.kind, 1, { ...at, x: at.x + (first === '' ? 0 : 5) });
}

export function sharedPicture(run, block, interval, memory, event) {
  const arrays = run.arrays.map((array, index) => ({ ...array, index })).filter((array) => array.kind === 'shared' && array.launch === block.launch);
  if (arrays.length === 0) {
    return '';
  }
  let y = TOP;
  let drawn = tag('g', { class: 'lanes' }, lanesOf(run, event));
  let above = ''; // arrows, above all words
  let names = ''; // above those
  for (const array of arrays) {
    const words = memory.words(array.index, block.run);
    const marked = markedWords(event, interval, array.index);
    names += label(2, y + 12, `${array.name}[${array.length / array.words}]`, { class: 'axis strong halo' });
    y += 17;
    let before = -1;
    for (const row of rowsToShow(array, array.bank, marked)) {
      if (row > before + 1) {
        drawn += label(LEFT, y + 10, '⋯', { class: 'axis' });
        y += 14;
      }
      before = row;
      const first = row * 32 - array.bank;
      drawn += label(LEFT - 6, y + 13, Math.max(0, first), { class: 'axis', 'text-anchor': 'end' });
      for (let b = 0; b < 32; b++) {
        const position = first + b;
        if (position >= 0 && position < array.length) {
          if (marked.get(position) === ' mistaken') {
            above += mistakeArrows(block, event, { x: LEFT + b * WIDTH + WIDTH / 2, y });
          }
          drawn += wordCell(LEFT + b * WIDTH, y, words.values[position], marked.get(position) ?? '',
            { 'data-word': `${array.index}:${position}`, 'data-set': words.sets[position] });
        }
      }
      y += HEIGHT;
    }
    if (before < Math.ceil((array.bank + array.length) / 32) - 1) {
      drawn += label(LEFT, y + 10, '⋯', { class: 'axis' });
      y += 14;
    }
    for (const [position] of marked) { // a stray access: beyond the array's end, or before its beginning
      if (position < 0 || position >= array.length) {
        const x = LEFT + ((((array.bank + position) % 32) + 32) % 32) * WIDTH;
        drawn += wordCell(x, y + 6, undefined, ' mistaken outside', { 'data-word': `${array.index}:${position}` }) +
          label(x > LEFT + 24 * WIDTH ? x - 6 : x + WIDTH + 6, y + 20, `${array.name}[${Math.floor(position / array.words)}]`, { class: 'mistake-text', 'text-anchor': x > LEFT + 24 * WIDTH ? 'end' : 'start' });
        above += mistakeArrows(block, event, { x: x + WIDTH / 2, y: y + 6 });
        y += HEIGHT + 8;
      }
    }
    y += 6;
  }
  return picture(LEFT + 32 * WIDTH + 2, y, t('shared'), drawn + above + names);
}
