// The page: reads the traces in it, and moves through them.
import { isStopped, makeRun, signals, totals, lineOf } from './run.js';
import { t } from './strings.js';
import { escape, picture, tag } from './svg.js';
import { exceedsLimit, inSource, mistakesList, stopsOfFindings, worstStop, wrongResult } from './mistakes.js';
import { makeFlow, STRETCH } from './flow.js';
import { View } from './view.js';
import { drawing } from './draw.js';

const HEAT = ['sectors', 'conflicts', 'idle'];
const PLAY_MS = 350;
const FOLLOW_MS = 1000;
const SAY_MS = 500; // longer than PLAY_MS: while the run plays, nothing is said

const $ = (selector) => document.querySelector(selector);

const app = { at: 0, compare: false, timer: null, tabbed: false, runs: [], views: [], lines: [] };

// ---- Positions ----

const run = () => app.runs[0];
const eventAt = (at) => run().events[run().stops[at]];

// The last stop of each stretch of stops with the same key; from there, `by` stretches on or back.
function jump(key, by) {
  const { stops } = run();
  const keyAt = (at) => key(eventAt(at));
  let at = app.at;
  if (by > 0) {
    const own = keyAt(at);
    while (at < stops.length - 1 && keyAt(at) === own) {
      at++;
    }
  } else {
    const own = keyAt(at);
    while (at > 0 && keyAt(at) === own) {
      at--;
    }
    const before = keyAt(at);
    while (at > 0 && keyAt(at - 1) === before) {
      at--;
    }
  }
  return at;
}

// The next barrier, or the end of the block.
function jumpBarrier(by) {
  const { stops } = run();
  let at = app.at + by;
  while (at > 0 && at < stops.length - 1 && !['barrier', 'stuck', 'launch'].includes(eventAt(at).type) && eventAt(at + 1).run === eventAt(at).run) {
    at += by;
  }
  return Math.max(0, Math.min(stops.length - 1, at));
}

function nextMistake() {
  const stops = run().stops.map((_, at) => at).filter((at) => eventAt(at).type === 'mistake');
  return stops.find((at) => at > app.at) ?? stops[0] ?? app.at;
}

// Where a correct run costs most, if that is too much, or more than in the reference; -1: nowhere.
function costlyStop() {
  if (run().trace.todo) {
    return -1;
  }
  const compared = run().trace.verdict === 'pass' && app.runs.length > 1;
  return exceedsLimit(run()) || compared ? worstStop(run(), app.runs[1]) : -1;
}

// Where blocks know of each other: the first time that one finds what another one has published that still runs;
// undefined: they do not.
function firstLookBack() {
  const { blocks, trace } = run();
  return trace.launches.flatMap((_, launch) => signals(run(), launch))
    .find(({ event, from, kind }) => kind === 'inspect' && [...from].some((other) => blocks[other].last > event.index))?.event;
}

// Where the page begins: at the first mistake, at the first note on a wrong result, where a limit is exceeded most,
// otherwise where a block first looks back, where bank conflicts or unused bytes cost much, in the first step that combines
// values, or at the first access. Where a task is empty, all of the former may only follow from that.
function firstStop() {
  const stops = run().trace.todo ? [] : stopsOfFindings(run());
  const mistakes = stops.filter((at, i) => at >= 0 && run().trace.findings[i].severity === 'error');
  if (mistakes.length > 0) {
    return Math.min(...mistakes);
  }
  const note = exceedsLimit(run()) ? undefined : stops.find((at) => at >= 0); // where a wrong sum goes wrong comes first
  if (note !== undefined) {
    return note;
  }
  if (costlyStop() >= 0) {
    return costlyStop();
  }
  const idea = firstLookBack()?.stop ?? (run().trace.n > STRETCH ? worstStop(run()) : -1); // few elements are no measure
  if (idea >= 0 && !run().trace.todo) {
    return idea;
  }
  for (const block of run().blocks) {
    const interval = block.intervals.find((one) => one.working > 0 || one.events.some((event) => event.type === 'exchange'));
    const event = interval && (interval.events.find((one) => (interval.working > 0 ? one.type === 'access' && one.reads : one.type === 'exchange' && one.kind === 0)));
    if (event) {
      return event.stop;
    }
  }
  return run().events.find((one) => one.type === 'access')?.stop ?? 0;
}

// The same step of the other run: the same launch, block and interval, and as far in it.
function otherAt(other) {
  const event = eventAt(app.at);
  const own = event.run >= 0 ? run().blocks[event.run] : null;
  const block = own && other.blocks.find((one) => one.launch === own.launch && one.block === own.block);
  if (!block) {
    return Math.round(app.at / Math.max(1, run().stops.length - 1) * (other.stops.length - 1));
  }
  const interval = block.intervals[Math.min(event.interval, block.intervals.length - 1)];
  const stops = interval.events.filter((one) => one.stop !== undefined);
  const ownStops = own.intervals[event.interval].events.filter((one) => one.stop !== undefined);
  const share = ownStops.indexOf(event) / Math.max(1, ownStops.length - 1);
  return stops.length > 0 ? stops[Math.round(share * (stops.length - 1))].stop : 0;
}

function go(at, keep = true) {
  app.at = Math.max(0, Math.min(run().stops.length - 1, at));
  showLine(); // before anything else changes: to scroll, the browser lays out what has changed
  app.views[0].show(app.at);
  if (app.compare && app.views[1]) {
    app.views[1].show(otherAt(app.runs[1]));
  }
  showPosition();
  if (keep) {
    const hash = `#at=${app.at}${app.compare ? '&side=1' : ''}`;
    history.replaceState(null, '', hash);
  }
}

function showPosition() {
  const event = eventAt(app.at);
  if (!event) {
    return;
  }
  $('#slider').value = app.at;
  const block = event.run >= 0 ? run().blocks[event.run] : null;
  $('#position').textContent = t(block ? 'position' : 'position_launch', {
    launch: (event.launch ?? 0) + 1, block: block?.block, barriers: event.interval, at: app.at + 1, count: run().stops.length,
  });
  $('#slider').setAttribute('aria-valuetext', $('#position').textContent);
  clearTimeout(app.saying);
  app.saying = setTimeout(() => { $('#said').textContent = [...$('#run-0 .say').childNodes].map((node) => node.textContent).join(': '); }, SAY_MS);
}

// ---- The source ----

function showSource() {
  const { source } = run().trace;
  const most = Object.fromEntries(HEAT.map((name) => [name, Math.max(0, ...[...run().lines.values()].map((sums) => sums[name]))]));
  const shown = HEAT.filter((name) => most[name] > 0);
  $('#source').style.setProperty('--columns', `34px ${shown.map((name) => `${name === 'conflicts' ? 50 : 44}px `).join('')}minmax(0, 1fr)`);
  const head = tag('div', { class: 'line head' }, tag('span', { class: 'number' }) + shown.map((name) => tag('span', { class: `heat ${name}` }, escape(t(`heat_${name}`)))).join('') + tag('code'));
  const lines = source.text.replace(/\n$/, '').split('\n').map((line, i) => {
    const text = line.replace(/^(\s*\/\/ )-{8,}/, '$1----'); // the rule of a banner would wrap
    const sums = run().lines.get(i + 1);
    const heat = shown.map((name) => tag('span', { class: `heat ${name}`, style: sums && sums[name] > 0 ? `--share:${(sums[name] / most[name]).toFixed(2)}` : null, [`data-${name}`]: sums ? sums[name] : null }, sums && sums[name] > 0 ? sums[name] : '')).join('');
    const comment = text.search(/\/\//);
    const code = comment < 0 ? escape(text) : escape(text.slice(0, comment)) + tag('i', {}, escape(text.slice(comment)));
    const hang = Math.min(text.search(/\S|$/) + 2, 12); // where a wrapped line goes on
    return tag('div', { class: sums ? 'line runs' : 'line', 'data-line': i + 1 }, tag('span', { class: 'number' }, i + 1) + heat + tag('code', { style: `--hang:${hang}ch` }, code || ' '));
  });
  $('#source').innerHTML = head + lines.join('');
  app.lines = [...document.querySelectorAll('#source [data-line]')];
  const forget = () => { app.pane = undefined; };
  $('#source').addEventListener('scroll', () => { if (app.pane) { app.pane.top = $('#source').scrollTop; } });
  addEventListener('resize', forget);
  $('#source').addEventListener('click', (event) => goToLine(Number(event.target.closest('[data-line]')?.dataset.line)));
}

// To the line's next instruction; behind its last one, to its first.
function goToLine(line) {
  const stops = run().stops.map((_, at) => at).filter((at) => lineOf(run(), eventAt(at)) === line);
  if (stops.length > 0) {
    go(stops.find((at) => at > app.at) ?? stops[0]);
  }
}

// The same from the keyboard, for the nearest line below the current one that has instructions, or above it.
function goToNextLine(by) {
  const lines = [...new Set(run().stops.map((_, at) => lineOf(run(), eventAt(at))))].filter((line) => line > 0).sort((a, b) => by * (a - b));
  const current = lineOf(run(), eventAt(app.at));
  goToLine(lines.find((line) => by * (line - current) > 0) ?? lines[0]);
}

// Scrolls the source. Sizes are measured only once: asking for them makes the browser lay out the page.
function showInPane(line) {
  if (app.pane === undefined) {
    const pane = $('#source');
    app.pane = { tops: app.lines.map((one) => one.offsetTop), height: pane.clientHeight, top: pane.scrollTop };
  }
  const top = app.pane.tops[line - 1];
  if (top < app.pane.top + 20 || top > app.pane.top + app.pane.height - 60) {
    app.pane.top = Math.max(0, top - app.pane.height / 2);
    $('#source').scrollTop = app.pane.top;
  }
}

// Marks a line of the source as 'current' or 'earlier'; 0: none.
function markLine(kind, line) {
  document.querySelector(`#source .${kind}`)?.classList.remove(kind);
  app.lines[line - 1]?.classList.add(kind);
}

function showLine() {
  const event = eventAt(app.at);
  const own = (place) => (place >= 0 && run().places[place][0] === run().trace.source.file ? run().places[place][1] : 0);
  const line = own(event.place);
  const launched = line === 0 && event.type === 'launch' ? run().stops.slice(app.at).map((index) => run().events[index]).find((one) => one.launch === event.launch && own(one.place) > 0) : null;
  if (line > 0 || launched) {
    showInPane(line || lineOf(run(), launched));
  }
  const finding = event.told ? run().trace.findings[event.finding] : null; // of a call, it has the line of the caller
  const earlier = event.earlier ? own(event.earlier[2]) : finding && inSource(run(), finding) ? finding.places[0][1] : 0;
  markLine('current', line);
  markLine('earlier', earlier === line ? 0 : earlier);
}

// A line of host code, at which there is no moment.
function showHostLine(line) {
  showInPane(line);
  markLine('earlier', line);
}

// ---- The rest of the frame ----

// "reduction of 577 elements, operator sum"
function sayCase(trace) {
  const [scan, sections] = trace.kind.split(' of ');
  return t(trace.kind === 'loop' ? 'subtitle_loop' : sections ? 'subtitle_sections' : 'subtitle', { ...trace, scan });
}

function showHead() {
  const { trace } = run();
  document.title = t('title', trace);
  $('#title').textContent = t('title', trace);
  const lab = trace.kind !== 'program', good = trace.verdict === 'pass';
  const ended = good ? 'pass' : trace.todo ? 'todo' : lab && exceedsLimit(run()) ? 'limit' : 'fail';
  $('#subtitle').textContent = lab ? `${trace.title} · ${sayCase(trace)}` : trace.title;
  $('#verdict').className = `verdict ${trace.verdict}`;
  $('#verdict').textContent = `${good ? '✔' : '✖'} ${t(`${lab ? 'verdict' : 'program'}_${ended}`, trace)}`;
  const mistakes = mistakesList(run(), stopsOfFindings(run()), worstStop(run(), app.runs[1]));
  $('#mistakes').innerHTML = mistakes;
  $('.panel.mistakes').hidden = mistakes === '';
  $('#left-out').textContent = [trace.left_out > 0 ? t('left_out', { count: trace.left_out }) : '', isStopped(run()) ? t('counters_stopped') : ''].join(' ').trim();
  $('#heat-help').textContent = t('heat_help');
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll('[data-title]')) {
    element.title = t(element.dataset.title);
    if (!element.querySelector('[data-text]')) { // otherwise its text is its name
      element.setAttribute('aria-label', t(element.dataset.title));
    }
  }
}

function showCounters() {
  const sums = app.runs.map(totals);
  const stopped = isStopped(run());
  const differ = (name) => sums.some((one) => (one[name] || 0) !== (sums[0][name] || 0));
  const all = Object.keys(t_counters()).filter((name) => sums.some((one) => one[name] > 0));
  const names = [...all.filter(differ), ...all.filter((name) => !differ(name))];
  const head = tag('tr', {}, tag('th', {}, escape(t('counter'))) + app.runs.map((_, i) => tag('th', {}, escape(runName(i)))).join(''));
  const rows = names.map((name) => {
    const values = sums.map((one) => one[name] || 0);
    const differs = !stopped && values.some((value) => value !== values[0]);
    return tag('tr', { class: differs ? 'differs' : null, 'data-counter': name }, tag('th', { scope: 'row' }, escape(t(name))) + values.map((value) => tag('td', {}, value.toLocaleString('en'))).join(''));
  });
  $('#counters').innerHTML = tag('thead', {}, head) + tag('tbody', {}, rows.join(''));
}

function t_counters() {
  return Object.fromEntries(app.runs.flatMap((one) => Object.keys(totals(one)).map((name) => [name, true])));
}

function runName(i) {
  const { lab, part, program: name } = app.runs[i].trace;
  if (lab !== run().trace.lab) {
    return `${lab.slice(0, 5)}, ${part}`;
  }
  return name === 'starter' ? t('yours') : name === 'solution' ? t('reference') : name;
}

const markTop = (kind) => (kind === 'barrier' ? 10 : kind === 'block' ? 5 : 0);

// Marks above the slider: barriers, blocks, launches, mistakes, the highest cost; and what they mean.
function showMarks() {
  const { stops } = run();
  const x = (at) => (stops.length < 2 ? 0 : at / (stops.length - 1) * 1000).toFixed(1);
  const costly = costlyStop();
  const kinds = new Set();
  let before = -1;
  const marks = stops.map((index, at) => {
    const event = run().events[index];
    const begins = event.run >= 0 && event.run !== before;
    before = event.run >= 0 ? event.run : before;
    const finding = event.type === 'mistake' ? run().trace.findings[event.finding] : null;
    const kind = finding ? (finding.severity === 'note' ? 'note' : 'mistake') : at === costly ? 'costly' : at === stops.length - 1 && wrongResult(run()) !== '' ? 'mistake' : event.type === 'launch' ? 'launch' : begins ? 'block' : event.type === 'barrier' ? 'barrier' : null;
    kinds.add(kind);
    return kind === null ? '' : tag('path', { d: `M${x(at)} ${markTop(kind)}V16`, class: `mark-${kind}` });
  });
  $('#marks').innerHTML = tag('svg', { viewBox: '0 0 1000 16', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, marks.join(''));
  $('#ticks').innerHTML = ['launch', 'block', 'barrier', 'mistake', 'note', 'costly'].filter((kind) => kinds.has(kind)).map((kind) => tag('span', { class: 'key' },
    picture(4, 16, '', tag('path', { d: `M2 ${markTop(kind)}V16`, class: `mark-${kind}` })) + escape(t(`tick_${kind}`)))).join('');
  $('#slider').max = stops.length - 1;
}

function setCompare(on) {
  app.compare = on && app.views.length > 1;
  document.body.classList.toggle('side-by-side', app.compare);
  app.pane = undefined; // it has another size
  $('#compare').setAttribute('aria-pressed', app.compare);
  go(app.at);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function toggleTheme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
}

function play(on) {
  clearInterval(app.timer);
  app.timer = on ? setInterval(() => (app.at < run().stops.length - 1 ? go(app.at + 1) : play(false)), PLAY_MS) : null;
  $('#play path').setAttribute('d', on ? 'M5 5h2v6h-2zM9 5h2v6h-2z' : 'M6 4.5l6 3.5l-6 3.5z');
  $('#play').title = t(on ? 'pause' : 'play');
  $('#play').setAttribute('aria-label', t(on ? 'pause' : 'play'));
}

const ACTIONS = {
  back: () => go(app.at - 1), forth: () => go(app.at + 1),
  'step-back': () => go(jumpBarrier(-1)), 'step-forth': () => go(jumpBarrier(1)),
  'block-back': () => go(jump((event) => event.run, -1)), 'block-forth': () => go(jump((event) => event.run, 1)),
  'launch-back': () => go(jump((event) => event.launch, -1)), 'launch-forth': () => go(jump((event) => event.launch, 1)),
  begin: () => go(0), end: () => go(run().stops.length - 1),
  play: () => play(app.timer === null), mistake: () => go(nextMistake()),
  'line-again': () => goToLine(lineOf(run(), eventAt(app.at))), 'line-back': () => goToNextLine(-1), 'line-forth': () => goToNextLine(1),
  compare: () => setCompare(!app.compare), theme: toggleTheme,
  help: () => {
    $('#help').hidden = !$('#help').hidden;
    $('[data-action="help"]').setAttribute('aria-expanded', !$('#help').hidden);
  },
};

const KEYS = {
  ArrowLeft: 'back', ArrowRight: 'forth', ArrowUp: 'step-back', ArrowDown: 'step-forth', PageUp: 'block-back', PageDown: 'block-forth',
  'Shift+PageUp': 'launch-back', 'Shift+PageDown': 'launch-forth', Home: 'begin', End: 'end', ' ': 'play', m: 'mistake', l: 'line-again', k: 'line-back', j: 'line-forth', c: 'compare', d: 'theme', '?': 'help',
};

// In a panel that was reached with Tab, these keys scroll; left and right only if it is wider than what is shown.
function scrolls(element, key) {
  return app.tabbed && element.matches('#source, .body') && /^(Arrow|Page|Home|End| )/.test(key) &&
    (!/Left|Right/.test(key) || element.scrollWidth > element.clientWidth);
}

function listen() {
  document.addEventListener('pointerdown', () => { app.tabbed = false; });
  document.addEventListener('keydown', (event) => {
    const inButton = event.target.closest?.('button, select') && (event.key === ' ' || event.key === 'Enter');
    const action = KEYS[(event.shiftKey && event.key.startsWith('Page') ? 'Shift+' : '') + event.key];
    app.tabbed ||= event.key === 'Tab';
    if (action && !inButton && !scrolls(event.target, event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      ACTIONS[action]();
      event.preventDefault();
    }
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-action]');
    const target = event.target.closest('[data-goto]');
    if (button) {
      ACTIONS[button.dataset.action]();
    } else if (target) {
      go(Number(target.dataset.goto));
    } else if (event.target.closest('[data-show]')) {
      showHostLine(Number(event.target.closest('[data-show]').dataset.show));
    }
  });
  $('#slider').addEventListener('input', () => go(Number($('#slider').value)));
  addEventListener('hashchange', readHash);
}

function readHash() {
  const at = /at=(\d+)/.exec(location.hash);
  const side = /side=1/.test(location.hash);
  if (side !== app.compare && (at || side)) {
    setCompare(side);
  }
  go(at ? Number(at[1]) : firstStop(), at !== null);
  const mistake = $('#mistakes .error button:not([data-goto])[data-show]');
  if (!at && run().trace.todo && ['launch', 'mistake'].includes(eventAt(app.at).type)) { // no step of a kernel
    showHostLine(run().trace.todo[1]);
  } else if (!at && !run().trace.todo && mistake && !$('#mistakes .error button[data-goto]')) {
    showHostLine(Number(mistake.dataset.show));
  }
}

// ./lab watch writes a new page after each save, and then the file that `follow` names, which calls labsSaved.
function follow(file) {
  let known = null;
  window.labsSaved = (stamp) => {
    if (known !== null && stamp !== known) {
      location.reload();
    }
    known = stamp;
  };
  setInterval(() => {
    const script = document.createElement('script');
    script.src = `${file}?${Date.now()}`;
    script.onload = script.onerror = () => script.remove();
    document.head.append(script);
  }, FOLLOW_MS);
}

// On a narrow screen, the source and the counters come after the run, also for Tab.
function arrange() {
  const narrow = matchMedia('(max-width: 900px)');
  const panels = [...document.querySelectorAll('.panel.code, .panel.totals')];
  const place = () => {
    (narrow.matches ? $('main') : $('aside')).append(...panels);
    app.pane = undefined; // it has another size
  };
  narrow.addEventListener('change', place);
  place();
}

function main() {
  const begun = performance.now();
  app.runs = [...document.querySelectorAll('script[type="application/json"]')].map((script) => makeRun(JSON.parse(script.textContent)));
  app.views = app.runs.map((one, i) => new View(one, $(`#run-${i}`), runName(i)));
  $('#compare').hidden = app.views.length < 2;
  showHead();
  showSource();
  showCounters();
  arrange();
  if (run().stops.length > 0) {
    showMarks();
    listen();
    readHash();
    const panels = app.views[0].panelsFor(eventAt(app.at));
    app.views.forEach((view) => view.arrange(panels));
  }
  if (document.body.dataset.follow) {
    follow(document.body.dataset.follow);
  }
  document.body.dataset.ready = (performance.now() - begun).toFixed(0);
}

window.labs = { app, go, drawing, makeRun, makeFlow }; // for the tests and the book
if ($('#run-0')) { // otherwise a lesson, whose models use these functions (docs/site/static/models.js)
  main();
}
