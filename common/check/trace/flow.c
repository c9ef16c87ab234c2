#include "check/trace/flow.h"

#include <stdlib.h>
#include <string.h>

enum { WARP = 32 };

// Which slot wrote a word last, by its key; a power of two of places.
struct last_writes {
    uint64_t *keys; // 0: free
    uint32_t *slots;
    size_t size;
};

// Not 0. Each block has its own shared memory.
static uint64_t key_of(const struct flow *flow, size_t slot) {
    enum { SHARED_BITS = 24 };
    const struct record_entry *entry = flow_entry(flow, slot);
    uint64_t word = entry->address / 4 + slot % FLOW_WORDS;
    uint64_t shared = (1ull << 63) | (uint64_t)flow->runs[slot / FLOW_WORDS] << SHARED_BITS;
    return entry_is_shared(entry) ? shared | word : word + 1;
}

bool flow_same_word(const struct flow *flow, size_t one, size_t other) {
    return key_of(flow, one) == key_of(flow, other);
}

static uint32_t *place_of(struct last_writes *last, uint64_t key) {
    size_t at = (key * 0x9e3779b97f4a7c15u >> 20) & (last->size - 1);
    while (last->keys[at] != 0 && last->keys[at] != key) {
        at = (at + 1) & (last->size - 1);
    }
    last->keys[at] = key;
    return &last->slots[at];
}

static void follow_entry(struct flow *flow, struct last_writes *last, size_t i) {
    const struct record_entry *entry = &flow->recording->record->entries[i];
    bool memory = entry->type == RECORD_CONTENTS && entry->kind != 1;
    if (entry->type != RECORD_ACCESS && !memory) {
        return;
    }
    for (unsigned w = 0; w < entry_words(entry); w++) {
        size_t slot = i * FLOW_WORDS + w;
        uint32_t *writer = place_of(last, key_of(flow, slot));
        // What is in memory before a launch is mostly what an earlier launch wrote.
        if (memory && *writer != 0 && flow_set(flow, *writer - 1) == flow_set(flow, slot)) {
            continue;
        }
        flow->writers[slot] = *writer;
        if (!entry_reads(entry)) {
            *writer = (uint32_t)slot + 1;
        }
    }
}

static bool follow(struct flow *flow) {
    const struct record *record = flow->recording->record;
    struct last_writes last = {.size = 1024};
    while (last.size < 2 * FLOW_WORDS * flow->count) {
        last.size *= 2;
    }
    last.keys = calloc(last.size, sizeof(*last.keys));
    last.slots = calloc(last.size, sizeof(*last.slots));
    bool good = last.keys != NULL && last.slots != NULL;
    uint32_t run = 0, run_count = 0;
    for (size_t i = 0; i < flow->count && good; i++) {
        good = record->entries[i].worker == record->entries[0].worker;
        if (record->entries[i].type == RECORD_BLOCK) {
            run = run_count++;
        }
        flow->runs[i] = run;
        follow_entry(flow, &last, i);
    }
    free(last.keys);
    free(last.slots);
    return good && run_count == flow->events->run_count && run_count > 0;
}

bool flow_open(struct flow *flow, const struct recording *recording, size_t n) {
    *flow = (struct flow){.recording = recording, .n = n};
    if (recording->record == NULL) {
        return false;
    }
    flow->count = recording->record->capacity;
    flow->events = events_make(recording->record);
    flow->writers = calloc(FLOW_WORDS * flow->count + 1, sizeof(*flow->writers));
    flow->runs = calloc(flow->count + 1, sizeof(*flow->runs));
    flow->left = calloc(n + 1, 1);
    if (flow->events == NULL || flow->writers == NULL || flow->runs == NULL || flow->left == NULL) {
        return false;
    }
    for (size_t i = 0; i < flow->events->array_count; i++) {
        if (flow->events->arrays[i].kind == RECORD_INPUT) {
            flow->input = &flow->events->arrays[i];
        }
    }
    return follow(flow);
}

void flow_close(struct flow *flow) {
    if (flow->events != NULL) {
        events_free(flow->events);
    }
    free(flow->writers);
    free(flow->runs);
    free(flow->left);
}

static const struct content_run *runs_of(const struct flow *flow, uint32_t set, uint32_t *count) {
    const struct contents *contents = flow->recording->contents;
    *count = set == 0 ? 0 : contents->sets[set - 1].run_count;
    return set == 0 ? NULL : &contents->runs[contents->sets[set - 1].first_run];
}

size_t flow_input_read(const struct flow *flow, const struct record_entry *entry) {
    if (flow->input == NULL || !entry_reads(entry) || entry_is_shared(entry) ||
        entry->address - flow->input->address >= flow->input->bytes) {
        return SIZE_MAX;
    }
    return (entry->address - flow->input->address) / 4;
}

bool flow_is_range(const struct flow *flow, uint32_t set, struct range *range) {
    const struct contents *contents = flow->recording->contents;
    const struct content_set *one = set == 0 ? NULL : &contents->sets[set - 1];
    const struct content_run *run = one == NULL ? NULL : &contents->runs[one->first_run];
    if (one == NULL || one->run_count != 1 || run->times != 1 || (run->step != 1 && run->count > 1)) {
        return false;
    }
    *range = (struct range){run->first, run->first + run->count};
    return true;
}

uint32_t flow_range(const struct flow *flow, uint32_t first, uint32_t count) {
    const struct contents *contents = flow->recording->contents;
    for (size_t i = 0; i < contents->set_count; i++) {
        const struct content_run *run = &contents->runs[contents->sets[i].first_run];
        if (contents->sets[i].run_count == 1 && run->first == first && run->count == count &&
            run->times == 1 && (run->step == 1 || count == 1)) {
            return (uint32_t)i + 1;
        }
    }
    return 0;
}

uint32_t flow_times(const struct flow *flow, uint32_t set, uint32_t element) {
    uint32_t count, times = 0;
    const struct content_run *runs = runs_of(flow, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t distance = element - runs[i].first, step = runs[i].step == 0 ? 1 : runs[i].step;
        if (element >= runs[i].first && distance % step == 0 && distance / step < runs[i].count) {
            times += runs[i].times;
        }
    }
    return times;
}

uint32_t flow_source_times(const struct flow *flow, const struct flow_source *source, uint32_t element) {
    return source->set == 0 ? source->element == element : flow_times(flow, source->set, element);
}

bool flow_any(const struct flow *flow, uint32_t set) {
    uint32_t count;
    runs_of(flow, set, &count);
    return count > 0;
}

uint32_t flow_repeated(const struct flow *flow, uint32_t set) {
    uint32_t count;
    const struct content_run *runs = runs_of(flow, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (runs[i].times > 1) {
            return runs[i].first;
        }
    }
    return FLOW_NO_ELEMENT;
}

bool flow_sum(const struct flow *flow, uint32_t set, uint32_t *sum) {
    const uint32_t *input = flow->recording->input;
    uint32_t count;
    const struct content_run *runs = runs_of(flow, set, &count);
    *sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0, at = runs[i].first; k < runs[i].count && at < flow->n; k++, at += runs[i].step) {
            *sum += runs[i].times * input[at];
        }
    }
    return count > 0;
}

// Adds the set's elements to flow->left (`sign` 1), or takes them away (-1). For 0: are they all there?
static bool change_left(struct flow *flow, uint32_t set, int sign) {
    uint32_t count;
    const struct content_run *runs = runs_of(flow, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0, at = runs[i].first; k < runs[i].count; k++, at += runs[i].step) {
            if (at >= flow->n || (sign == 0 && flow->left[at] < runs[i].times)) {
                return false;
            }
            flow->left[at] = (uint8_t)(flow->left[at] + sign * (int)runs[i].times);
            flow->left_sum += (uint64_t)(sign * (int64_t)runs[i].times);
        }
    }
    return count > 0;
}

static struct flow_source source_at(const struct flow *flow, size_t slot) {
    const struct record_entry *entry = flow_entry(flow, slot);
    struct flow_source source = {.slot = slot, .element = FLOW_NO_ELEMENT};
    const struct trace_array *input = flow->input;
    if (entry->type == RECORD_EXCHANGE) {
        source.set = entry->kind == RECORD_SHUFFLE ? flow_set(flow, slot) : 0;
    } else if (entry_reads(entry) && !entry_is_shared(entry) && input != NULL &&
               entry->address - input->address < input->bytes) {
        source.element = (uint32_t)((entry->address - input->address) / 4 + slot % FLOW_WORDS);
    } else if ((entry_reads(entry) || entry_updates(entry)) && flow->writers[slot] != 0) {
        source.set = flow_set(flow, flow->writers[slot] - 1);
    }
    return source;
}

// Takes the source's elements from flow->left, if all of them are there.
static bool take(struct flow *flow, const struct flow_source *source) {
    if (source->element != FLOW_NO_ELEMENT) {
        bool there = source->element < flow->n && flow->left[source->element] > 0;
        flow->left[there ? source->element : 0] -= there;
        flow->left_sum -= there;
        return there;
    }
    return source->set != 0 && change_left(flow, source->set, 0) && change_left(flow, source->set, -1);
}

bool flow_gets_own(const struct flow *flow, size_t slot) {
    const struct record_entry *entry = flow_entry(flow, slot);
    return entry->type == RECORD_EXCHANGE && entry->extra % WARP == entry->thread % WARP;
}

bool flow_is_end_lane(const struct flow *flow, size_t slot) {
    const struct record_entry *entries = flow->recording->record->entries;
    const size_t i = slot / FLOW_WORDS;
    size_t first = i, others = 0;
    unsigned distance = 0;
    if (!flow_gets_own(flow, slot)) {
        return false;
    }
    while (first > 0 && entries[first - 1].type == RECORD_EXCHANGE &&
           entries[first - 1].row == entries[i].row) {
        first--;
    }
    for (; first < flow->count && entries[first].type == RECORD_EXCHANGE &&
           entries[first].row == entries[i].row;
         first++) {
        unsigned away = (entries[first].extra - entries[first].thread) % WARP;
        if (entries[first].thread / WARP != entries[i].thread / WARP || away == 0) {
            continue;
        }
        if (others++ > 0 && away != distance) {
            return false;
        }
        distance = away;
    }
    return others > 0;
}

// Takes sources of the value from flow->left, until nothing is left: only those that are an end lane's own value, or
// only others.
static size_t take_sources(struct flow *flow, const struct flow_value *value, bool own,
                           struct flow_source sources[FLOW_SOURCES_MAX], size_t found) {
    const struct record_entry *entries = flow->recording->record->entries, *end = &entries[value->entry];
    const uint32_t run = flow->runs[value->entry];
    for (size_t i = value->entry + entry_updates(end);
         i-- > 0 && flow->runs[i] == run && found < FLOW_SOURCES_MAX && flow->left_sum > 0;) {
        const struct record_entry *entry = &entries[i];
        bool same_exchange = entry->type == RECORD_EXCHANGE && end->type == RECORD_EXCHANGE &&
                             entry->row == end->row && entry->thread / WARP == end->thread / WARP;
        if (entry->type == RECORD_BLOCK) {
            break;
        }
        if (entry->thread != value->thread || same_exchange ||
            own != flow_is_end_lane(flow, i * FLOW_WORDS) ||
            (entry->type != RECORD_ACCESS && entry->type != RECORD_EXCHANGE)) {
            continue;
        }
        for (unsigned w = entry->type == RECORD_EXCHANGE ? 1 : entry_words(entry);
             w-- > 0 && found < FLOW_SOURCES_MAX;) {
            struct flow_source source = source_at(flow, i * FLOW_WORDS + w);
            if (take(flow, &source)) {
                sources[found++] = source;
            }
        }
    }
    return found;
}

size_t flow_sources(struct flow *flow, const struct flow_value *value,
                    struct flow_source sources[FLOW_SOURCES_MAX]) {
    memset(flow->left, 0, flow->n);
    flow->left_sum = 0;
    change_left(flow, value->set, 1);
    size_t others = take_sources(flow, value, false, sources, 0);
    size_t found = take_sources(flow, value, true, sources, others);
    for (size_t i = others; i < found; i++) { // the latest first
        const struct flow_source own = sources[i];
        size_t at = i;
        while (at > 0 && sources[at - 1].slot < own.slot) {
            sources[at] = sources[at - 1];
            at--;
        }
        sources[at] = own;
    }
    return found;
}

bool flow_origin(const struct flow *flow, const struct flow_source *source, struct flow_value *value) {
    const struct record_entry *entry = flow_entry(flow, source->slot);
    if (entry->type == RECORD_EXCHANGE) {
        unsigned giver = entry->thread / WARP * WARP + entry->extra % WARP;
        *value = (struct flow_value){source->slot / FLOW_WORDS, (uint16_t)giver, source->set};
        return true;
    }
    if (source->set == 0) {
        return false;
    }
    size_t writer = flow->writers[source->slot] - 1;
    *value = (struct flow_value){writer / FLOW_WORDS, flow_entry(flow, writer)->thread, source->set};
    return entry_writes(flow_entry(flow, writer));
}

size_t flow_last_write(const struct flow *flow, uint64_t address) {
    for (size_t i = flow->count; i-- > 0;) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        if (entry_writes(entry) && !entry_is_shared(entry) &&
            address - entry->address < 4 * entry_words(entry)) {
            return i * FLOW_WORDS + (address - entry->address) / 4;
        }
    }
    return FLOW_NO_SLOT;
}

size_t flow_next_access(const struct flow *flow, size_t slot) {
    bool shared = entry_is_shared(flow_entry(flow, slot));
    uint64_t key = key_of(flow, slot);
    for (size_t i = slot / FLOW_WORDS + 1; i < flow->count; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        if (shared && entry->type == RECORD_BLOCK_END) {
            break;
        }
        for (unsigned w = 0; entry->type == RECORD_ACCESS && w < entry_words(entry); w++) {
            if (key_of(flow, i * FLOW_WORDS + w) == key) {
                return i * FLOW_WORDS + w;
            }
        }
    }
    return FLOW_NO_SLOT;
}

bool flow_keeps(const struct flow *flow, size_t write, size_t read) {
    size_t next = flow_next_access(flow, write);
    while (next != FLOW_NO_SLOT && next < read && entry_reads(flow_entry(flow, next))) {
        next = flow_next_access(flow, next);
    }
    return next == FLOW_NO_SLOT || next >= read;
}

uint32_t flow_array(const struct flow *flow, size_t slot) {
    return events_array(flow->events, flow_entry(flow, slot), flow_run(flow, slot)->launch);
}
