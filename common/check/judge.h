// The verdict on one case.
#ifndef LABS_JUDGE_H
#define LABS_JUDGE_H

#include "cases.h"
#include "check.h"
#include "compare.h"
#include "findings.h"
#include "hypothesis.h"
#include "short_scan.h"
#include "run.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_NOT_RUN,     // there was no need
    VERDICT_SKIPPED,     // there is no such device here
    VERDICT_BROKEN,      // the harness failed; says nothing about the program
    VERDICT_NOT_COMPILED // there is no program: --not-compiled
};

extern const char
    *const verdict_names[]; // "pass", "fail", "not run", "skipped", "broken", "does not compile"

struct judgement {
    struct check_case what;
    enum verdict verdict;
    char reason[320]; // why it did not pass, one sentence; "" when it did
    struct run run;
    struct finding *findings;
    size_t finding_count;
    size_t error_count;       // of the findings
    bool holds[ASPECT_COUNT]; // memory and technique hold with a right result alone
    bool compared;            // there was a result to compare
    struct mismatch mismatch;
    char expected[VALUE_TEXT_SIZE], actual[VALUE_TEXT_SIZE]; // the first wrong element, or else the last one
    char hypotheses[HYPOTHESIS_MAX][HYPOTHESIS_SIZE];
    size_t hypothesis_count;
    char rows[SHORT_SCAN_ROWS][SHORT_SCAN_SIZE]; // of a short scan with a wrong result; "" else
    bool repeated;                               // this is the second run of it, with one worker
};

// Judges what came of the case `judgement->what` in `judgement->run` and fills in the rest.
//
//   input     n values
//   output    what the runner gave back
//   source    for the lines of diagnostics; may be NULL
//   counted   the device counts (the simulated one does), so limits on counters apply; elsewhere the aspect
//             technique holds with the result
//   limit     seconds that a case may take, for the text
void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, double limit, struct judgement *judgement);

void judgement_free(struct judgement *judgement);

#endif
