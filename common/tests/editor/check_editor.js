// Run by `browser`, in a page that shows one lab's editor after the other in a frame. examineContrast is that of
// common/tests/view/check_pages.js.
const LABS = ['lab01', 'lab02', 'lab03', 'lab07', 'lab08', 'lab09'];
const results = document.getElementById('results'), frame = document.getElementById('shown');
const verdicts = document.getElementById('verdicts').textContent.split('\n').map((row) => row.split('\t'));
let faults = 0, where = '';
const expect = (holds, text) => {
  if (!holds) {
    faults++;
    results.append(`WRONG ${where}: ${text}\n`);
  }
};
const has = (name, found, wanted) => expect(found === wanted, `${name}: ${found}, not ${wanted}`);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// The editor of a lab, in a frame of this width.
async function open(lab, width) {
  frame.width = width;
  await new Promise((resolve) => {
    frame.onload = resolve;
    frame.src = `lab/${lab}.html`;
  });
  const page = frame.contentWindow, { document: inner } = page;
  const one = (selector) => inner.querySelector(selector), verdict = () => one('.editor-verdict');
  const editor = {
    page, one, verdict,
    all: (selector) => [...inner.querySelectorAll(selector)],
    async until(condition, ms = 5000) {
      for (const begun = Date.now(); !condition(); await pause(20)) {
        if (Date.now() - begun > ms) {
          throw new Error(`${where}: never ${condition}`);
        }
      }
    },
    settled: (ms) => editor.until(() => verdict() && !verdict().hasAttribute('aria-busy') && one('.editor-title').textContent !== '', ms),
    async change(element, value, kind) {
      element.value = value;
      element.dispatchEvent(new page.Event(kind, { bubbles: true }));
      has('the verdict is dimmed', verdict().getAttribute('aria-busy'), 'true');
      await editor.settled(15000);
    },
    edit: (from, to) => editor.change(one('textarea'), one('textarea').value.replace(from, to), 'input'),
    choose: (name) => editor.change(one('select'), name, 'change'),
    labelled: (name) => inner.getElementById(editor.all('label').find((label) => label.textContent === name).htmlFor),
    says: (text) => expect(verdict().textContent.includes(text), `"${verdict().textContent}" lacks "${text}"`),
    marked: (kind) => editor.all(`.line.${kind} > b`).map((number) => number.textContent).join(),
    fits: () => expect(inner.documentElement.scrollWidth <= frame.clientWidth, `${inner.documentElement.scrollWidth} pixels wide`),
  };
  await editor.until(() => one('.editor-live') !== null);
  await editor.settled();
  return editor;
}

// Of each mistake in the menu, the class and the line are those of verdicts.tsv: lab, name, class, line.
async function examinePrograms(editor, { lab, programs }) {
  for (const { name } of programs) {
    where = `${lab} ${name}`;
    await editor.choose(name);
    has('passes', editor.verdict().matches('.passes'), name === 'solution');
    const [, , kind, line] = verdicts.find((row) => lab.startsWith(row[0]) && row[1] === name) ?? [];
    if (kind) {
      const title = editor.one('.editor-title strong').textContent.toLowerCase(), marked = editor.one('.line.first');
      expect([kind, `correct, but too many ${kind}`].includes(title), `"${title}" for ${kind}`);
      expect(marked && marked.textContent.replace(/^\d+ */, '').startsWith(line), `"${marked?.textContent}" is marked, not ${line}`);
    } else {
      expect(['solution', 'starter'].includes(name), 'it has no verdict');
    }
    const odd = /undefined|NaN|\[object|[^.]\.\.(?!\.)|\?\./.exec(editor.verdict().textContent);
    expect(odd === null, `a text contains ${odd}`);
    editor.fits();
  }
}

async function examineEdits(editor) {
  where = 'edits';
  const input = editor.one('textarea');
  await editor.choose('solution');
  editor.says('12 working warps, 7 divergent warps, 70 shared load conflicts and 35 shared store conflicts.');

  // A key makes the barrier a comment.
  const barrier = input.value.indexOf('__syncthreads(); // between this');
  input.focus();
  input.setSelectionRange(barrier, barrier);
  input.dispatchEvent(new editor.page.KeyboardEvent('keydown', { key: '/', ctrlKey: true, bubbles: true, cancelable: true }));
  expect(input.value.includes('        // __syncthreads(); // between this'), 'Ctrl+/ makes no comment');
  await editor.settled();
  editor.says('Race in shared memory');
  editor.says('Expected 25, got 15.');
  has('both places of the race', editor.all('.line.first > i').length, 2);
  has('the condition', editor.marked('why'), '36');
  has('rows of counters', editor.all('.editor-live table tr').length, 0);
  const tab = new editor.page.KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  expect(input.dispatchEvent(tab), 'Tab stays in the editor');

  for (const [from, to, title, line] of [
    ['stride < blockDim.x', 'stride <= blockDim.x', 'Out of bounds', '37'],
    ['s_partial[left + stride];', 's_partial[left + stride]', "Does not compileline 37A ; is missing behind this.", '37'],
    ['s_partial[left + stride];', 's_partial[left + stride;', 'This [ is not closed.', '37'],
    ['stride *= 2) {', 'stride *= 2) ', 'This statement is in no function', '43'],
    ['stride < blockDim', 'strid < blockDim', 'strid is not declared.', '34'],
    ['s_partial[left] +=', 'asm("nop"); s_partial[left] +=', 'Not known on this page', '37'],
  ]) {
    await editor.choose('solution');
    await editor.edit(from, to);
    editor.says(title);
    has('the line', editor.marked('first'), line);
    has('nothing to step through', editor.one('.editor-step').hidden, title !== 'Out of bounds');
  }
  await editor.choose('solution');
  await editor.change(editor.labelled('Elements, n'), 600, 'input');
  editor.says('36 working warps');
  await editor.choose('still_modulo');
  editor.says('Correct, but too many working warps');
  await editor.until(() => editor.one('.editor-live table tr.differs'));
  has('the counters', editor.one('tr.differs').textContent, 'working warps4712');

  // A program that does not end is stopped, and the next one is checked.
  await editor.choose('solution');
  await editor.edit('if (tid == 0)', 'while (true) {} if (tid == 0)');
  expect(/^(Stopped after ten seconds|Endless loop)/.test(editor.verdict().textContent), `"${editor.verdict().textContent}" for a loop without end`);
  await editor.choose('solution');
  editor.says('12 working warps');
}

// Tabs of other editors become blanks.
async function examinePaste(editor) {
  where = 'paste';
  const input = editor.one('textarea'), text = input.value, data = new editor.page.DataTransfer();
  data.setData('text/plain', '\t//\ta\r\n');
  input.setSelectionRange(0, 0);
  input.focus();
  input.dispatchEvent(new editor.page.ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  has('the text', input.value, `    //    a\n${text}`);
  await editor.settled();
}

// Prints how long a key's verdict takes, in round trips of a worker that does nothing and that two frames follow. Nothing
// depends on it.
async function measure() {
  const editor = await open('lab08', 900), { page } = editor;
  await editor.change(editor.labelled('Elements, n'), 64, 'input');
  const idle = new page.Worker(page.URL.createObjectURL(new page.Blob(['onmessage = () => postMessage(0)'])));
  const frame = () => new Promise((resolve) => page.requestAnimationFrame(resolve));
  const times = [[], []];
  for (let i = 0; i < 9; i++) {
    const begun = performance.now();
    await new Promise((resolve) => {
      idle.onmessage = resolve;
      idle.postMessage(0);
    });
    await frame();
    await frame();
    times[0].push(performance.now() - begun);
    const typed = performance.now();
    await editor.edit('{', '{ ');
    await frame();
    await frame();
    times[1].push(performance.now() - typed);
  }
  const [trip, verdict] = times.map((all) => all.sort((a, b) => a - b)[4]);
  results.append(`lab08, n = 64: a key's verdict takes ${(verdict / trip).toFixed(1)} empty round trips (${verdict.toFixed()} ms)\n`);
}

// Lines keep their numbers when what is above or below appears, and a place's button leads to its line.
async function examineFolds(editor) {
  where = 'folds';
  const input = editor.one('textarea'), [above, below] = editor.all('.editor-field > button');
  await editor.choose('solution');
  has('above', above.textContent, 'Show what is above: lines 1 to 21 are folded');
  has('below', below.textContent, 'Show what is below: lines 47 to 73 are folded');
  has('the first line', editor.one('.line > b').textContent, '22');
  below.click();
  expect(below.hidden && !above.hidden, 'the wrong lines have appeared');
  await editor.edit('free(h_sums);', '');
  editor.says('Leak');
  has('the line', editor.marked('first'), '60');
  above.click();
  has('the first line', editor.one('.line > b').textContent, '1');
  has('the line in the whole file', editor.marked('first'), '60');
  editor.one('.editor-title button').click();
  has('the line of the cursor', input.value.slice(0, input.selectionStart).split('\n').length, 60);
  expect(input.matches(':focus'), 'the editor is not entered');
  await editor.choose('solution');
  expect(!above.hidden && !below.hidden, 'a chosen program is not folded');
}

async function examineStep(editor) {
  where = 'step';
  await editor.choose('no_barrier_in_loop');
  editor.one('.editor-step summary').click();
  await editor.until(() => editor.one('.editor-step iframe')?.contentDocument?.body?.dataset.ready, 20000);
  const shown = editor.one('.editor-step iframe').contentDocument;
  expect(shown.querySelector('#run-0 .say').textContent.includes('race in shared memory'), 'the run does not begin at the race');
  editor.page.document.body.dataset.theme = 'dark';
  await editor.until(() => shown.documentElement.dataset.theme === 'dark');
}

function examineColours(editor) {
  frame.height = 3000;
  for (const theme of ['light', 'dark']) {
    editor.page.document.body.dataset.theme = theme;
    examineContrast(editor.page, editor.page.document, (holds, text) => expect(holds, `${theme}: ${text}`));
  }
  frame.height = 1200;
}

async function examineAll() {
  for (const lab of LABS) {
    where = lab;
    const editor = await open(lab, 900);
    await examinePrograms(editor, editor.page.labEditor);
    examineColours(editor);
  }
  for (const width of [1440, 390, 320]) {
    where = `${width} wide`;
    const editor = await open('lab02', width);
    editor.fits();
    await editor.choose('still_modulo');
    editor.fits();
    expect(editor.all('.editor-controls :is(select, input)').every((one) => one.labels.length === 1), 'a control has no label');
    expect(editor.one('textarea').getAttribute('aria-label') && editor.one('[aria-live]'), 'no name, or no live region');
    examineColours(editor);
  }
  const editor = await open('lab02', 900);
  await examineEdits(editor);
  await examinePaste(editor);
  await examineFolds(editor);
  await examineStep(editor);
  await measure();
}

// What the browser writes is the page that has loaded: as long as this frame loads, it waits.
const hold = document.getElementById('hold').contentDocument;
hold.open();
examineAll().catch((error) => expect(false, `${error.message} ${error.stack}`)).then(() => {
  results.append(faults === 0 ? 'all good\n' : `${faults} are wrong\n`);
  hold.close();
});
