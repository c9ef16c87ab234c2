// What is wrong, where it happened: the errors that were reported, and a wrong result.
import { ATOMIC, isStray, lineOf, READS } from './run.js';
import { t } from './strings.js';
import { strayPicture } from './global.js';
import { escape, label, picture, tag } from './svg.js';

// The stop at which each finding is shown first: where its message says, or else at its line; -1: it is not in the trace.
export function stopsOfFindings(run) {
  return run.trace.findings.map(({ places: [[file, line]] }, i) => {
    const told = run.events.find((event) => event.told && event.finding === i);
    return told ? told.stop : run.stops.findIndex((index) => {
      const place = run.places[run.events[index].place];
      return line > 0 && place !== undefined && place[0] === file && place[1] === line;
    });
  });
}

// Is the finding at a line of the program's own source? Host code has no moments.
export function inSource(run, { places: [[file, line]] }) {
  return line > 0 && file === run.trace.source.file;
}

// Is the result correct, and does the run fail only because it costs too much?
export function exceedsLimit({ trace }) {
  return trace.verdict === 'fail' && trace.wrong_elements === 0 && trace.findings.every((finding) => finding.severity !== 'error');
}

// The most costly instruction of what the run has too much of, compared with the reference, if there is one; -1: none. A
// correct run within its limits has too much of what costs clearly more than in the reference.
export function worstStop(run, other) {
  const limit = exceedsLimit(run) ? 0 : 0.25; // per access
  const sum = (one, cost) => (one ? one.events.reduce((total, event) => total + (event.type === 'access' ? cost(event) : 0), 0) : 0);
  const costs = [(event) => event.conflicts, (event) => (event.kind === ATOMIC ? event.lanes.length : 0), (event) => (event.sectors > 0 ? event.sectors - event.lanes.length * event.words / 8 : 0)];
  const excess = costs.map((cost) => (sum(run, cost) - sum(other, cost)) / Math.max(1, sum(run, () => 1)));
  const cost = costs[excess.indexOf(Math.max(...excess))];
  const worst = run.events.reduce((best, event) => (event.type === 'access' && cost(event) > (best ? cost(best) : 0) ? event : best), null);
  return worst && Math.max(...excess) > limit ? worst.stop : -1;
}

// What is wrong with the result; '': nothing, or it is not known.
export function wrongResult({ trace }) {
  const guesses = trace.hypotheses.map((text) => `${t(trace.kind === 'reduction' ? 'hypothesis_result' : 'hypothesis_output')} ${text}`);
  return trace.wrong_elements > 0 ? [trace.reason, ...guesses].filter((text) => text !== '').join('. ') : '';
}

// The places of a mistake if there are two, as of a race: { place: [file, line], text }. Those that the message is about
// have the texts of the report.
export function accessesOf(run, event) {
  if (event.type !== 'mistake' || !event.earlier) {
    return [];
  }
  const { places } = run.trace.findings[event.finding];
  if (event.told && places.filter(([,,, text]) => text !== '').length > 1) {
    return places.filter(([,,, text]) => text !== '').map(([file, line,, text]) => ({ place: [file, line], text }));
  }
  const [block, thread, place, kind] = event.earlier;
  return [[run.blocks[event.run].block, event.thread, event.place, event.kind], [block, thread, place, kind]].filter(([,, at]) => at >= 0)
    .map(([b, th, at, does]) => ({ place: run.places[at].slice(0, 2), text: t('thread_does', { block: b, thread: th, does: t(`kind_${does}`) }) }));
}

// `worst`: the stop at which a run that only costs too much costs most.
export function mistakesList(run, stops, worst) {
  const items = run.trace.findings.map((finding, i) => tag('li', { class: finding.severity, 'data-finding': i, 'data-class': finding.class },
    tag('button', { type: 'button', 'data-goto': stops[i] >= 0 ? stops[i] : null, 'data-show': stops[i] < 0 && inSource(run, finding) ? finding.places[0][1] : null, disabled: stops[i] < 0 && !inSource(run, finding) ? '' : null },
      tag('span', { class: 'mark' }, finding.severity === 'error' ? '✖' : 'ℹ') + escape(finding.title) +
      (finding.places[0][1] > 0 ? tag('span', { class: 'where' }, escape(t('at_line', { line: finding.places[0][1] }))) : '') +
      (finding.count > 1 ? tag('span', { class: 'where' }, escape(t('mistake_times', { count: finding.count }))) : '')) +
    tag('p', {}, escape(finding.message))));
  if (run.trace.verdict === 'fail' && run.trace.findings.every((finding) => finding.severity !== 'error')) {
    const [key, stop] = exceedsLimit(run) ? ['mistake_limit', Math.max(worst, 0)] : ['mistake_wrong', run.stops.length - 1];
    items.unshift(tag('li', { class: 'error' }, tag('button', { type: 'button', 'data-goto': stop }, tag('span', { class: 'mark' }, '✖') + escape(t(key))) +
      tag('p', {}, escape(wrongResult(run) || run.trace.reason))));
  }
  if (run.trace.todo) {
    const [number, line] = run.trace.todo;
    items.unshift(tag('li', { class: 'todo' }, tag('button', { type: 'button', 'data-show': line }, tag('span', { class: 'mark' }, '…') + escape(t('todo', { number })) +
      tag('span', { class: 'where' }, escape(t('at_line', { line })))) + tag('p', {}, escape(t('todo_follows')))));
  }
  return items.join('');
}

// What the thread of the block read or wrote there: in its last such access before the mistake, or, as a warp's accesses
// are in the trace one after the other, in its first one up to the next barrier. undefined: it is not known.
function valueOf(run, mistake, block, thread, kind) {
  const value = (event) => {
    const lane = event.type === 'access' && event.kind === kind && event.array === mistake.array && event.warp === thread >> 5 && run.blocks[event.run].block === block && event.launch === mistake.launch ? event.lanes.indexOf(thread & 31) : -1;
    const word = lane < 0 ? -1 : mistake.position - event.positions[lane];
    return word >= 0 && word < event.words ? event.values?.[lane * event.words + word] : undefined;
  };
  const before = run.events.slice(0, mistake.index).reverse().map(value).find((one) => one !== undefined);
  const rest = run.events.slice(mistake.index);
  const end = rest.findIndex((event) => event.run === mistake.run && event.type === 'barrier');
  return kind >= ATOMIC ? undefined : before ?? rest.slice(0, end < 0 ? undefined : end).map(value).find((one) => one !== undefined);
}

// Two accesses to one word, and what lies between them: an arrow to the cell for a write, and from it for a read.
function racePicture(run, event) {
  const [block, thread, place, kind] = event.earlier;
  const own = run.blocks[event.run];
  const other = block !== own.block;
  const array = run.arrays[event.array];
  const name = event.array < 0 ? '?' : `${array.name}[${Math.floor(event.position / array.words)}]`;
  const line = place >= 0 ? run.places[place][1] : 0;
  const who = (b, th, l) => t(other ? 'block_thread_line' : 'thread_line', { block: b, thread: th, line: l });
  const box = (x, y, when, text, does) => tag('rect', { x, y, width: 220, height: 42, rx: 6, class: 'actor' }) +
    label(x + 10, y + 17, `${when}: ${does}`, { class: 'strong' }) + label(x + 10, y + 33, text, {});
  const arrow = (y, to, does) => tag('path', { d: `M224 ${y}C400 ${y} 380 ${to} 466 ${to}${READS[does] ? `M232 ${y - 5}l-8 5l8 5` : 'm-8 -5l8 5l-8 5'}`, class: 'arrow mistake' });
  const does = (b, th, k) => `${t(`kind_${k}`)} ${valueOf(run, event, b, th, k) ?? ''}`.trim();
  const earlier = [t('earlier'), who(block, thread, line), does(block, thread, kind)];
  const later = [t('later'), who(own.block, event.thread, lineOf(run, event)), does(own.block, event.thread, event.kind)];
  const between = t(other ? 'between_other_block' : 'between_nothing');
  const drawn = box(2, 4, ...earlier) + box(2, 74, ...later) +
    tag('g', { class: 'word mistaken' }, tag('rect', { x: 470, y: 42, width: 130, height: 36 }) + label(535, 65, name, { 'text-anchor': 'middle', class: 'strong' })) +
    arrow(25, 52, kind) + arrow(95, 68, event.kind) +
    tag('path', { d: 'M112 46v28', class: 'gap' }) +
    label(122, 64, between, { class: 'mistake-text' });
  return picture(610, 122, `${name}: ${earlier.join(', ')}; ${later.join(', ')}: ${between}`, drawn, { class: 'figure' });
}

export function mistakePicture(run, event) {
  if (event.type !== 'mistake' || event.array === undefined || event.array < 0) {
    return '';
  }
  if (event.earlier) {
    return racePicture(run, event);
  }
  return isStray(run, event) ? strayPicture(run, event) : '';
}
