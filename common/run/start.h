// Starts a program, and receives what its device reports until it has ended.
#ifndef LABS_RUN_START_H
#define LABS_RUN_START_H

#include "check/runner/case_outcome.h"
#include "run/options.h"
#include "runner/record.h"

// Runs the program to its end. Fills `run`, to be freed with case_outcome_free: run->end is RUN_ANSWERED, RUN_EXITED
// without an answer, RUN_SIGNALLED, RUN_INTERRUPTED by Ctrl-C, RUN_MALFORMED or RUN_NOT_POSSIBLE. run->code is the exit
// code, or the signal's number.
//
// With options->trace, *record gets the recording of the launch that is meant, the first one by default, which the
// caller frees; NULL if memory is short.
void start_run(const struct run_options *options, struct case_outcome *run, struct record **record);

#endif
