// The phrases that a search for hypotheses has found.
#ifndef LABS_PHRASES_H
#define LABS_PHRASES_H

#include <stddef.h>

enum { HYPOTHESIS_MAX = 2, HYPOTHESIS_SIZE = 160 };

// What a phrase is about, for those who add something to it.
enum hypothesis_topic {
    HYPOTHESIS_OTHER,
    HYPOTHESIS_ORDER,   // of the operands: some are exchanged
    HYPOTHESIS_ROUNDED, // a float or a double has changed a value
    HYPOTHESIS_IDENTITY // nothing contributed, or something where nothing belongs, or something other than elements
};

struct hypothesis {
    enum hypothesis_topic topic;
    const char *format; // of the text: one address for all phrases that say the same of other numbers
    char text[HYPOTHESIS_SIZE];
};

struct phrases {
    struct hypothesis *found; // HYPOTHESIS_MAX of them
    size_t count;
};

// Adds a phrase in the manner of printf, unless there are HYPOTHESIS_MAX already.
void phrases_add(struct phrases *phrases, const char *format, ...);
void phrases_add_about(struct phrases *phrases, enum hypothesis_topic topic, const char *format, ...);

// "256 times ", or "" for once.
enum { PHRASES_FACTOR_SIZE = 24 };
const char *phrases_factor(unsigned times, char text[PHRASES_FACTOR_SIZE]);

#endif
