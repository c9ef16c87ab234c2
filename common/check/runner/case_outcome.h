// The runner's answer for one case: everything that it sent, up to a limit, and how it ended.
//
// The runner contains a student's code, so nothing that it sends is trusted: strings are terminated, numbers
// are checked against their valid range, and whatever can grow is cut off at the bounds below.
#ifndef LABS_CASE_OUTCOME_H
#define LABS_CASE_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/protocol.h"

enum {
    RUN_OUTPUT_MAX = 1 << 20,  // bytes that a case may print before it is stopped
    RUN_DIAGNOSTIC_MAX = 1024, // stored; later ones are only counted
    RUN_LAUNCH_MAX = 64,       // stored with their intervals; later ones count only in the totals
    RUN_PLACE_MAX = 4096       // instructions with their own counters
};

// Of the simulated GPU.
enum { MULTIPROCESSORS = 16, WARP_THREADS = 32 };

enum run_end {
    RUN_ANSWERED,    // with REPLY_RESULT
    RUN_EXITED,      // before the answer, with exit code `code`
    RUN_SIGNALLED,   // ended by signal `code`
    RUN_SILENT,      // no answer within the limit
    RUN_CLOSED,      // closed its socket, but did not end
    RUN_MALFORMED,   // sent a malformed message; `problem` says what
    RUN_FLOOD,       // printed more than RUN_OUTPUT_MAX
    RUN_OVER_LIMIT,  // killed, because it used too much of the machine: `problem` says what
    RUN_INTERRUPTED, // the user has stopped it (struct client_case), after `seconds` on the clock
    RUN_NOT_POSSIBLE // no runner, no memory, ...: `problem` says what. The harness failed, not the program
};

// The number of blocks in a grid, or of threads in a block.
static inline uint64_t extent_count(const uint32_t extent[3]) {
    return (uint64_t)extent[0] * extent[1] * extent[2];
}

// A launch, with its counters from barrier to barrier.
struct case_launch {
    struct launch_record record;
    struct counters *intervals; // record.interval_count of them
};

struct case_outcome {
    enum run_end end;
    int code;
    double seconds;
    bool before_case;          // it ended before the case was sent
    struct said problem;       // nothing unless `end` says otherwise
    struct said device;        // the device, as the runner names it
    struct case_result result; // valid for RUN_ANSWERED
    struct diagnostic *diagnostics;
    size_t diagnostic_count;
    uint64_t diagnostics_dropped;
    struct case_launch *launches;
    size_t launch_count;           // stored
    uint64_t launch_total;         // reported
    uint64_t block_total;          // blocks of all launches
    uint64_t thread_total;         // threads of all launches
    uint64_t warp_total;           // warps of all launches
    uint64_t time;                 // as launch_time() counts it, of all launches
    uint64_t longest_alone;        // of any launch
    uint64_t loading_launches;     // launches that load from global memory
    double milliseconds;           // of all launches
    struct counters total;         // of all launches
    struct place_counters *places; // by instruction, over all launches
    size_t place_count;
    char *output; // what it printed; not terminated by '\0'
    size_t output_length;
};

// Did it end as CUDA_CHECK (common/student/cuda_check.h) ends a program?
static inline bool case_ended_by_check(const struct case_outcome *run) {
    enum { CHECK_EXIT_CODE = 2 };
    return run->end == RUN_EXITED && run->code == CHECK_EXIT_CODE;
}

// The launch's critical path on MULTIPROCESSORS multiprocessors, each of which runs one block after another: that of
// the slowest block, or an equal share of all blocks' paths if that is more.
uint64_t launch_time(const struct launch_record *launch);

uint64_t launch_warps(const struct launch_record *launch);

void case_outcome_init(struct case_outcome *run);
void case_outcome_free(struct case_outcome *run);

// Takes the runner's first message, REPLY_HELLO. Returns false, with `problem` set, if it is of another version.
bool case_outcome_take_hello(struct case_outcome *run, const struct message_header *header,
                             const void *payload);

// Adds one message other than REPLY_HELLO and REPLY_RESULT. Returns false, with `problem` set, if it is malformed.
bool case_outcome_take_message(struct case_outcome *run, const struct message_header *header,
                               const void *payload);

// Adds the runner's final message on the case, REPLY_RESULT, in the same way.
bool case_outcome_take_result(struct case_outcome *run, const struct message_header *header,
                              const void *payload);

// Adds printed bytes. Returns false when there are now more than RUN_OUTPUT_MAX; the rest is dropped.
bool case_outcome_take_output(struct case_outcome *run, const char *bytes, size_t length);

#endif
