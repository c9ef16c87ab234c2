// The messages about operations of streams that nothing orders, or for which the host has not waited.
#ifndef SIM_REPORT_STREAMS_H
#define SIM_REPORT_STREAMS_H

#include <stdbool.h>

#include "sim/base/operation.h"
#include "sim/report/report.h"

// An operation uses memory.
struct use {
    const struct operation *operation;
    bool writes;
};

// Two operations use `place`, "d_a[3]", and nothing orders them.
void report_stream_race(struct report *report, const char *place, struct use later, struct use earlier);

// Host code accesses memory, at `pc`, that the operation may still use.
void report_host_too_early(const char *place, struct use use, bool host_reads, uint32_t pc);

// The program has ended without waiting for the operation that writes `place`, a part of the result.
void report_result_too_early(const char *place, const struct operation *operation);

// Pinned memory has changed before the host had waited for the operation that reads it.
void report_changed_early(const char *place, const struct operation *operation);

#endif
