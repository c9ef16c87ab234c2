// The order between the operations of streams: launches, copies, memsets.
//
// A stream runs its operations one after the other. Everything else is unordered, except for:
//
//     an event                 what its stream had been given before cudaEventRecord comes before whatever
//                              a stream is given after its cudaStreamWaitEvent
//     the host's waiting       what the host has waited for comes before whatever it does afterwards
//     the legacy stream        waits for the operations that blocking streams were given before, and those
//                              that they are given later wait for it
//
// A clock describes a moment: how many operations of each stream come before it. Each stream has a clock, and
// so has the host. An operation is its stream's n-th, and comes before a moment if the clock says n or more.
//
// Only the host's thread changes any of this, and never while a launch runs. Cost: O(streams) per operation.
#ifndef SIM_STREAM_ORDER_H
#define SIM_STREAM_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/base/operation.h"

enum { STREAM_LEGACY, STREAM_PER_THREAD, STREAM_FIRST_CREATED };

struct stream_clock {
    uint32_t count;
    uint32_t *steps; // by stream; 0 for those from `count` on
};

// Forgets all streams and operations. Numbers of operations stay unique.
void stream_order_begin_case(void);

// A new stream's number. `blocking`: not created with cudaStreamNonBlocking.
uint32_t stream_order_add(bool blocking);

// A new operation of the stream: its number, which is not 0.
uint32_t stream_order_issue(uint32_t stream, const char *name, enum topic verb, uint32_t pc);

// Valid until the next one is issued. NULL: the host has waited for it, and it is forgotten.
const struct operation *stream_order_operation(uint32_t number);

// Does `earlier` come before the latest operation of `stream`?
bool stream_order_before(const struct operation *earlier, uint32_t stream);

// Does it come before what the host does now?
bool stream_order_before_host(const struct operation *earlier);

// Gives the stream an operation without a number, as cudaEventRecord does, and copies its clock from then. And
// the stream waits for that moment, which is no operation: if the moment is over, nothing is left of it.
void stream_order_record(struct stream_clock *moment, uint32_t stream);
void stream_order_wait(uint32_t stream, const struct stream_clock *moment);
void stream_order_clear(struct stream_clock *moment); // frees it

// The host waits for a moment, for all operations of one stream, or for all there are.
void stream_order_host_wait(const struct stream_clock *moment);
void stream_order_host_wait_stream(uint32_t stream);
void stream_order_host_wait_all(void);

// Has the host waited for that moment, or for all operations of the stream?
bool stream_order_host_has(const struct stream_clock *moment);
bool stream_order_host_has_stream(uint32_t stream);

#endif
