#include "cases.h"

#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b) {
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    return (left > right) - (left < right);
}

// The declared sizes end at the first 0 that is not the first size: 0 can stand only there.
static size_t count_declared(const size_t *sizes) {
    size_t count = 0;
    while (count < LAB_CASE_MAX && (count == 0 || sizes[count] != 0))
        count++;
    return count == 1 && sizes[0] == 0 ? 0 : count;
}

size_t cases_make(const struct lab_part *part, const struct options *options, struct check_case *cases) {
    if (options->has_n) {
        cases[0] = (struct check_case){.n = options->n, .seed = options->seed};
        return 1;
    }
    const size_t usual[] = {CASE_SIZES(part->elements_per_block)};
    size_t sizes[LAB_CASE_MAX];
    size_t size_count = count_declared(part->case_sizes);
    if (size_count > 0) {
        memcpy(sizes, part->case_sizes, size_count * sizeof(sizes[0]));
    } else {
        size_count = sizeof(usual) / sizeof(usual[0]);
        memcpy(sizes, usual, sizeof(usual));
    }
    qsort(sizes, size_count, sizeof(sizes[0]), by_size);
    size_t count = 0;
    for (size_t i = 0; i < size_count; i++) {
        if (i > 0 && sizes[i] == sizes[i - 1])
            continue;
        cases[count] = (struct check_case){.n = sizes[i], .seed = options->seed + count};
        count++;
    }
    return count;
}
