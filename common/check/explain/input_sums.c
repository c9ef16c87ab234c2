#include "check/explain/input_sums.h"

#include <stdlib.h>
#include <string.h>

#include "operator/operators.h"

static int32_t sum_of(const int32_t *in, size_t n) {
    int32_t sum = identity_sum();
    for (size_t i = 0; i < n; i++) {
        sum = combine_sum(sum, in[i]);
    }
    return sum;
}

static size_t block_count(const struct input_sums *sums) {
    return sums->block == 0 ? 0 : (sums->n + sums->block - 1) / sums->block;
}

bool input_sums_make(const int32_t *in, size_t n, size_t block, struct input_sums *sums) {
    *sums = (struct input_sums){.in = in, .n = n, .block = block, .expected = identity_sum()};
    sums->of_block =
        malloc((block_count(sums) + 1) * sizeof(*sums->of_block)); // + 1: malloc(0) may return NULL
    if (sums->of_block == NULL) {
        return false;
    }
    for (size_t b = 0; b < block_count(sums); b++) {
        size_t from = b * block, size = from + block < n ? block : n - from,
               half = block / 2 < size ? block / 2 : size;
        int32_t first = sum_of(in + from, half), second = sum_of(in + from + half, size - half);
        sums->of_block[b] = combine_sum(first, second);
        sums->first_halves = combine_sum(sums->first_halves, first);
        sums->expected = combine_sum(sums->expected, sums->of_block[b]);
    }
    for (size_t i = 0; i < n; i += 2) {
        sums->even = combine_sum(sums->even, in[i]);
    }
    return true;
}

void input_sums_free(struct input_sums *sums) {
    free(sums->of_block);
    sums->of_block = NULL;
}

// The first blocks overlap, so a run of `step` elements counts as often as there are blocks that contain it.
static int32_t overlapping(const struct input_sums *sums, size_t step) {
    size_t blocks = block_count(sums), ratio = sums->block / step;
    uint32_t sum = 0;
    for (size_t run = 0; run < blocks - 1 + ratio && run * step < sums->n; run++) {
        size_t last = run < blocks ? run : blocks - 1, first = run < ratio ? 0 : run - ratio + 1,
               left = sums->n - run * step;
        sum +=
            (uint32_t)(last - first + 1) * (uint32_t)sum_of(sums->in + run * step, left < step ? left : step);
    }
    return (int32_t)sum;
}

void input_sums_overlap(struct input_sums *sums) {
    size_t k = 0;
    for (size_t step = sums->block / 2; !sums->overlaps && step > 0 && sums->block % step == 0; step /= 2) {
        sums->overlapping[k++] = overlapping(sums, step);
    }
    sums->overlaps = true;
}

// One pass for all shifts, because a run of 2^shift elements consists of two runs of half its length.
void input_sums_divide(struct input_sums *sums) {
    if (sums->parts) {
        return;
    }
    int32_t even[SUM_SHIFTS] = {0}; // of each length, the last run with an even number
    int32_t(*part)[SUM_PARTS] = sums->of_part;
    for (size_t i = 0; i < sums->n; i++) {
        int32_t run = sums->in[i];
        size_t shift = 0, number = i;
        for (; number % 2 == 1 && shift + 1 < SUM_SHIFTS; number /= 2) {
            part[shift][number % SUM_PARTS] = combine_sum(part[shift][number % SUM_PARTS], run);
            run = combine_sum(even[shift++], run);
        }
        part[shift][number % SUM_PARTS] = combine_sum(part[shift][number % SUM_PARTS], run);
        even[shift] = run;
    }
    int32_t rest = identity_sum(); // the incomplete run at the end
    for (size_t shift = 0; shift < SUM_SHIFTS; shift++) {
        size_t number = sums->n >> shift;
        part[shift][number % SUM_PARTS] = combine_sum(part[shift][number % SUM_PARTS], rest);
        if (number % 2 == 1) {
            rest = combine_sum(even[shift], rest);
        }
    }
    sums->parts = true;
}
