#include "check/plan/cases.h"

#include <stdlib.h>
#include <string.h>

#include "data/data.h"

static int by_size(const void *a, const void *b) {
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    return (left > right) - (left < right);
}

// Sorts sizes and drops those that come twice. Returns how many are left.
static size_t sort_sizes(size_t *sizes, size_t count) {
    size_t kept = 0;
    qsort(sizes, count, sizeof(sizes[0]), by_size);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || sizes[i] != sizes[kept - 1]) {
            sizes[kept++] = sizes[i];
        }
    }
    return kept;
}

// The declared sizes end at the first 0 that is not the first size.
static size_t count_declared(const size_t *sizes) {
    size_t count = 0;
    while (count < LAB_CASE_MAX && (count == 0 || sizes[count] != 0)) {
        count++;
    }
    return count == 1 && sizes[0] == 0 ? 0 : count;
}

// Writes all sizes of the first operator to `sizes`, ascending, each once. Returns how many.
static size_t make_sizes(const struct lab_part *part, bool on_gpu, bool long_check, size_t *sizes) {
    const size_t usual[] = {CASE_SIZES(part->elements_per_block)};
    size_t count = count_declared(part->case_sizes), largest = part->largest_on_gpu;
    if (count > 0) {
        memcpy(sizes, part->case_sizes, count * sizeof(sizes[0]));
    } else {
        count = sizeof(usual) / sizeof(usual[0]);
        memcpy(sizes, usual, sizeof(usual));
        largest = largest == 0 ? LARGEST_ON_GPU : largest;
    }
    for (size_t n = 0; part->every_size_to > 0 && n <= part->every_size_to; n++) {
        sizes[count++] = n;
    }
    if (on_gpu && largest > 0) {
        sizes[count++] = largest;
    }
    if (long_check && part->long_n > 0) {
        sizes[count++] = part->long_n;
    }
    return sort_sizes(sizes, count);
}

// Do the other operators run this size too? Not the sizes of every_size_to and largest_on_gpu.
static bool for_others(const struct lab_part *part, size_t n) {
    size_t largest = part->largest_for_others > 0 ? part->largest_for_others : OTHER_OPERATORS_MAX;
    const size_t usual[] = {CASE_SIZES(part->elements_per_block)};
    size_t declared = count_declared(part->case_sizes),
           count = declared > 0 ? declared : sizeof(usual) / sizeof(usual[0]);
    for (size_t i = 0; i < count; i++) {
        if ((declared > 0 ? part->case_sizes[i] : usual[i]) == n) {
            return n <= largest;
        }
    }
    return false;
}

// The size of the case at the edges: the smallest of more than one block. A sum of a few blocks' sums may be in
// range by chance, so a reduction of ints has eight blocks if the part has such a size. In other kinds two blocks come
// first, whose sums are together 0 (data/value.h): a block gets a sum from a block before that is not. NO_SIZE: none.
#define NO_SIZE SIZE_MAX
static size_t edge_size(const struct lab_part *part, enum operator_id id, const size_t *sizes, size_t count) {
    size_t block = part->elements_per_block, found = NO_SIZE;
    size_t blocks = part->kind != LAB_REDUCE ? 2 : id == OPERATOR_SUM ? 8 : 1;
    for (size_t i = 0; i < count && block > 0; i++) {
        if (sizes[i] > block && (found == NO_SIZE || found <= blocks * block)) {
            found = sizes[i];
        }
    }
    return found;
}

// The blocks that run of a case. The long one is sampled if its elements are ints to be added and blocks do not wait for
// each other, unless more than its verdict is requested, or another order of blocks.
static struct sample sample_of(const struct lab_part *part, const struct options *options,
                               enum operator_id id, size_t n, uint64_t seed) {
    bool whole = !options->long_check || options->has_n || options->schedule != NULL ||
                 !options_simulated(options) || options->largest || options->counters || options->lines ||
                 options->summary || options->count != NULL || options_tracing(options);
    size_t section = part->elements_per_block;
    if (whole || part->long_n != n || part->kind == LAB_LOOP || id != OPERATOR_SUM || part->order_count > 0 ||
        section == 0) {
        return (struct sample){.section = 0};
    }
    return (struct sample){.section = section, .blocks = (n + section - 1) / section, .seed = seed};
}

// Writes the sizes of the part's operator number k to `own`, ascending, each once. Returns how many.
static size_t sizes_of_operator(const struct lab_part *part, const struct options *options, size_t k,
                                enum operator_id id, const size_t *sizes, size_t size_count, size_t *own) {
    size_t count = 0;
    for (size_t i = 0; i < size_count; i++) {
        if (k == 0 || options->has_n || for_others(part, sizes[i])) {
            own[count++] = sizes[i];
        }
    }
    for (int i = 0; i < options->extra_count && !options->has_n && options->example == NULL; i++) {
        const struct extra_size *extra = &options->extra[i];
        if (extra->part == part && (extra->operators >> id & 1) != 0) {
            own[count++] = extra->n;
        }
    }
    return sort_sizes(own, count);
}

// The seed of an operator's case: it counts up from the options' seed, or the secret seed determines it.
static uint64_t seed_of(const struct options *options, const struct lab_part *part, enum operator_id id,
                        size_t number) {
    return options->seed_file == NULL
               ? options->seed + number
               : seed_of_case(&options->seed_key, options->lab_name, part->name, operators[id].name, number);
}

// Are there cases in other orders? Not if a size or an order was requested, and not on a real GPU.
static bool want_orders(const struct options *options) {
    return !options->has_n && options->example == NULL && options->schedule == NULL &&
           options_simulated(options);
}

// The orders of blocks and warps in which each part with several blocks runs, unless it has its own. A program that
// works only in the usual one is wrong in these: where block 0 or lane 0 has to come first, or a block must see each
// value that another one writes (random, race/stale.h), or must not be stopped between two atomics (together).
static const struct lab_order usual_orders[] = {
    {.schedule = "random", .seed = 1, .workers = 1},
    {.schedule = "together", .workers = 4},
};
enum { USUAL_ORDERS = sizeof(usual_orders) / sizeof(usual_orders[0]) };

// The size of a case that is recorded: two blocks and a part of a third one, if that is little enough to be
// looked at; otherwise a block and a part of the next one; five blocks if they wait for each other.
static size_t size_to_show(const struct lab_part *part) {
    enum { MUCH = 512, TILES = 5 };
    size_t block = part->elements_per_block;
    return part->order_count > 0 ? TILES * block - 1
           : block <= MUCH       ? 2 * block + block / 4 + 1
                                 : block + block / 4 + 1;
}

// Keeps only the case that part_largest_case finds, if all pass. Returns how many are left.
static size_t keep_largest(struct check_case *cases, size_t count) {
    size_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        if (cases[i].operator_id == cases[0].operator_id && cases[i].order == NULL &&
            cases[i].n >= cases[largest].n) {
            largest = i;
        }
    }
    if (count > 0) {
        cases[0] = cases[largest];
    }
    return count > 0;
}

static void reverse(struct check_case *cases, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        struct check_case other = cases[i];
        cases[i] = cases[count - 1 - i];
        cases[count - 1 - i] = other;
    }
}

// Numbers the stages of a part's cases, and puts the first operator's from its first large one on behind all others.
static void make_stages(struct check_case *cases, size_t count) {
    size_t first = 0, large;
    while (first < count && cases[first].operator_id == cases[0].operator_id) {
        first++;
    }
    for (large = 0; large < first && cases[large].n < LARGE_N; large++) {
        cases[large].stage = 0;
    }
    for (size_t i = large; i < count; i++) {
        bool same = i < first || cases[i].operator_id == cases[i - 1].operator_id;
        cases[i].stage = i < first ? CASES_LAST_STAGE : i == first ? 1 : cases[i - 1].stage + !same;
    }
    if (large > 0) { // a rotation
        reverse(&cases[large], first - large);
        reverse(&cases[first], count - first);
        reverse(&cases[large], count - large);
    }
}

struct check_case *cases_make(const struct lab_part *part, const struct options *options, size_t *count) {
    static const struct lab_order side_by_side = {.schedule = "together", .workers = 8};
    struct options with_size = *options;
    bool shows = options_tracing(options) && options->example == NULL && !options->has_n;
    bool waits = shows && part->order_count > 0 && options->schedule == NULL && options->workers == 0;
    if (shows) {
        with_size.has_n = true;
        with_size.n = size_to_show(part);
        options = &with_size;
    }
    size_t operator_count = part->operator_count > 0 ? part->operator_count : 1;
    size_t room =
        LAB_CASE_MAX + part->every_size_to + 4 + part->example_count + part->order_count + USUAL_ORDERS;
    room += (size_t)options->extra_count;
    size_t *sizes = malloc(2 * room * sizeof(*sizes)), *own = sizes + room;
    struct check_case *cases = malloc(operator_count * room * sizeof(*cases));
    *count = 0;
    if (sizes == NULL || cases == NULL) {
        free(sizes);
        free(cases);
        return NULL;
    }
    size_t largest_for_others = part->largest_for_others > 0 ? part->largest_for_others : OTHER_OPERATORS_MAX;
    size_t size_count = make_sizes(part, strcmp(options->device, "gpu") == 0, options->long_check, sizes);
    if (options->has_n) {
        sizes[0] = options->n;
        size_count = 1;
    } else if (options->example != NULL) {
        size_count = 0;
    }
    for (size_t k = 0; k < operator_count; k++) {
        enum operator_id id = part->operator_count > 0 ? part->operators[k] : OPERATOR_SUM;
        if (!options_want_operator(options, id) || (options_tracing(options) && *count > 0)) {
            continue;
        }
        size_t number = 0, own_count = sizes_of_operator(part, options, k, id, sizes, size_count, own);
        size_t at_edges = options->has_n ? NO_SIZE : edge_size(part, id, sizes, size_count);
        if (shows && part->order_count > 0) { // larger values make blocks of fewer elements
            own[0] = (own[0] + 1) * sizeof(int) / operators[id].value_size - 1;
        }
        for (size_t i = 0; i < part->example_count && k == 0 && !options->has_n; i++) {
            if (options->example == NULL || strcmp(options->example, part->examples[i].name) == 0) {
                cases[(*count)++] = (struct check_case){
                    .operator_id = id, .n = part->examples[i].n, .example = &part->examples[i]};
            }
        }
        for (size_t i = 0; i < own_count; i++) {
            uint64_t seed = seed_of(options, part, id, number++);
            cases[(*count)++] = (struct check_case){.operator_id = id,
                                                    .n = own[i],
                                                    .seed = seed,
                                                    .order = waits ? &side_by_side : NULL,
                                                    .sample = sample_of(part, options, id, own[i], seed)};
            if (own[i] == at_edges) {
                cases[(*count)++] =
                    (struct check_case){.operator_id = id, .n = own[i], .seed = DATA_EDGE_SEED};
            }
        }
        // After the longest input a shorter one: what a program keeps from the calls before may be too large for it.
        if (options->long_check && k == 0 && at_edges != NO_SIZE && options->example == NULL) {
            cases[(*count)++] = (struct check_case){
                .operator_id = id, .n = at_edges / 2, .seed = seed_of(options, part, id, number++)};
        }
        for (size_t i = 0; i < part->order_count && want_orders(options); i++) {
            const struct lab_order *order = &part->orders[i];
            bool large = order->n_of_large_values != 0 && operators[id].value_size > 8;
            if (k == 0 || order->n <= largest_for_others) {
                cases[(*count)++] = (struct check_case){.operator_id = id,
                                                        .n = large ? order->n_of_large_values : order->n,
                                                        .seed = seed_of(options, part, id, number++),
                                                        .order = order};
            }
        }
        bool usual = k == 0 && part->order_count == 0 && at_edges != NO_SIZE && want_orders(options);
        for (size_t i = 0; i < USUAL_ORDERS && usual; i++) {
            cases[(*count)++] = (struct check_case){.operator_id = id,
                                                    .n = at_edges,
                                                    .seed = seed_of(options, part, id, number++),
                                                    .order = &usual_orders[i]};
        }
    }
    make_stages(cases, *count);
    if (options->largest) {
        *count = keep_largest(cases, *count);
    }
    free(sizes);
    return cases;
}

void cases_fill_sample(const struct lab_part *part, const struct check_case *what, int32_t *input) {
    bool goes_on = part->kind == LAB_INCLUSIVE_SCAN || part->kind == LAB_EXCLUSIVE_SCAN;
    uint32_t sum = 0;
    for (uint64_t block = 0, first, end; sample_next(&what->sample, what->n, &block, &first, &end);) {
        data_fill_range(OPERATOR_SUM, input, what->n, what->seed, first, end);
        for (uint64_t i = first; i < end; i++) {
            sum += (uint32_t)input[i];
        }
        if (goes_on && end < what->n && !sample_has(&what->sample, block)) {
            input[end - 1] -= (int32_t)sum;
            sum = 0;
        }
    }
}
