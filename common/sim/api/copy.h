// Copies between host and device, for the functions of the runtime API.
#ifndef SIM_COPY_H
#define SIM_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/api.h"

void copy_begin_case(void);

// cudaMemcpy on behalf of `call`, at `pc`.
cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, const char *call,
                       uint32_t pc);

#endif
