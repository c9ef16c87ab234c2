#include "check/judge/limits.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/steps.h"
#include "check/runner/counter_names.h"

// Besides the counters, a limit may name these totals over all launches of a case.
enum total {
    TOTAL_LAUNCHES,
    TOTAL_THREADS,
    TOTAL_COPIED,
    TOTAL_COPIED_ON_DEVICE,
    TOTAL_SECTORS,
    TOTAL_UNCHECKED,
    TOTAL_SMALL_BLOCKS,
    TOTAL_LONE_LOADS,
    TOTAL_LONE_STORES,
    TOTAL_LOADING_LAUNCHES,
    TOTAL_COUNT
};

static const char *const total_names[TOTAL_COUNT] = {
    "launches",           "threads",      "copied_to_host", "copied_on_device", "global_sectors",
    "unchecked_launches", "small_blocks", "lone_loads",     "lone_stores",      "loading_launches"};
static const enum topic total_titles[TOTAL_COUNT] = {TOPIC_LAUNCHES,       TOPIC_THREADS,
                                                     TOPIC_COPIED_TO_HOST, TOPIC_COPIED_ON_DEVICE,
                                                     TOPIC_GLOBAL_SECTORS, TOPIC_UNCHECKED_LAUNCHES,
                                                     TOPIC_SMALL_BLOCKS,   TOPIC_LONE_LOADS,
                                                     TOPIC_LONE_STORES,    TOPIC_LOADING_LAUNCHES};

static int total_index(const char *name) {
    for (int i = 0; i < TOTAL_COUNT; i++) {
        if (strcmp(total_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static uint64_t total_value(const struct case_outcome *run, int total) {
    switch (total) {
    case TOTAL_LAUNCHES:
        return run->result.launches;
    case TOTAL_THREADS:
        return run->thread_total;
    case TOTAL_COPIED:
        return run->result.copied_to_host;
    case TOTAL_COPIED_ON_DEVICE:
        return run->result.copied_on_device;
    case TOTAL_UNCHECKED:
        return run->result.unchecked;
    case TOTAL_SMALL_BLOCKS:
        return run->small_blocks;
    case TOTAL_LOADING_LAUNCHES:
        return run->loading_launches;
    case TOTAL_LONE_LOADS:
        return run->lone_loads;
    case TOTAL_LONE_STORES:
        return run->lone_stores;
    default:
        return run->total.global_load_sectors + run->total.global_store_sectors;
    }
}

uint64_t limit_counter_value(const struct case_outcome *run, const char *counter) {
    int index = counter_index(counter), total = total_index(counter);
    return index >= 0 ? counter_value(&run->total, index) : total >= 0 ? total_value(run, total) : SIZE_MAX;
}

uint64_t limit_launch_value(const struct launch_record *launch, const char *counter) {
    int index = counter_index(counter);
    switch (index >= 0 ? TOTAL_COUNT : total_index(counter)) {
    case TOTAL_COUNT:
        return counter_value(&launch->total, index);
    case TOTAL_THREADS:
        return extent_count(launch->grid) * extent_count(launch->block);
    case TOTAL_SECTORS:
        return launch->total.global_load_sectors + launch->total.global_store_sectors;
    case TOTAL_SMALL_BLOCKS:
        return launch_small_blocks(launch);
    case TOTAL_LONE_LOADS:
        return launch_lone_loads(launch);
    case TOTAL_LONE_STORES:
        return launch_lone_stores(launch);
    case TOTAL_LOADING_LAUNCHES:
        return launch->total.global_load_requests > 0;
    default:
        return 1;
    }
}

struct said limit_title(const struct lab_limit *limit) {
    int index = counter_index(limit->counter), total = total_index(limit->counter);
    struct said title;
    say(&title, WORDS(TOPIC(AS_IT_IS), index >= 0   ? TEXT(counter_titles[index])
                                       : total >= 0 ? A_TOPIC(total_titles[total])
                                                    : NAME(limit->counter)));
    return title;
}

struct said limit_amount(const struct lab_limit *limit, const char *number) {
    static const enum topic units[] = {
        [LIMIT_PER_CASE] = TOPIC_IN_TOTAL,          [LIMIT_PER_LAUNCH] = TOPIC_PER_LAUNCH,
        [LIMIT_PER_BLOCK] = TOPIC_PER_BLOCK,        [LIMIT_PER_ELEMENT] = TOPIC_PER_ELEMENT,
        [LIMIT_PER_WARP] = TOPIC_PER_WARP_AND_STEP, [LIMIT_PER_STEP] = TOPIC_PER_WARP_IN_STEP,
        [LIMIT_PER_BYTE] = TOPIC_PER_BYTE};
    struct said amount;
    say(&amount, WORDS(A_TOPIC(units[limit->per]), NAME(number)));
    return amount;
}

// Fails the case if `value` is above `maximum` for `units` blocks, elements or whatever the limit is per.
static bool holds_at(const struct lab_limit *limit, uint64_t maximum, uint64_t value, uint64_t units,
                     struct judgement *judgement) {
    if (value <= maximum * (units > 0 ? units : 1)) { // without blocks, the maximum of one block applies
        return true;
    }
    const struct said title = limit_title(limit);
    struct said amount;
    char number[32];
    if (units > 0) { // rounded up, because it must not be shown as the maximum
        snprintf(number, sizeof(number), "%.10g", (double)((value * 100 + units - 1) / units) / 100);
        amount = limit_amount(limit, number);
    } else {
        say(&amount, WORDS(TOPIC(WITHOUT_LAUNCH), NUMBER(value)));
    }
    judgement->limit = limit;
    if (maximum > 0) {
        judgement_decide(
            judgement, VERDICT_FAIL,
            WORDS(TOPIC(OVER_LIMIT), PART(title), PART(amount), NUMBER(maximum), TEXT(limit->text)));
    } else {
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(TOPIC(OVER_LIMIT_OF_NONE), PART(title), PART(amount), TEXT(limit->text)));
    }
    return false;
}

static bool holds(const struct lab_limit *limit, uint64_t value, uint64_t units,
                  struct judgement *judgement) {
    uint64_t maximum = limit->maximum_for != NULL ? limit->maximum_for(judgement->what.n) : limit->maximum;
    return holds_at(limit, maximum, value, units, judgement);
}

// Is a limit per warp left to the cases of other lengths?
static bool is_left_out(const struct lab_part *part, const struct lab_limit *limit, size_t n) {
    const size_t block = part->elements_per_block;
    return block == 0 || n < block || (limit->one_block && n != block);
}

// What a limit for one block's elements allows where `blocks` blocks share more of them: a block that takes several
// sections does the same several times. Otherwise a program could do the work only for the length at which it is looked
// at. The sums of all sections may be added by the 256 threads of a last block.
static uint64_t maximum_of_blocks(const struct lab_part *part, const struct lab_limit *limit, size_t n,
                                  uint64_t blocks) {
    const uint64_t sections = (n + part->elements_per_block - 1) / part->elements_per_block;
    const uint64_t each = blocks > 0 ? (sections + blocks - 1) / blocks : sections;
    return limit->maximum * (each > 0 ? each : 1) + sections / 256 * 8;
}

// The blocks of a run. A block larger than the part's block_size counts as several.
static uint64_t blocks_of(const struct lab_part *part, const struct case_outcome *run) {
    uint64_t whole =
        part->block_size == 0 ? 0 : (run->thread_total + part->block_size - 1) / part->block_size;
    return whole > run->block_total ? whole : run->block_total;
}

static bool limit_holds(const struct lab_part *part, const struct lab_limit *limit,
                        struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    int index = counter_index(limit->counter), total = total_index(limit->counter);
    if (index < 0 && total < 0) {
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(NO_SUCH_COUNTER), NAME(limit->counter)));
        return false;
    }
    uint64_t value = index >= 0 ? counter_value(&run->total, index) : total_value(run, total);
    const bool whole = judgement->what.n == part->elements_per_block;
    value -= limit->halves && index >= 0 ? steps_second_halves(run, index, whole) : 0;
    switch (limit->per) {
    case LIMIT_PER_CASE:
        return holds(limit, value, 1, judgement);
    case LIMIT_PER_BLOCK:
        return holds(limit, value, blocks_of(part, run), judgement);
    case LIMIT_PER_ELEMENT:
        return holds(limit, value, judgement->what.n, judgement);
    case LIMIT_PER_BYTE:
        return holds(limit, value, operators[judgement->what.operator_id].value_size, judgement);
    case LIMIT_PER_WARP:
        return is_left_out(part, limit, judgement->what.n) ||
               holds_at(limit, maximum_of_blocks(part, limit, judgement->what.n, run->block_total), value,
                        run->total.active_warps, judgement);
    case LIMIT_PER_STEP:
        if (limit->maximum_for == NULL && is_left_out(part, limit, judgement->what.n)) {
            return true;
        }
        for (size_t i = 0; i < run->launch_count; i++) {
            const uint64_t maximum = limit->maximum_for != NULL
                                         ? limit->maximum_for(judgement->what.n)
                                         : maximum_of_blocks(part, limit, judgement->what.n,
                                                             extent_count(run->launches[i].record.grid));
            for (uint32_t k = 0; index >= 0 && k < run->launches[i].record.interval_count; k++) {
                const struct counters *step = &run->launches[i].intervals[k];
                if (!holds_at(limit, maximum, counter_value(step, index), step->active_warps, judgement)) {
                    return false;
                }
            }
        }
        return true;
    case LIMIT_PER_LAUNCH:
        for (size_t i = 0; i < run->launch_count && index >= 0; i++) {
            if (!holds(limit, counter_value(&run->launches[i].record.total, index), 1, judgement)) {
                return false;
            }
        }
        return holds(limit, value, run->launch_total, judgement); // including launches that were not stored
    }
    return false;
}

static bool steps_hold(const struct lab_part *part, const struct lab_steps *steps,
                       struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    char text[STEPS_TEXT_SIZE] = "";
    uint64_t sum;
    int index = counter_index(steps->counter);
    if (index < 0) {
        judgement_decide(judgement, VERDICT_BROKEN,
                         WORDS(TOPIC(NO_SUCH_COUNTER_OF_STEPS), NAME(steps->counter)));
        return false;
    }
    if (judgement->what.n == 0 || judgement->what.n % part->elements_per_block != 0) {
        return true;
    }
    struct said_word got = TOPIC(NO_STEPS);
    if (run->launch_count > 0 && !steps_are_alike(&run->launches[0], index)) {
        got = TOPIC(DIFFERENT_STEPS);
    } else if (run->launch_count > 0) {
        steps_list(&run->launches[0], index, text, &sum);
        got = NAME(text);
    }
    if (strcmp(text, steps->values) == 0) {
        return true;
    }
    judgement_decide(judgement, VERDICT_FAIL,
                     WORDS(TOPIC(WRONG_STEPS), TEXT(counter_titles[index]), NAME(steps->values), got));
    return false;
}

// Does combine() compute the result? n elements take n - 1 applications of any operator; the sections of a section scan
// fewer, and so do blocks that merge their results by an atomic addition. A program with code of its own for the
// operator whose counters are judged has none, or few. Short arrays are left to the other limits, which say more.
static const struct lab_limit least_combines = {.counter = "combines", .per = LIMIT_PER_CASE};

bool limit_is_least(const struct lab_limit *limit) {
    return limit == &least_combines;
}

static bool operator_is_used(const struct lab_part *part, struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    const size_t least = judgement->what.n < 1 ? 0 : (judgement->what.n - 1) / 2;
    if (part->operator_count == 0 || part->kind == LAB_LOOP || judgement->what.n < part->elements_per_block ||
        run->result.left_out > 0 || run->total.combines >= least) {
        return true;
    }
    judgement->limit = &least_combines;
    judgement_decide(judgement, VERDICT_FAIL,
                     WORDS(TOPIC(UNDER_LIMIT), PART(limit_title(&least_combines)),
                           NUMBER(run->total.combines), NUMBER(least), TOPIC(COMBINE_ALSO_SUM)));
    return false;
}

// Limits are declared for values as wide as those of the first operator. For wider ones, a program takes more accesses
// and may have smaller sections, but these counters stay what they are.
static bool same_width(const struct lab_part *part, enum operator_id id) {
    return part->operator_count == 0 || operators[id].value_size == operators[part->operators[0]].value_size;
}
static bool applies(const struct lab_part *part, const struct lab_limit *limit, enum operator_id id) {
    static const char *const of_any_width[] = {"launches",       "threads",    "unchecked_launches",
                                               "copied_to_host", "barriers",   "combines",
                                               "early_waits",    "late_waits", "silent_waits"};
    bool any = same_width(part, id);
    for (size_t i = 0; i < COUNT(of_any_width); i++) {
        any |= strcmp(limit->counter, of_any_width[i]) == 0;
    }
    return any;
}

bool limits_hold(const struct lab_part *part, struct judgement *judgement) {
    for (size_t i = 0; i < part->limit_count; i++) {
        if (applies(part, &part->limits[i], judgement->what.operator_id) &&
            !limit_holds(part, &part->limits[i], judgement)) {
            return false;
        }
    }
    for (size_t i = 0; i < part->step_count && same_width(part, judgement->what.operator_id); i++) {
        if (!steps_hold(part, &part->steps[i], judgement)) {
            return false;
        }
    }
    return operator_is_used(part, judgement);
}
