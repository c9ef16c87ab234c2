// In the worker, behind common/engine/web/engine.js: checks programs for static/live.js.
//
// The first message is the WebAssembly module. Each other one is a request { id, lab, part, operator, n, seed, source,
// files, trace }: `lab` is the lab's folder, `files` has the text of each header by its path in the course. The answer is
// { id, report, text, trace, exitCode }: what `./lab check` writes as JSON and in the terminal, and the recorded run if
// `trace` asks for it; or { id, failed }.
'use strict';
let module_ = null;

function check({ id, lab, part, operator, n, seed, source, files: given, trace }) {
  const folders = [lab, 'common/operator', 'common/student'].map((folder) => `folder /${folder}`);
  const description = ['#!labs-engine', `source /${lab}/starter.cu`, ...folders,
    ...(operator ? [`define LABS_OPERATOR=${operator}`] : []), ''];
  const options = ['--program', `/${lab}/starter`, '--part', part, '--n', n, '--seed', seed, '--workers', 1,
    '--json', '/report', ...(operator ? ['--operator', operator] : []), ...(trace ? ['--trace', '/trace'] : [])];
  const { exitCode, output, files } = runCheck({
    module: module_, words: [`${lab.slice(0, 5)}-check`, ...options.map(String)], variables: { LABS_LANG: 'en' },
    files: {
      // The checkers look for the labs' grading.txt and par.txt in the course.
      ...Object.fromEntries(Object.entries(given).map(([name, text]) => [`${/\.txt$/.test(name) ? '/course' : ''}/${name}`, text])),
      [`/${lab}/starter.cu`]: source, [`/${lab}/starter`]: description.join('\n'),
    },
  });
  const named = (text) => text.replaceAll(`/${lab}/starter`, 'starter'); // as a student's
  const text = (name) => named(files[name] ? new TextDecoder().decode(files[name]) : '');
  return { id, report: text('/report'), text: named(output), trace: text('/trace'), exitCode };
}

onmessage = ({ data }) => {
  if (module_ === null) {
    module_ = data;
    return;
  }
  try {
    postMessage(check(data));
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
