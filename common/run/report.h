// What labs-run prints about a run.
#ifndef LABS_RUN_REPORT_H
#define LABS_RUN_REPORT_H

#include <stdio.h>

#include "check/judge/findings.h"
#include "run/options.h"

struct run_result {
    const struct run_options *options;
    const struct case_outcome *run;
    const struct source *source; // of the program; NULL: no debug information
    struct finding *findings;
    size_t finding_count, error_count;
    int code;           // the exit code of labs-run
    struct said reason; // why the program did not come to its regular end; nothing if it did
};

// The name of the program without its folder.
const char *run_program_name(const struct run_options *options);

// Writes the errors, how the run ended, and the counters that the options ask for to `out`. Notes accompany a program
// that says itself that it is wrong, by its exit code. A program without errors gets a line only on a terminal.
void run_report(FILE *out, const struct run_result *result);

#endif
