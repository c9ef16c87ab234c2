// A call that can be given up from anywhere below it: setjmp() and longjmp(), which WebAssembly does not have. There,
// the page or Node does it (engine/web/imports.js), by an exception.
#ifndef LABS_ATTEMPT_H
#define LABS_ATTEMPT_H

#include <stdbool.h>

#ifdef __wasm__
struct attempt {
    bool made;
};

__attribute__((import_module("labs"), import_name("attempt"))) bool
labs_attempt(void (*call)(void *), void *argument, const struct attempt *attempt);
__attribute__((import_module("labs"), import_name("give_up"))) _Noreturn void
labs_give_up(const struct attempt *attempt);

static inline bool attempt(struct attempt *attempt, void (*call)(void *), void *argument) {
    return labs_attempt(call, argument, attempt);
}
_Noreturn static inline void give_up(const struct attempt *attempt) {
    labs_give_up(attempt);
}
#else
#include <setjmp.h>

struct attempt {
    sigjmp_buf point;
};

// attempt(attempt, call, argument): calls `call`. true: it has returned; false: it has called give_up(attempt).
static inline bool attempt(struct attempt *attempt, void (*call)(void *), void *argument) {
    if (sigsetjmp(attempt->point, 1) != 0) {
        return false;
    }
    call(argument);
    return true;
}

// Does not return: attempt() does. Attempts that were made since then are given up, too.
_Noreturn static inline void give_up(struct attempt *attempt) {
    siglongjmp(attempt->point, 1);
}
#endif

#endif
