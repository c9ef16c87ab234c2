// The threads of a block, one row per warp: what each does between two barriers.
import { t } from './strings.js';
import { label, picture, tag } from './svg.js';

const CELL = 15;
const LEFT = 52;
const RIGHT = 92;

const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

// Each state has a colour (its class) and a shape, around x and y.
const SHAPES = {
  works: (x, y) => `M${x} ${y - 4}v8M${x - 4} ${y}h8`,
  reads: (x, y) => circle(x, y, 3),
  writes: (x, y) => `M${x} ${y - 4}l4 7h-8z`,
  polls: (x, y) => `${circle(x, y, 4)}${circle(x, y, 1)}`,
  shuffles: (x, y) => `M${x - 4} ${y - 2}h7l-2 -2M${x + 4} ${y + 2}h-7l2 2`,
  idle: (x, y) => circle(x, y, 1),
  beyond: (x, y) => `M${x - 4} ${y + 4}l8 -8`,
  gone: () => '',
  barrier: (x, y) => `M${x - 4} ${y}h8`,
  missing: (x, y) => `M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`,
  races: (x, y) => `M${x - 2} ${y - 4}v8M${x + 2} ${y - 4}v8`,
  named: (x, y) => circle(x, y, 3.5),
  halted: (x, y) => `M${x - 4} ${y - 2}h8M${x - 4} ${y + 2}h8`,
  stopped: (x, y) => `M${x} ${y - 4}v5M${x} ${y + 3}v1`,
};

export const STATES = Object.keys(SHAPES);

const cell = (state, x, y, attributes = {}) => tag('rect', { x: x + 0.5, y: y + 0.5, width: CELL - 2, height: CELL - 2, rx: 2, class: `thread ${state}`, ...attributes });

// The shapes of neighbouring cells: one path for each state.
function glyphs(states, x, y) {
  const paths = {};
  states.forEach((state, i) => { paths[state] = (paths[state] ?? '') + SHAPES[state](x + i * CELL + 7, y + 7); });
  return Object.entries(paths).map(([state, d]) => tag('path', { d, class: `glyph ${state}` })).join('');
}

// The barrier, shuffle or __syncwarp() at which a mistake without an access was found; undefined: none.
export function meetingOf(run, interval, event) {
  if (event.type !== 'mistake' || event.thread !== undefined || !interval) {
    return undefined;
  }
  const barrier = run.trace.findings[event.finding]?.class === 'BARRIER';
  return interval.events.find((one) => one.index > event.index && (barrier ? one.type === 'barrier' || one.type === 'stuck' : one.type === 'exchange' && one.place === event.place));
}

// The states of a block's threads at an event: at a barrier where not all threads are, who is there.
function statesAt(run, block, interval, shown) {
  const meeting = shown && shown.run === block.run ? meetingOf(run, interval, shown) : undefined;
  const event = meeting ?? shown;
  const split = event && (event.type === 'stuck' || event.type === 'barrier') && event.run === block.run &&
    (event.type === 'stuck' || event.where.length > 1);
  const states = interval.states.slice();
  if (split) {
    const main = event.where.find((where) => where[0] === 0);
    for (const [state, place, first, count] of event.where) {
      const at = state === 0 && main && place === main[1];
      states.fill(at ? 'barrier' : state === 3 && !meeting ? 'gone' : 'missing', first, first + count);
    }
  }
  if (meeting && meeting.type === 'exchange') {
    for (let lane = 0; lane < 32 && meeting.warp * 32 + lane < block.threads; lane++) {
      if (!meeting.lanes.includes(lane)) {
        states[meeting.warp * 32 + lane] = 'missing';
      }
    }
  }
  if (event && event.type === 'mistake' && event.run === block.run && event.thread !== undefined) {
    const last = block.stopped && interval.index === block.intervals.length - 1;
    states[event.thread] = event.earlier ? 'races' : last ? 'stopped' : 'named';
    if (event.earlier && event.earlier[0] === block.block) {
      states[event.earlier[1]] = 'races';
    }
  }
  return states;
}

const rowTop = (warp) => 14 + warp * CELL;

// The cells of a block. updateBlock fills in what the threads do, so that the next step can reuse them.
export function blockPicture(block) {
  let drawn = '';
  for (let warp = 0; warp < block.warps; warp++) {
    const y = rowTop(warp);
    let row = '';
    for (let lane = 0; lane < 32 && warp * 32 + lane < block.threads; lane++) {
      row += cell('', LEFT + lane * CELL, y, { 'data-thread': warp * 32 + lane });
    }
    drawn += tag('g', { class: 'warp', 'data-warp': warp },
      label(LEFT - 6, y + 11, `${t('warp')} ${warp}`, { class: 'axis', 'text-anchor': 'end' }) + row + tag('g', { class: 'glyphs' }) +
      label(LEFT + 32 * CELL + 6, y + 11, '', { class: 'axis strong row-works' }));
  }
  const lanesAxis = [0, 8, 16, 24, 31].map((lane) => label(LEFT + lane * CELL + 7, 10, lane, { class: 'axis', 'text-anchor': 'middle' })).join('');
  return picture(LEFT + 32 * CELL + RIGHT, 18 + block.warps * CELL, t('block_legend'), lanesAxis + drawn + tag('g', { class: 'marks' }));
}

// How many threads are in each state, for those who do not see the picture.
function countStates(states) {
  return STATES.map((state) => [state, states.filter((one) => one === state).length]).filter(([, count]) => count > 0)
    .map(([state, count]) => `${count}: ${t(`state_${state}`)}`).join('; ');
}

export function updateBlock(body, states) {
  body.querySelector('svg').setAttribute('aria-label', `${t('block_legend')} ${countStates(states)}`);
  body.querySelectorAll('.warp').forEach((row, warp) => {
    const own = states.slice(warp * 32, warp * 32 + 32);
    const key = own.join();
    if (row.shown === key) {
      return;
    }
    row.shown = key;
    row.querySelectorAll('.thread').forEach((element, lane) => {
      if (element.dataset.state !== own[lane]) {
        element.dataset.state = own[lane];
        element.setAttribute('class', `thread ${own[lane]}`);
      }
    });
    row.querySelector('.glyphs').innerHTML = glyphs(own, LEFT, rowTop(warp));
    const working = own.filter((state) => state === 'works').length;
    row.querySelector('.row-works').textContent = working > 0 ? t('row_works', { working }) : '';
  });
}

// Marks the lanes of the current instruction.
export function markBlock(body, block, event) {
  const current = event.run === block.run && (event.type === 'access' || event.type === 'exchange');
  body.querySelector('.marks').innerHTML = !current ? '' : event.lanes.map((lane) => tag('rect', { x: LEFT + lane * CELL - 0.5, y: rowTop(event.warp) - 0.5, width: CELL, height: CELL, class: 'active' })).join('');
  body.querySelectorAll('.warp').forEach((row, warp) => row.classList.toggle('current', current && warp === event.warp));
}

export function blockLegend(states) {
  return STATES.filter((state) => states.has(state)).map((state) => tag('span', { class: 'key' },
    picture(CELL, CELL, '', cell(state, 0, 0) + glyphs([state], 0, 0)) + t(`state_${state}`))).join('');
}

// Working warps of each step as bars, the current one marked. Of many steps it would be a line.
export const BARS_MAX = 24;
export function workingPicture(block, interval) {
  const steps = block.intervals.filter((one) => one.working > 0);
  if (steps.length === 0 || steps.length > BARS_MAX) {
    return '';
  }
  const most = Math.max(...steps.map((one) => one.working));
  const height = 34;
  let drawn = '';
  steps.forEach((one, i) => {
    const bar = Math.max(2, one.working / most * height);
    drawn += tag('g', { class: one.index === interval.index ? 'bar current' : 'bar', 'data-interval': one.index },
      tag('rect', { x: i * 26, y: 12 + height - bar, width: 22, height: bar }) +
      label(i * 26 + 11, 10 + height - bar, one.working, { 'text-anchor': 'middle', class: 'axis strong' }));
  });
  return picture(steps.length * 26, 12 + height + 2, t('working_warps'), drawn);
}

export { statesAt };
