// The checker's judgement of one case.
#ifndef LABS_JUDGEMENT_H
#define LABS_JUDGEMENT_H

#include "check/check.h"
#include "check/explain/hypothesis.h"
#include "check/explain/short_scan.h"
#include "check/judge/compare.h"
#include "check/judge/findings.h"
#include "check/plan/cases.h"
#include "check/runner/case_outcome.h"
#include "check/runner/recording.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_NOT_RUN,     // not necessary
    VERDICT_SKIPPED,     // this machine does not have the device
    VERDICT_BROKEN,      // the harness failed, so nothing is known about the program
    VERDICT_NOT_COMPILED // there is no program: --not-compiled
};

extern const char
    *const verdict_names[]; // "pass", "fail", "not run", "skipped", "broken", "does not compile"

struct judgement {
    struct check_case what;
    enum verdict verdict;
    struct said reason; // why it did not pass; nothing if it passed
    struct case_outcome run;
    struct finding *findings;
    size_t finding_count;
    size_t error_count;            // of the findings
    bool holds[ASPECT_COUNT];      // memory and technique hold only with a correct result
    const struct lab_limit *limit; // the one that was exceeded; NULL: none
    bool compared;                 // there was a result to compare
    struct mismatch mismatch;
    char expected[VALUE_TEXT_SIZE];         // the first wrong element, or the last one if none is wrong
    struct said actual;                     // the same
    struct said hypotheses[HYPOTHESIS_MAX]; // phrases.h
    size_t hypothesis_count;
    char rows[SHORT_SCAN_ROWS][SHORT_SCAN_SIZE]; // of a short scan with a wrong result; else ""
    struct recording recording;                  // with --trace and the like; otherwise empty
    bool recorded;                               // record it, also without --trace
    bool repeated;                               // this is the case's second run, with one worker
};

// Sets the verdict and its reason.
void judgement_decide(struct judgement *judgement, enum verdict verdict, const struct said_word *reason);

// Does the case fail only because a limit was exceeded?
bool judgement_is_cost(const struct judgement *judgement);

void judgement_free(struct judgement *judgement);

#endif
