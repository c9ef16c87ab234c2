// Watching the student's host code: device memory is closed to it, and what it copies back it should use.
#ifndef SIM_HOST_H
#define SIM_HOST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/warp/instruction.h"
#include "sim/report/report.h"

// Mistakes of host code; also where grid.c adds those of launches.
extern struct report host_report;

// Forgets what was copied; a new case begins.
void host_begin(void);

// An access of host code, before it happens. Does not return when it goes to device memory.
void host_access(uintptr_t address, unsigned bytes, enum access_kind kind, const void *return_address);

// "… is for kernels only", and does not return.
_Noreturn void host_report_kernel_only(const char *what, uint32_t pc);

// A copy to the host, made at `pc`: from here on it is watched which of its words are read.
void host_watch_copy(uintptr_t address, size_t bytes, const char *array, uint32_t pc);

// Reports what was copied to the host and never read.
void host_note_unread(void);

// Adds a mistake of host code with one place. `message` as for printf. What was added, for what else is known
// of it; NULL when the mistake was known and is only counted.
struct diagnostic *host_add(enum diagnostic_class class_, const char *array, uint32_t pc, uint32_t second_pc,
                            const char *second_text, const char *message, ...)
    __attribute__((format(printf, 6, 7)));

// Runs the student's host function. 0; or 1 when it was stopped by host_stop.
int host_run(void (*call)(void *), void *argument);

// Gives up the student's host function: goes back to host_run.
_Noreturn void host_stop(void);

// Is the address in the executable's read-only data (which kernels may read), or the simulator's own
// (threadIdx, blockDim)?
bool host_is_constant(uintptr_t address);
bool host_is_simulators_own(uintptr_t address);

// Finds the executable's place in memory. To be called first of all.
void host_open(void);

// Is `address` inside the executable's code?
bool host_is_code(uintptr_t address);

#endif
