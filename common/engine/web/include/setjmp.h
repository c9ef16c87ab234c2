// Only engine/run/backtrace.c uses it, in case that a signal arrives. A module gets none. (See runner/attempt.h.)
#ifndef LABS_WEB_SETJMP_H
#define LABS_WEB_SETJMP_H

typedef int sigjmp_buf;

static inline int sigsetjmp(sigjmp_buf point, int mask) {
    return (void)point, (void)mask, 0;
}

#endif
