// Between the student's code and CUDA's runtime: the linker leads the calls below to functions of ours first
// (--wrap), so that allocations get guards and launches are counted and checked, with no change to the student's file.
//
//     | guard | payload, as cudaMalloc was asked for | guard |        GUARD_BYTES on both sides
//
// A guard that has changed after a launch is a stray write.
#ifndef GPU_INTERCEPT_H
#define GPU_INTERCEPT_H

#include <stdint.h>

#include "run/device.h"

// A new case: forgets what was counted; diagnostics go to `sink`.
void intercept_begin(const struct device_sink *sink);

// Guarded and poisoned device memory that belongs to the harness; NULL when memory is short.
void *intercept_allocate(const char *name, size_t bytes);

// Reports what the student's code has not freed, looks at all guards once more and frees everything.
// `finished`: the student's function has come to its end, so that a leak is a leak.
void intercept_end(int finished);

// Counts since intercept_begin, by the student's code alone.
unsigned intercept_launches(void);
void intercept_copied(uint64_t *to_host, uint64_t *to_device);
double intercept_memset_milliseconds(void); // the device's time in cudaMemset and cudaMemsetAsync

// While this is not 0, calls are the harness's own: not counted, not guarded.
extern int intercept_off;

#endif
