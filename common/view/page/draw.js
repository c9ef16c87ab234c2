// Pictures for the book, from a run: each is an SVG file of its own.
import { Memory } from './run.js';
import { banksPicture } from './shared.js';
import { globalPicture } from './global.js';
import { crop, flowPicture, makeFlow } from './flow.js';
import { lanesPicture } from './lanes.js';
import { tilesPicture } from './tiles.js';

const COLUMN = 44; // wide enough for large numbers
const WIDEST = 864;

// The access of block 0 that `better` prefers to all before it.
function choose(run, better) {
  let best = null;
  for (const event of run.events) {
    if (event.type === 'access' && event.array >= 0 && run.blocks[event.run].block === 0 && better(event, best)) {
      best = event;
    }
  }
  return best;
}

function body(run, kind, columns) {
  if (kind === 'flow') {
    const block = run.blocks.find((one) => makeFlow(run, one) !== null);
    return flowPicture(run, block, crop(makeFlow(run, block), 0, columns), 80 + Math.min(WIDEST, columns * COLUMN));
  }
  if (kind === 'lanes') {
    return lanesPicture(run.events.find((event) => event.type === 'exchange' && event.kind === 0));
  }
  if (kind === 'tiles') {
    return tilesPicture(run, run.blocks[0].launch);
  }
  if (kind === 'banks') {
    return banksPicture(run, choose(run, (event, best) => event.shared && (best === null || event.passes > best.passes)));
  }
  const event = choose(run, (one, best) => best === null && one.array === run.input);
  return globalPicture(run, new Memory(run).seek(event.index), event);
}

export function drawing(run, kind, columns) {
  const style = document.getElementById('drawing').textContent;
  const hatch = document.getElementById('hatch').parentElement.outerHTML;
  return body(run, kind, columns)
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace('>', `><style>${style}svg { background: var(--panel); }</style>${hatch}`);
}
