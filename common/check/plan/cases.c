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

// The short check on the simulated GPU, which people wait for. It leaves out what hardly ever fails alone.
static bool is_short(const struct options *options) {
    return options_simulated(options) && !options->long_check;
}

// Of every size up to a large one, those that the short check runs: all up to two warps and one more, those around each
// multiple of a warp, and one between each two of these.
static bool is_in_short_range(size_t n) {
    enum { WARP = 32, BETWEEN = WARP - 3 };
    const size_t lane = (n + 1) % WARP, warp = (n + 1) / WARP;
    return n <= 2 * WARP + 1 || lane <= 2 || lane == 3 + warp * 11 % BETWEEN;
}

// Writes all sizes of the first operator to `sizes`, ascending, each once. Returns how many.
static size_t make_sizes(const struct lab_part *part, const struct options *options, size_t *sizes) {
    const size_t usual[] = {CASE_SIZES(part->elements_per_block)};
    size_t count = count_declared(part->case_sizes), largest = part->largest_on_gpu;
    if (count > 0) {
        memcpy(sizes, part->case_sizes, count * sizeof(sizes[0]));
    } else {
        count = sizeof(usual) / sizeof(usual[0]);
        memcpy(sizes, usual, sizeof(usual));
        largest = largest == 0 ? LARGEST_ON_GPU : largest;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_short(options) || part->short_to == 0 || sizes[i] <= part->short_to) {
            sizes[kept++] = sizes[i];
        }
    }
    count = kept;
    for (size_t n = 0; part->every_size_to > 0 && n <= part->every_size_to; n++) {
        if (!is_short(options) || is_in_short_range(n)) {
            sizes[count++] = n;
        }
    }
    if (!options_simulated(options) && largest > 0) {
        sizes[count++] = largest;
    }
    if (options->long_check && part->long_n > 0) {
        sizes[count++] = part->long_n;
    }
    return sort_sizes(sizes, count);
}

// The largest size of another operator than the first. A program does the same with values of the same width, so the
// short check runs larger sizes only with wider ones.
static size_t largest_for(const struct lab_part *part, const struct options *options, enum operator_id id) {
    const size_t largest = part->largest_for_others > 0 ? part->largest_for_others : OTHER_OPERATORS_MAX;
    const bool wider = operators[id].value_size > operators[part->operators[0]].value_size;
    return is_short(options) && !wider && largest > OTHER_OPERATORS_MAX ? OTHER_OPERATORS_MAX : largest;
}

// Does another operator run this size too? Not the sizes of every_size_to and largest_on_gpu.
static bool for_others(const struct lab_part *part, size_t largest, size_t n) {
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

// The blocks that run of a case. The long one is sampled if its elements are ints to be added and blocks do not wait
// for each other, unless more than its verdict is requested, or another order of blocks.
static struct sample sample_of(const struct lab_part *part, const struct options *options,
                               enum operator_id id, size_t n, uint64_t seed) {
    bool whole = !options->long_check || options->has_n || options->schedule != NULL ||
                 !options_simulated(options) || options->counters || options->lines || options->summary ||
                 options->count != NULL || options_recording(options);
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
        if (k == 0 || options->has_n || for_others(part, largest_for(part, options, id), sizes[i])) {
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

// The order in which a case is recorded, unless one was requested: blocks that wait for each other run together.
static const struct lab_order *order_to_show(const struct lab_part *part, const struct options *options) {
    static const struct lab_order side_by_side = {.schedule = "together", .workers = 8};
    return part->order_count > 0 && options->schedule == NULL && options->workers == 0 ? &side_by_side : NULL;
}

// Adds the case that is shown if the only one passes: with the lessons' values.
static void add_readable(struct check_case *cases, size_t *count, const struct lab_part *part,
                         const struct options *options) {
    const bool chosen = options->has_seed || options->seed_file != NULL || options->example != NULL;
    if (options_tracing(options) && !chosen && *count == 1) {
        cases[1] = cases[0];
        if (!options->has_n && part->shown_n > 0) {
            cases[1].n = part->shown_n;
        } else if (!options->has_n && part->kind == LAB_REDUCE) {
            cases[1].n = part->elements_per_block;
        }
        cases[1].seed = DATA_EXAMPLE_SEED;
        cases[1].order = order_to_show(part, options);
        *count = 2;
    }
}

static void reverse(struct check_case *cases, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        struct check_case other = cases[i];
        cases[i] = cases[count - 1 - i];
        cases[count - 1 - i] = other;
    }
}

// Numbers the stages of a part's cases, and puts the first operator's from its first large one on behind all others.
// Without cases of the usual operator, whose runner ./lab builds first, a part has none in stage 0: the other parts'
// need not wait for another runner.
static void make_stages(struct check_case *cases, size_t count) {
    const unsigned begin = count > 0 && cases[0].operator_id != OPERATOR_SUM;
    size_t first = 0, large;
    while (first < count && cases[first].operator_id == cases[0].operator_id) {
        first++;
    }
    for (large = 0; large < first && cases[large].n < LARGE_N; large++) {
        cases[large].stage = begin;
    }
    for (size_t i = large; i < count; i++) {
        bool same = i < first || cases[i].operator_id == cases[i - 1].operator_id;
        cases[i].stage = i < first ? CASES_LAST_STAGE : i == first ? begin + 1 : cases[i - 1].stage + !same;
    }
    if (large > 0) { // a rotation
        reverse(&cases[large], first - large);
        reverse(&cases[first], count - first);
        reverse(&cases[large], count - large);
    }
}

// The cases of a part, and what is needed to add one.
struct case_list {
    const struct lab_part *part;
    const struct options *options;
    bool shows; // a case of a suitable size is recorded
    struct check_case *cases;
    size_t count;
    size_t *sizes, size_count; // of the first operator
    size_t *own;               // room for those of another one
    enum operator_id id;       // of the next case
    size_t number;             // of the operator's seeds so far
};

// Adds a case with the operator's next seed.
static struct check_case *add_case(struct case_list *list, size_t n) {
    struct check_case *added = &list->cases[list->count++];
    *added = (struct check_case){.operator_id = list->id,
                                 .n = n,
                                 .seed = seed_of(list->options, list->part, list->id, list->number++)};
    return added;
}

static void add_examples(struct case_list *list) {
    const char *wanted = list->options->example;
    for (size_t i = 0; i < list->part->example_count && !list->options->has_n; i++) {
        const struct lab_example *example = &list->part->examples[i];
        if (wanted == NULL || strcmp(wanted, example->name) == 0) {
            list->cases[list->count++] =
                (struct check_case){.operator_id = list->id, .n = example->n, .example = example};
        }
    }
}

// Adds a case of each of the operator's sizes, and one more of the size `at_edges`.
static void add_sizes(struct case_list *list, size_t count, size_t at_edges) {
    const struct options *options = list->options;
    const bool shows = list->shows || (options_tracing(options) && options->seed == DATA_EXAMPLE_SEED);
    if (list->shows && list->part->order_count > 0) { // larger values make blocks of fewer elements
        list->own[0] = (list->own[0] + 1) * sizeof(int) / operators[list->id].value_size - 1;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t n = list->own[i];
        struct check_case *added = add_case(list, n);
        added->order = shows ? order_to_show(list->part, options) : NULL;
        added->sample = sample_of(list->part, options, list->id, n, added->seed);
        if (n == at_edges) {
            list->cases[list->count++] =
                (struct check_case){.operator_id = list->id, .n = n, .seed = DATA_EDGE_SEED};
        }
    }
}

// Adds the cases in the part's own orders, or if it has none, the first operator's in the usual ones.
static void add_orders(struct case_list *list, bool first, size_t at_edges) {
    const struct lab_part *part = list->part;
    for (size_t i = 0; i < part->order_count; i++) {
        const struct lab_order *order = &part->orders[i];
        const bool large = order->n_of_large_values != 0 && operators[list->id].value_size > 8;
        if (first || order->n <= largest_for(part, list->options, list->id)) {
            add_case(list, large ? order->n_of_large_values : order->n)->order = order;
        }
    }
    const bool usual = first && part->order_count == 0 && at_edges != NO_SIZE;
    for (size_t i = 0; i < USUAL_ORDERS && usual; i++) {
        add_case(list, at_edges)->order = &usual_orders[i];
    }
}

// Adds the cases of the part's operator number k.
static void add_operator(struct case_list *list, size_t k, enum operator_id id) {
    const struct lab_part *part = list->part;
    const struct options *options = list->options;
    list->id = id;
    list->number = 0;
    const size_t count = sizes_of_operator(part, options, k, id, list->sizes, list->size_count, list->own);
    const size_t at_edges = options->has_n ? NO_SIZE : edge_size(part, id, list->sizes, list->size_count);
    if (k == 0) {
        add_examples(list);
    }
    add_sizes(list, count, at_edges);
    // After the longest input a shorter one: what a program keeps from the calls before may be too large for it.
    if (options->long_check && k == 0 && at_edges != NO_SIZE && options->example == NULL) {
        add_case(list, at_edges / 2);
    }
    if (want_orders(options)) {
        add_orders(list, k == 0, at_edges);
    }
}

struct check_case *cases_make(const struct lab_part *part, const struct options *options, size_t *count) {
    struct options with_size = *options;
    struct case_list list = {.part = part, .options = &with_size};
    list.shows = options_recording(options) && options->example == NULL && !options->has_n;
    if (list.shows) {
        with_size.has_n = true;
        with_size.n = size_to_show(part);
    }
    const size_t operator_count = part->operator_count > 0 ? part->operator_count : 1;
    const size_t room = LAB_CASE_MAX + part->every_size_to + 4 + part->example_count + part->order_count +
                        USUAL_ORDERS + (size_t)options->extra_count;
    list.sizes = malloc(2 * room * sizeof(*list.sizes));
    list.cases = malloc(operator_count * room * sizeof(*list.cases));
    *count = 0;
    if (list.sizes == NULL || list.cases == NULL) {
        free(list.sizes);
        free(list.cases);
        return NULL;
    }
    list.own = list.sizes + room;
    if (with_size.has_n) {
        list.sizes[0] = with_size.n;
        list.size_count = 1;
    } else if (options->example == NULL) {
        list.size_count = make_sizes(part, options, list.sizes);
    }
    for (size_t k = 0; k < operator_count; k++) {
        const enum operator_id id = part->operator_count > 0 ? part->operators[k] : OPERATOR_SUM;
        if (options_want_operator(options, id) && !(options_recording(options) && list.count > 0)) {
            add_operator(&list, k, id);
        }
    }
    add_readable(list.cases, &list.count, part, options);
    make_stages(list.cases, list.count);
    *count = list.count;
    free(list.sizes);
    return list.cases;
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
