// The running program, as the simulated GPU sees it (sim/base/executable.h, sim/report/backtrace.h): its places are the
// numbers of its instructions, its calls are found from running_frame (sim/base/caller.h), and its variables are in
// program->memory.
#ifndef LABS_ENGINE_EXECUTABLE_H
#define LABS_ENGINE_EXECUTABLE_H

#include "engine/code.h"

// From now on this program runs. Call it before device_open(). The program must stay as it is.
void executable_runs(const struct program *program);

// The running instruction cannot be executed. `signal_number`: what the processor would raise, such as SIGFPE; 0: the
// stack is full. Ends the process, or leaves a thread that has gone astray (sim/schedule/astray.h).
_Noreturn void executable_stops(int signal_number);

#endif
