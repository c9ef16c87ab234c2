// Blocks over time: when each runs, which tickets it takes, what it publishes, and whose words it inspects.
import { signals } from './run.js';
import { t } from './strings.js';
import { label, picture, tag } from './svg.js';

const WIDTH = 900;
const LEFT = 70;
const ROW = 22;
const BLOCKS_MAX = 64;

export function tilesPicture(run, launch) {
  const blocks = run.blocks.filter((block) => block.launch === launch).slice(0, BLOCKS_MAX);
  const marks = signals(run, launch);
  if (blocks.length < 2 || marks.length === 0) {
    return '';
  }
  // Only the order counts: what happens here is evenly spaced.
  const moments = [...new Set([...blocks.flatMap((block) => [block.first, block.last]), ...marks.map((mark) => mark.event.index)])].sort((a, b) => a - b);
  const x = (index) => {
    let rank = 0;
    while (rank < moments.length - 1 && moments[rank + 1] <= index) {
      rank++;
    }
    return LEFT + rank / Math.max(1, moments.length - 1) * (WIDTH - LEFT - 10);
  };
  const order = blocks.slice().sort((a, b) => a.block - b.block);
  const y = new Map(order.map((block, i) => [block.run, 12 + i * ROW]));
  let drawn = '';
  order.forEach((block) => {
    const top = y.get(block.run);
    drawn += label(LEFT - 8, top + 11, t('block_short', { block: block.block }), { class: 'axis', 'text-anchor': 'end' }) +
      tag('rect', { x: x(block.first), y: top, width: Math.max(2, x(block.last) - x(block.first)), height: 14, rx: 3, class: 'life', 'data-run': block.run });
  });
  marks.forEach(({ event, from, kind }) => {
    if (!y.has(event.run)) {
      return;
    }
    const cx = x(event.index);
    const cy = y.get(event.run) + 7;
    from.forEach((other) => {
      if (y.has(other)) {
        drawn += tag('path', { d: `M${cx.toFixed(1)} ${cy}L${cx.toFixed(1)} ${y.get(other) + 7}m-3 ${y.get(other) < cy - 7 ? 5 : -5}l3 ${y.get(other) < cy - 7 ? -5 : 5}l3 ${y.get(other) < cy - 7 ? 5 : -5}`, class: 'inspects', 'data-stop': event.stop });
      }
    });
    drawn += tag('path', {
      d: kind === 'ticket' ? `M${cx} ${cy - 5}l5 5l-5 5l-5 -5z` : kind === 'publish' ? `M${cx} ${cy - 5}l5 9h-10z` : `M${cx - 2} ${cy}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`,
      class: `signal ${kind}`, 'data-goto': event.stop,
    });
  });
  drawn += tag('path', { d: `M${LEFT} 4V${12 + order.length * ROW}`, class: 'cursor', 'data-moments': moments.join(' ') });
  return picture(WIDTH, 16 + order.length * ROW, t('tiles'), drawn);
}

// Moves the line that marks the current moment, and marks what happens there.
export function moveCursor(body, { index, stop }) {
  const cursor = body.querySelector('.cursor');
  if (cursor) {
    const moments = cursor.dataset.moments.split(' ').map(Number);
    const rank = Math.max(0, moments.filter((moment) => moment <= index).length - 1);
    cursor.setAttribute('transform', `translate(${(rank / Math.max(1, moments.length - 1) * (WIDTH - LEFT - 10)).toFixed(1)} 0)`);
    body.querySelectorAll('.now-inspects').forEach((line) => line.classList.remove('now-inspects'));
    body.querySelectorAll(`.inspects[data-stop="${stop}"]`).forEach((line) => line.classList.add('now-inspects'));
  }
}

// On a narrow screen, scrolls to that line.
export function showCursor(body) {
  const cursor = body.querySelector('.cursor');
  if (cursor) {
    const { left, width } = body.getBoundingClientRect();
    body.scrollLeft += cursor.getBoundingClientRect().left - left - width / 2;
  }
}
