// The plural of counted words in messages.
#ifndef LABS_PLURAL_H
#define LABS_PLURAL_H

#include <stdint.h>

// The ending of a counted word, as in "%zu byte%s": "" for 1, "s" for any other count.
static inline const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

#endif
