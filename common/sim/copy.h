// Copies between host and device, for the functions of the runtime API.
#ifndef SIM_COPY_H
#define SIM_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "include/sim/api.h"

void copy_begin_case(void);

// cudaMemcpy on behalf of `call`, at `pc`.
cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, const char *call,
                       uint32_t pc);

// Are all `bytes` inside one live allocation of the device, or is the host's pointer one of the host? Report where not.
bool copy_device_side(const void *pointer, size_t bytes, const char *call, uint32_t pc);
bool copy_host_side(const void *pointer, const char *call, uint32_t pc);

// Counts bytes that a symbol's copy has moved.
void copy_count(size_t to_host, size_t to_device);

#endif
