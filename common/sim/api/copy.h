// CUDA's runtime API: copies between host and device.
#ifndef SIM_COPY_H
#define SIM_COPY_H

#include <stdint.h>

#include "sim/cuda/sim/api.h"

void copy_begin_case(void);

// Bytes that the student's code has copied in this case.
void copy_counts(uint64_t *to_host, uint64_t *to_device);

// cudaMemcpy on behalf of `call`, at `pc`.
cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, const char *call,
                       uint32_t pc);

#endif
