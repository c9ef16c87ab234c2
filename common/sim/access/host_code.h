// Checks the student's host code: it cannot access device memory, and it should use what it copies back.
#ifndef SIM_HOST_CODE_H
#define SIM_HOST_CODE_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/base/access_kind.h"
#include "words/topics.h"

// Begins a new case: discards the records of copies.
void host_begin_case(void);

// Runs the student's host function. 0, or 1 if host_stop stopped it.
int host_run(void (*call)(void *), void *argument);

// Is `address` on the stack of the student's host function?
bool host_stack(uintptr_t address);

// Finds the calls that led to the one at `pc` of that function, from the innermost outwards: relative addresses
// (relative_pc), the rest 0. `frame`: that of a function that the student's code has called.
void host_calls(const void *frame, uint32_t pc, uint64_t *calls, unsigned most);

// Has the process ended while that function runs, other than after an error that was reported? Then reports it.
void host_report_exit(void);

// Abandons the student's host function and returns to host_run.
_Noreturn void host_stop(void);

// An access of host code, before it happens. Does not return if it goes to device memory.
void host_access(uintptr_t address, unsigned bytes, enum access_kind kind, const void *return_address);

// The bytes that host code has read of managed memory in this case, each like a byte copied to the host, and where it
// has read last.
uint64_t host_managed_bytes(uint32_t *pc);

// Host code uses an index outside an array of this type. Does not return if a case runs.
void host_outside_array(const char *type, int64_t index, uint32_t pc);

// The same for an index outside a local array of `length` elements, in a function that is also for kernels.
void host_outside_local(const char *name, uint64_t length, int64_t index, uint32_t pc);

// A function of host code, which returns at `pc`, finds that it has written beyond one of its arrays.
_Noreturn void host_overwrites_stack(uint32_t pc);

// Host code shifts a value of `width` bits by as many or more, or by a negative number.
void host_shifts_too_far(int width, long long by, uint32_t pc);
void host_converts(const char *number, const char *type, uint32_t pc); // which cannot hold the number

// Reports that host code uses `what`, or `call` if that is TOPIC_NONE, which is only for kernels. Does not return.
_Noreturn void host_calls_kernel_only(enum topic what, const char *call, uint32_t pc);

// A copy to the host, made at `pc` from global memory at `from`: from here on, reads of its words are recorded.
void host_note_copy(uintptr_t address, uintptr_t from, size_t bytes, const char *array, uint32_t pc);

// Reports what was copied to the host and never read.
void host_report_unread(void);

#endif
