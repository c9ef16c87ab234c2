#include "check/judge/limits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/runner/counter_names.h"
#include "text/terminal.h"

// Besides the counters, a limit may name these totals over all launches of a case.
#define TOTALS(X)                                                                                            \
    X(launches, TOPIC_LAUNCHES, run->result.launches, 1)                                                     \
    X(loading_launches, TOPIC_LOADING_LAUNCHES, run->loading_launches,                                       \
      launch->total.global_load_requests > 0)                                                                \
    X(unchecked_launches, TOPIC_UNCHECKED_LAUNCHES, run->result.unchecked, 1)                                \
    X(copied_to_host, TOPIC_COPIED_TO_HOST, run->result.copied_to_host, 1)                                   \
    X(copied_on_device, TOPIC_COPIED_ON_DEVICE, run->result.copied_on_device, 1)                             \
    X(warps, TOPIC_WARPS, run->warp_total, launch_warps(launch))                                             \
    X(time, TOPIC_TIME, run->time, launch_time(launch))                                                      \
    X(few_lanes, TOPIC_FEW_LANES, run->longest_alone, launch->longest_alone)                                 \
    X(shared_wavefronts, TOPIC_SHARED_WAVEFRONTS, wavefronts(&run->total), wavefronts(&launch->total))

#define ENUM(name, topic, of_run, of_launch)  TOTAL_##topic,
#define NAME_(name, topic, of_run, of_launch) #name,
#define TITLE(name, topic, of_run, of_launch) topic,
enum total { TOTALS(ENUM) TOTAL_COUNT };
static const char *const total_names[] = {TOTALS(NAME_)};
static const enum topic total_titles[] = {TOTALS(TITLE)};

static int total_index(const char *name) {
    int found = TOTAL_COUNT - 1;
    while (found >= 0 && strcmp(total_names[found], name) != 0) {
        found--;
    }
    return found;
}

static uint64_t wavefronts(const struct counters *counters) {
    return counters->shared_load_wavefronts + counters->shared_store_wavefronts;
}

const char *limit_name(size_t index) {
    return index < COUNTER_COUNT                 ? counter_names[index]
           : index < COUNTER_COUNT + TOTAL_COUNT ? total_names[index - COUNTER_COUNT]
                                                 : NULL;
}

size_t limit_index(const char *name) {
    size_t index = 0;
    while (limit_name(index) != NULL && strcmp(limit_name(index), name) != 0) {
        index++;
    }
    return index;
}

uint64_t limit_counter_value(const struct case_outcome *run, const char *counter) {
    int index = counter_index(counter);
    if (index >= 0) {
        return counter_value(&run->total, index);
    }
#define OF_RUN(name, topic, of_run, of_launch)                                                               \
    case TOTAL_##topic:                                                                                      \
        return of_run;
    switch (total_index(counter)) { TOTALS(OF_RUN) }
    return SIZE_MAX;
}

uint64_t limit_launch_value(const struct launch_record *launch, const char *counter) {
    int index = counter_index(counter);
    if (index >= 0) {
        return counter_value(&launch->total, index);
    }
#define OF_LAUNCH(name, topic, of_run, of_launch)                                                            \
    case TOTAL_##topic:                                                                                      \
        return of_launch;
    switch (total_index(counter)) { TOTALS(OF_LAUNCH) }
    return 1;
}

// ---- Budgets ----

// What each part of a lab may spend less than `factor` times of, unless its grading.txt says otherwise; 0: what only
// some parts name. The solution counts as if it spent at least `least` for ints, because short arrays need a little
// more, and a share of the elements or of the input's bytes more than it does, for the results of blocks.
static const struct quantity {
    const char *counter;
    double factor;
    uint64_t least, elements, bytes; // one more for so many of them; 0: none
    enum topic reason;
} quantities[] = {
    // The first one that is exceeded is named, so what says most comes first, and time, which sums up, last.
    {"copied_to_host", 2, 32, 0, 32, TOPIC_DEVICE_DOES_THE_WORK},
    {"copied_on_device", 2, 32, 0, 32, TOPIC_VALUES_STAY_WHERE_THEY_ARE},
    {"atomic_lanes", 2, 0, 32, 0, TOPIC_ADDITIONS_WAIT},
    {"few_lanes", 2, 16, 0, 0, TOPIC_NO_THREAD_ALONE},
    {"warps", 2, 16, 0, 0, TOPIC_THREADS_NEEDED},
    {"global_load_sectors", 2, 32, 0, 0, TOPIC_READ_ONCE},
    {"global_store_sectors", 2, 32, 0, 0, TOPIC_ONLY_RESULTS_STORED},
    {"warp_instructions", 2, 64, 0, 0, TOPIC_NOTHING_TWICE},
    {"time", 2, 16, 0, 0, TOPIC_ALL_SHARE_THE_WORK},
    {"shared_wavefronts", 0, 32, 0, 0, TOPIC_DIFFERENT_BANKS},
};

static const struct quantity *quantity_of(const char *counter) {
    for (size_t i = 0; i < COUNT(quantities); i++) {
        if (strcmp(quantities[i].counter, counter) == 0) {
            return &quantities[i];
        }
    }
    return NULL;
}

size_t limit_budgets(struct lab_limit *budgets) {
    size_t count = 0;
    for (size_t i = 0; i < COUNT(quantities); i++) {
        if (quantities[i].factor > 0) {
            budgets[count++] = limit_budget(quantities[i].counter, quantities[i].factor);
        }
    }
    return count;
}

struct lab_limit limit_budget(const char *counter, double factor) {
    return (struct lab_limit){.counter = counter, .factor = factor, .text = ""};
}

const struct lab_par *limit_par(const struct lab_part *part, enum operator_id operator_id, size_t n) {
    for (size_t i = 0; i < part->par_count; i++) {
        if (part->pars[i].n == n && part->pars[i].operator_id == operator_id) {
            return &part->pars[i];
        }
    }
    return NULL;
}

uint64_t limit_maximum(const struct lab_part *part, const struct lab_limit *limit,
                       const struct check_case *what) {
    const struct quantity *quantity = quantity_of(limit->counter);
    const struct lab_par *par = limit_par(part, what->operator_id, what->n);
    if (limit->factor <= 0 || par == NULL) {
        return limit->factor <= 0 ? limit->maximum : SIZE_MAX;
    }
    uint64_t spent = par->values[limit_index(limit->counter)];
    if (quantity != NULL) {
        const size_t size = operators[what->operator_id].value_size, bytes = what->n * size;
        const uint64_t least = quantity->least * size / sizeof(int);
        spent = spent > least ? spent : least;
        spent += (quantity->elements > 0 ? what->n / quantity->elements : 0) +
                 (quantity->bytes > 0 ? bytes / quantity->bytes : 0);
    }
    const double most = ceil(limit->factor * (double)spent) - 1; // less than that
    return most > 0 ? (uint64_t)most : 0;
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
    static const enum topic units[] = {[LIMIT_PER_CASE] = TOPIC_IN_TOTAL,
                                       [LIMIT_PER_BLOCK] = TOPIC_PER_BLOCK,
                                       [LIMIT_PER_SECTION] = TOPIC_PER_SECTION,
                                       [LIMIT_PER_BYTE] = TOPIC_PER_BYTE};
    struct said amount;
    say(&amount, WORDS(A_TOPIC(units[limit->per]), NAME(number)));
    return amount;
}

// ---- One limit ----

// Fails the case if `value` is above `maximum` for `units` blocks, elements or whatever the limit is per.
static bool holds(const struct lab_limit *limit, uint64_t value, uint64_t units,
                  struct judgement *judgement) {
    const uint64_t maximum = limit->maximum;
    if (value <= maximum * (units > 0 ? units : 1)) { // without blocks, the maximum of one block applies
        return true;
    }
    const struct said title = limit_title(limit);
    struct said amount;
    char number[32];
    if (units > 0) { // rounded up, because it must not be shown as the maximum
        const uint64_t hundredths = (value * 100 + units - 1) / units;
        char fraction[16];
        snprintf(fraction, sizeof(fraction), "%.2g", (double)(hundredths % 100) / 100); // "0.25"
        strcat(format_count(hundredths / 100, number), fraction + 1);
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

// What grading.txt says of a budget, or else the quantity's reason.
static struct said_word budget_reason(const struct lab_limit *limit) {
    const struct quantity *quantity = quantity_of(limit->counter);
    return limit->text[0] == '\0' && quantity != NULL ? A_TOPIC(quantity->reason) : TEXT(limit->text);
}

static bool budget_holds(const struct lab_part *part, const struct lab_limit *limit, uint64_t value,
                         struct judgement *judgement) {
    const struct check_case *what = &judgement->what;
    const struct lab_par *par = limit_par(part, what->operator_id, what->n);
    const uint64_t most = limit_maximum(part, limit, what);
    if (par == NULL || what->order != NULL || judgement->run.result.left_out > 0 || value <= most) {
        return true;
    }
    const uint64_t spent = par->values[limit_index(limit->counter)];
    judgement->limit = limit;
    judgement_decide(judgement, VERDICT_FAIL,
                     WORDS(TOPIC(OVER_BUDGET), PART(limit_title(limit)), NUMBER(value), NUMBER(spent),
                           NUMBER(most), budget_reason(limit)));
    return false;
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
    const size_t n = judgement->what.n, section = part->elements_per_block;
    if (limit_name(limit_index(limit->counter)) == NULL) {
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(NO_SUCH_COUNTER), NAME(limit->counter)));
        return false;
    }
    const uint64_t value = limit_counter_value(run, limit->counter);
    if (limit->factor > 0) {
        return budget_holds(part, limit, value, judgement);
    }
    const uint64_t units[] = {[LIMIT_PER_CASE] = 1,
                              [LIMIT_PER_BLOCK] = blocks_of(part, run),
                              [LIMIT_PER_SECTION] = section > 0 ? (n + section - 1) / section : 1,
                              [LIMIT_PER_BYTE] = operators[judgement->what.operator_id].value_size};
    return holds(limit, value, units[limit->per], judgement);
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
    static const char *const of_any_width[] = {"launches",   "unchecked_launches", "copied_to_host",
                                               "barriers",   "combines",           "early_waits",
                                               "late_waits", "silent_waits"};
    bool any = limit->factor > 0 || same_width(part, id);
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
    return operator_is_used(part, judgement);
}
