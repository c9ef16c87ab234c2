// Lines behind an error: where what shows at its place was made, in other functions, kernels or launches.
#ifndef LABS_BEHIND_H
#define LABS_BEHIND_H

#include "check/judge/findings.h"

// Adds a line of the file, with what happens there. Nothing if the finding shows that line already, or has no room.
void behind_add(struct finding *finding, const char *file, int line, const struct said_word *words);

// Is the index of the first place computed without memory: from parameters and numbers alone, in a kernel?
bool behind_index_is_computed(const struct finding *finding);

// Is the index of the first place in question?
bool behind_asks_for_index(const struct finding *finding);

#endif
