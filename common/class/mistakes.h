// The mistakes of a class, each with the number of students who made it.
#ifndef LABS_CLASS_MISTAKES_H
#define LABS_CLASS_MISTAKES_H

#include "class.h"

enum { KEY_SIZE = 300 };

struct mistake {
    int lab;
    char part[64];
    char key[KEY_SIZE];  // what makes two mistakes the same: without numbers
    const char *title;   // "race in shared memory", "the result is wrong" ...
    const char *subject; // stands before `example`
    const char *example; // what the checker says about the first of them
    const char *hint;    // ""
    const char *hash;    // of the first one's file
    int line;            // at fault in it; 0: unknown
    size_t students;
};

// Collects the first mistake of each part that fails although the student has finished it, the most frequent first.
// Texts point into the results. Returns an array of *count, which the caller frees; NULL when memory is short.
struct mistake *mistakes_make(const struct class *class, size_t *count);

#endif
