// The threads of a block, one row per warp: what each does between two barriers.
import { t } from './strings.js';
import { label, picture, tag } from './svg.js';

const CELL = 15;
const LEFT = 52;
const RIGHT = 92;

// Each state has a colour (its class) and a shape.
const SHAPES = {
  works: (x, y) => tag('path', { d: `M${x + 7} ${y + 3}v8M${x + 3} ${y + 7}h8`, class: 'glyph' }),
  reads: (x, y) => tag('circle', { cx: x + 7, cy: y + 7, r: 3, class: 'glyph' }),
  writes: (x, y) => tag('path', { d: `M${x + 7} ${y + 3}l4 7h-8z`, class: 'glyph full' }),
  shuffles: (x, y) => tag('path', { d: `M${x + 3} ${y + 5}h7l-2 -2M${x + 11} ${y + 9}h-7l2 2`, class: 'glyph' }),
  idle: (x, y) => tag('circle', { cx: x + 7, cy: y + 7, r: 1, class: 'glyph full' }),
  beyond: (x, y) => tag('path', { d: `M${x + 3} ${y + 11}l8 -8`, class: 'glyph' }),
  gone: () => '',
  barrier: (x, y) => tag('path', { d: `M${x + 3} ${y + 7}h8`, class: 'glyph' }),
  missing: (x, y) => tag('path', { d: `M${x + 4} ${y + 4}l6 6M${x + 10} ${y + 4}l-6 6`, class: 'glyph' }),
  races: (x, y) => tag('path', { d: `M${x + 5} ${y + 3}v8M${x + 9} ${y + 3}v8`, class: 'glyph' }),
  named: (x, y) => tag('circle', { cx: x + 7, cy: y + 7, r: 3.5, class: 'glyph' }),
  halted: (x, y) => tag('path', { d: `M${x + 3} ${y + 5}h8M${x + 3} ${y + 9}h8`, class: 'glyph' }),
  stopped: (x, y) => tag('path', { d: `M${x + 7} ${y + 3}v5M${x + 7} ${y + 10}v1`, class: 'glyph' }),
};

export const STATES = Object.keys(SHAPES);

function cell(state, x, y, attributes = {}) {
  return tag('g', { class: `thread ${state}`, ...attributes },
    tag('rect', { x: x + 0.5, y: y + 0.5, width: CELL - 2, height: CELL - 2, rx: 2 }) + SHAPES[state](x, y));
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

export function blockPicture(run, block, interval, event) {
  const states = statesAt(run, block, interval, event);
  let drawn = '';
  for (let warp = 0; warp < block.warps; warp++) {
    const y = 14 + warp * CELL;
    let row = '';
    let working = 0;
    for (let lane = 0; lane < 32 && warp * 32 + lane < block.threads; lane++) {
      const thread = warp * 32 + lane;
      working += states[thread] === 'works';
      row += cell(states[thread], LEFT + lane * CELL, y, { 'data-thread': thread, 'data-state': states[thread] });
    }
    drawn += tag('g', { class: 'warp', 'data-warp': warp },
      label(LEFT - 6, y + 11, `${t('warp')} ${warp}`, { class: 'axis', 'text-anchor': 'end' }) + row +
      (working > 0 ? label(LEFT + 32 * CELL + 6, y + 11, t('row_works', { working }), { class: 'axis strong' }) : ''));
  }
  const lanesAxis = [0, 8, 16, 24, 31].map((lane) => label(LEFT + lane * CELL + 7, 10, lane, { class: 'axis', 'text-anchor': 'middle' })).join('');
  return picture(LEFT + 32 * CELL + RIGHT, 18 + block.warps * CELL, t('block_legend'), lanesAxis + drawn + tag('g', { class: 'marks' }));
}

// Marks the lanes of the current instruction.
export function markBlock(body, block, event) {
  const current = event.run === block.run && (event.type === 'access' || event.type === 'exchange');
  body.querySelectorAll('.warp.current').forEach((element) => element.classList.remove('current'));
  body.querySelector('.marks').innerHTML = !current ? '' : event.lanes.map((lane) => tag('rect', { x: LEFT + lane * CELL - 0.5, y: 13.5 + event.warp * CELL, width: CELL, height: CELL, class: 'active' })).join('');
  if (current) {
    body.querySelector(`.warp[data-warp="${event.warp}"]`).classList.add('current');
  }
}

export function blockLegend(states) {
  return STATES.filter((state) => states.has(state)).map((state) => tag('span', { class: 'key' },
    picture(CELL, CELL, '', cell(state, 0, 0)) + t(`state_${state}`))).join('');
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
