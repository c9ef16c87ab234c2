// Mistakes found in a launch or in host code: gathered one per mistake, in an order that does not depend on
// how blocks were spread over workers, and handed to the runner.
//
// Cost: O(DIAGNOSTICS_MAX) time a mistake that is seen, and memory for so many, however often they are made.
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "runner/diagnostic.h"

// A diagnostic with what its place in the order depends on.
struct report_entry {
    struct diagnostic diagnostic;
    uint32_t serial; // the block where it was seen first; smaller comes first
};

struct report {
    struct report_entry entries[DIAGNOSTICS_MAX];
    unsigned count;
};

// The entry for a mistake of this class, array and pair of instructions. *is_new: nothing has been filled in
// beyond these; else it has only been counted once more. NULL when the report is full.
struct report_entry *report_add(struct report *report, enum diagnostic_class class_, const char *array,
                                uint32_t first_pc, uint32_t second_pc, uint32_t serial, bool *is_new);

// Adds all of `more`, uniting the same mistakes and keeping the one of the smaller serial.
void report_merge(struct report *report, const struct report *more);

// Hands over everything in order and empties the report.
void report_send(struct report *report, void (*sink)(const struct diagnostic *));

#endif
