// A kernel to change: takes the place of what is in each <div class="editor" data-lab="lab02"> of a page, which stays
// where there are no scripts. The checker itself judges what is written, in a worker (docs/site/editor/worker.js): this
// script only shows its report.
(() => {
  'use strict';
  const { make, newId, ask, stop, runs, urlOf, seed, programsOf, whenNear } = globalThis.labLive;
  const MOST = 4096; // elements
  const PAUSE_MS = 150; // after the last key
  const STOP_MS = 2000; // that an older program may still run

  const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const capital = (text) => (/^[a-z]+\b(?![[(_:])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text); // names stay
  const sentence = (text) => `${capital(text)}${/[.?!]$/.test(text) ? '' : '.'}`;

  // ---- The field: a textarea, and behind it the same text in colours, with the lines' numbers and marks ----

  const WORDS = [
    ['comment', /\/\/.*|\/\*[^]*?(?:\*\/|$)/],
    ['text', /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/],
    ['directive', /^[ \t]*#.*/],
    ['cuda', /\b(?:__\w+|threadIdx|blockIdx|blockDim|gridDim|cuda\w+|CUDA_\w+|atomic\w+)\b|<<<|>>>/],
    ['word', /\b(?:auto|bool|break|case|char|const|constexpr|continue|do|double|else|extern|false|float|for|goto|if|int|long|return|short|signed|size_t|sizeof|static|struct|switch|template|true|typename|u?int\d+_t|unsigned|value_t|void|volatile|while|NULL|nullptr)\b/],
    ['number', /\b\d[\w.]*/],
  ];
  const ANY_WORD = new RegExp(WORDS.map(([, { source }]) => `(${source})`).join('|'), 'gm');

  // Of each line, its text in HTML.
  function colour(text) {
    let html = '', at = 0;
    for (const found of text.matchAll(ANY_WORD)) {
      const kind = WORDS[found.slice(1).findIndex((one) => one !== undefined)][0];
      const pieces = found[0].split('\n').map((piece) => `<span class="${kind}">${escape(piece)}</span>`);
      html += escape(text.slice(at, found.index)) + pieces.join('\n');
      at = found.index + found[0].length;
    }
    return (html + escape(text.slice(at))).split('\n');
  }

  // `changed` is called after each change by the reader. Lines are numbered as in the whole source, from 1.
  function makeField(name, changed) {
    const id = newId();
    const input = make('textarea', {
      'aria-label': name, 'aria-describedby': `editor-keys-${id}`, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off',
    });
    const layer = make('pre', { 'aria-hidden': 'true' });
    const above = make('button', { type: 'button' }), below = make('button', { type: 'button' });
    const keys = make('p', { id: `editor-keys-${id}`, class: 'editor-keys' },
      'Tab leaves the editor. Ctrl+] and Ctrl+[ indent lines, Ctrl+/ makes them comments.');
    const element = make('div', { class: 'editor-field' }, above,
      make('div', { class: 'editor-code' }, make('div', {}, layer, input)), below, keys);
    let before = [], after = [], marks = [], length = 0;

    const lines = () => input.value.split('\n');
    const source = () => [...before, ...lines(), ...after].join('\n');
    function draw() {
      const own = lines();
      layer.innerHTML = colour(input.value).map((html, i) => {
        const number = before.length + i + 1, here = marks.filter((mark) => mark.line === number);
        const kind = ['first', 'also', 'why'].find((one) => here.some((mark) => mark.kind === one)) ?? '';
        const carets = here.filter((mark) => mark.column > 0)
          .map((mark) => `<i class="${mark.kind}" style="--column: ${mark.column - 1}"></i>`);
        return `<span class="line ${kind}"><b>${number}</b>${carets.join('')}${html}</span>`;
      }).join('');
      input.rows = length = own.length;
      const folded = (from, to) => (from === to ? `line ${from} is` : `lines ${from} to ${to} are`);
      const last = before.length + own.length, end = last + after.length - (after.at(-1) === '' ? 1 : 0); // behind the last newline
      above.hidden = before.length === 0;
      above.textContent = `Show what is above: ${folded(1, before.length)} folded`;
      below.hidden = end <= last;
      below.textContent = `Show what is below: ${folded(last + 1, end)} folded`;
    }
    function unfold(up, down) {
      const start = input.selectionStart + (up && before.length > 0 ? before.join('\n').length + 1 : 0);
      input.value = [...(up ? before : []), ...lines(), ...(down ? after : [])].join('\n');
      before = up ? [] : before;
      after = down ? [] : after;
      input.setSelectionRange(start, start);
      draw();
    }
    // Lines `from` to `to` of the text are shown, the others are folded.
    function set(text, from, to) {
      const all = text.split('\n');
      before = all.slice(0, from - 1);
      after = all.slice(to);
      input.value = all.slice(from - 1, to).join('\n');
      input.setSelectionRange(0, 0);
      marks = [];
      draw();
    }
    function mark(found) {
      marks = found;
      draw();
    }
    function goTo(line, column = 1) {
      const [up, down] = [line <= before.length, line > before.length + lines().length];
      if (up || down) {
        unfold(up, down);
      }
      const start = lines().slice(0, line - before.length - 1).join('\n').length + (line > before.length + 1 ? 1 : 0);
      input.focus();
      input.setSelectionRange(start + column - 1, start + column - 1);
      layer.children[line - before.length - 1].scrollIntoView({ block: 'nearest' });
    }
    // Replaces the lines of the selection; the browser can undo it.
    function edit(change) {
      const { value } = input;
      const from = value.lastIndexOf('\n', input.selectionStart - 1) + 1;
      const to = value.indexOf('\n', Math.max(from, input.selectionEnd - (input.selectionEnd > input.selectionStart ? 1 : 0)));
      const end = to < 0 ? value.length : to;
      const text = change(value.slice(from, end).split('\n')).join('\n');
      input.setSelectionRange(from, end);
      document.execCommand('insertText', false, text);
      input.setSelectionRange(from + text.search(/\S|$/), from + text.length);
    }
    const ACTIONS = {
      ']': (own) => own.map((line) => (line === '' ? line : `    ${line}`)),
      '[': (own) => own.map((line) => line.replace(/^ {1,4}/, '')),
      '/': (own) => {
        const code = own.filter((line) => line.trim() !== '');
        return code.every((line) => /^ *\/\//.test(line)) ? own.map((line) => line.replace(/\/\/ ?/, ''))
          : own.map((line) => (line.trim() === '' ? line : line.replace(/\S/, '// $&')));
      },
    };
    input.addEventListener('keydown', (event) => {
      const action = (event.ctrlKey || event.metaKey) && !event.altKey && ACTIONS[event.key];
      if (action) {
        event.preventDefault();
        edit(action);
      } else if (event.key === 'Enter' && !event.ctrlKey && !event.isComposing) { // the indentation stays
        const [blanks] = /^ */.exec(input.value.slice(input.value.lastIndexOf('\n', input.selectionStart - 1) + 1, input.selectionStart));
        event.preventDefault();
        document.execCommand('insertText', false, `\n${blanks}`);
      }
    });
    input.addEventListener('paste', (event) => { // tabs would not be as wide in both layers
      const text = event.clipboardData.getData('text/plain');
      if (text.includes('\t')) {
        event.preventDefault();
        document.execCommand('insertText', false, text.replaceAll('\t', '    '));
      }
    });
    input.addEventListener('input', () => {
      marks = lines().length === length ? marks : []; // until the next verdict
      draw();
      changed();
    });
    above.addEventListener('click', () => unfold(true, false));
    below.addEventListener('click', () => unfold(false, true));
    return { element, input, set, source, mark, goTo };
  }

  // The lines, from 1, of the functions of these names: from the first one's head to the end of the last one.
  function linesOf(text, names) {
    const lines = text.split('\n');
    const heads = names.map((name) => lines.findIndex((line) => /^\w/.test(line) && line.includes(` ${name}(`) && !line.endsWith(';')));
    const last = lines.findIndex((line, i) => i > heads.at(-1) && line === '}');
    return [heads[0] + 1, last + 1];
  }

  // ---- The verdict ----

  const COUNTERS = {
    working_warps: 'working warps', divergent_warps: 'divergent warps', barriers: 'barriers', combines: 'combines',
    shared_load_conflicts: 'shared load conflicts', shared_store_conflicts: 'shared store conflicts',
  };
  const reportedCase = (report) => report?.parts.flatMap((part) => part.cases).at(-1);

  // What an answer says, for `show`: { kind, title, said, rows, places, hint, more, counters }. A place is { line, column,
  // kind, text }: the first one is where it happens, `also` its other place, `why` a line that leads to it.
  function explain({ report: json, text = '', late, failed }) {
    const nothing = { said: [], places: [], counters: null };
    if (late) {
      return { ...nothing, kind: 'fails', title: 'Stopped after ten seconds', said: ['Does a loop never end?'] };
    }
    const report = json ? JSON.parse(json) : null, one = reportedCase(report);
    const rejected = /\.cu:(\d+):(?:(\d+):)? (error: )?(.*)/.exec(!one || /before the case/.test(one.reason) ? one?.printed ?? text : '');
    if (rejected) {
      const [, line, column, wrong, what] = rejected;
      const place = { line: Number(line), column: Number(column ?? 0), kind: 'first', text: what };
      Object.assign(nothing, { places: [place], rejected: true });
      return wrong
        ? { ...nothing, kind: 'fails', title: 'Does not compile', said: [sentence(what)] }
        : { ...nothing, kind: 'unknown', title: 'Not known on this page', said: [sentence(what), 'This page runs kernels without a compiler. '
            + 'In an installed course, a compiler reads your file, and knows all of C++.'] };
    }
    if (failed || !one) {
      return { ...nothing, kind: 'unknown', title: 'This page could not check it', said: [sentence(failed ?? text)] };
    }

    // The terminal's report also has the lines that lead to a mistake.
    const titles = one.diagnostics.filter(({ message }) => text.includes(message));
    const found = [...text.matchAll(/^\S*\.cu:(\d+)(?::(\d+))?: (.*)$/gm)].map(([, line, column, said]) => ({
      line: Number(line), column: Number(column ?? 0), text: said.replace(/^also here: /, ''), kind: /^also here/.test(said) && column ? 'also' : 'why',
      first: titles.find(({ message }) => said.includes(message)),
    }));
    const second = found.findIndex((place, i) => i > 0 && place.first);
    const places = second < 0 ? found : found.slice(0, second);
    const diagnostic = titles[0];
    if (places.length > 0) {
      places[0].kind = 'first';
      places[0].text = diagnostic ? diagnostic.places[0]?.text || 'here' : places[0].text;
    }
    const block = /^part [^:\n]* fails at .*\n((?: {2}.*\n)*)/m.exec(text)?.[1].split('\n').map((line) => line.slice(2)).filter((line) => line) ?? [];
    const rows = block.filter((line) => /^(in|expected|out) {2,}/.test(line));
    const guesses = block.filter((line) => line !== one.reason && !rows.includes(line));
    const wrong = /^expected_got/.test(one.reason_topic ?? '') ? sentence(one.reason) : '';
    const shown = { kind: 'fails', said: [], rows, places, hint: diagnostic?.hint, more: diagnostic ? diagnostic.count - 1 : 0, counters: one.counters };
    const others = titles.slice(1).filter(({ title, places: [at] }) => at?.line && (title !== diagnostic.title || at.line !== places[0]?.line));
    places.push(...others.map(({ title, places: [at] }) => ({ line: at.line, column: 0, kind: 'why', text: `${title === diagnostic.title ? 'another' : 'also'} ${title}` })));
    const message = diagnostic ? sentence(diagnostic.message) : '';
    if (one.verdict === 'pass') {
      return { ...shown, kind: 'passes', title: 'Correct' };
    }
    if (diagnostic?.severity === 'error') {
      const even = one.wrong_elements === 0 ? 'The result is correct even so.' : wrong;
      return { ...shown, title: capital(diagnostic.title), said: [message, even], counters: null };
    }
    if (/^over_(limit|budget)/.test(one.reason_topic ?? '')) {
      const [, counter, rest] = /^([^:]*): (.*)/.exec(one.reason);
      return { ...shown, title: `Correct, but too many ${counter}`, said: [sentence(rest), places[0] ? sentence(places[0].text) : ''] };
    }
    const next = report.next_todo;
    const todo = next ? `Next is TODO(${next.number}) in line ${next.line}: ${next.text.split('\n')[0]}` : '';
    return { ...shown, title: wrong ? 'Wrong result' : capital(one.reason), said: [wrong, ...guesses.map(sentence), message, todo] };
  }

  // Names of the program in a sentence are code.
  const withCode = (text) => text.split(/((?:\b[A-Za-z]+\w*_\w*|__\w+|\b\w+(?=\[))(?:\[[^\]]*\]|\(\))*|`[^`]*`|'[^'\s]+')/)
    .map((piece, i) => (i % 2 === 1 ? make('code', {}, piece.replace(/^[`']|[`']$/g, '')) : piece));
  const paragraph = (text) => make('p', {}, ...withCode(text));

  // ---- The whole ----

  function build(place, data) {
    const { lab, programs, files } = data, short = lab.slice(0, 5), solution = programs[0].text;
    const control = (name, element) => make('div', {}, make('label', { for: element.id = `editor-${newId()}` }, name), element);
    const menu = make('select');
    const option = ({ name, title }) => make('option', { value: name }, title);
    menu.append(...programs.slice(0, 2).map(option), make('optgroup', { label: 'Mistakes' }, ...programs.slice(2).map(option)));
    const length = make('input', { type: 'number', min: 0, max: MOST, value: data.n[0], inputmode: 'numeric' });
    const operator = make('select', {}, ...(data.operators ?? []).map((name) => make('option', {}, name)));
    const reset = make('button', { type: 'button' }, 'Start again');
    const field = makeField(`Source of lab ${Number(short.slice(3))}`, () => change());
    const title = make('strong'), where = make('span'), said = make('div', {}, make('p', {}, 'The simulated GPU is on its way.')), hint = make('p', { class: 'editor-hint' });
    const live = make('div', { 'aria-live': 'polite', 'aria-atomic': 'true' }, make('p', { class: 'editor-title' }, title, where), said);
    const rows = make('pre', { class: 'editor-rows', tabindex: 0, 'aria-label': 'Input, expected output and output' }), places = make('ul'), table = make('table');
    const words = make('pre', { tabindex: 0 });
    const whole = make('details', {}, make('summary', {}, 'The whole report'), words);
    const step = make('details', { class: 'editor-step' }, make('summary', {}, 'Step through it'));
    const verdict = make('div', { class: 'editor-verdict' }, live, rows, places, hint, table);
    const footer = make('p', { class: 'editor-more' }, 'This is one case. ', make('code', {}, `./lab check ${short}`),
      ` tries many lengths${data.operators ? ', all operators' : ''} and the lab's other parts: `, make('a', { href: place.querySelector('a')?.href ?? '' }, 'install the course'), '.');
    let wanted = null, busy = false, begun = 0, asked = 0, timer = 0, changes = 0, send = () => {}; // the run to the frame that shows it
    const solutions = new Map(); // the solution's counters, by their cases

    function button({ line, column }, text) {
      const made = make('button', { type: 'button' }, text);
      made.addEventListener('click', () => field.goTo(line, column || 1));
      return made;
    }
    const request = (source) => ({
      id: newId(), lab, part: data.part[0], operator: operator.value, n: Math.min(MOST, Math.max(0, Math.floor(length.value))), seed, source, files, trace: step.open, change: changes,
    });
    // Of a correct program, "47 working warps (solution: 12) and 0 shared load conflicts".
    function showCounters({ kind, counters: own }, other) {
      const number = (counters, name) => counters[name].toLocaleString('en');
      const same = (name) => own[name] === other[name];
      const each = data.counters.map((name) => `${number(own, name)} ${COUNTERS[name]}${same(name) ? '' : ` (solution: ${number(other, name)})`}`);
      if (kind === 'passes') {
        const equal = own !== other && data.counters.every(same) ? ', as in the solution' : '';
        said.replaceChildren(paragraph(`${each.slice(0, -1).join(', ')} and ${each.at(-1)}${equal}.`));
      }
      const columns = own === other ? [own] : [own, other];
      const head = ['counter', 'this program', 'solution'].slice(0, 1 + columns.length);
      const row = (name) => make('tr', same(name) ? {} : { class: 'differs' }, make('th', { scope: 'row' }, COUNTERS[name]),
        ...columns.map((counters) => make('td', {}, number(counters, name))));
      table.replaceChildren(make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
        make('tbody', {}, ...data.counters.map(row)));
    }
    function show(answer) {
      const view = explain(answer);
      const [first, ...others] = view.places;
      verdict.className = `editor-verdict ${view.kind}`;
      title.textContent = view.title;
      where.replaceChildren(...(first ? [button(first, `line ${first.line}`)] : []));
      said.replaceChildren(...view.said.filter((text) => text).map(paragraph));
      rows.textContent = view.rows?.join('\n') ?? '';
      rows.hidden = !view.rows?.length;
      const also = others.map((one) => make('li', {}, button(one, `line ${one.line}`), ' ', ...withCode(one.text)));
      places.replaceChildren(...also, ...(view.more > 0 ? [make('li', {}, `${view.more.toLocaleString('en')} more like it`)] : []));
      hint.textContent = view.hint ? `Hint: ${view.hint}` : '';
      table.replaceChildren();
      words.textContent = (answer.text ?? '').replaceAll(/ --program \S+| --workers 1\b/g, '');
      whole.hidden = step.hidden = !answer.text || view.rejected === true;
      field.mark(view.places);
      showRun(step.open ? answer.trace : '');
      verdict.removeAttribute('aria-busy');
      return view;
    }
    function showRun(trace) {
      step.querySelector('iframe')?.remove();
      if (trace) {
        const frame = make('iframe', { title: 'The run, step by step', src: urlOf(`${runs}live.html`) });
        send = () => frame.contentWindow?.postMessage({ trace, theme: document.body.dataset.theme }, '*');
        frame.addEventListener('load', send);
        step.append(frame);
      }
    }
    function check(one) {
      asked = one.id;
      return ask(one);
    }
    async function work() {
      if (busy) {
        return;
      }
      busy = true;
      while (wanted) {
        const now = wanted, key = [now.operator, now.n].join(), isNew = () => now.change === changes;
        wanted = null;
        begun = performance.now();
        const answer = await check(now), view = isNew() ? show(answer) : {};
        if (view.counters && now.source === solution) {
          solutions.set(key, view.counters);
        } else if (view.counters && !solutions.has(key)) {
          const { report } = await check({ ...now, id: newId(), source: solution, trace: false });
          solutions.set(key, report && reportedCase(JSON.parse(report)).counters);
        }
        if (isNew() && view.counters && solutions.get(key)) {
          showCounters(view, solutions.get(key));
        } else if (!solutions.get(key)) {
          solutions.delete(key); // it was stopped
        }
      }
      busy = false;
    }
    function change(pause = PAUSE_MS) {
      clearTimeout(timer);
      changes++;
      verdict.setAttribute('aria-busy', 'true');
      timer = setTimeout(() => {
        wanted = request(field.source());
        if (busy && performance.now() - begun > STOP_MS) {
          stop(asked);
        }
        work();
      }, pause);
    }
    function choose() {
      const program = programs.find(({ name }) => name === menu.value);
      operator.value = program.operator ?? data.operators?.[0];
      length.value = program.n ?? data.n[0];
      field.set(program.text, ...linesOf(program.text, data.shows));
      change(0);
    }

    menu.value = data.opens[0];
    menu.addEventListener('change', choose);
    reset.addEventListener('click', choose);
    length.addEventListener('input', () => change());
    operator.addEventListener('change', () => change());
    step.addEventListener('toggle', () => step.open && change(0));
    new MutationObserver(() => send()).observe(document.body, { attributeFilter: ['data-theme'] });
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', `Lab ${Number(short.slice(3))}: change the kernel`);
    place.lang = 'en';
    place.classList.add('editor-live');
    place.replaceChildren(make('div', { class: 'editor-controls' }, control('Program', menu), control('Elements, n', length),
      ...(data.operators ? [control('Operator', operator)] : []), reset), field.element, verdict, step, whole, footer);
    choose();
  }

  whenNear(() => [...document.querySelectorAll('div.editor[data-lab]')], async (place) => build(place, await programsOf(place.dataset.lab)));
})();
