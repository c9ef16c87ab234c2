// What decides how often a line runs, and which of its variables are an index or a number of blocks.
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

// Does the line name the thread, as `const size_t first = threadIdx.x * 8;` does?
bool around_names_thread(const char *path, int line);

// Does an `if` in the line name it in its head, as `if (tid < 32) step(s, tid);` does?
bool around_if_is_of_thread(const char *path, int line);

// Do its brackets [] name the thread?
bool around_index_is_of_thread(const char *path, int line);

// Is the variable in the line's brackets [], in the number of blocks of its launch, or in the size of its cudaMemcpy?
enum around_use { AROUND_INDEX, AROUND_BLOCKS, AROUND_BYTES };
bool around_uses(const char *path, int line, enum around_use use, const char *name);

#endif
