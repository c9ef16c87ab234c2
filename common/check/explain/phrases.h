// The phrases that a search for hypotheses has found.
#ifndef LABS_PHRASES_H
#define LABS_PHRASES_H

#include <stddef.h>

enum { HYPOTHESIS_MAX = 2, HYPOTHESIS_SIZE = 160 };

struct phrases {
    char (*texts)[HYPOTHESIS_SIZE]; // HYPOTHESIS_MAX of them
    size_t count;
};

// Adds a phrase in the manner of printf, unless there are HYPOTHESIS_MAX already.
void phrases_add(struct phrases *phrases, const char *format, ...);

#endif
