// Models to play with: takes the place of each <div class="model" data-model="banks"> (or "sectors") in a page, whose
// content stays where there are no scripts. Counts nothing itself: models-wasm.js has the functions of common/models.
// Other attributes are initial settings: data-pattern, data-threads, data-padding, data-step; data-bytes, data-stride,
// data-offset.
(() => {
  'use strict';
  const home = document.currentScript.src;
  let exports, ids = 0;

  // A struct of common/models/models.h: its fields in order; those with a star are one number for each lane.
  function read(pointer, fields) {
    const numbers = new Uint32Array(exports.memory.buffer, pointer);
    const read = {};
    let at = 0;
    for (const field of fields.split(' ')) {
      const many = field.endsWith('*');
      read[field.replace('*', '')] = many ? numbers.slice(at, at + 32) : numbers[at];
      at += many ? 32 : 1;
    }
    return read;
  }
  function bankSteps({ pattern, threads, padding }) {
    const steps = [];
    for (let pointer; (pointer = exports.model_banks(pattern, threads, padding, steps.length)) !== 0;) {
      steps.push(read(pointer, 'stride lanes passes words* banks* warps loads stores wavefronts'));
    }
    return steps;
  }
  const sectorsOf = ({ stride, offset, bytes }) =>
    read(exports.model_sectors(stride, offset, bytes), 'count bytes addresses* touched* used*');

  const choices = (values, text) => Object.fromEntries(values.map((value) => [value, text(value)]));
  const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
  const lanes = Array.from({ length: 32 }, (_, lane) => lane);

  function make(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    made.append(...content);
    return made;
  }
  const shape = (name, attributes, text = '') =>
    `<${name} ${Object.entries(attributes).map(([key, value]) => `${key}="${value}"`).join(' ')}>${text}</${name}>`;
  const word = (x, y, text, more = {}) => shape('text', { x, y, ...more }, text);
  const middle = { 'text-anchor': 'middle' };

  // Lanes of warp 0, a line from each to its bank, and below each bank the words that it must serve, one in each pass.
  function drawBanks(width, step) {
    const pitch = width / 32, x = (i) => (pitch * (i + 0.5)).toFixed(1), roomy = pitch >= 19, top = 137, tall = 96;
    const height = Math.min(12, tall / step.passes);
    const served = lanes.map(() => new Set());
    const works = (lane) => (step.lanes >>> lane & 1) !== 0;
    lanes.filter(works).forEach((lane) => served[step.banks[lane]].add(step.words[lane]));
    const kind = (bank) => (served[bank].size > 1 ? 'conflict' : 'free');
    let lines = '', shapes = word(0, 10, 'lanes of warp 0');
    shapes += word(0, 132, 'banks; below, the words that each serves, one per pass');
    for (const i of lanes) {
      if (works(i)) {
        const to = x(step.banks[i]);
        lines += shape('path', { class: kind(step.banks[i]), d: `M${x(i)} 44C${x(i)} 84 ${to} 74 ${to} 106` });
      }
      if (roomy || i % 8 === 0 || i === 31) {
        shapes += word(x(i), 26, i, middle) + word(x(i), 119, i, middle);
      }
      shapes += shape('circle', { class: works(i) ? 'lane' : 'none', cx: x(i), cy: 38, r: Math.min(7, pitch * 0.4) });
      const left = pitch * i + 1, size = { x: left.toFixed(1), width: (pitch - 2).toFixed(1) };
      shapes += served[i].size === 0 ? shape('rect', { class: 'none', ...size, y: top, height: 3 }) : '';
      [...served[i]].forEach((index, pass) => {
        const y = top + pass * height;
        shapes += shape('rect', { class: kind(i), ...size, y, height: height - 1 });
        shapes += roomy && height >= 11 ? word(x(i), y + height - 2.5, index, { ...middle, class: 'on' }) : '';
      });
    }
    const byCount = new Map();
    served.forEach(({ size }, bank) => byCount.set(size, [...(byCount.get(size) ?? []), bank]));
    byCount.delete(0);
    const said = [...byCount].map(([size, banks]) => `${count(size, 'word')} in each of the banks ${banks.join(', ')}`);
    return { height: top + tall, shapes: lines + shapes, said: `Warp 0 accesses ${said.join('; ')}.` };
  }

  // A box of 32 bytes for each sector that the warp touches, with the lanes that use its bytes.
  function drawSectors(width, load, { bytes }) {
    const columns = width >= 560 ? 4 : 3, gap = 10, wide = (width - gap * (columns - 1)) / columns, row = 34;
    let shapes = '', said = [];
    for (const i of lanes) {
      const at = { x: (i % columns) * (wide + gap), y: Math.floor(i / columns) * row };
      const touched = i < load.count;
      const box = { class: touched ? 'sector' : 'spare', x: (at.x + 0.5).toFixed(1), y: at.y + 13,
        width: (wide - 1).toFixed(1), height: 16 };
      shapes += shape('rect', box);
      if (touched) {
        const used = load.used[i].toString(2).replace(/0/g, '').length;
        shapes += word(at.x.toFixed(1), at.y + 10, `byte ${load.touched[i] * 32}`);
        said.push(`at byte ${load.touched[i] * 32}, ${used} used`);
      }
    }
    const size = wide * bytes / 32, alone = load.addresses[1] === load.addresses[0];
    for (const lane of alone ? [0] : lanes) {
      const address = load.addresses[lane], i = load.touched.indexOf(Math.floor(address / 32));
      const left = (i % columns) * (wide + gap) + address % 32 * wide / 32, y = Math.floor(i / columns) * row + 13;
      shapes += shape('rect', { class: 'free', x: left.toFixed(1), y, width: (size - 0.7).toFixed(1), height: 16 });
      shapes += size >= 13 ? word((left + size / 2).toFixed(1), y + 12, alone ? 'all' : lane, { ...middle, class: 'on' }) : '';
    }
    return { height: Math.ceil(32 / columns) * row, shapes, said: `Sectors: ${said.join('; ')}.` };
  }

  function bankTable(steps, current, total) {
    const keys = ['warps', 'loads', 'stores', 'wavefronts'];
    const row = (name, values, attributes) => make('tr', attributes, make('th', { scope: 'row' }, name),
      ...keys.map((key) => make('td', {}, values[key].toLocaleString('en'))));
    const heads = ['stride', 'working warps', 'load conflicts', 'store conflicts', 'wavefronts'];
    return make('table', {}, make('caption', {}, 'All warps of the block'),
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, ...steps.map((step, i) => row(step.stride, step, i === current ? { 'aria-current': 'true' } : {})),
        row('all', total, { class: 'total' })));
  }

  const models = {
    banks: {
      name: 'Model: lanes and banks',
      settings: {
        pattern: ['Kernel', 1, { 0: 'lab 1: every 2s-th thread', 1: 'lab 2: the first threads', 2: 'lab 3: neighbours' }],
        threads: ['Block', 256, choices([64, 128, 256, 512, 1024], (n) => count(n, 'thread'))],
        padding: ['Padding', 0, choices([0, 1, 2, 3, 4], (n) => (n === 0 ? 'none' : `${count(n, 'word')} after 32`))],
        step: ['Step', 0, (set) => bankSteps(set).length - 1, (set) => `s = ${bankSteps(set)[set.step].stride}`],
      },
      show(set, width) {
        const steps = bankSteps(set), step = steps[set.step], total = { warps: 0, loads: 0, stores: 0, wavefronts: 0 };
        for (const key of Object.keys(total)) {
          total[key] = steps.reduce((sum, one) => sum + one[key], 0);
        }
        const working = lanes.filter((lane) => step.lanes >>> lane & 1);
        const banks = new Set(working.map((lane) => step.banks[lane])).size;
        const element = ['t', '2 * s * t', 't'][set.pattern];
        const condition = ['t % (2 * s) == 0', `2 * s * t < ${set.threads}`, 't < s'][set.pattern];
        return {
          code: `if (${condition})  a[${element}] += a[${element} + s];`
            + (set.padding ? `   // a[i] is in word i + ${set.padding > 1 ? `${set.padding} * ` : ''}(i / 32)` : ''),
          say: `At stride ${step.stride}, ${count(working.length, 'lane adds', 'lanes add')} in warp 0`
            + (step.passes > 1 ? `, but they share ${count(banks, 'bank')}` : working.length > 1 ? ', each in its own bank' : '')
            + `: the load of a[${element}] takes ${count(step.passes, 'pass', 'passes')}.`,
          costly: step.passes > 1,
          more: `The whole block, in all steps: ${count(total.loads, 'load conflict')}, `
            + `${count(total.stores, 'store conflict')}, ${count(total.warps, 'working warp')}.`,
          picture: drawBanks(width, step),
          table: bankTable(steps, set.step, total),
        };
      },
    },
    sectors: {
      name: 'Model: a warp and the sectors of global memory',
      settings: {
        bytes: ['Elements', 4, { 1: '1 byte (char)', 4: '4 bytes (int, float)', 8: '8 bytes (double)', 16: '16 bytes (int4)' }],
        stride: ['Stride', 1, () => 33, (set) => count(set.stride, 'element')],
        offset: ['Offset', 0, () => 31, (set) => count(set.offset, 'element')],
      },
      show(set, width) {
        const load = sectorsOf(set), moved = 32 * load.count;
        return {
          code: `value = d_in[${set.offset ? `${set.offset} + ` : ''}${set.stride} * lane];`,
          say: `The 32 lanes touch ${count(load.count, 'sector')}.`,
          costly: 2 * load.bytes < moved,
          more: `${count(moved, 'byte')} are moved, and ${load.bytes} of them are used: `
            + `${Math.round(100 * load.bytes / moved)} %.`,
          picture: drawSectors(width, load, set),
        };
      },
    },
  };

  function build(place) {
    const model = models[place.dataset.model];
    const set = {}, controls = {};
    const inputs = make('div', { class: 'model-controls' });
    for (const [key, [label, initial, choices]] of Object.entries(model.settings)) {
      const id = `model-${++ids}`;
      set[key] = Number(place.dataset[key] ?? initial);
      const range = typeof choices === 'function';
      const control = range ? make('input', { id, type: 'range', min: 0, max: 99 })
        : make('select', { id }, ...Object.entries(choices).map(([value, text]) => make('option', { value }, text)));
      const value = make('span', { class: 'model-value', 'aria-hidden': 'true' });
      control.value = set[key];
      control.addEventListener('input', () => {
        set[key] = Number(control.value);
        update();
      });
      controls[key] = { control, value };
      inputs.append(make('div', {}, make('label', { for: id }, label), control, ...(range ? [value] : [])));
    }
    const code = make('code'), say = make('strong'), more = make('span');
    const picture = make('div', { class: 'model-picture' }), table = make('div');
    let shown = 0;

    function update() {
      for (const [key, [, , choices, text]] of Object.entries(model.settings)) {
        if (typeof choices === 'function') {
          const { control, value } = controls[key];
          control.max = choices(set);
          set[key] = Math.min(set[key], control.max);
          control.value = set[key];
          value.textContent = text(set);
          control.setAttribute('aria-valuetext', text(set));
        }
      }
      shown = picture.clientWidth;
      const view = model.show(set, shown || 320);
      code.textContent = view.code;
      say.textContent = view.say;
      say.className = view.costly ? 'costly' : '';
      more.textContent = ` ${view.more}`;
      const { height, shapes, said } = view.picture;
      picture.innerHTML = shape('svg', { role: 'img', 'aria-label': said, width: '100%', height }, shapes);
      table.replaceChildren(...(view.table ? [view.table] : []));
    }
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', model.name);
    place.lang = 'en';
    place.classList.add('model-live');
    place.replaceChildren(inputs, make('p', { class: 'model-code' }, code),
      make('p', { class: 'model-say', 'aria-live': 'polite' }, say, more), picture, table);
    update();
    new ResizeObserver(() => {
      if (picture.clientWidth !== shown) {
        update();
      }
    }).observe(picture);
  }

  function begin() {
    const places = [...document.querySelectorAll('div.model[data-model]')].filter((place) => models[place.dataset.model]);
    if (places.length === 0 || !globalThis.WebAssembly) {
      return;
    }
    const module = make('script', { src: new URL('models-wasm.js', home) });
    module.addEventListener('load', async () => {
      const bytes = Uint8Array.from(atob(globalThis.modelsWasm), (letter) => letter.charCodeAt(0));
      ({ exports } = (await WebAssembly.instantiate(bytes)).instance);
      places.forEach(build);
    });
    document.head.append(module);
  }
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', begin);
  } else {
    begin();
  }
})();
