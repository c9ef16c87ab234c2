// What decides how often a line runs.
#ifndef LABS_AROUND_H
#define LABS_AROUND_H

#include <stdbool.h>
#include <stddef.h>

#include "conditions.h"

struct around {
    enum condition_kind kind;
    int line;     // of `if`, `for` or `while`
    bool threads; // its head names the thread, as in `tid == 0 && k < n`
};

// The conditions and loops around a line (conditions.h), the nearest first. Returns how many, at most `most`. `path`:
// the file.
size_t around_find(const char *path, int line, struct around *around, size_t most);

#endif
