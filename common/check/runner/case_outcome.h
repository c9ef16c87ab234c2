// What came back from the runner for one case: everything it said, bounded, and how it ended.
//
// The runner holds a student's code, so nothing that it sends is trusted: strings are ended, numbers are
// checked against what there can be, and whatever grows without end is cut off at the bounds below.
#ifndef LABS_CASE_OUTCOME_H
#define LABS_CASE_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/protocol.h"

enum {
    RUN_OUTPUT_MAX = 1 << 20,  // bytes that a case may print before it is stopped
    RUN_DIAGNOSTIC_MAX = 1024, // kept; later ones are counted
    RUN_LAUNCH_MAX = 64,       // kept with their intervals; later ones go into the totals alone
    RUN_PLACE_MAX = 4096       // instructions with counters of their own
};

enum run_end {
    RUN_ANSWERED,    // with REPLY_RESULT
    RUN_EXITED,      // in the middle, with `code`
    RUN_SIGNALLED,   // died of signal `code`
    RUN_SILENT,      // no answer within the limit
    RUN_CLOSED,      // closed its socket, but lived on
    RUN_NONSENSE,    // sent what is no message; `problem` says what
    RUN_FLOOD,       // printed more than RUN_OUTPUT_MAX
    RUN_NOT_POSSIBLE // no runner, no memory, ...: `problem` says what; nobody's mistake but the harness's
};

// A launch, with its counters from barrier to barrier.
struct case_launch {
    struct launch_record record;
    struct counters *intervals; // record.interval_count of them
};

struct case_outcome {
    enum run_end end;
    int code;
    bool before_case;          // it ended before the case had been given to it
    char problem[200];         // "" unless `end` says otherwise
    char device[96];           // as the runner calls it
    struct case_result result; // valid for RUN_ANSWERED
    struct diagnostic *diagnostics;
    size_t diagnostic_count;
    uint64_t diagnostics_dropped;
    struct case_launch *launches;
    size_t launch_count;           // kept
    uint64_t launch_total;         // reported
    uint64_t block_total;          // blocks of all of them
    uint64_t thread_total;         // and their threads
    double milliseconds;           // of all of them
    struct counters total;         // of all of them
    struct place_counters *places; // by instruction, over all of them
    size_t place_count;
    char *output; // what it printed; not ended by '\0'
    size_t output_length;
};

void case_outcome_init(struct case_outcome *run);
void case_outcome_free(struct case_outcome *run);

// Takes in one message that is not a REPLY_HELLO or REPLY_RESULT. false, with `problem` set, when it is none.
bool case_outcome_take_message(struct case_outcome *run, const struct message_header *header,
                               const void *payload);

// Takes in the runner's last word on the case, in the same way.
bool case_outcome_take_result(struct case_outcome *run, const struct message_header *header,
                              const void *payload);

// Takes in printed bytes. false when there are more than RUN_OUTPUT_MAX by now; the rest is dropped.
bool case_outcome_take_output(struct case_outcome *run, const char *bytes, size_t length);

#endif
