// Run by `browser`, in a page that has each model in frames of several widths. examineContrast is that of
// common/tests/view/check_pages.js.

// What values.c prints, by the functions that the page calls.
function fingerprints({ memory, model_banks: banks, model_sectors: sectors }) {
  const lines = [];
  const add = (name, pointer, length) => {
    const numbers = new Uint32Array(memory.buffer, pointer, length);
    lines.push(`${name}: ${numbers.reduce((hash, number) => Math.imul(hash ^ number, 16777619), 2166136261) >>> 0}`);
  };
  for (let pattern = 0; pattern < 3; pattern++) {
    for (let threads = 64; threads <= 1024; threads *= 2) {
      for (let padding = 0; padding <= 4; padding++) {
        for (let step = 0, at; (at = banks(pattern, threads, padding, step)) !== 0; step++) {
          add(`banks ${pattern} ${threads} ${padding} ${step}`, at, 3 + 2 * 32 + 4);
        }
      }
    }
  }
  for (const bytes of [1, 4, 8, 16]) {
    for (let stride = 0; stride <= 33; stride++) {
      for (let offset = 0; offset <= 31; offset++) {
        add(`sectors ${stride} ${offset} ${bytes}`, sectors(stride, offset, bytes), 2 + 3 * 32);
      }
    }
  }
  return lines;
}

async function examineModels(page, expect) {
  const { document } = page;
  const [banks, sectors, scan, divergence] = document.querySelectorAll('.model');
  const control = (model, label) => [...model.querySelectorAll('label')].find((one) => one.textContent === label).control;
  const set = (model, label, value) => {
    const input = control(model, label);
    input.value = value;
    input.dispatchEvent(new page.Event('input', { bubbles: true }));
    expect(Number(input.value) === value, `${label} is ${input.value}, not ${value}`);
  };
  const says = (model, text) => {
    const said = model.querySelector('[aria-live]').textContent;
    expect(said.includes(text), `"${said}" lacks "${text}"`);
  };
  const column = (index) => [...banks.querySelectorAll('tbody tr')].map((row) => row.cells[index].textContent).join(' ');
  const has = (name, found, wanted) => expect(found === wanted, `${name}: ${found}, not ${wanted}`);

  has('fallbacks left', document.querySelectorAll('.model img').length, 0);
  says(banks, '70 load conflicts, 35 store conflicts, 12 working warps');
  has('warps of lab02', column(1), '4 2 1 1 1 1 1 1 12');
  has('load conflicts of lab02', column(2), '8 12 14 14 14 6 2 0 70');
  has('store conflicts of lab02', column(3), '4 6 7 7 7 3 1 0 35');
  has('wavefronts of lab02', column(4), '24 24 24 24 24 12 6 3 141');
  set(banks, 'Step', 2);
  says(banks, 'At stride 4, 32 lanes add in warp 0, but they share 4 banks: the load of a[2 * s * t] takes 8 passes.');
  has('steps marked', banks.querySelectorAll('tr[aria-current]').length, 1);
  has('the step marked', banks.querySelector('tr[aria-current] th').textContent, '4');
  has('cells', banks.querySelectorAll('rect.conflict').length, 32);
  set(banks, 'Padding', 1);
  says(banks, ' 0 load conflicts, 0 store conflicts, 12 working warps');
  has('cells in conflict', banks.querySelectorAll('rect.conflict').length, 0);
  set(banks, 'Padding', 0);
  set(banks, 'Kernel', 0);
  says(banks, ' 0 load conflicts, 0 store conflicts, 47 working warps');
  set(banks, 'Kernel', 2);
  says(banks, ' 0 load conflicts, 0 store conflicts, 12 working warps');
  set(banks, 'Block', 1024);
  set(banks, 'Step', 9);
  says(banks, 'At stride 1, 1 lane adds in warp 0: the load of a[t] takes 1 pass.');
  set(banks, 'Block', 64);
  has('the last step of 64 threads', control(banks, 'Step').value, '5');

  for (const [stride, count] of [[0, 1], [1, 4], [2, 8], [4, 16], [8, 32], [16, 32], [32, 32], [33, 32]]) {
    set(sectors, 'Stride', stride);
    says(sectors, `The 32 lanes touch ${count} sector${count === 1 ? '' : 's'}.`);
    has(`boxes at stride ${stride}`, sectors.querySelectorAll('rect.sector').length, count);
  }
  set(sectors, 'Stride', 1);
  set(sectors, 'Offset', 1);
  says(sectors, 'touch 5 sectors. 160 bytes are moved, and 128 of them are used: 80 %.');
  set(sectors, 'Elements', 16);
  says(sectors, 'touch 17 sectors.');

  // As long as a run is on its way, nothing is said of it.
  const run = async (model, label, value) => {
    set(model, label, value);
    await until(() => !model.hasAttribute('aria-busy'));
  };
  const rows = (model) => [...model.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' ')).join(', ');
  for (const [n, steps, naive, koggeStone, brentKung] of [[8, 3, 36, 17, 11], [16, 4, 136, 49, 26], [32, 5, 528, 129, 57]]) {
    await run(scan, 'Elements', n);
    const all = `Naive ${n} ${naive}, Kogge-Stone ${steps} ${koggeStone}, Brent-Kung ${2 * steps - 1} ${brentKung}`;
    await until(() => scan.querySelectorAll('tbody tr').length === 3);
    has(`scans of ${n}`, rows(scan), all);
    for (const [network, combines] of [naive, koggeStone, brentKung].entries()) {
      await run(scan, 'Scan', network);
      says(scan, `, ${combines} combines.`);
      has('the scan marked', scan.querySelector('tr[aria-current] th').textContent, ['Naive', 'Kogge-Stone', 'Brent-Kung'][network]);
      has(`combines drawn of ${n}`, scan.querySelectorAll('circle.free, rect.free').length, combines);
      has('the last sum', [...scan.querySelectorAll('svg text')].some((text) => text.textContent === String({ 8: 25, 16: 59, 32: 133 }[n])), true);
    }
  }
  for (const [pattern, warps, divergent, last] of [[0, '8 8 8 8 8 4 2 1 47', '8 8 8 8 8 4 2 1 48', '128'], [1, '4 2 1 1 1 1 1 1 12', '0 0 0 1 1 1 1 1 6', '128'], [2, '4 2 1 1 1 1 1 1 12', '0 0 0 1 1 1 1 1 6', '1']]) {
    await run(divergence, 'Kernel', pattern);
    const column = (index) => [...divergence.querySelectorAll('tbody tr')].map((row) => row.cells[index].textContent).join(' ');
    has('working warps', column(1), warps);
    has('divergent warps', column(2), divergent);
    for (const step of [7, 1, 0]) {
      await run(divergence, 'Step', step);
      has(`threads that add in step ${step}`, divergence.querySelectorAll('rect.free').length, 128 >> step);
    }
    has('the last stride', divergence.querySelector('tbody tr:nth-child(8) th').textContent, last);
  }
  says(divergence, 'At stride 128, 4 warps work, and none of them diverges.');

  for (const input of document.querySelectorAll('input, select')) {
    has('labels', input.labels.length, 1);
  }
  for (const picture of document.querySelectorAll('svg')) {
    expect(picture.getAttribute('role') === 'img' && picture.getAttribute('aria-label').length > 40, 'a picture without a text');
  }
}

async function until(condition) {
  for (const begun = Date.now(); !condition(); await new Promise((resolve) => { setTimeout(resolve, 10); })) {
    if (Date.now() - begun > 30000) {
      throw new Error(`never ${condition}`);
    }
  }
}

async function checkModels(frame) {
  const page = frame.contentWindow;
  const { body, documentElement } = page.document;
  const failures = [];
  const expect = (holds, text) => holds || failures.push(text);
  try {
    frame.scrollIntoView();
    await new Promise((resolve) => { setTimeout(resolve, 100); });
    expect(page.document.querySelectorAll('script[src*="-"]').length === 0, 'something is loaded before the models are near');
    await until(() => {
      const waiting = page.document.querySelector('.model:not(.model-live)');
      waiting?.scrollIntoView();
      return waiting === null;
    });
    for (const theme of ['light', 'dark']) {
      body.dataset.theme = theme;
      examineContrast(page, page.document, (holds, text) => expect(holds, `${theme}: ${text}`));
    }
    await examineModels(page, expect);
    expect(documentElement.scrollWidth <= documentElement.clientWidth, `${documentElement.scrollWidth} pixels wide`);
    const { instance } = await WebAssembly.instantiate(Uint8Array.from(atob(page.modelsWasm), (letter) => letter.charCodeAt(0)));
    const native = document.querySelector('#values').textContent.trim().split('\n');
    const found = fingerprints(instance.exports);
    const wrong = found.findIndex((line, i) => line !== native[i]);
    expect(found.length === native.length && wrong < 0, `${found[wrong]} in the browser, ${native[wrong]} natively`);
  } catch (error) {
    failures.push(error.stack);
  }
  document.querySelector('#results').append(`${frame.width}: ${failures.join('\n') || 'good'}\n`);
}

// The browser prints the page once it has loaded, which it has not while a frame loads.
let checking = 0;
function hold() {
  const frame = document.createElement('iframe');
  frame.srcdoc = 'This loads a little later.';
  frame.addEventListener('load', () => {
    frame.remove();
    if (checking > 0) {
      hold();
    }
  });
  document.body.append(frame);
}
let last = Promise.resolve();
function check(frame) {
  checking++;
  last = last.then(() => checkModels(frame)).finally(() => { checking--; });
  hold();
}
