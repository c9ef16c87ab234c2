// What a part's lesson has improved: its kernel next to that of an earlier part (the line `lesson` of grading.txt).
#ifndef LABS_LESSON_H
#define LABS_LESSON_H

#include "check/judge/lab_result.h"

// The same quantity of two kernels.
struct lesson_numbers {
    struct said title; // "working warps"
    size_t values; // both numbers are per so many values, those of a block; 0: totals of equally long inputs
    uint64_t now, before; // rounded
};

// Compares what the part's largest case has spent with what the solution of the earlier part spends, as its par.txt has
// it. Returns false if one of them is not known, or if they cannot be compared.
bool lesson_compare(const struct lab *lab, const struct part_result *part, const struct lab_lesson *lesson,
                    struct lesson_numbers *numbers);

#endif
