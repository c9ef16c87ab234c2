// A shuffle: the values that the lanes of a warp give, above; those that they get, below; and a line from each lane to
// the one that gets its value.
import { t } from './strings.js';
import { inCell, label, picture, tag, widthInCell } from './svg.js';

const WIDTH = 30;
const HEIGHT = 20;
const LEFT = 44;
const LINES = 56; // height of the lines
const GIVES = 16; // top of the upper row
const GETS = GIVES + HEIGHT + LINES;

const isShuffle = (event) => event.type === 'exchange' && event.kind === 0;

// Does any block of the launch shuffle? Then it has this picture, at other instructions without lines.
export function hasShuffles(run, launch) {
  return run.events.some((event) => isShuffle(event) && event.launch === launch);
}

// Of each lane that gets another lane's value: [source, lane].
export function movesOf(event) {
  return event.lanes.map((lane, i) => [event.sources[i], lane]).filter(([source, lane]) => source !== lane);
}

// How far all values move, as { by, across }: to the lane that is `by` less, or across, to lane ^ by. null: unevenly.
export function offsetOf(pairs) {
  const same = (value) => new Set(pairs.map(value)).size === 1;
  if (pairs.length === 0) {
    return null;
  }
  const [[from, to]] = pairs;
  return same((pair) => pair[0] - pair[1]) ? { by: from - to, across: false } : same((pair) => pair[0] ^ pair[1]) ? { by: from ^ to, across: true } : null;
}

function cell(lane, y, value, classes) {
  const x = LEFT + lane * WIDTH;
  const text = inCell(value);
  return tag('g', { class: `word${classes}` }, tag('rect', { x: x + 0.5, y: y + 0.5, width: WIDTH - 1, height: HEIGHT - 2 }) +
    (text === '' ? '' : label(x + WIDTH / 2, y + 13, text, { 'text-anchor': 'middle', textLength: widthInCell(text, WIDTH), lengthAdjust: 'spacingAndGlyphs' })));
}

export function lanesPicture(event) {
  const x = (lane) => LEFT + lane * WIDTH + WIDTH / 2;
  const at = new Map(isShuffle(event) ? event.lanes.map((lane, i) => [lane, i]) : []);
  const gives = new Set(at.size > 0 ? event.sources.filter((source, i) => source !== event.lanes[i]) : []);
  let lines = '';
  let drawn = label(LEFT - 6, 11, t('lane'), { class: 'axis', 'text-anchor': 'end' }) + label(LEFT - 6, GIVES + 13, t('lane_gives'), { class: 'axis', 'text-anchor': 'end' }) +
    label(LEFT - 6, GETS + 13, t('lane_gets'), { class: 'axis', 'text-anchor': 'end' });
  for (let lane = 0; lane < 32; lane++) {
    const i = at.get(lane);
    const source = i === undefined ? lane : event.sources[i];
    drawn += label(x(lane), 11, lane, { class: 'axis', 'text-anchor': 'middle' }) +
      cell(lane, GIVES, i === undefined ? undefined : event.given?.[i], i === undefined ? ' absent-lane' : gives.has(lane) ? ' given' : '') +
      cell(lane, GETS, i === undefined ? undefined : event.got?.[i], i === undefined ? ' absent-lane' : source !== lane ? ' given' : '');
    if (i !== undefined) {
      const top = GIVES + HEIGHT - 1;
      const bottom = GETS - 1;
      const middle = (top + bottom) / 2;
      lines += source === lane ? tag('path', { d: `M${x(lane)} ${top}V${bottom}`, class: 'pass own', 'data-from': source, 'data-to': lane })
        : tag('path', { d: `M${x(source)} ${top}C${x(source)} ${middle} ${x(lane)} ${middle} ${x(lane)} ${bottom}m-3 -6l3 6l3 -6`, class: 'pass', 'data-from': source, 'data-to': lane });
    }
  }
  return picture(LEFT + 32 * WIDTH + 2, GETS + HEIGHT, t('lanes_title'), lines + drawn);
}
