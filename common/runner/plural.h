// Counted words in what people read.
#ifndef LABS_PLURAL_H
#define LABS_PLURAL_H

#include <stdint.h>

// What stands after a word of which there are so many: "%zu byte%s", 1 and "" or 2 and "s".
static inline const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

#endif
