// The device memory that a case has allocated, with guards around it:
//
//     | guard | payload, as cudaMalloc was asked for | guard |        GUARD_BYTES on both sides
//
// A changed guard means a stray write. The payload is DEVICE_POISON until it is written.
//
// LABS_GUARDS=no in the environment turns off both, for compute-sanitizer: memcheck would take a guard for
// ordinary memory, and initcheck would take poison for a value.
#ifndef GPU_ALLOCATIONS_H
#define GPU_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda_runtime_api.h>

#include "words/said.h"

// A new case has none.
void allocations_begin(void);

// As cudaMalloc. For an array of the harness, `name` is its name and `element` a value's size in bytes; NULL
// and 1 for the student's own.
cudaError_t allocations_add(void **pointer, size_t bytes, const char *name, size_t element);

// As cudaFree. Pointers that allocations_add did not return are passed to CUDA; the harness's arrays are not freed.
cudaError_t allocations_free(void *pointer);

// Reports each guard that has changed, and restores it. `writer`: what must have changed it, such as the
// kernel that has just ended. Does nothing if the device is lost.
void allocations_check(struct said_word writer);

// Frees everything. `leaks`: reports what the student has not freed.
void allocations_end(bool leaks);

// Fills memory for new results with DEVICE_POISON, and waits for it. `bytes` may be 0.
cudaError_t allocations_poison(void *d_memory, size_t bytes);

#endif
