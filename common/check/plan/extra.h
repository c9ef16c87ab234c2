// Lengths that an instructor adds to the cases.
#ifndef LABS_EXTRA_H
#define LABS_EXTRA_H

#include <stddef.h>

#include "check/check.h"

struct extra_size {
    const struct lab_part *part;
    unsigned operators; // bit i: operator i
    size_t n;
};

enum { EXTRA_MAX = 256 };

// Reads a file whose lines are `LAB PART OPERATOR N`, such as `lab04 coarse max 777`; * stands for every part or every
// operator, # begins a comment. Keeps the lines of this lab in `sizes`, an array of EXTRA_MAX. Returns how many, or -1
// with a sentence in `error`, of `size` bytes.
int extra_read(const char *path, const struct lab *lab, struct extra_size *sizes, char *error, size_t size);

#endif
