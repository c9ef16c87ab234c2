// The running program, as the simulated GPU sees it (sim/base/executable.h): its places are the numbers of its
// instructions, and its variables are in program->memory.
#ifndef LABS_ENGINE_EXECUTABLE_H
#define LABS_ENGINE_EXECUTABLE_H

#include "engine/code.h"

// From now on this program runs. Call it before device_open(). The program must stay as it is.
void executable_runs(const struct program *program);

#endif
