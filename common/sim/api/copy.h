// CUDA's runtime API: copies between host and device.
#ifndef SIM_COPY_H
#define SIM_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/api.h"

void copy_begin_case(void);

// Bytes that the student's code has copied in this case, and the calls that have copied most; 0: none.
struct copy_counts {
    uint64_t to_host, to_device, on_device; // on_device: both sides are device memory
    uint32_t to_host_pc, on_device_pc;
};
struct copy_counts copy_counts(void);

// A call that copies or sets memory.
struct copy_call {
    const char *name; // "cudaMemcpyAsync"
    uint32_t pc;
    uint32_t stream;
    bool asynchronous;
    uint32_t operation; // of the stream; 0: not issued yet
    bool wait;          // for the stream, before the call returns
};

// Copies as cudaMemcpy does. For copy_end to do what remains.
cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                       struct copy_call *call);

// Ends a call with its result: waits for its stream, if it has to.
cudaError_t copy_end(const struct copy_call *call, cudaError_t error);

#endif
