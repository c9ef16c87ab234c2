// The number of caught mutants of each kind. docs/results/mutation.tsv holds these counts of all labs.
#ifndef LABS_MUTATE_COUNTS_H
#define LABS_MUTATE_COUNTS_H

#include <stdio.h>

#include "trial.h"

enum count {
    COUNT_CAUGHT,
    COUNT_EQUIVALENT, // survived, and listed as harmless
    COUNT_SURVIVED,   // and is not listed
    COUNT_NO_COMPILE,
    COUNT_NOT_TRIED,
    COUNT_COUNT
};

// The mutants of one kind.
struct counts {
    int numbers[COUNT_COUNT];
    uint64_t hash; // of their changes
};

// Counts a lab's mutants: counts[mutation] for each kind.
void counts_make(struct counts *counts, const struct mutants *mutants, const struct result *results,
                 char *const *reasons);

// Writes a line for each kind of which a mutant was tried:
//
//   lab  mutation  hash of the changes  caught  equivalent  survived  not compiled  not tried
void counts_write(FILE *file, const char *lab, const struct counts *counts);

// Replaces a lab's counts by those in the file at `path`. A line counts only for the same mutants. Where a
// solution has changed, no line fits, and the counts of that kind stay as they are. 0, or -1 if the file
// cannot be read.
int counts_read(const char *path, const char *lab, struct counts *counts);

#endif
