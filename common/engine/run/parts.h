// The parts of an interpreted program, as the runner has them: runner/part.h.
#ifndef LABS_ENGINE_PARTS_H
#define LABS_ENGINE_PARTS_H

#include <stddef.h>

#include "engine/code.h"

// Compiles the program of a description (engine/program.h) for the machine. NULL with the reason in `refusal`, which
// has `size` bytes. Call it before device_open().
const struct program *parts_open(const char *path, char *refusal, size_t size);

#endif
