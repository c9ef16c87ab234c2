// What wasi-libc leaves out.
#ifndef LABS_WEB_UNISTD_H
#define LABS_WEB_UNISTD_H

#include_next <unistd.h>

static inline int pause(void) {
    return -1;
}

#endif
