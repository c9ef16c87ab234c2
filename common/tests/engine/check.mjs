// A checker that Node runs from a module (common/engine/web/build), with the command line of the lab's own one. It reads
// the program's description, and of the machine's files only what that names.
//
//     node check.mjs MODULE lab08-check --program DESCRIPTION [OPTION...]
//
// In the module the course is /course.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
const course = path.resolve(import.meta.dirname, '../../..');
for (const script of ['imports.js', 'wasi.js', 'engine.js']) {
  vm.runInThisContext(fs.readFileSync(path.join(course, 'common/engine/web', script), 'utf8'), script);
}
const [module_, ...words] = process.argv.slice(2);
const within = (text) => text.replaceAll(`${course}/`, '/course/');
const without = (text) => text.replaceAll(/(?<![\w.-])\/course\//g, `${course}/`);
const after = (option) => words[words.indexOf(option) + 1 || words.length];

const files = {};
const give = (name) => { files[within(name)] = within(fs.readFileSync(name, 'utf8')); };
const program = after('--program');
give(program);
for (const line of fs.readFileSync(program, 'utf8').split('\n')) {
  const [, kind, name] = /^(source|folder) (.*)/.exec(line) ?? [];
  const headers = kind === 'folder' ? fs.readdirSync(name).filter((file) => /\.h$|^(grading|par)\.txt$/.test(file)) : [];
  headers.map((file) => path.join(name, file)).concat(kind === 'source' ? name : []).forEach(give);
}
if (after('--seed-file') !== undefined) {
  give(after('--seed-file'));
}

const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('LABS_')));
const module = new WebAssembly.Module(fs.readFileSync(module_));
const result = runCheck({ module, files, words: words.map(within), variables });
for (const option of ['--json', '--trace', '--report']) {
  const name = after(option);
  if (name !== undefined && result.files[within(name)] !== undefined) {
    fs.writeFileSync(name, without(new TextDecoder().decode(result.files[within(name)])));
  }
}
fs.writeSync(1, without(result.output));
fs.writeSync(2, without(result.errors));
process.exitCode = result.exitCode;
