// The reports on an examined lab: for people, and for programs.
#ifndef LABS_REPORT_H
#define LABS_REPORT_H

#include "check/judge/lab_result.h"
#include "text/terminal.h"

// The verdict: every failure with what is needed to understand it and to see it again, what comes next, and
// last one line for all.
void report_text(const struct terminal *terminal, const struct lab_result *result);

// Its end: the points, what comes next, and the last line.
void report_points(const struct terminal *terminal, const struct lab_result *result);
void report_next(const struct terminal *terminal, const struct lab_result *result);
void report_last_line(const struct terminal *terminal, const struct lab_result *result);

// "starter", or the file name of a runner given by its path; "the simulated GPU".
const char *report_program_name(const struct lab_result *result);
const char *report_device_name(const struct lab_result *result);

// One mistake, like a compiler's message. With its class's hint if `hint`.
void report_finding(const struct terminal *terminal, const struct finding *finding, bool hint);

// A line about the first launch of as many blocks as the part's blocks have threads, and the other way round.
void report_swapped_launch(const struct terminal *terminal, const struct lab_part *part, size_t n,
                           const struct case_outcome *run);

// --counters, --lines, --summary: what the simulated GPU counted.
void report_counters(const struct terminal *terminal, const struct lab_result *result);
void report_lines(const struct terminal *terminal, const struct lab_result *result);
void report_summary(const struct terminal *terminal, const struct lab_result *result);

// --rows: largest case and one block of each part, for the table over all labs. 0, or -1 with errno when it
// cannot be written.
int report_rows(FILE *out, const struct lab_result *result);

// --json. 0, or -1 with errno when it cannot be written.
int report_json(FILE *out, const struct lab_result *result);

#endif
