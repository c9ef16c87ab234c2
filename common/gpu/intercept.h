// Between the student's code and CUDA's runtime. The linker redirects the student's calls to functions of
// ours (--wrap): allocations get guards (allocations.h), and launches are counted and checked, without a
// change to the student's file.
#ifndef GPU_INTERCEPT_H
#define GPU_INTERCEPT_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "runner/device.h"

// Begins a new case: resets the counts; diagnostics go to `sink`.
void intercept_begin(const struct device_sink *sink);

// Guarded and poisoned device memory of the harness: `count` values of `value_size` bytes. NULL if memory is short.
void *intercept_allocate(const char *name, size_t count, size_t value_size);

// Checks all guards once more and frees everything. `finished`: the student's function has returned, so what
// it has not freed is reported as a leak.
void intercept_end(int finished);

// Bytes copied since intercept_begin, only by the student's code.
void intercept_copied(uint64_t *to_host, uint64_t *to_device);
double intercept_memset_milliseconds(void); // the device's time in cudaMemset and cudaMemsetAsync

// The launch that failed with this error, "scan_kernel, launch 2" or "scan_kernel<<<1, 2048>>>", or NULL. For
// errors that are still pending when the student's function has returned.
const struct said *intercept_failed_launch(cudaError_t error);

// While this is not 0, calls are the harness's: they are neither counted nor guarded.
extern int intercept_off;

#endif
