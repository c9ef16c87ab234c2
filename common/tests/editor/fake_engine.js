// Takes the place of common/engine/web/engine.js in tests of the page: answers with what record.js has recorded. A source
// with `while (true)` never ends.
globalThis.runCheck = ({ files, words }) => {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : '');
  const source = files[`${option('--program')}.cu`];
  while (/while \(true\)/.test(source));
  const until = Date.now() + 60;
  while (Date.now() < until); // about as long as a run
  const found = recorded.find((one) => one.source === source && one.operator === option('--operator') && one.n === Number(option('--n')));
  if (!found) {
    throw new Error('not recorded');
  }
  const bytes = (text) => new TextEncoder().encode(text);
  return { exitCode: found.exitCode, output: found.text, files: { '/report': bytes(found.report), '/trace': bytes(option('--trace') ? found.trace : '') } };
};
