// The machine: executes a program (code.h) on the simulated GPU. Host code runs where machine_call() is called, and a
// kernel's threads where the simulator runs them. The machine calls the same functions of the simulator that compiled
// lab code calls; by `running_frame` (sim/base/caller.h) they find the instruction that does.
//
// A call's frame is memory on the C stack, of the simulated thread or of host code, and frames grow downwards:
//
//     low addresses | call_out | registers... | header | call_out | registers... | header | high addresses
//                     of the called function             of its caller
//
// header.caller is the caller's header, and header.return_address that of the call. call_out is the frame of the
// functions that the machine itself calls: its caller is this header, and its return address is that of the running
// instruction. Instruction k is at address k, so its return address is k + 1 (relative_pc).
#ifndef LABS_ENGINE_MACHINE_H
#define LABS_ENGINE_MACHINE_H

#include "engine/code.h"

// The program that the process runs. Call it once, before all others.
void machine_open(const struct program *program);

// Calls the program's function, which is host code: `registers` has its arguments, and then its result.
void machine_call(uint32_t function, union value *registers);

// How the simulator knows a kernel that is named by a pointer: the function's number + 1.
const void *machine_kernel(uint64_t pointer);

#endif
