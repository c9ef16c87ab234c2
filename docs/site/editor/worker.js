// In the worker, behind common/engine/web/engine.js: checks programs for static/editor.js.
//
// The first message is { module, files }: the WebAssembly module's bytes, and the text of each header by its path in the
// course. Each other one is a request { id, lab, part, operator, n, seed, source, trace }, where `lab` is the lab's folder.
// The answer is { id, report, text, trace, exitCode }: what `./lab check` writes as JSON and in the terminal, and the
// recorded run if `trace` asks for it; or { id, failed }.
'use strict';
let given = null;

function check({ id, lab, part, operator, n, seed, source, trace }) {
  const folders = [lab, 'common/operator', 'common/student'].map((folder) => `folder /${folder}`);
  const description = ['#!labs-engine', `source /${lab}/starter.cu`, ...folders, ...(operator ? [`define LABS_OPERATOR=${operator}`] : []), ''];
  const options = ['--program', `/${lab}/starter`, '--part', part, '--n', n, '--seed', seed, '--workers', 1, '--json', '/report',
    ...(operator ? ['--operator', operator] : []), ...(trace ? ['--trace', '/trace'] : [])];
  const { exitCode, output, files } = runCheck({
    module: given.module, words: [`${lab.slice(0, 5)}-check`, ...options.map(String)], variables: { LABS_LANG: 'en' },
    files: { ...given.files, [`/${lab}/starter.cu`]: source, [`/${lab}/starter`]: description.join('\n') },
  });
  const text = (name) => (files[name] ? new TextDecoder().decode(files[name]) : '');
  return { id, report: text('/report'), text: output, trace: text('/trace'), exitCode };
}

onmessage = ({ data }) => {
  try {
    if (given === null) {
      const files = Object.fromEntries(Object.entries(data.files).map(([name, text]) => [`/${name}`, text]));
      given = { module: new WebAssembly.Module(data.module), files };
    } else {
      postMessage(check(data));
    }
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
