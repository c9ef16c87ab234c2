#include "hypothesis.h"

#include <stdarg.h>
#include <stdio.h>

#include "operators.h"

// Above this length single elements and uneven stretches are not tried.
enum { SMALL = 1100 };

// As often a block's sum can have been added by all of its threads.
enum { THREADS_MAX = 1024 };

struct search {
    const int32_t *in;
    size_t n, block;
    int32_t actual, difference; // actual - expected
    char (*texts)[HYPOTHESIS_SIZE];
    size_t count;
};

static void say(struct search *search, const char *format, ...) {
    if (search->count == HYPOTHESIS_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(search->texts[search->count++], HYPOTHESIS_SIZE, format, arguments);
    va_end(arguments);
}

static int32_t sum_of(const int32_t *in, size_t n) {
    int32_t sum = identity_sum();
    for (size_t i = 0; i < n; i++)
        sum = combine_sum(sum, in[i]);
    return sum;
}

// The sum of the elements from `from` on, every `step`th, that lie in the first `kept` of each `group`.
static int32_t partial_sum(const struct search *search, size_t from, size_t step, size_t kept, size_t group) {
    int32_t sum = 0;
    for (size_t i = from; i < search->n; i += step)
        if (i % group < kept)
            sum = combine_sum(sum, search->in[i]);
    return sum;
}

static void try_blocks(struct search *search) {
    size_t block = search->block;
    if (search->n <= block)
        return;
    int32_t sum = 0;
    size_t blocks = (search->n + block - 1) / block;
    for (size_t b = 0; b < blocks; b++) {
        size_t from = b * block, to = from + block < search->n ? from + block : search->n;
        int32_t own = sum_of(search->in + from, to - from);
        sum = combine_sum(sum, own);
        if (b + 1 < blocks && sum == search->actual) {
            if (b == 0)
                say(search, "is the sum of in[0] to in[%zu], that is the first block alone", to - 1);
            else
                say(search, "is the sum of in[0] to in[%zu], that is the first %zu of %zu blocks", to - 1,
                    b + 1, blocks);
        } else if (b > 0 && own == search->actual) {
            say(search, "is the sum of in[%zu] to in[%zu], that is block %zu alone", from, to - 1, b);
        } else if (combine_sum(search->difference, own) == 0 && b + 1 < blocks) {
            say(search, "is the expected sum without in[%zu] to in[%zu], that is without block %zu", from,
                to - 1, b);
        } else if (search->difference == own) {
            say(search, "is the expected sum and block %zu, in[%zu] to in[%zu], once more", b, from, to - 1);
        }
    }
}

// Sums that a tree of which one step is missing leaves behind.
static void try_steps(struct search *search) {
    size_t n = search->n, block = search->block, half = block / 2;
    if (n > 1 && partial_sum(search, 0, block, block, block) == search->actual) {
        if (n > block)
            say(search, "is in[0] + in[%zu] + ..., each block's first element alone", block);
        else
            say(search, "is in[0] alone");
    }
    if (n > 2 && block > 2 && partial_sum(search, 0, 2, block, block) == search->actual)
        say(search, "is the sum of the elements with an even index");
    if (n > half && half > 1 && partial_sum(search, 0, 1, half, block) == search->actual)
        say(search, "is the sum of the first half, %zu elements, of each block's %zu", half, block);
}

static void try_elements(struct search *search) {
    size_t missing = 0, twice = 0, missing_at = 0, twice_at = 0;
    for (size_t i = 0; i < search->n; i++) {
        if (combine_sum(search->difference, search->in[i]) == 0) {
            missing++;
            missing_at = i;
        }
        if (search->difference == search->in[i]) {
            twice++;
            twice_at = i;
        }
    }
    if (missing == 1 && search->n > 1)
        say(search, "is the expected sum without in[%zu]", missing_at);
    if (twice == 1)
        say(search, "is the expected sum and in[%zu] once more", twice_at);
}

static void try_stretches(struct search *search) {
    int32_t sum = 0;
    for (size_t i = 0; i + 2 < search->n; i++) { // all but the last one is try_elements' matter
        sum = combine_sum(sum, search->in[i]);
        if (i > 0 && sum == search->actual && (i + 1) % search->block != 0)
            say(search, "is the sum of the first %zu elements, of %zu", i + 1, search->n);
    }
}

size_t hypothesis_sum_int32(const int32_t *in, size_t n, size_t block, int32_t actual,
                            char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]) {
    int32_t expected = sum_of(in, n);
    struct search search = {.in = in, .n = n, .block = block, .actual = actual, .texts = texts};
    search.difference = (int32_t)((uint32_t)actual - (uint32_t)expected);
    if (search.difference == 0 || block == 0)
        return 0;
    if (actual == 0)
        say(&search, "is the sum of no elements");
    try_steps(&search);
    try_blocks(&search);
    if (n <= SMALL && search.count == 0)
        try_elements(&search);
    if (n <= SMALL && search.count == 0)
        try_stretches(&search);
    if (combine_sum(expected, actual) == 0)
        say(&search, "has the right magnitude and the wrong sign");
    for (uint32_t times = 2; times <= THREADS_MAX && search.count == 0; times++)
        if (n > 0 && expected != 0 && times * (uint32_t)expected == (uint32_t)actual)
            say(&search, "is %u times the expected sum", (unsigned)times);
    return search.count;
}
