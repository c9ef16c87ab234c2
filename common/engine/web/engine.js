// Runs the checker's module. A runner is another instance of it, as the checker starts and stops processes elsewhere
// (common/check/runner/instance.h).
//
//     runCheck({ module, files, words, variables }) -> { exitCode, output, errors, files }
//
// module: a WebAssembly.Module. files: an object of absolute paths and texts or Uint8Arrays. words: those of the command
// line, ['lab08-check', '--program', '/program']. variables: the environment, { LABS_LANG: 'en' }. Returns what it
// printed, as texts, and all files.
(() => {
  'use strict';
  const { Exit, makeWasi } = globalThis.labsWasi;
  const PRINTED_MAX = 1 << 20, HEADER_BYTES = 8; // RUN_OUTPUT_MAX, struct message_header
  const SIGABRT = 6, SIGFPE = 8, SIGSEGV = 11;
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  // The signal that ends a process for what has ended an instance.
  function signalOf(error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) {
      throw error;
    }
    return /unreachable/.test(error.message) ? SIGABRT : /divi|overflow/.test(error.message) ? SIGFPE : SIGSEGV;
  }

  function joined(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  function makeInstance(module, { words, variables, files, print }, imports) {
    const { wasi, attach } = makeWasi({ words, variables, files, print });
    const missing = () => {
      throw new Error('not a call of this instance');
    };
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: wasi,
      labs: labsImports(() => instance.exports),
      env: new Proxy(imports, { get: (calls, name) => calls[name] ?? missing }),
    });
    attach(instance.exports.memory);
    instance.exports.__wasm_call_ctors();
    return instance.exports;
  }

  class Runner {
    constructor(module, files, variables) {
      this.messages = [];
      this.printed = [];
      this.printedBytes = 0;
      this.ended = 0;
      const print = (fd, bytes) => {
        if (this.printedBytes <= PRINTED_MAX) { // it reports more than that, and the rest is dropped
          this.printed.push(bytes);
          this.printedBytes += bytes.length;
        }
      };
      const protocol_send = (socket, type, payload, length) => {
        const message = new Uint8Array(HEADER_BYTES + length);
        new DataView(message.buffer).setUint32(0, type, true);
        new DataView(message.buffer).setUint32(4, length, true);
        message.set(this.bytes(payload, length), HEADER_BYTES);
        this.messages.push(message);
        return 0;
      };
      this.exports = makeInstance(module, { words: ['runner'], variables: ['LABS_SOCKET=0', ...variables], files, print },
                                  { protocol_send });
      this.call(() => this.exports.instance_open());
    }
    bytes(at, length) {
      return new Uint8Array(this.exports.memory.buffer, at, length);
    }
    call(called) {
      if (this.ended === 0) {
        try {
          called();
        } catch (error) {
          this.ended = error instanceof Exit ? 1 + error.code : -signalOf(error);
        }
      }
    }
    run(request, input, dataBytes) {
      this.call(() => {
        this.exports.free(this.asked ?? 0);
        this.asked = this.exports.malloc(request.length + dataBytes);
        this.data = this.asked + request.length;
        if (this.asked === 0) {
          throw new Exit(2);
        }
        this.bytes(this.asked, request.length).set(request);
        this.bytes(this.data, input.length).set(input);
        this.exports.instance_case(this.asked);
      });
    }
  }

  globalThis.runCheck = ({ module, files, words, variables = {} }) => {
    const held = new Map(Object.entries(files).map(([path, content]) =>
      [path, typeof content === 'string' ? encoder.encode(content) : content]));
    const runners = new Map(), printed = { 1: [], 2: [] };
    let exports, started = 0;
    const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
    const imports = {
      instance_start(at) {
        const all = new Uint8Array(exports.memory.buffer);
        const lines = decoder.decode(all.slice(at, all.indexOf(0, at))).split('\n').slice(0, -1);
        runners.set(++started, new Runner(module, held, lines));
        return started;
      },
      instance_run(number, request, requestBytes, input, inputBytes, dataBytes) {
        runners.get(number).run(bytes(request, requestBytes), bytes(input, inputBytes), dataBytes);
      },
      instance_ended: (number) => runners.get(number).ended,
      instance_message(number, to, room) {
        const { messages } = runners.get(number), next = messages[0];
        if (next !== undefined && next.length <= room) {
          bytes(to, room).set(messages.shift());
        }
        return next?.length ?? 0;
      },
      instance_printed(number, to, room) {
        const runner = runners.get(number), all = joined(runner.printed);
        bytes(to, room).set(all.subarray(0, room));
        runner.printed = all.length > room ? [all.subarray(room)] : [];
        return Math.min(room, all.length);
      },
      instance_read(number, offset, to, length) {
        const runner = runners.get(number);
        bytes(to, length).set(runner.bytes(runner.data + offset, length));
      },
      instance_stop(number) {
        runners.delete(number);
      },
    };
    const print = (fd, piece) => printed[fd].push(piece);
    let exitCode = 0;
    exports = makeInstance(module, { words, variables: Object.entries(variables).map((pair) => pair.join('=')), files: held,
                                     print }, imports);
    try {
      exports._start();
    } catch (error) {
      if (!(error instanceof Exit)) {
        throw error;
      }
      exitCode = error.code;
    }
    return { exitCode, output: decoder.decode(joined(printed[1])), errors: decoder.decode(joined(printed[2])),
             files: Object.fromEntries(held) };
  };
})();
