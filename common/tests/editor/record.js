// record.js BUILD FOLDER: what the checker says of the programs in FOLDER/editor-LAB.js (docs/site/editor/data), and of the
// edits below. Writes FOLDER/recorded.js for fake_engine.js. BUILD has labs-engine and the checkers.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const [build, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const SEED = 31704163;

// Lab, n, and what is changed in the program that the editor opens with.
const EDITS = [
  ['lab02', 600],
  ['lab02', 8, 'stride < blockDim.x', 'stride <= blockDim.x'],
  ['lab02', 8, 's_partial[left + stride];', 's_partial[left + stride]'],
  ['lab02', 8, '        __syncthreads(); // between this', '        // __syncthreads(); // between this'],
  ['lab02', 8, 's_partial[left] +=', 'asm("nop"); s_partial[left] +='],
  ['lab02', 8, 'free(h_sums);', ''],
];

function judge(data, source, operator, n) {
  const work = fs.mkdtempSync(path.join(folder, 'record-'));
  const { lab } = data, short = lab.slice(0, 5);
  fs.mkdirSync(path.join(work, lab));
  fs.writeFileSync(path.join(work, lab, 'starter.cu'), source);
  const description = [`#!${build}/common/engine/run/labs-engine`, `source ${work}/${lab}/starter.cu`,
    ...[lab, 'common/operator', 'common/student'].map((name) => `folder ${process.cwd()}/${name}`),
    ...(operator ? [`define LABS_OPERATOR=${operator}`] : [])];
  fs.writeFileSync(path.join(work, lab, 'starter'), `${description.join('\n')}\n`, { mode: 0o755 });
  const options = ['--program', `${work}/${lab}/starter`, '--part', data.part[0], '--n', n, '--seed', SEED, '--workers', 1,
    '--json', 'report', '--trace', 'trace', ...(operator ? ['--operator', operator] : [])];
  const { stdout, status } = spawnSync(`${build}/${lab}/${short}-check`, options.map(String), { cwd: work, encoding: 'utf8' });
  const read = (name) => (fs.existsSync(path.join(work, name)) ? fs.readFileSync(path.join(work, name), 'utf8') : '');
  const [report, trace, text] = [read('report'), read('trace'), stdout].map((one) => one.replaceAll(`${work}/`, '/'));
  fs.rmSync(work, { recursive: true });
  return { source, operator, n: Number(n), report, text, trace: trace.length < 400000 ? trace : '', exitCode: status };
}

const recorded = [];
for (const file of fs.readdirSync(folder).filter((name) => /^editor-lab\d+\.js$/.test(name))) {
  require(path.join(folder, file));
  const data = globalThis.labEditor, first = data.operators?.[0] ?? '';
  for (const { text, operator, n } of data.programs) {
    recorded.push(judge(data, text, operator ?? first, n ?? data.n[0]));
  }
  const [solution] = data.programs, opens = data.programs.find(({ name }) => name === data.opens[0]);
  for (const { operator, n } of data.programs.filter((one) => one.operator || one.n)) {
    recorded.push(judge(data, solution.text, operator ?? first, n ?? data.n[0]));
  }
  for (const [, n, from, to] of EDITS.filter(([short]) => data.lab.startsWith(short))) {
    const source = from === undefined ? opens.text : opens.text.replace(from, to);
    if (from !== undefined && source === opens.text) {
      throw new Error(`${data.lab} has no ${from}`);
    }
    recorded.push(judge(data, source, first, n));
    recorded.push(judge(data, solution.text, first, n));
  }
}
fs.writeFileSync(path.join(folder, 'recorded.js'), `const recorded = ${JSON.stringify(recorded)};\n`);
