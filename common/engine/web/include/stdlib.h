// What wasi-libc leaves out.
#ifndef LABS_WEB_STDLIB_H
#define LABS_WEB_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *real);

#endif
