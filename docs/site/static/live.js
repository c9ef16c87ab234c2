// What the editors and the models in the lessons share: a lab's programs (docs/site/editor/data), and the checker in a
// worker (docs/site/editor/worker.js). Nothing is loaded before a reader comes near.
(() => {
  'use strict';
  const home = document.currentScript.src;
  const NEAR = '400px';
  const LATE_MS = 10000;
  const loaded = new Map();
  let worker = null, engine = null, running = null, last = Promise.resolve();

  function make(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    made.append(...content);
    return made;
  }

  // Loads a script once; `result` is what there is right after it.
  function load(file, result = () => {}) {
    if (!loaded.has(file)) {
      loaded.set(file, new Promise((resolve, reject) => {
        const script = make('script', { src: new URL(file, home) });
        script.addEventListener('load', () => resolve(result()));
        script.addEventListener('error', () => {
          loaded.delete(file);
          reject(new Error(`${file} could not be loaded`));
        });
        document.head.append(script);
      }));
    }
    return loaded.get(file);
  }
  const programsOf = (lab) => load(`editor-${lab}.js`, () => globalThis.labEditor);

  // Calls `build` for each place as soon as it is nearly in sight. If that fails, what is in it stays.
  function whenNear(places, build) {
    const seen = new IntersectionObserver((entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        seen.unobserve(target);
        build(target).catch(() => {});
      }
    }, { rootMargin: NEAR });
    const begin = () => places().forEach((place) => seen.observe(place));
    if (!globalThis.WebAssembly || !globalThis.DecompressionStream) {
      return;
    }
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', begin);
    } else {
      begin();
    }
  }

  async function loadEngine() {
    await load('editor-engine.js');
    const { module, code } = globalThis.labEngine;
    const packed = new Blob([Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0))]);
    const unpacked = new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')));
    return { module: await WebAssembly.compile(await unpacked.arrayBuffer()), code: URL.createObjectURL(new Blob([code])) };
  }

  async function answer(request) {
    try {
      engine ??= loadEngine();
      const { module, code } = await engine;
      if (worker === null) {
        worker = new Worker(code);
        worker.postMessage(module);
      }
    } catch (error) {
      engine = null;
      return { failed: error.message };
    }
    return new Promise((resolve) => {
      const end = (one) => {
        clearTimeout(timer);
        running = null;
        if (one.late || one.failed) {
          worker.terminate();
          worker = null;
        }
        resolve(one);
      };
      const timer = setTimeout(() => end({ late: true }), LATE_MS);
      running = { id: request.id, stop: () => end({ late: true }) };
      worker.onmessage = ({ data }) => data.id === request.id && end(data);
      worker.onerror = (error) => end({ failed: error.message || 'the worker has ended' });
      worker.postMessage(request);
    });
  }

  let ids = 0;
  globalThis.labLive = {
    make, load, programsOf, whenNear,
    newId: () => ++ids,
    seed: 31704163, // the lessons' values: 3 1 7 0 4 1 6 3
    runs: document.documentElement.lang.startsWith('en') ? '../runs/' : '../../runs/',
    urlOf: (file) => new URL(file, home),
    // What the worker answers to a request, after the earlier ones; { late } if it was stopped, { failed } if there is none.
    ask: (request) => (last = last.then(() => answer(request))),
    stop: (id) => running?.id === id && running.stop(),
  };
})();
