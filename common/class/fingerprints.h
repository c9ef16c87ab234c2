// The fingerprints of a source text (similarity.h).
#ifndef LABS_CLASS_FINGERPRINTS_H
#define LABS_CLASS_FINGERPRINTS_H

#include <stddef.h>
#include <stdint.h>

// A set of numbers, sorted.
struct prints {
    uint64_t *items;
    size_t count;
};

// The functions and macros that a text calls or defines: names that no student can choose.
struct prints prints_names(const char *text, size_t length);

// The fingerprints of a text. `names`: identifiers that keep their meaning. NULL items when memory is short.
struct prints prints_make(const char *text, size_t length, const struct prints *names);

// How many numbers have two sets in common?
size_t prints_shared(const struct prints *a, const struct prints *b);

void prints_sort(uint64_t *items, size_t count);

// Removes from `prints` what `others` has.
void prints_remove(struct prints *prints, const struct prints *others);

#endif
