// What the module wants of a system (WASI, "wasi_snapshot_preview1"), for one instance of it: files in memory, a clock,
// and an end. Folders exist as far as files are in them.
//
//     files: a Map of absolute paths to Uint8Arrays, which instances may share; print(fd, bytes): what it prints
(() => {
  'use strict';
  const OK = 0, EXISTS = 20, BAD = 8, FOLDER = 31, MISSING = 44, UNKNOWN = 52, SPIPE = 70;
  const OF_FOLDER = 3, OF_FILE = 4, CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1, ROOT = 3;
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  class Exit extends Error {
    constructor(code) {
      super(`exit code ${code}`);
      this.code = code;
    }
  }

  function makeWasi({ words, variables, files, print }) {
    let memory;
    const open = new Map([[0, {}], [1, {}], [2, {}], [ROOT, { path: '' }]]);
    const view = () => new DataView(memory.buffer);
    const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
    const pathAt = (at, length) => {
      const parts = [];
      for (const part of decoder.decode(bytesAt(at, length).slice()).split('/')) {
        if (part === '..') {
          parts.pop();
        } else if (part !== '' && part !== '.') {
          parts.push(part);
        }
      }
      return parts.map((part) => `/${part}`).join('');
    };
    const isFolder = (path) => path === '' || [...files.keys()].some((name) => name.startsWith(`${path}/`));
    const isStream = (fd) => fd < ROOT;

    function putStrings(strings, pointers, bytes) {
      for (const string of strings) {
        view().setUint32(pointers, bytes, true);
        const encoded = encoder.encode(`${string}\0`);
        bytesAt(bytes, encoded.length).set(encoded);
        pointers += 4;
        bytes += encoded.length;
      }
      return OK;
    }
    function putSizes(strings, count, bytes) {
      view().setUint32(count, strings.length, true);
      view().setUint32(bytes, strings.reduce((sum, string) => sum + encoder.encode(string).length + 1, 0), true);
      return OK;
    }
    function putStatus(at, type, size) {
      bytesAt(at, 64).fill(0);
      view().setUint8(at + 16, type);
      view().setBigUint64(at + 24, 1n, true);
      view().setBigUint64(at + 32, BigInt(size), true);
      return OK;
    }
    function vectors(at, count) {
      const words = new Uint32Array(memory.buffer, at, 2 * count);
      return Array.from({ length: count }, (_, i) => bytesAt(words[2 * i], words[2 * i + 1]));
    }

    function read(fd, at, count, done) {
      const file = open.get(fd);
      let total = 0;
      for (const to of file?.path ? vectors(at, count) : []) {
        const from = files.get(file.path).subarray(file.at, file.at + to.length);
        to.set(from);
        file.at += from.length;
        total += from.length;
      }
      view().setUint32(done, total, true);
      return file ? OK : BAD;
    }
    function write(fd, at, count, done) {
      const file = open.get(fd);
      let total = 0;
      for (const from of file ? vectors(at, count) : []) {
        if (isStream(fd)) {
          print(fd, from.slice());
        } else {
          let bytes = files.get(file.path);
          file.at = file.appends ? file.size : file.at;
          const end = file.at + from.length;
          if (end > bytes.length) { // room for more, which fd_close cuts off
            const more = new Uint8Array(Math.max(end, 2 * bytes.length));
            more.set(bytes);
            files.set(file.path, bytes = more);
          }
          bytes.set(from, file.at);
          file.at = end;
          file.size = Math.max(file.size, end);
        }
        total += from.length;
      }
      view().setUint32(done, total, true);
      return file ? OK : BAD;
    }

    const known = {
      args_get: (pointers, bytes) => putStrings(words, pointers, bytes),
      args_sizes_get: (count, bytes) => putSizes(words, count, bytes),
      environ_get: (pointers, bytes) => putStrings(variables, pointers, bytes),
      environ_sizes_get: (count, bytes) => putSizes(variables, count, bytes),
      clock_time_get(clock, precision, at) {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return OK;
      },
      random_get(at, length) { // nothing that is reported may depend on it
        bytesAt(at, length).fill(0);
        return OK;
      },
      proc_exit(code) {
        throw new Exit(code);
      },
      fd_prestat_get(fd, at) {
        if (fd !== ROOT) {
          return BAD;
        }
        view().setUint32(at, 0, true);
        view().setUint32(at + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name(fd, at) {
        bytesAt(at, 1).set(encoder.encode('/'));
        return OK;
      },
      path_open(folder, lookup, at, length, how, rights, inherited, flags, opened) {
        const path = pathAt(at, length), there = files.has(path);
        if (isFolder(path) ? how & CREATE : !there && !(how & CREATE)) {
          return isFolder(path) ? FOLDER : MISSING;
        }
        if (there && how & EXCLUSIVE) {
          return EXISTS;
        }
        if (!isFolder(path) && (!there || how & TRUNCATE)) {
          files.set(path, new Uint8Array(0));
        }
        let fd = ROOT + 1;
        while (open.has(fd)) {
          fd++;
        }
        const size = files.get(path)?.length ?? 0;
        open.set(fd, { path, at: 0, size, appends: (flags & APPEND) !== 0 });
        view().setUint32(opened, fd, true);
        return OK;
      },
      path_filestat_get(folder, flags, at, length, status) {
        const path = pathAt(at, length);
        return files.has(path) ? putStatus(status, OF_FILE, files.get(path).length)
             : isFolder(path)  ? putStatus(status, OF_FOLDER, 0)
                               : MISSING;
      },
      path_unlink_file: (folder, at, length) => (files.delete(pathAt(at, length)) ? OK : MISSING),
      fd_fdstat_get(fd, at) {
        const file = open.get(fd);
        if (file === undefined) {
          return BAD;
        }
        bytesAt(at, 24).fill(0);
        view().setUint8(at, isStream(fd) || files.has(file.path) ? OF_FILE : OF_FOLDER);
        view().setUint16(at + 2, file.appends ? APPEND : 0, true);
        bytesAt(at + 8, 16).fill(0xff); // all rights
        return OK;
      },
      fd_filestat_get(fd, at) {
        const file = open.get(fd);
        return file === undefined ? BAD
             : file.path === ''   ? putStatus(at, OF_FOLDER, 0)
                                  : putStatus(at, OF_FILE, file.size ?? 0);
      },
      fd_filestat_set_size(fd, size) {
        const file = open.get(fd);
        const bytes = new Uint8Array(Number(size));
        bytes.set(files.get(file.path).subarray(0, bytes.length));
        files.set(file.path, bytes);
        file.size = bytes.length;
        return OK;
      },
      fd_seek(fd, offset, whence, at) {
        const file = open.get(fd);
        if (!file?.path) {
          return file === undefined ? BAD : SPIPE;
        }
        file.at = [0, file.at, file.size][whence] + Number(offset);
        view().setBigUint64(at, BigInt(file.at), true);
        return OK;
      },
      fd_read: read,
      fd_write: write,
      fd_close(fd) {
        const file = open.get(fd);
        if (file?.path && files.get(file.path)?.length > file.size) {
          files.set(file.path, files.get(file.path).slice(0, file.size));
        }
        return open.delete(fd) ? OK : BAD;
      },
    };
    // The rest is not needed.
    const wasi = new Proxy(known, { get: (calls, name) => calls[name] ?? (() => UNKNOWN) });
    return { wasi, attach: (exported) => { memory = exported; } };
  }

  globalThis.labsWasi = { Exit, makeWasi };
})();
