// Models to play with: takes the place of each <div class="model" data-model="banks"> in a page, whose content stays where
// there are no scripts. Other attributes are initial settings, as data-pattern="1". Counts nothing itself: for "banks" and
// "sectors", models-wasm.js has the functions of common/models; for "scan" and "divergence", the checker runs the labs'
// own kernels, and the page of ./lab view reads the recorded run.
(() => {
  'use strict';
  const { make, newId, load, programsOf, whenNear, ask, runs, seed } = globalThis.labLive;
  let exports;

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

  // A row begins with its name; `total` may be left out.
  function tableOf(caption, heads, rows, current, total) {
    const row = ([name, ...values], attributes) => make('tr', attributes, make('th', { scope: 'row' }, name),
      ...values.map((value) => make('td', {}, value.toLocaleString('en'))));
    return make('table', {}, make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, ...rows.map((one, i) => row(one, i === current ? { 'aria-current': 'true' } : {})),
        ...(total ? [row(total, { class: 'total' })] : [])));
  }

  // ---- Runs ----

  const found = new Map(); // by their requests: what is drawn of a run, once it is known
  const nameOf = (request) => JSON.stringify(request);

  // Runs a lab's solution, { lab, part, n, section }, and keeps what `read` returns of the recorded run. `section` takes
  // the place of the lab's SECTION_SIZE.
  async function find(request, read) {
    const { lab: short, part, n, section } = request, name = nameOf(request);
    if (found.has(name)) {
      return found.get(name);
    }
    const { lab, programs, operators, files } = await programsOf(short);
    await load(`${runs}view.js`);
    const header = `${lab}/lab.h`, own = { [header]: files[header].replace(/(#define SECTION_SIZE +)\d+/, `$1${section}`) };
    const { trace, failed = 'The run was stopped.' } = await ask({
      id: newId(), lab, part, operator: operators ? 'sum' : '', n, seed, source: programs[0].text,
      files: { ...files, ...(section ? own : {}) }, trace: true,
    });
    if (!trace) {
      throw new Error(failed);
    }
    found.set(name, read(globalThis.labs.makeRun(JSON.parse(trace))));
    return found.get(name);
  }

  // The rows of a scan: of each its combines { to, from, value }, `from` an earlier column, and its stride.
  function readScan(run) {
    const { input, output, launches: [{ counters }] } = run.trace;
    const flow = globalThis.labs.makeFlow(run, run.blocks[0]);
    const nodes = flow ? flow.levels.map((level) => level.nodes.filter(({ from }) => from.length > 1)
      .map(({ to, from, value }) => ({ to, from: from.find((one) => one !== to), value })))
      // Or each thread combines the elements that it reads.
      : run.events.filter(({ type, array }) => type === 'access' && array === run.input)
        .map(({ lanes, positions }) => lanes.map((to, i) => ({ to, from: positions[i] })));
    const rows = nodes.filter((row) => row.length > 0).map((row) => ({ row, stride: flow ? row[0].to - row[0].from : 0 }));
    return { input, output, rows, combines: counters.combines, shares: flow !== null };
  }

  // Of each step of a block's tree: its stride, which threads work, and the counters.
  function readSteps(run) {
    const [{ counters, intervals }] = run.trace.launches, [block] = run.blocks;
    const strides = new Map(globalThis.labs.makeFlow(run, block).levels
      .map(({ interval, nodes: [{ from }] }) => [interval, Math.abs(from[0] - from[1])]));
    return {
      steps: block.intervals.map(({ states, index }) => ({
        stride: strides.get(index), works: states.map((state) => state === 'works'), warps: intervals[index].working_warps ?? 0,
        divergent: intervals[index].divergent_warps ?? 0,
      })).filter(({ warps }) => warps > 0),
      warps: counters.working_warps, divergent: counters.divergent_warps,
    };
  }

  // Columns are elements, and rows are steps; a line leads from a value to the one with which it is combined.
  function drawScan(width, { input, output, rows, shares }) {
    const left = 48, pitch = (width - left) / input.length, roomy = pitch >= 24;
    const tall = !shares ? Math.max(13, Math.min(24, 380 / rows.length)) : roomy ? 40 : 30;
    const x = (i) => (left + pitch * (i + 0.5)).toFixed(1), y = (row) => 30 + tall * (row + 1), bottom = y(rows.length);
    let shapes = '', lines = '';
    input.forEach((value, i) => {
      lines += shape('path', { class: 'wire', d: `M${x(i)} ${y(-1)}V${bottom}` });
      shapes += roomy || i % 8 === 0 || i === input.length - 1 ? word(x(i), 10, i, { ...middle }) : '';
      shapes += pitch >= 8 ? word(x(i), y(-1) - 5, value, middle) : '';
      shapes += roomy || i === input.length - 1 ? word(x(i), bottom + 12, output[i], roomy ? middle : { 'text-anchor': 'end' }) : '';
    });
    shapes += word(0, 10, 'index') + word(0, y(-1) - 5, 'in') + word(0, bottom + 12, 'out');
    rows.forEach(({ row, stride }, i) => {
      shapes += shares || tall >= 18 || i % 4 === 0 ? word(0, y(i) + 4, shares ? `s = ${stride}` : `k = ${i}`) : '';
      lines += shares ? '' : shape('path', { class: 'free', d: `M${x(row[0].from)} ${y(i)}H${x(row.at(-1).to)}` });
      for (const { to, from, value } of row) {
        lines += shares ? shape('path', { class: 'free', d: `M${x(from)} ${y(i - 1)}L${x(to)} ${y(i)}` }) : '';
        const wide = Math.min(36, pitch - 4), box = { x: (x(to) - wide / 2).toFixed(1), y: y(i) - 8, width: wide.toFixed(1), height: 16, rx: 3 };
        shapes += roomy && value !== undefined
          ? shape('rect', { class: 'free', ...box }) + word(x(to), y(i) + 4, value, { ...middle, class: 'on' })
          : shape('circle', { class: 'free', cx: x(to), cy: y(i), r: Math.min(4, pitch * 0.4).toFixed(1) });
      }
    });
    const said = rows.map(({ row, stride }, i) => `${shares ? `at stride ${stride}` : `of element ${i}`}, ${row.length}`);
    return { height: bottom + 18, shapes: lines + shapes, said: `Combines: ${said.join('; ')}.` };
  }

  // A row for each warp. Lanes that wait for others of their warp are marked.
  function drawLanes(width, { works }) {
    const left = 48, pitch = (width - left) / 32, x = (i) => left + pitch * i, tall = Math.min(20, pitch), gap = tall + 4;
    let shapes = '';
    for (const i of [0, 8, 16, 24, 31]) {
      shapes += word((x(i) + pitch / 2).toFixed(1), 10, i, middle);
    }
    works.forEach((does, thread) => {
      const warp = Math.floor(thread / 32), y = 16 + warp * gap, any = works.slice(32 * warp, 32 * warp + 32).includes(true);
      const at = { x: (x(thread % 32) + 1).toFixed(1), width: (pitch - 2).toFixed(1) };
      shapes += thread % 32 === 0 ? word(0, y + tall / 2 + 4, `warp ${warp}`) : '';
      shapes += shape('rect', does ? { class: 'free', ...at, y, height: tall } : { class: any ? 'conflict' : 'none', ...at, y: y + tall - 4, height: 4 });
    });
    const working = works.flatMap((does, thread) => (does ? [thread] : []));
    return { height: 16 + gap * Math.ceil(works.length / 32), shapes, said: `These threads add: ${working.join(', ')}.` };
  }

  const kernels = ['Kernel', 1, { 0: 'lab 1: every 2s-th thread', 1: 'lab 2: the first threads', 2: 'lab 3: neighbours' }];
  const scans = [
    { name: 'Naive', lab: 'lab07', code: 'for (k = 0; k <= i; k++)  sum = combine(sum, d_in[k]);' },
    { name: 'Kogge-Stone', lab: 'lab08', code: 'if (tid >= s)  s_scan[tid] = combine(s_scan[tid - s], s_scan[tid]);' },
    { name: 'Brent-Kung', lab: 'lab09', code: 's_section[right] = combine(s_section[right - s], s_section[right]);' },
  ];
  const scanOf = ({ network, n }) => ({ lab: scans[network].lab, part: 'inclusive', n, section: n });

  const models = {
    scan: {
      name: 'Model: the steps of a scan',
      read: readScan,
      request: scanOf,
      // The others are for the table.
      also: (set) => scans.map((_, network) => scanOf({ ...set, network })),
      settings: {
        network: ['Scan', 1, Object.fromEntries(scans.map(({ name, lab }, i) => [i, `lab ${Number(lab.slice(3))}: ${name}`]))],
        n: ['Elements', 8, choices([8, 16, 32], (n) => n)],
      },
      show(set, width, run) {
        const known = scans.map(({ name }, network) => [name, found.get(nameOf(scanOf({ ...set, network })))]).filter(([, one]) => one);
        return {
          code: scans[set.network].code,
          say: `${scans[set.network].name}: ${count(run.rows.length, 'step')}, ${count(run.combines, 'combine')}.`,
          costly: !run.shares,
          more: `One thread alone would take ${set.n - 1} steps of one combine each.`,
          picture: drawScan(width, run),
          table: tableOf(`The scan of ${set.n} elements`, ['scan', 'steps', 'combines'],
            known.map(([name, { rows, combines }]) => [name, rows.length, combines]), known.findIndex(([, one]) => one === run)),
        };
      },
    },
    divergence: {
      name: 'Model: warps and divergence',
      read: readSteps,
      request: ({ pattern }) => ({ lab: `lab0${pattern + 1}`, part: ['modulo', 'interleaved', 'sequential'][pattern], n: 256 }),
      settings: {
        pattern: kernels,
        step: ['Step', 0, () => 7, ({ step }) => `${step + 1} of 8`],
      },
      show(set, width, { steps, warps, divergent }) {
        const step = steps[set.step];
        const diverging = step.divergent === 0 ? 'none of them diverges' : count(step.divergent, 'of them diverges', 'of them diverge');
        return {
          code: ['if (tid % (2 * s) == 0)', 'if (2 * s * tid < 256)', 'if (tid < s)'][set.pattern],
          say: `At stride ${step.stride}, ${count(step.warps, 'warp works', 'warps work')}, and ${diverging}.`,
          costly: step.divergent > 0,
          more: `The whole launch: ${count(warps, 'working warp')}, ${count(divergent, 'divergent warp')}. `
            + 'One of these diverges at the end, when a single thread stores the sum.',
          picture: drawLanes(width, step),
          table: tableOf('One block of 256 threads', ['stride', 'working warps', 'divergent warps'],
            steps.map((one) => [one.stride, one.warps, one.divergent]), set.step, ['launch', warps, divergent]),
        };
      },
    },
    banks: {
      name: 'Model: lanes and banks',
      settings: {
        pattern: kernels,
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
          table: tableOf('All warps of the block', ['stride', 'working warps', 'load conflicts', 'store conflicts', 'wavefronts'],
            steps.map((one) => [one.stride, ...Object.keys(total).map((key) => one[key])]), set.step, ['all', ...Object.values(total)]),
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

  const settingsOf = ({ settings }, { dataset }) =>
    Object.fromEntries(Object.entries(settings).map(([key, [, initial]]) => [key, Number(dataset[key] ?? initial)]));

  async function build(place) {
    const model = models[place.dataset.model];
    if (model.request) {
      await find(model.request(settingsOf(model, place)), model.read);
    } else {
      await load('models-wasm.js');
      const bytes = Uint8Array.from(atob(globalThis.modelsWasm), (letter) => letter.charCodeAt(0));
      exports ??= (await WebAssembly.instantiate(bytes)).instance.exports;
    }
    const set = settingsOf(model, place), controls = {};
    const inputs = make('div', { class: 'model-controls' });
    for (const [key, [label, , choices]] of Object.entries(model.settings)) {
      const id = `model-${newId()}`;
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
    let shown = 0, changes = 0;

    function showControls() {
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
    }
    function show(run) {
      shown = picture.clientWidth;
      const view = model.show(set, shown || 320, run);
      code.textContent = view.code;
      say.textContent = view.say;
      say.className = view.costly ? 'costly' : '';
      more.textContent = ` ${view.more}`;
      const { height, shapes, said } = view.picture;
      picture.innerHTML = shape('svg', { role: 'img', 'aria-label': said, width: '100%', height }, shapes);
      table.replaceChildren(...(view.table ? [view.table] : []));
    }
    async function update() {
      const mine = ++changes;
      showControls();
      if (!model.request) {
        show();
        return;
      }
      place.setAttribute('aria-busy', 'true');
      try {
        const request = model.request(set), run = await find(request, model.read);
        for (const other of [request, ...(model.also?.(set) ?? [])]) {
          await find(other, model.read);
          if (mine !== changes) {
            return;
          }
          show(run);
          place.removeAttribute('aria-busy');
        }
      } catch (error) {
        say.textContent = error.message;
      }
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

  whenNear(() => [...document.querySelectorAll('div.model[data-model]')].filter((place) => models[place.dataset.model]), build);
})();
