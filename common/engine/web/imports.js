// What a module of the engine imports besides WASI (runner/attempt.h), in a page and in Node.
//
//     instance = new WebAssembly.Instance(module, {...wasi, labs: labsImports(() => instance.exports)});
'use strict';

function labsImports(exports) {
    class GivenUp {
        constructor(attempt) {
            this.attempt = attempt;
        }
    }
    return {
        attempt(call, argument, attempt) {
            const {__indirect_function_table: functions, __stack_pointer: stack} = exports();
            const top = stack.value;
            try {
                functions.get(call)(argument);
                return 1;
            } catch (thrown) {
                if (!(thrown instanceof GivenUp) || thrown.attempt !== attempt) {
                    throw thrown;
                }
                stack.value = top;
                return 0;
            }
        },
        give_up(attempt) {
            throw new GivenUp(attempt);
        },
    };
}

if (typeof module !== 'undefined') {
    module.exports = {labsImports};
}
