// The mutants that are not mistakes: equivalent/labNN, a file of edits (common/regions/edits.h). Its entries
// have no names. Each has one change or several, as mutants.h writes them, and a sentence that proves that
// they change nothing:
//
//     kogge_stone: barrier twice
//     - __syncthreads();
//     + __syncthreads(); __syncthreads();
//     = A second barrier directly after the first orders nothing more.
#ifndef LABS_MUTATE_EQUIVALENT_H
#define LABS_MUTATE_EQUIVALENT_H

#include "mutants.h"

// Reads the file at `path`, and sets reasons[i] to its reason for mutant i, NULL where it has none; to be
// freed. A missing file says nothing. Returns the number of errors in the file, each reported on standard
// error: a change that no mutant makes, an entry without a reason.
int equivalent_read(const char *path, const struct mutants *mutants, char **reasons);

#endif
