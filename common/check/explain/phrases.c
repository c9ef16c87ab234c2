#include "check/explain/phrases.h"

#include <stdio.h>

void phrases_add(struct phrases *phrases, const struct said_word *words) {
    if (phrases->count < HYPOTHESIS_MAX) {
        say(&phrases->found[phrases->count++], words);
    }
}

struct said phrases_range(const char *array, size_t from, size_t to) {
    char first[32], last[32];
    struct said range;
    snprintf(first, sizeof(first), "%s[%zu]", array, from);
    snprintf(last, sizeof(last), "%s[%zu]", array, to - 1);
    if (to - from == 1) {
        say(&range, WORDS(TOPIC(AS_IT_IS), NAME(first)));
    } else {
        say(&range, WORDS(TOPIC(FROM_TO), NAME(first), NAME(last)));
    }
    return range;
}
