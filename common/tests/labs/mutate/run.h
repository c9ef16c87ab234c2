// Runs the trials of many mutants, several at a time, and keeps what they bring.
#ifndef LABS_MUTATE_RUN_H
#define LABS_MUTATE_RUN_H

#include "results.h"

// A lab with its mutants and what is known of them.
struct mutated_lab {
    struct lab_files *files;
    char *source;
    struct program program;
    struct mutants mutants;
    struct result *results; // one for each mutant
    char **reasons;         // why it is no mistake; NULL for most
    bool *wanted;           // in this run
};

struct run_options {
    const char *build, *results_path;
    int jobs; // mutants at a time
};

// Tries all mutants that are wanted and not known yet, with a line of progress on standard error. 0, or -1
// with a message when it cannot go on.
int run_trials(struct mutated_lab *labs, size_t count, const struct run_options *options);

#endif
