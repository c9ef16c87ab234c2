// Shared memory in 32 banks: lanes above, the banks that they access, and below the words with their values.
import { bankWords, READS } from './run.js';
import { t } from './strings.js';
import { inCell, label, picture, tag, widthInCell } from './svg.js';

const WIDTH = 30;
const HEIGHT = 20;
const LEFT = 44;
const LINES = 46; // height of the lines from lanes to banks
const ROWS_MAX = 16;
const WINDOW = 4;
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

const wordCell = (x, y, classes = '') => tag('g', { class: `word${classes}` },
  tag('rect', { x: x + 0.5, y: y + 0.5, width: WIDTH - 1, height: HEIGHT - 2 }) + label(x + WIDTH / 2, y + 13, '', { 'text-anchor': 'middle' }));

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

function sharedArrays(run, block) {
  return run.arrays.map((array, index) => ({ ...array, index })).filter((array) => array.kind === 'shared' && array.launch === block.launch);
}

const isOutside = (array, position) => position < 0 || position >= array.length;
const rowsOf = (array) => Math.ceil((array.bank + array.length) / 32);

// The rows of an array to show: all, or ROWS_MAX of a long one. These are windows: those of the current words, and of the
// words before, since a step often goes to and fro between two or three. Or, if the current words are scattered, theirs.
function rowsToShow(array, marked, before) {
  const all = Array.from({ length: rowsOf(array) }, (_, row) => row);
  if (all.length <= ROWS_MAX) {
    return { windows: [], rows: all };
  }
  const clamp = (row) => Math.max(0, Math.min(all.length - 1, row)); // a stray access is near the array's end
  const needed = new Set([...marked.keys()].map((position) => clamp(Math.floor((array.bank + position) / 32))));
  const own = new Set([...needed].map((row) => row - row % WINDOW));
  const few = own.size <= ROWS_MAX / WINDOW;
  const windows = [...new Set([...(few ? own : []), ...before])].slice(0, ROWS_MAX / WINDOW);
  const first = few || needed.size > ROWS_MAX ? windows.flatMap((from) => all.slice(from, from + WINDOW)) : needed;
  return { windows, rows: [...new Set([...first, ...all])].slice(0, ROWS_MAX).sort((a, b) => a - b) };
}

// Does the picture have a word outside an array, of a stray access? Another moment needs another picture then.
export function showsStray(run, event) {
  const array = event.type === 'mistake' ? run.arrays[event.array] : undefined;
  return array !== undefined && array.kind === 'shared' && isOutside(array, event.position);
}

// What is shown of each shared array: by its index, { windows, rows }.
export function sharedRows(run, block, interval, event, before = {}) {
  return Object.fromEntries(sharedArrays(run, block).map((array) => [array.index, rowsToShow(array, markedWords(event, interval, array.index), before[array.index]?.windows ?? [])]));
}

function setIfOther(element, name, value) {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

// Returns whether the text is another one.
function setText(element, text) {
  if (element.textContent === text) {
    return false;
  }
  element.textContent = text;
  return true;
}

function setNumber(element, text) {
  if (!setText(element, text)) {
    return;
  }
  const width = widthInCell(text, WIDTH);
  if (width === null) {
    element.removeAttribute('textLength');
  } else {
    element.setAttribute('textLength', width);
    element.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}

// Fills in the picture: lanes and banks, and of each row its words with their values. Only what has changed is touched,
// so that a step need not draw the words again.
export function updateShared(body, run, block, interval, memory, event, shown) {
  body.querySelector('.lanes').innerHTML = lanesOf(run, event);
  let arrows = '';
  for (const [key, { rows }] of Object.entries(shown)) {
    const index = Number(key);
    const array = run.arrays[index];
    const marked = markedWords(event, interval, index);
    const words = memory.words(index, block.run);
    body.querySelectorAll(`.row[data-array="${index}"]`).forEach((element, i) => {
      const [name, ...cells] = element.children;
      const first = rows[i] * 32 - array.bank;
      const from = cells.length === 32 ? first : Math.max(0, first);
      setText(name, `${i > 0 && rows[i - 1] !== rows[i] - 1 ? '⋯ ' : ''}${Math.max(0, first)}`);
      cells.forEach((cell, k) => {
        const position = from + k;
        const value = words.values[position];
        const absent = isOutside(array, position);
        setIfOther(cell, 'class', absent ? 'absent' : `word${marked.get(position) ?? ''}${value === undefined ? ' unset' : ''}`);
        setNumber(cell.lastChild, inCell(value));
        setIfOther(cell, 'data-word', `${index}:${position}`);
        setIfOther(cell, 'data-set', String(words.sets[position]));
        if (marked.get(position) === ' mistaken' && !absent) {
          arrows += mistakeArrows(block, event, { x: LEFT + ((array.bank + position) % 32 + 0.5) * WIDTH, y: Number(element.dataset.top) });
        }
      });
    });
  }
  body.querySelector('.arrows').innerHTML = arrows;
}

// A thread of a mistake above the banks, and an arrow between it and the word: to a word that it writes, from one that it
// reads. `line`: 0 or 1, from above. The text is on the side that the arrow does not take.
function threadArrow(thread, kind, line, at) {
  const x = LEFT + (thread % 32) * WIDTH + WIDTH / 2;
  const y = 9 + line * 22;
  const left = thread % 32 > 24 || (at.x > x && thread % 32 > 5);
  const head = READS[kind] ? `M${x - 4} ${y + 15}l4 -7l4 7` : `M${at.x - 4} ${at.y - 9}l4 7l4 -7`;
  return tag('path', { d: `M${x} ${y + 8}C${x} ${at.y - 30} ${at.x} ${y + 50} ${at.x} ${at.y - 2}${head}`, class: 'arrow mistake' }) +
    tag('circle', { cx: x, cy: y, r: 7, class: 'lane mistaken' }) +
    label(left ? x - 12 : x + 12, y + 4, `${t('thread', { thread })} ${t(`kind_${kind}`)}`, { class: 'mistake-text halo', 'text-anchor': left ? 'end' : 'start' });
}

// Beside the word of a stray access: the thread, an arrow between both, and the word's name.
function strayName(event, name, x, y) {
  const left = x > LEFT + 24 * WIDTH;
  const side = left ? -1 : 1;
  const near = left ? x - 3 : x + WIDTH + 3;
  const far = near + side * 26;
  const tip = READS[event.kind] ? far : near;
  const back = 5 * (tip === far ? -side : side);
  return tag('path', { d: `M${far} ${y + 10}H${near}M${tip + back} ${y + 6}L${tip} ${y + 10}l${back} 4`, class: 'arrow mistake' }) +
    label(far + side * 5, y + 14, `${t('thread', { thread: event.thread })} ${t(`kind_${event.kind}`)} ${name}`, { class: 'mistake-text', 'text-anchor': left ? 'end' : 'start' });
}

// Both threads of a race in the block, or the one of another mistake; `at`: the middle of the word's upper edge.
function mistakeArrows(block, event, at) {
  const { earlier } = event;
  const first = earlier && earlier[0] === block.block ? threadArrow(earlier[1], earlier[3], 0, { ...at, x: at.x - 5 }) : '';
  return first + threadArrow(event.thread, event.kind, 1, { ...at, x: at.x + (first === '' ? 0 : 5) });
}

// The picture without what updateShared fills in. '': the kernel has no shared memory.
export function sharedPicture(run, block, interval, event, shown) {
  const arrays = sharedArrays(run, block);
  if (arrays.length === 0) {
    return '';
  }
  let y = TOP;
  let drawn = tag('g', { class: 'lanes' });
  let names = ''; // above all words and arrows
  for (const array of arrays) {
    const marked = markedWords(event, interval, array.index);
    const { rows } = shown[array.index];
    const count = rowsOf(array);
    const name = `${array.name}[${array.length / array.words}]`;
    names += label(2, y + 12, rows.length < count ? t('shared_rows', { name, rows: rows.length, count }) : name, { class: 'axis strong halo' });
    y += 17;
    for (const row of rows) {
      const first = row * 32 - array.bank;
      let cells = '';
      for (let b = 0; b < 32; b++) {
        cells += rows.length < count || (first + b >= 0 && first + b < array.length) ? wordCell(LEFT + b * WIDTH, y) : '';
      }
      drawn += tag('g', { class: 'row', 'data-array': array.index, 'data-top': y }, label(LEFT - 6, y + 13, '', { class: 'axis', 'text-anchor': 'end' }) + cells);
      y += HEIGHT;
    }
    for (const position of marked.keys()) {
      if (isOutside(array, position)) {
        const x = LEFT + ((((array.bank + position) % 32) + 32) % 32) * WIDTH;
        drawn += wordCell(x, y + 6, ' mistaken outside') + strayName(event, `${array.name}[${Math.floor(position / array.words)}]`, x, y + 6);
        y += HEIGHT + 8;
      }
    }
    y += 6;
  }
  return picture(LEFT + 32 * WIDTH + 2, y, t('shared'), drawn + tag('g', { class: 'arrows' }) + names);
}
