// Runs the trials of many mutants, several at a time, and keeps the results.
#ifndef LABS_MUTATE_RUN_H
#define LABS_MUTATE_RUN_H

#include "counts.h"
#include "results.h"

// A lab with its mutants and their outcomes.
struct mutated_lab {
    struct lab_files *files;
    const char *path; // of the program
    char *source;
    struct program program;
    struct mutants mutants;
    struct result *results; // one for each mutant
    char **reasons;         // why it is harmless; NULL for most
    bool *wanted;           // to be tried in this run
    struct counts counts[MUTATION_COUNT];
};

struct run_options {
    const char *build, *results_path;
    int jobs;       // mutants at a time
    bool unchanged; // is each program tried without a change, too? It must pass, or all its mutants fail
};

// Tries all wanted mutants without an outcome, with progress on standard error. 0, or -1 with a message if it
// cannot continue.
int run_trials(struct mutated_lab *labs, size_t count, const struct run_options *options);

#endif
