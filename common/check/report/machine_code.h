// What nvcc makes of the source: how wide the accesses to memory of each line are. nvcc merges a thread's accesses to
// neighbouring words into one of 8 or 16 bytes and leaves out loads of values that it has. A real GPU then counts less
// than the simulated one.
#ifndef LABS_MACHINE_CODE_H
#define LABS_MACHINE_CODE_H

#include <stddef.h>

#include "runner/protocol.h"

enum { MACHINE_SIDES = 4 }; // loads and stores of shared memory, then of global memory

struct machine_line {
    int line;
    unsigned bytes[MACHINE_SIDES]; // of the widest access
    unsigned count[MACHINE_SIDES]; // instructions
};

// The side that the instruction with these counters belongs to; -1: neither (an atomic), or several.
int machine_side(const struct counters *total);

// The accesses in the PTX `text` that belong to lines of the file named `name` (without folders), sorted by line, each
// line once. The caller frees the array; NULL, with *count 0, if there are none or memory is short.
struct machine_line *machine_code_parse(const char *text, const char *name, size_t *count);

// The same for the file `source`, compiled by the command that the build has left beside the runner, in RUNNER.nvcc.
// What nvcc prints is kept in RUNNER.ptx until the runner is built anew. NULL also without the command, as where there
// is no nvcc, or if nvcc fails.
struct machine_line *machine_code_read(const char *runner, const char *source, size_t *count);

// "nvcc's code stores 16 bytes to shared memory at once, the source 4." NULL: the two do not differ, or the line has no
// such access. `source`: what was simulated.
enum { MACHINE_TEXT_SIZE = 160 };
const char *machine_code_differs(const struct machine_line *code, const struct machine_line *source, int side,
                                 char text[MACHINE_TEXT_SIZE]);

#endif
