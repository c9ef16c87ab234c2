// The verdict on one case.
#ifndef LABS_JUDGE_H
#define LABS_JUDGE_H

#include "cases.h"
#include "check.h"
#include "compare.h"
#include "findings.h"
#include "hypothesis.h"
#include "run.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_NOT_RUN, // there was no need
    VERDICT_SKIPPED, // there is no such device here
    VERDICT_BROKEN   // the harness failed; says nothing about the program
};

extern const char *const verdict_names[]; // "pass", "fail", "not run", "skipped", "broken"

struct judgement {
    struct check_case what;
    enum verdict verdict;
    char reason[320]; // why it did not pass, one sentence; "" when it did
    struct run run;
    struct finding *findings;
    size_t finding_count;
    size_t error_count; // of the findings
    bool compared;      // there was a result to compare
    struct mismatch mismatch;
    int32_t expected, actual; // of the first wrong element, or else of the last one
    char hypotheses[HYPOTHESIS_MAX][HYPOTHESIS_SIZE];
    size_t hypothesis_count;
    bool repeated; // this is the second run of it, with one worker
};

// Judges what came of the case `judgement->what` in `judgement->run` and fills in the rest.
//
//   input     n values
//   output    what the runner gave back
//   source    for the lines of diagnostics; may be NULL
//   counted   the device counts (the simulated one does), so limits on counters apply
//   limit     seconds that a case may take, for the text
void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, double limit, struct judgement *judgement);

void judgement_free(struct judgement *judgement);

// How many values a part gives back for n.
size_t judge_output_count(const struct lab_part *part, size_t n);

#endif
