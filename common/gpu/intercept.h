// Between the student's code and CUDA's runtime: the linker leads the calls below to functions of ours first
// (--wrap), so that allocations get guards (allocations.h) and launches are counted and checked, with no
// change to the student's file.
#ifndef GPU_INTERCEPT_H
#define GPU_INTERCEPT_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "runner/device.h"

// A new case: forgets what was counted; diagnostics go to `sink`.
void intercept_begin(const struct device_sink *sink);

// Guarded and poisoned device memory that belongs to the harness: `count` values of `value_size` bytes. NULL
// when memory is short.
void *intercept_allocate(const char *name, size_t count, size_t value_size);

// Reports what the student's code has not freed, looks at all guards once more and frees everything.
// `finished`: the student's function has come to its end, so that a leak is a leak.
void intercept_end(int finished);

// Counts since intercept_begin, by the student's code alone.
void intercept_copied(uint64_t *to_host, uint64_t *to_device);
double intercept_memset_milliseconds(void); // the device's time in cudaMemset and cudaMemsetAsync

// The launch that has failed with this error, "scan_kernel, launch 2" or "scan_kernel<<<1, 2048>>>"; NULL
// where none has. For errors that are still there when the student's function is through.
const char *intercept_failed_launch(cudaError_t error);

// While this is not 0, calls are the harness's own: not counted, not guarded.
extern int intercept_off;

#endif
