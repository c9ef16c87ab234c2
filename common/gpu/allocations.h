// The device memory that a case has allocated, with guards around it:
//
//     | guard | payload, as cudaMalloc was asked for | guard |        GUARD_BYTES on both sides
//
// A guard that has changed is a stray write. The payload is DEVICE_POISON until somebody writes it.
//
// LABS_GUARDS=no in the environment leaves out both, for compute-sanitizer: to memcheck a guard would be
// memory like any other, and to initcheck what is poisoned has been set.
#ifndef GPU_ALLOCATIONS_H
#define GPU_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda_runtime_api.h>

// A new case has none.
void allocations_begin(void);

// As cudaMalloc. `name` and `element`, a value's size in bytes, are of an array that belongs to the harness;
// NULL and 1 for the student's own.
cudaError_t allocations_add(void **pointer, size_t bytes, const char *name, size_t element);

// As cudaFree. What allocations_add has not given out goes on to CUDA; the harness's arrays stay.
cudaError_t allocations_free(void *pointer);

// Reports each guard that has changed and makes it anew. `writer`: who must have done it, such as the kernel
// that has just ended. Leaves everything as it is when the device is lost.
void allocations_check(const char *writer);

// Frees everything. With `leaks` what the student has not freed is reported.
void allocations_end(bool leaks);

// Fills memory with DEVICE_POISON and waits for it. `bytes` may be 0. For memory that fresh results go to.
cudaError_t allocations_poison(void *d_memory, size_t bytes);

#endif
