// Errors and notes of a launch or of host code: collected, one per error, in an order that does not depend on
// how blocks were distributed over workers, and sent to the runner.
//
// Cost: O(DIAGNOSTICS_MAX) time per error that is found, and memory for that many, however often they occur.
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include <stdint.h>

#include "runner/device.h"
#include "sim/base/launch.h"
#include "sim/base/limits.h"

// A diagnostic with what determines its place in the order.
struct report_entry {
    struct diagnostic diagnostic;
    uint32_t block_id; // the block where it was found first; the smallest comes first
};

struct report {
    const struct launch *launch; // reports belong to this block of this launch; NULL: host code
    uint32_t block_id;
    uint32_t moment; // number of the last one
    struct {
        unsigned thread;
        uint64_t steps;
    } last;           // what it was
    bool after_stray; // the running thread goes on after a read that cannot happen
    bool overwritten; // the frame of the function that is at the first place: its callers are not known
    unsigned count;
    struct report_entry entries[DIAGNOSTICS_MAX];
};

// From now on `report` is about this block.
static inline void report_begin_block(struct report *report, const struct launch *launch, uint32_t block_id) {
    report->launch = launch;
    report->block_id = block_id;
    report->moment = 0;
    report->after_stray = false;
}

// The number, from 1, of the moment of an error of the block's `thread`: the same as for its last error if `steps`
// (sim/schedule/progress.h) is the same.
static inline uint32_t report_moment(struct report *report, unsigned thread, uint64_t steps) {
    if (report->moment == 0 || report->last.thread != thread || report->last.steps != steps) {
        report->moment++;
        report->last.thread = thread;
        report->last.steps = steps;
    }
    return report->moment;
}

// A diagnostic of this class, array and pair of instructions, to be completed; NULL if the report is full or
// this error is known already and has only been counted once more.
struct diagnostic *report_add(struct report *report, enum diagnostic_class class_, const char *array,
                              uint32_t first_pc, uint32_t second_pc);

// The same for an error of an earlier access, which is found by the values in memory. A recording has no entry of it:
// with other inputs it would have another number of entries.
struct diagnostic *report_add_found_later(struct report *report, enum diagnostic_class class_,
                                          const char *array, uint32_t first_pc, uint32_t second_pc);

// `made` may be NULL. Its second place says what happens there, and does not say all.
static inline void report_second(struct diagnostic *made, enum place_form form) {
    if (made != NULL) {
        made->places[1].form = form;
    }
}

// `made` may be NULL. Its access is outside of an array of this size.
static inline void report_array_bytes(struct diagnostic *made, size_t bytes) {
    if (made != NULL) {
        made->array_bytes = bytes;
    }
}

// Adds all of `more`. Merges equal errors, and keeps the one with the smaller block id.
void report_merge(struct report *report, const struct report *more);

// ---- Sending to the runner ----

// Begins a case, whose reports go to `sink`. NULL: the case has ended, and nothing is sent.
void report_to(const struct device_sink *sink);

// Sends everything in order and empties the report.
void report_send(struct report *report);

// The number of errors and notes that were sent in the case.
unsigned report_sent(void);

void report_launch(const struct launch_record *launch, const struct counters *intervals,
                   const struct place_counters *lines);

// Sends one last diagnostic and ends the process. Also for signal handlers and other threads.
_Noreturn void report_and_exit(const struct diagnostic *diagnostic);

#endif
