// One run in the page: its panels, at one moment.
import { enclosingLines, lineOf, lineText, contentsOf, expectedRange, isStopped, isStray, Memory, ranges, signals } from './run.js';
import { t } from './strings.js';
import { escape, tag } from './svg.js';
import { BARS_MAX, blockLegend, blockPicture, markBlock, meetingOf, statesAt, updateBlock, workingPicture } from './block.js';
import { sharedPicture, sharedRows, showsStray, updateShared } from './shared.js';
import { globalPicture, globalUse, mistakenAccess } from './global.js';
import { crop, flowNodeAt, flowPicture, makeFlow, markFlow, STRETCH, stretchOf } from './flow.js';
import { hasShuffles, lanesPicture, movesOf, offsetOf } from './lanes.js';
import { inputsPicture, sayContents } from './inputs.js';
import { accessesOf, mistakePicture, wrongResult } from './mistakes.js';
import { moveCursor, showCursor, tilesPicture } from './tiles.js';

// To add a panel: a name here, put() in show(), its drawing in a module of its own, and its texts in strings.js.
const PANELS = ['now', 'tiles', 'block', 'shared', 'global', 'flow', 'lanes', 'inputs'];

const WIDE = 512; // columns: such a picture is overlooked only from afar

export class View {
  constructor(run, root, name) {
    this.run = run;
    this.root = root;
    this.memory = new Memory(run);
    this.flows = new Map();
    this.shown = {}; // what each panel shows, so that nothing is drawn twice
    root.innerHTML = tag('h2', { class: 'run-name' }, escape(name)) + PANELS.map((panel) => tag('section', { class: `panel ${panel}`, 'data-panel': panel, 'aria-labelledby': `${root.id}-${panel}`, hidden: '' },
      tag('h3', { id: `${root.id}-${panel}` }) + tag('div', { class: 'body', ...(panel === 'now' ? {} : { tabindex: 0, role: 'group', 'aria-labelledby': `${root.id}-${panel}` }) }) + tag('p', { class: 'note' }))).join('');
    this.panels = Object.fromEntries(PANELS.map((panel) => {
      const element = root.querySelector(`[data-panel="${panel}"]`);
      return [panel, { element, head: element.querySelector('h3'), body: element.querySelector('.body'), note: element.querySelector('.note') }];
    }));
    for (const type of ['mousemove', 'click']) {
      root.addEventListener(type, (event) => this.point(this.pointedAt(event)));
    }
    root.addEventListener('mouseleave', () => this.point(null));
  }

  // Draws a panel unless it shows `key` already. html null: hides it.
  put(panel, key, make) {
    if (this.shown[panel] === key) {
      return;
    }
    this.shown[panel] = key;
    const { element, head, body, note } = this.panels[panel];
    const content = make();
    element.hidden = content === null;
    if (content !== null) {
      head.textContent = content.title;
      body.innerHTML = content.html;
      note.innerHTML = content.note || '';
    }
  }

  // The panels that show best what an event does; an error is explained by the first panel of all. Of few elements, the
  // values can be read, and what their steps cost says little.
  panelsFor(event) {
    const few = this.run.trace.n <= STRETCH;
    if (event.type === 'exchange' && event.kind === 0) {
      return ['lanes', 'flow'];
    }
    if (event.type !== 'access') {
      return [];
    }
    if (event.strong && !event.shared) {
      return ['tiles'];
    }
    const flow = this.flowOf(this.run.blocks[event.run]);
    const combines = flow !== null && this.run.blocks[event.run].intervals[event.interval].working > 0;
    if (combines && few) {
      return ['flow', 'block'];
    }
    if (event.conflicts > 0) {
      return ['shared', 'block'];
    }
    if (event.sectors > event.lanes.length * event.words / 8 + 1) {
      return ['global'];
    }
    return !combines ? [] : flow.last - flow.first < WIDE ? ['flow', 'block'] : ['shared', 'block'];
  }

  // Moves these panels to the front, behind the first one, and scrolls to the moment.
  arrange(panels) {
    [...panels].reverse().forEach((panel) => this.panels.now.element.after(this.panels[panel].element));
    showCursor(this.panels.tiles.body);
  }

  event() {
    return this.run.events[this.run.stops[this.at]];
  }

  // The block and interval that are shown at an event: those of the event, or of the next block.
  placeOf(event) {
    let block = event.run >= 0 ? this.run.blocks[event.run] : null;
    if (!block) {
      block = this.run.blocks.find((one) => one.first > event.index) || this.run.blocks[this.run.blocks.length - 1] || null;
    }
    const interval = block && block.intervals[event.run === block.run ? event.interval : 0];
    return { block, interval };
  }

  show(at) {
    this.at = Math.max(0, Math.min(this.run.stops.length - 1, at));
    const event = this.event();
    if (!event) {
      return;
    }
    const { block, interval } = this.placeOf(event);
    this.memory.seek(event.index);
    this.put('now', this.at, () => this.now(event, block, interval));
    if (!block) {
      return;
    }
    const shuffles = hasShuffles(this.run, block.launch);
    this.put('lanes', !shuffles ? 'none' : event.type === 'exchange' ? this.at : 'empty', () => (shuffles ? this.lanes(event) : null));
    this.put('block', block.threads, () => this.block(block));
    this.updateBlock(block, interval, event);
    this.rows = sharedRows(this.run, block, interval, event, this.rows);
    this.put('shared', `${block.launch}:${showsStray(this.run, event) ? event.stop : ''}`, () => this.shared(block, interval, event));
    if (!this.panels.shared.element.hidden) {
      updateShared(this.panels.shared.body, this.run, block, interval, this.memory, event, this.rows);
    }
    const first = this.flowFirst(block, event);
    this.put('flow', `${block.run}:${first}`, () => this.flow(block, first));
    if (!this.panels.flow.element.hidden) {
      const exchange = event.type === 'mistake' && event.array === undefined ? this.run.events[event.index + 1] : null; // of a note
      markFlow(this.panels.flow.body, this.shownFlow, interval, meetingOf(this.run, interval, event) ?? (exchange?.type === 'exchange' ? exchange : event));
    }
    const access = mistakenAccess(this.run, event) ?? event;
    this.put('global', (access.positions && !access.shared) || event.type === 'mistake' ? this.at : 'none', () => this.global(access));
    this.put('tiles', event.launch ?? 0, () => this.tiles(event));
    moveCursor(this.panels.tiles.body, event);
    this.put('inputs', 'result', () => this.inputs(null));
  }

  now(event, block, interval) {
    const place = event.place >= 0 ? tag('span', { class: 'chip' }, escape(t('at_line', { line: lineOf(this.run, event) }))) : '';
    const parts = [this.say(event, block)];
    const chips = [];
    if (event.type === 'access') {
      if (event.lanes.length < event.live) {
        parts.push(t('say_idle', { idle: event.live - event.lanes.length }));
      }
      if (event.shared && event.passes > 0) {
        chips.push([event.conflicts > 0 ? 'costly' : 'good', event.words > 1 ? t('passes_wide', { passes: event.passes, conflicts: event.conflicts }) : event.conflicts > 0 ? t('shared_passes', { passes: event.passes }) : t('shared_pass')]);
      } else if (event.sectors > 0) {
        const use = globalUse(event);
        chips.push([use.used < use.bytes ? 'costly' : 'good', t('global_used', { name: this.run.arrays[event.array].name, ...use })]);
      }
    }
    parts.push(this.sayInspect(event));
    const meeting = meetingOf(this.run, interval, event);
    const figure = mistakePicture(this.run, event) + (meeting ? tag('p', { class: 'meeting' }, escape(this.say(meeting, block))) : '');
    const finding = event.type === 'mistake' ? this.run.trace.findings[event.finding] : null;
    const wrong = finding?.severity === 'note' || this.at === this.run.stops.length - 1 ? wrongResult(this.run) : '';
    return {
      title: t('now'),
      html: tag('p', { class: finding ? 'say mistake' : 'say' }, place + escape(finding ? this.sayMistake(event, finding, block) : parts.join(' ').trim())) +
        this.lines(event) + (wrong === '' ? '' : tag('p', { class: 'say mistake wrong-result' }, escape(t('result_wrong', { reason: wrong })))) + figure + chips.map(([kind, text]) => tag('span', { class: `chip ${kind}` }, escape(text))).join(''),
    };
  }

  // The lines of the event: of a race both, each with what was done there.
  lines(event) {
    const accesses = accessesOf(this.run, event);
    const all = accesses.length > 1 ? accesses : [{ place: this.run.places[event.place], text: '' }];
    return all.map(({ place, text }, i) => {
      const again = i + 1 < all.length && String(place) === String(all[i + 1].place); // the next one shows it
      const code = again ? '' : lineText(this.run, place);
      const around = event.type === 'mistake' && code !== '' ? enclosingLines(this.run, place).map((line) => tag('span', {}, escape(`${line}  ${lineText(this.run, [place[0], line])}`)) + '\n').join('') : '';
      const head = text === '' ? '' : tag('p', { class: 'access' }, escape(`${t('at_line', { line: place[1] })}: ${text}`));
      return head + (code === '' ? '' : tag('code', { class: 'line-text' }, around + escape(around === '' ? code : `${place[1]}  ${code}`)));
    }).join('');
  }

  // The message is about one of the mistakes.
  sayMistake(event, finding, block) {
    const array = this.run.arrays[event.array];
    const name = array ? `${array.name}[${Math.floor(event.position / array.words)}]` : '';
    const again = t(array ? 'mistake_again_at' : 'mistake_again', { title: finding.title, name, thread: event.thread, block: block ? block.block : '–' });
    const outside = array && isStray(this.run, event) ? ` ${t('has_elements', { name: array.name, count: array.length / array.words })}` : '';
    return event.told ? `${finding.title}: ${finding.message}` : again + outside;
  }

  say(event, block) {
    const arrays = this.run.arrays;
    if (event.type === 'access') {
      const what = event.kind === 4 ? t('say_atomic') : event.reads ? (event.strong && !event.shared ? t('say_poll') : t('say_read')) : t('say_write');
      const name = event.array >= 0 ? arrays[event.array].name : t('say_memory');
      return t(event.lanes.length === event.live ? 'say_all' : 'say_access', { warp: event.warp, lanes: event.lanes.length, live: event.live, what, name });
    }
    if (event.type === 'exchange') {
      return event.kind === 0 ? this.sayShuffle(event) : t(event.kind === 1 ? 'say_vote' : 'say_syncwarp', { warp: event.warp, lanes: event.lanes.length });
    }
    if (event.type === 'barrier' || event.type === 'stuck') {
      const sum = (state) => event.where.filter((where) => where[0] === state).reduce((total, where) => total + where[3], 0);
      const places = new Set(event.where.filter((where) => where[0] === 0).map((where) => where[1]));
      return t(event.type === 'stuck' ? 'say_stuck' : places.size > 1 ? 'say_barrier_split' : sum(3) > 0 ? 'say_barrier_left' : 'say_barrier', { count: sum(0), left: sum(3) });
    }
    if (event.type === 'launch') {
      const launch = this.run.trace.launches[event.launch];
      return t('say_launch', { kernel: launch.kernel, blocks: launch.grid.reduce((a, b) => a * b), threads: launch.block.reduce((a, b) => a * b) });
    }
    return block ? t('say_block', { block: block.block }) : '';
  }

  sayShuffle(event) {
    const moves = movesOf(event);
    const offset = offsetOf(moves);
    if (offset === null) {
      return t('say_shuffle', { warp: event.warp, lanes: event.lanes.length });
    }
    const list = t(moves.length === 1 ? 'say_lane' : 'say_lanes', { list: ranges(moves.map(([, lane]) => lane)) });
    const said = t(offset.across ? 'say_shuffle_across' : offset.by > 0 ? 'say_shuffle_further' : 'say_shuffle_before', { warp: event.warp, list, by: Math.abs(offset.by) });
    return moves.length < event.lanes.length ? `${said} ${t('say_shuffle_rest')}` : said;
  }

  // Which blocks published what an access inspects; '': none.
  sayInspect(event) {
    if (event.type !== 'access' || !event.reads || !event.strong || event.shared) {
      return '';
    }
    this.signals ??= new Map();
    if (!this.signals.has(event.launch)) {
      this.signals.set(event.launch, new Map(signals(this.run, event.launch).map((mark) => [mark.event, mark])));
    }
    const blocks = [...this.signals.get(event.launch).get(event)?.from ?? []].map((one) => this.run.blocks[one].block);
    return blocks.length === 0 ? '' : t('say_inspect', { block: this.run.blocks[event.run].block, blocks: t(blocks.length === 1 ? 'say_block_one' : 'say_blocks', { list: ranges(blocks) }) });
  }

  lanes(event) {
    return { title: t('lanes_title'), html: lanesPicture(event), note: escape(t('lanes_legend')) };
  }

  block(block) {
    this.shown.states = null;
    return { title: '', html: blockPicture(block) + tag('div', { class: 'legend' }) + tag('div', { class: 'working' }), note: escape(t('block_legend')) };
  }

  // What the threads do at an event. A step changes little of it, and the next block has the same cells.
  updateBlock(block, interval, event) {
    const { head, body } = this.panels.block;
    const special = event.type === 'mistake' || event.type === 'barrier' || event.type === 'stuck';
    const key = `${block.run}:${interval.index}:${special ? event.stop : ''}`;
    if (this.shown.states !== key) {
      this.shown.states = key;
      const blocks = this.run.trace.launches[block.launch].grid.reduce((a, b) => a * b); // also those that did not run
      const list = block.intervals.map((one) => one.working).filter((working) => working > 0);
      const sum = list.reduce((total, working) => total + working, 0);
      const some = list.length > BARS_MAX ? [...list.slice(0, BARS_MAX / 2), '…', ...list.slice(-BARS_MAX / 2)] : list;
      const working = t(list.length === 0 ? 'working_none' : list.length > BARS_MAX ? 'working_many' : list.length === 1 ? 'working_one' : 'working', { list: some.join(' '), sum, count: list.length });
      const states = statesAt(this.run, block, interval, event);
      head.textContent = t('block', { block: block.block, blocks });
      updateBlock(body, states);
      body.querySelector('.legend').innerHTML = blockLegend(new Set(states));
      Object.assign(body.querySelector('.working').dataset, { working: list.join(' '), sum });
      body.querySelector('.working').innerHTML = workingPicture(block, interval) + tag('span', {}, escape(working));
    }
    markBlock(body, block, event);
  }

  shared(block, interval, event) {
    const html = sharedPicture(this.run, block, interval, event, this.rows);
    return html === '' ? null : { title: t('shared'), html, note: escape(t('shared_legend')) };
  }

  global(event) {
    if (!event.positions || event.shared || event.array < 0) {
      const array = event.type === 'mistake' && event.array >= 0 ? this.run.arrays[event.array] : null;
      const stray = array && array.kind !== 'shared'; // see mistakePicture
      const text = stray ? t('outside', { name: array.name, count: array.length / array.words }) : t('global_none');
      return { title: t('global'), html: tag('p', { class: 'none' }, escape(text)) };
    }
    const use = globalUse(event);
    if (event.mistaken) {
      return { title: t('global_mistaken', { name: this.run.arrays[event.array].name }), html: globalPicture(this.run, this.memory, event) };
    }
    const more = use.sectors > 32 ? tag('p', {}, escape(t('global_more', { count: use.sectors - 32 }))) : '';
    return { title: t('global_used', { name: this.run.arrays[event.array].name, ...use }), html: globalPicture(this.run, this.memory, event) + more, note: escape(t('global_legend')) };
  }

  flowOf(block) {
    if (!this.flows.has(block.run)) {
      this.flows.set(block.run, makeFlow(this.run, block));
    }
    return this.flows.get(block.run);
  }

  // Of a large picture a stretch is shown: that of the last mistake, otherwise the first one. (To follow each warp's
  // instructions would make it flicker.) Its first column; 0: all.
  flowFirst(block, event) {
    const flow = this.flowOf(block);
    const columns = flow === null ? 0 : stretchOf(this.run, flow);
    if (columns === 0) {
      return 0;
    }
    if (event.type === 'mistake' && event.array === flow.array) {
      flow.stretch = Math.min(Math.max(0, event.position - event.position % columns), flow.last - flow.last % columns);
    }
    return flow.stretch ?? flow.first;
  }

  flow(block, first) {
    const whole = this.flowOf(block);
    if (whole === null) {
      return null;
    }
    const stretch = stretchOf(this.run, whole);
    const flow = stretch > 0 ? crop(whole, first, stretch) : whole;
    this.shownFlow = flow;
    const columns = t(flow.array < 0 ? 'flow_lanes' : flow.shuffles ? 'flow_both' : flow.half > 0 ? 'flow_halves' : 'flow_columns', { name: this.run.arrays[flow.array]?.name, first: flow.first, last: flow.last, half: flow.half });
    const html = flowPicture(this.run, block, flow);
    const threads = html.includes('flow-thread') ? ` ${t('flow_thread')}` : '';
    return { title: t('flow'), html, note: escape(`${columns}. ${t('flow_legend')}${threads}${flow.more > 0 ? ` ${t('flow_more', { count: flow.more })}` : ''}`) };
  }

  tiles(event) {
    const html = tilesPicture(this.run, event.launch ?? 0);
    return html === '' ? null : { title: t('tiles'), html, note: escape(t('tiles_legend')) };
  }

  // The contents of a value; without one, those of the result.
  inputs(pointed) {
    const { trace } = this.run;
    if (!trace.sets) {
      return { title: t('inputs'), html: tag('p', { class: 'none' }, escape(t('inputs_none'))) };
    }
    let name, value, counts, range = null, expected;
    if (pointed) {
      ({ name, value, counts } = pointed);
    } else if (trace.output) {
      const index = trace.verdict === 'fail' ? trace.index ?? 0 : trace.output.length - 1;
      name = trace.kind === 'reduction' ? t('result') : `d_out[${index}]`;
      value = trace.output[index];
      counts = contentsOf(this.run, trace.output_sets[index] ?? -1);
      range = expectedRange(this.run, index);
      expected = trace.expected[index] !== value ? trace.expected[index] : undefined;
    } else {
      const stopped = isStopped(this.run) ? tag('p', { class: 'say' }, escape(t('inputs_stopped'))) : '';
      return { title: t('inputs'), html: stopped + inputsPicture(this.run, null, null), note: escape(t('inputs_hint')) };
    }
    return {
      title: t('inputs'),
      html: tag('p', { class: 'say' }, escape(sayContents(this.run, name, value, counts, range, expected))) + inputsPicture(this.run, counts, range),
      note: escape(t('inputs_hint')),
    };
  }

  // The value under the pointer: { name, value, set }; null: none.
  pointedAt({ target, clientX }) {
    const level = target.closest('.level');
    if (level) {
      const { left, width } = level.ownerSVGElement.getBoundingClientRect();
      return flowNodeAt(this.run, this.shownFlow, Number(level.dataset.level), (clientX - left) / width);
    }
    const word = target.closest('[data-word]');
    if (!word) {
      return null;
    }
    const [array, position] = word.dataset.word.split(':').map(Number);
    const { block } = this.placeOf(this.event());
    const value = this.memory.words(array, block ? block.run : 0).values[position];
    return { name: `${this.run.arrays[array].name}[${Math.floor(position / this.run.arrays[array].words)}]`, value: value === undefined ? t('unset') : value, set: Number(word.dataset.set) };
  }

  point(pointed) {
    if (pointed === null) {
      this.put('inputs', 'result', () => this.inputs(null));
    } else {
      this.put('inputs', `${this.at}:${pointed.name}:${pointed.value}`, () => this.inputs({ ...pointed, counts: contentsOf(this.run, pointed.set) }));
    }
  }
}
