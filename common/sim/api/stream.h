// CUDA's runtime API: streams and events.
#ifndef SIM_API_STREAM_H
#define SIM_API_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/api.h"
#include "sim/cuda/sim/stream.h"
#include "sim/race/stream_order.h"

void stream_begin_case(void);

// Reports streams and events that were never destroyed.
void stream_report_leaks(void);

// Destroys all streams and events, at `pc`, as cudaDeviceReset does.
void stream_destroy_all(uint32_t pc);

// Is it a stream? If not, that is reported, and the error is kept for cudaGetLastError. `call`: NULL for a launch.
bool stream_check(cudaStream_t stream, const char *call, uint32_t pc);

// The number of a stream that has been checked (race/stream_order.h).
uint32_t stream_number(cudaStream_t stream);

// From here on, races between streams, or of the host with managed memory, are possible.
void stream_follow_words(void);

// The operation that is the launch of `kernel` in the stream that sim_launch_stream checked last.
uint32_t stream_issue_launch(const char *kernel, uint32_t pc);

// The host waits for the stream's operations, or for all.
void stream_host_wait(uint32_t number);
void stream_host_wait_all(void);

#endif
