// The trial of one mutant: built as the solution is, and judged by the lab's checker.
#ifndef LABS_MUTATE_TRIAL_H
#define LABS_MUTATE_TRIAL_H

#include "lab_files.h"
#include "mutants.h"

enum outcome {
    OUTCOME_UNKNOWN, // not tried yet
    OUTCOME_CAUGHT,
    OUTCOME_SURVIVED,
    OUTCOME_NO_COMPILE, // counts as no mutant
    OUTCOME_BROKEN,     // the tool or the machine failed
    OUTCOME_COUNT
};

extern const char *const outcome_names[OUTCOME_COUNT];

enum { HOW_SIZE = 240 };

struct result {
    enum outcome outcome;
    char how[HOW_SIZE]; // of a mutant that was caught: what the checker said first
};

// Tries a mutant in the folder `place`, which is its own while it runs.
//
// The part that its TODO belongs to is checked first, the others after it, until one fails; then the same
// with the other operators, unless it is `proved` to be no mistake.
struct result trial_run(const struct lab_files *lab, const struct mutant *mutant, bool proved,
                        const char *build, const char *place);

#endif
