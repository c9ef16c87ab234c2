// The elements of the input, and which of them a value contains.
import { contentsOf, expectedRange, ranges } from './run.js';
import { t } from './strings.js';
import { picture, tag } from './svg.js';

const MOST = 4096;
const PER_ROW = 64;
const CELL = 11;

// How the contents of a value compare with what it should contain (null: not known). Each list is of elements.
export function compareContents(counts, range) {
  const found = { has: [], twice: [], missing: [], extra: [] };
  counts.forEach((times, element) => {
    const wanted = range === null || (element >= range[0] && element < range[1]);
    (wanted ? found.has : found.extra).push(element);
    if (times > 1) {
      found.twice.push(element);
    }
  });
  for (let element = range === null ? 0 : range[0]; range !== null && element < range[1]; element++) {
    if (!counts.has(element)) {
      found.missing.push(element);
    }
  }
  return found;
}

function what(list, n) {
  return list.length === n && n > 1 ? t('every_element') : list.length === 1 ? t('element', { list: list[0] }) : t('elements', { count: list.length, list: ranges(list) });
}

// The value in words: what it contains, and what is wrong with that.
export function sayContents(run, name, value, counts, range, expected) {
  if (counts === null) {
    return t('contains_unknown', { name, value });
  }
  const found = compareContents(counts, range);
  const all = [...counts.keys()];
  const parts = [all.length === 0 ? t('contains_none', { name, value }) : t('contains_all', { name, value, what: what(all, found.twice.length > 0 ? -1 : run.trace.n) })];
  for (const [key, list] of [['contains_missing', found.missing], ['contains_twice', found.twice], ['contains_extra', found.extra]]) {
    if (list.length > 0) {
      parts.push(t(key, { what: what(list, -1) }));
    }
  }
  if (expected !== undefined) {
    const complete = found.missing.length + found.twice.length + found.extra.length === 0;
    parts.push(t(complete ? 'contains_more' : 'expected_value', { value: expected }));
  }
  return parts.join(' ');
}

export function inputsPicture(run, counts, range) {
  const n = Math.min(run.trace.n, MOST);
  const found = counts === null ? { missing: [] } : compareContents(counts, range);
  const missing = new Set(found.missing);
  const cells = {}; // of each state: one path
  const marks = {};
  for (let i = 0; i < n; i++) {
    const times = counts === null ? 0 : counts.get(i) || 0;
    const extra = times > 0 && range !== null && (i < range[0] || i >= range[1]);
    const state = extra ? 'extra' : times > 1 ? 'twice' : times === 1 ? 'has' : missing.has(i) ? 'missing' : 'none';
    const x = (i % PER_ROW) * CELL;
    const y = Math.floor(i / PER_ROW) * CELL;
    cells[state] = `${cells[state] ?? ''}M${x + 0.5} ${y + 0.5}h${CELL - 2}v${CELL - 2}h${2 - CELL}z`;
    if (state === 'twice' || state === 'missing' || state === 'extra') {
      marks[state] = (marks[state] ?? '') + (state === 'twice' ? `M${x + 2} ${y + 3.5}h6M${x + 2} ${y + 6.5}h6` : `M${x + 2} ${y + 2}l6 6M${x + 8} ${y + 2}l-6 6`);
    }
  }
  const paths = (of, name) => Object.entries(of).map(([state, d]) => tag('path', { d, class: `${name} ${state}` })).join('');
  const drawn = paths(cells, 'element') + paths(marks, 'element-mark');
  return picture(PER_ROW * CELL, Math.ceil(n / PER_ROW) * CELL, t('inputs'), drawn);
}

export { contentsOf, expectedRange };
