// The trial of one mutant: it is built like the solution and judged by the lab's checker.
#ifndef LABS_MUTATE_TRIAL_H
#define LABS_MUTATE_TRIAL_H

#include "lab_files.h"
#include "mutants.h"

enum outcome {
    OUTCOME_UNKNOWN, // not tried yet
    OUTCOME_CAUGHT,
    OUTCOME_SURVIVED,
    OUTCOME_NO_COMPILE, // does not count
    OUTCOME_BROKEN,     // the tool or the machine failed
    OUTCOME_COUNT
};

extern const char *const outcome_names[OUTCOME_COUNT];

enum { HOW_SIZE = 240 };

struct result {
    enum outcome outcome;
    char how[HOW_SIZE]; // of a mutant that was caught: the checker's first error
};

// Tries a mutant in the folder `place`, which is its own while it runs.
//
// The part of its TODO is checked first, then the others, until one fails; then the same with the other
// operators, unless the mutant is `proved` to be harmless.
struct result trial_run(const struct lab_files *lab, const struct mutant *mutant, bool proved,
                        const char *build, const char *place);

#endif
