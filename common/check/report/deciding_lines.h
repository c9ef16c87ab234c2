// The conditions and loops that decide whether a line of the source runs: printed, each with a text, and with the
// values that its variables had at the error.
#ifndef LABS_DECIDING_LINES_H
#define LABS_DECIDING_LINES_H

#include "check/report/shown_line.h"

// A kind of condition and its text (N_), or NULL: not that one.
struct condition_texts {
    const char *is_true, *is_false, *loop;
};

// The nearest condition and the nearest loop that decide whether and how often the statement at the place runs: of
// those that use its variables of this kind, or those that set them. With values of variables from `values`, also of
// a condition in the place's own line; NULL: none.
void report_conditions(const struct terminal *terminal, const struct finding *values,
                       const struct source_place *place, enum origins_of of,
                       const struct condition_texts *texts, struct shown_lines *shown);

// Of two barriers at which threads of one block wait: the block around only one of them.
void report_block(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown);

#endif
