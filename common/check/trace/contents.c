#include "check/trace/contents.h"

#include <stdlib.h>
#include <string.h>

#include "check/trace/entry.h"

enum { WORDS = ENTRY_WORDS, RUNS_MAX = 32, BASE_BITS = 2 };

// What is known about one value so far.
struct candidate {
    uint32_t constant; // its value on zeros
    uint32_t sum;      // of the actual elements that it contains
    uint32_t count;
    bool unknown;
    struct content_run *runs; // `count` of them, room for a power of two
};

struct search {
    const struct recording *actual;
    size_t stride; // of the elements that are identified; more than 1: only those of one run; 0: ranges
    size_t n, entry_count, output_count,
        slot_count; // slots: WORDS for each entry, then one for each output value
    bool sums;      // ranges: the actual values are sums, too
    struct candidate *slots;
};

// How many words of an entry may contain elements.
static unsigned words_of(const struct record_entry *entry) {
    if (entry->type == RECORD_CONTENTS) {
        return entry->kind == 1 ? 0 : entry_words(entry); // an element of the input contains itself
    }
    if (entry_updates(entry)) {
        return 1;
    }
    return entry_writes(entry) ? entry_words(entry) : entry_shuffles(entry);
}

// Another process has its memory elsewhere, but at the same place in its pages.
static bool same_access(const struct record_entry *a, const struct record_entry *b) {
    enum { PAGE = 4096 };
    return a->bytes == b->bytes && (a->address - b->address) % PAGE == 0;
}

static bool same_steps(const struct record *a, const struct record *b) {
    if (b == NULL || a->capacity != b->capacity || b->count != b->capacity) {
        return false;
    }
    for (size_t i = 0; i < a->capacity; i++) {
        const struct record_entry *x = &a->entries[i], *y = &b->entries[i];
        bool moves = x->type != RECORD_CONTENTS && x->type != RECORD_NAME;
        if (x->type != y->type ||
            (moves && (x->kind != y->kind || x->thread != y->thread || x->pc != y->pc)) ||
            (x->type == RECORD_ACCESS && (x->row != y->row || !same_access(x, y)))) {
            return false;
        }
    }
    return true;
}

// The value contains element `element`, `times` times.
static void contain(struct candidate *slot, uint32_t element, uint32_t times, uint32_t value) {
    slot->sum += times * value;
    if (slot->count > 0) {
        struct content_run *last = &slot->runs[slot->count - 1];
        uint32_t step = element - (last->first + (last->count - 1) * last->step);
        if (last->times == times && (last->count == 1 || step == last->step)) {
            last->step = step;
            last->count++;
            return;
        }
    }
    if (slot->count == RUNS_MAX) {
        slot->unknown = true;
        return;
    }
    if ((slot->count & (slot->count - 1)) == 0) {
        struct content_run *larger =
            realloc(slot->runs, (slot->count == 0 ? 1 : 2 * slot->count) * sizeof(*larger));
        if (larger == NULL) {
            slot->unknown = true;
            return;
        }
        slot->runs = larger;
    }
    slot->runs[slot->count++] = (struct content_run){element, 1, 1, times};
}

// Takes a value of the run that identifies the elements from `first` on; SIZE_MAX: of the run on zeros.
static void take(const struct search *search, struct candidate *slot, uint32_t value, size_t first) {
    if (first == SIZE_MAX) {
        slot->constant = value;
        return;
    }
    uint32_t digits = value - slot->constant;
    for (size_t i = first; digits != 0 && i < search->n && !slot->unknown;
         i += search->stride, digits >>= BASE_BITS) {
        uint32_t times = digits & ((1u << BASE_BITS) - 1);
        if (times != 0) {
            contain(slot, (uint32_t)i, times, ((const uint32_t *)search->actual->input)[i]);
        }
    }
    slot->unknown |= digits != 0 && first + CONTENTS_PER_RUN * search->stride > search->n;
}

static bool take_run(const struct search *search, const struct recording *again, size_t first) {
    if (!same_steps(search->actual->record, again->record)) {
        return false;
    }
    for (size_t i = 0; i < search->entry_count; i++) {
        const struct record_entry *entry = &again->record->entries[i];
        unsigned words = words_of(entry);
        for (unsigned w = 0; w < words; w++) {
            take(search, &search->slots[WORDS * i + w], entry_result(entry, w), first);
        }
    }
    for (size_t i = 0; i < search->output_count; i++) {
        take(search, &search->slots[WORDS * search->entry_count + i], ((const uint32_t *)again->output)[i],
             first);
    }
    return true;
}

// ---- Ranges ----

// What each value has more than on an input of zeros.
static void take_weights(const struct search *search, const struct recording *again, uint32_t *weights) {
    for (size_t i = 0; i < search->entry_count; i++) {
        const struct record_entry *entry = &again->record->entries[i];
        for (unsigned w = 0, words = words_of(entry); w < words; w++) {
            weights[WORDS * i + w] = entry_result(entry, w) - search->slots[WORDS * i + w].constant;
        }
    }
    for (size_t i = 0; i < search->output_count; i++) {
        const size_t slot = WORDS * search->entry_count + i;
        weights[slot] = ((const uint32_t *)again->output)[i] - search->slots[slot].constant;
    }
}

// The range of `count` elements whose indices have this sum, modulo 2^32, and that the actual value is the sum of.
// `before`: the sum of the elements before each one.
static void take_range(const struct search *search, struct candidate *slot, uint32_t count, uint32_t indices,
                       uint32_t value, const uint32_t *before) {
    const size_t n = search->n;
    slot->unknown = count > n || (count == 0 && indices != 0);
    if (slot->unknown || count == 0) {
        return;
    }
    uint64_t sum =
        (uint32_t)(indices - (uint32_t)((uint64_t)count * (count - 1) / 2)); // count times the first index
    slot->unknown = true;
    for (; sum <= (uint64_t)count * (n - count); sum += 1ull << 32) {
        const size_t first = sum / count;
        if (sum % count != 0 ||
            (search->sums && before[first + count] - before[first] + slot->constant != value)) {
            continue;
        }
        slot->runs = malloc(sizeof(*slot->runs));
        if (slot->runs != NULL) {
            *slot->runs = (struct content_run){(uint32_t)first, count, 1, 1};
            slot->sum = before[first + count] - before[first];
            slot->count = 1;
            slot->unknown = false;
        }
        return;
    }
}

// The value of slot number i in the actual run.
static uint32_t actual_value(const struct search *search, size_t i) {
    const struct recording *actual = search->actual;
    return i < WORDS * search->entry_count
               ? entry_result(&actual->record->entries[i / WORDS], i % WORDS)
               : ((const uint32_t *)actual->output)[i - WORDS * search->entry_count];
}

static bool run_ranges(const struct search *search, contents_runner *run, void *context) {
    enum { ZEROS, ONES, INDICES, RUNS };
    const size_t n = search->n;
    uint32_t *input = calloc(n + 1, sizeof(*input)), *before = calloc(n + 1, sizeof(*before));
    uint32_t *weights[RUNS] = {NULL, calloc(search->slot_count + 1, sizeof(**weights)),
                               calloc(search->slot_count + 1, sizeof(**weights))};
    bool good = input != NULL && before != NULL && weights[ONES] != NULL && weights[INDICES] != NULL;
    for (int k = ZEROS; good && k < RUNS; k++) {
        for (size_t i = 0; i < n; i++) {
            input[i] = k == ZEROS ? 0 : k == ONES ? 1 : (uint32_t)i;
        }
        struct recording again = {0};
        good =
            run(context, (const int32_t *)input, &again) && same_steps(search->actual->record, again.record);
        if (good && k == ZEROS) {
            good = take_run(search, &again, SIZE_MAX);
        } else if (good) {
            take_weights(search, &again, weights[k]);
        }
        free(again.record);
        free(again.output);
    }
    for (size_t i = 0; good && search->sums && i < n; i++) {
        before[i + 1] = before[i] + ((const uint32_t *)search->actual->input)[i];
    }
    for (size_t i = 0; good && i < search->slot_count; i++) {
        take_range(search, &search->slots[i], weights[ONES][i], weights[INDICES][i], actual_value(search, i),
                   before);
    }
    free(input);
    free(before);
    free(weights[ONES]);
    free(weights[INDICES]);
    return good;
}

static bool run_all(const struct search *search, contents_runner *run, void *context) {
    int32_t *input = calloc(search->n + 1, sizeof(*input));
    bool good = input != NULL;
    size_t runs = search->stride > 1 ? 1 : (search->n + CONTENTS_PER_RUN - 1) / CONTENTS_PER_RUN;
    for (size_t k = 0; good && k <= runs; k++) {
        size_t first = k == 0 ? SIZE_MAX : (k - 1) * CONTENTS_PER_RUN;
        for (size_t i = 0; k > 0 && i < search->n; i++) {
            size_t digit = i < first ? CONTENTS_PER_RUN : (i - first) / search->stride;
            bool own = digit < CONTENTS_PER_RUN && (i - first) % search->stride == 0;
            input[i] = own ? (int32_t)(1u << digit * BASE_BITS) : 0;
        }
        struct recording again = {0};
        good = run(context, input, &again) && take_run(search, &again, first);
        free(again.record);
        free(again.output);
    }
    free(input);
    return good;
}

// ---- The result ----

// The number + 1 of the slot's set, which is made if it is new. `table` finds sets by their hash; its size is
// a power of two.
static uint32_t add_set(struct contents *contents, const struct candidate *slot, uint32_t *table,
                        size_t table_size) {
    uint64_t hash = slot->count;
    for (uint32_t i = 0; i < slot->count; i++) {
        const struct content_run *run = &slot->runs[i];
        hash = (hash ^ run->first) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ run->count) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ run->step ^ (uint64_t)run->times << 32) * 0x9e3779b97f4a7c15u;
    }
    size_t at = (hash >> 20) & (table_size - 1);
    for (; table[at] != 0; at = (at + 1) & (table_size - 1)) {
        const struct content_set *set = &contents->sets[table[at] - 1];
        if (set->run_count == slot->count &&
            (slot->count == 0 ||
             memcmp(&contents->runs[set->first_run], slot->runs, slot->count * sizeof(*slot->runs)) == 0)) {
            return table[at];
        }
    }
    contents->sets[contents->set_count] = (struct content_set){(uint32_t)contents->run_count, slot->count};
    if (slot->count > 0) {
        memcpy(&contents->runs[contents->run_count], slot->runs, slot->count * sizeof(*slot->runs));
        contents->run_count += slot->count;
    }
    return table[at] = (uint32_t)++contents->set_count;
}

static struct contents *make_result(const struct search *search) {
    size_t run_count = 0, table_size = 1024;
    for (size_t i = 0; i < search->slot_count; i++) {
        run_count += search->slots[i].count;
    }
    while (table_size < 2 * search->slot_count) {
        table_size *= 2;
    }
    struct contents *contents = calloc(1, sizeof(*contents));
    uint32_t *table = calloc(table_size, sizeof(*table));
    if (contents != NULL) {
        contents->runs = malloc((run_count + 1) * sizeof(*contents->runs));
        contents->sets = malloc((search->slot_count + 1) * sizeof(*contents->sets));
        contents->of_entries = calloc(search->slot_count + 1, sizeof(*contents->of_entries));
    }
    if (contents == NULL || table == NULL || contents->runs == NULL || contents->sets == NULL ||
        contents->of_entries == NULL) {
        free(table);
        contents_free(contents);
        return NULL;
    }
    contents->of_output = contents->of_entries + WORDS * search->entry_count;
    for (size_t i = 0; i < search->slot_count; i++) {
        const struct candidate *slot = &search->slots[i];
        size_t entry = i / WORDS;
        if (entry < search->entry_count && i % WORDS >= words_of(&search->actual->record->entries[entry])) {
            continue;
        }
        const uint32_t value = actual_value(search, i);
        if (!slot->unknown && (search->stride > 1 || !search->sums || slot->sum + slot->constant == value)) {
            contents->of_entries[i] = add_set(contents, slot, table, table_size);
        }
    }
    free(table);
    return contents;
}

static void find_with(struct recording *actual, struct search search, uint64_t runs, uint64_t entries_max,
                      contents_runner *run, void *context) {
    const struct record *record = actual->record;
    if (record == NULL || record->count != record->capacity) {
        return;
    }
    // A program that does its work on the host has no entries, but each run takes the time to read the input.
    if ((record->count > 0 ? record->count : search.n) * runs > entries_max) {
        return;
    }
    search.actual = actual;
    search.entry_count = record->capacity;
    search.output_count = search.sums ? actual->output_count : 0;
    search.slot_count = WORDS * search.entry_count + search.output_count;
    search.slots = calloc(search.slot_count + 1, sizeof(*search.slots));
    if (search.slots != NULL &&
        (search.stride == 0 ? run_ranges(&search, run, context) : run_all(&search, run, context))) {
        actual->contents = make_result(&search);
    }
    for (size_t i = 0; search.slots != NULL && i < search.slot_count; i++) {
        free(search.slots[i].runs);
    }
    free(search.slots);
}

void contents_find(struct recording *actual, size_t n, size_t stride, uint64_t entries_max,
                   contents_runner *run, void *context) {
    find_with(actual, (struct search){.stride = stride, .n = n, .sums = true},
              stride > 1 ? 2 : n / CONTENTS_PER_RUN + 2, entries_max, run, context);
}

void contents_ranges(struct recording *actual, size_t n, bool sums, uint64_t entries_max,
                     contents_runner *run, void *context) {
    find_with(actual, (struct search){.n = n, .sums = sums}, 3, entries_max, run, context);
}

void contents_free(struct contents *contents) {
    if (contents != NULL) {
        free(contents->runs);
        free(contents->sets);
        free(contents->of_entries);
    }
    free(contents);
}
