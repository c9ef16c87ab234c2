// The mutants that are no mistakes: equivalent/labNN, each with a sentence that proves it.
//
//     # A comment.
//
//     kogge_stone: barrier twice
//     - __syncthreads();
//     + __syncthreads(); __syncthreads();
//     = A second barrier right behind the first has nothing to order.
//
// A paragraph may have several changes (mutants.h says how they read) before the sentence that holds for all of them.
#ifndef LABS_MUTATE_EQUIVALENT_H
#define LABS_MUTATE_EQUIVALENT_H

#include "mutants.h"

// Reads the file at `path`, and sets reasons[i] to what it says of mutant i, NULL where it says nothing; to be freed.
// No file says nothing. Returns how many mistakes the file has, each told on standard error: a change that is no
// mutant's, one without a reason.
int equivalent_read(const char *path, const struct mutants *mutants, char **reasons);

#endif
