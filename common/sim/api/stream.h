// CUDA's runtime API: streams and events.
#ifndef SIM_API_STREAM_H
#define SIM_API_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/api.h"
#include "sim/cuda/sim/stream.h"

void stream_begin_case(void);

// Is it a stream? If not, that is reported, and the error is kept for cudaGetLastError.
bool stream_check(cudaStream_t stream, const char *call, uint32_t pc);

#endif
