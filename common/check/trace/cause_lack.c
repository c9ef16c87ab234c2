// An element that is missing from a value of a scan: which step should have brought it in?
#include <string.h>

#include "check/trace/cause_search.h"

// ---- A gap ----

// Is the set two ranges with a gap between? The first and the second one.
static bool is_gapped(const struct flow *flow, uint32_t set, struct range ranges[2]) {
    const struct contents *contents = flow->recording->contents;
    const struct content_set *whole = set == 0 ? NULL : &contents->sets[set - 1];
    const struct content_run *runs = whole == NULL ? NULL : &contents->runs[whole->first_run];
    if (whole == NULL || whole->run_count == 0 || whole->run_count > 2) {
        return false;
    }
    if (whole->run_count == 1) { // two elements
        ranges[0] = (struct range){runs->first, runs->first + 1};
        ranges[1] = (struct range){runs->first + runs->step, runs->first + runs->step + 1};
        return runs->times == 1 && runs->count == 2 && runs->step > 1;
    }
    for (int i = 0; i < 2; i++) {
        if (runs[i].times != 1 || (runs[i].step != 1 && runs[i].count > 1)) {
            return false;
        }
        ranges[i] = (struct range){runs[i].first, runs[i].first + runs[i].count};
    }
    return ranges[0].end < ranges[1].first;
}

// The first value up to `last` that a thread makes of two ranges with a gap between them, which no step of a scan does.
static bool say_gap(const struct search *search, size_t last) {
    struct flow *flow = (struct flow *)&search->flow;
    for (size_t slot = 0; slot <= last; slot++) {
        const struct record_entry *entry = flow_entry(flow, slot);
        struct flow_source sources[FLOW_SOURCES_MAX];
        struct range ranges[2], one;
        if ((!entry_writes(entry) && !entry_shuffles(entry)) ||
            !is_gapped(flow, flow_set(flow, slot), ranges)) {
            continue;
        }
        struct flow_value value = flow_value_at(flow, slot);
        if (entry->type == RECORD_EXCHANGE) {
            flow_origin(flow, &(struct flow_source){slot, value.set, FLOW_NO_ELEMENT}, &value);
        }
        size_t count = flow_sources(flow, &value, sources);
        bool own = count == 2 && entry_writes(entry) &&
                   flow_entry(flow, sources[0].slot)->type == RECORD_ACCESS &&
                   flow_same_word(flow, sources[0].slot, slot);
        const struct flow_source *taken = count < 2 ? NULL : &sources[own ? 1 : 0];
        if (taken == NULL || flow_gets_own(flow, taken->slot) || !flow_is_range(flow, taken->set, &one)) {
            return false;
        }
        bool lane = flow_entry(flow, taken->slot)->type == RECORD_EXCHANGE;
        const int other = one.first == ranges[0].first ? 1 : 0;
        if (one.first != ranges[1 - other].first || one.end != ranges[1 - other].end) {
            return false;
        }
        const struct said thread = name_thread(search, taken->slot), range = name_range(search, one),
                          with = name_range(search, ranges[other]),
                          gap = name_range(search, (struct range){ranges[0].end, ranges[1].first});
        return lane ? say_cause(search, DIAGNOSTIC_LOST_ELEMENT, taken->slot,
                                WORDS(TOPIC(GETS_WITH_GAP), PART(thread), PART(range), PART(with), PART(gap)))
                    : say_cause(search, DIAGNOSTIC_LOST_ELEMENT, taken->slot,
                                WORDS(TOPIC(READS_WITH_GAP), PART(thread),
                                      PART(name_word(search, taken->slot)), PART(range), PART(with),
                                      PART(gap)));
    }
    return false;
}

// ---- Elements that a thread reads itself ----

// The thread's read, before `slot`, of the input's element that is nearest to this one; FLOW_NO_SLOT: none.
static size_t find_nearest_read(const struct flow *flow, size_t slot, uint32_t element, uint32_t *which) {
    const struct record_entry *entries = flow->recording->record->entries;
    size_t found = FLOW_NO_SLOT;
    uint32_t least = UINT32_MAX;
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        size_t first = entries[i].thread == flow_entry(flow, slot)->thread
                           ? flow_input_read(flow, &entries[i])
                           : SIZE_MAX;
        for (unsigned w = 0; first != SIZE_MAX && w < entry_words(&entries[i]); w++) {
            uint32_t at = (uint32_t)first + w, distance = at > element ? at - element : element - at;
            if (distance < least) {
                least = distance;
                found = i * FLOW_WORDS + w;
                *which = at;
            }
        }
    }
    return found;
}

// The thread makes its output of elements that it reads itself.
static bool say_unread_by_thread(const struct search *search, size_t slot, struct range missing) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries;
    const struct said name = name_element(search, missing.first), thread = name_thread(search, slot);
    uint32_t which = 0;
    size_t read = find_nearest_read(flow, slot, missing.first, &which);
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        if (entries[i].thread == flow_entry(flow, slot)->thread && i != read / FLOW_WORDS &&
            (entry_shuffles(&entries[i]) ||
             (entry_reads(&entries[i]) && flow_input_read(flow, &entries[i]) == SIZE_MAX))) {
            return false; // it has values from elsewhere, too
        }
    }
    if (read != FLOW_NO_SLOT && which == missing.first) {
        return false;
    }
    if (read != FLOW_NO_SLOT) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, read,
                  WORDS(TOPIC(READS_ONLY), PART(thread), PART(name_element(search, which)), PART(name),
                        PART(search->output)));
        search->made->diagnostic.loop_ends = true;
        return true;
    }
    for (size_t i = slot / FLOW_WORDS; i < flow->count; i++) { // another thread comes to such a read
        if (flow_input_read(flow, &entries[i]) != SIZE_MAX &&
            flow_run(flow, i * FLOW_WORDS)->launch == flow_run(flow, slot)->launch) {
            say_cause(search, DIAGNOSTIC_LOST_ELEMENT, i * FLOW_WORDS,
                      WORDS(TOPIC(LACKS_AND_READS_NOTHING), PART(search->output), PART(name), PART(thread),
                            PART(name_thread(search, i * FLOW_WORDS))));
            search->made->diagnostic.loop_ends = true;
            return true;
        }
    }
    return false;
}

// ---- Words of one array in shared memory ----

size_t find_later_write(const struct search *search, size_t slot) {
    const struct flow *flow = &search->flow;
    const struct record_entry *first = flow_entry(flow, slot), *entries = flow->recording->record->entries;
    for (size_t i = slot / FLOW_WORDS + 1; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        if (entry_writes(&entries[i]) && entries[i].pc != first->pc &&
            (entries[i].kind & first->kind & RECORD_SHARED_SPACE) != 0) {
            return i * FLOW_WORDS;
        }
    }
    return FLOW_NO_SLOT;
}

bool goes_on(const struct search *search, size_t slot) {
    const struct record_entry *entries = search->flow.recording->record->entries;
    bool barrier = false;
    for (size_t i = slot / FLOW_WORDS; i < search->flow.count && entries[i].type != RECORD_BLOCK_END; i++) {
        barrier |= entries[i].type == RECORD_BARRIER;
        if (barrier && entries[i].type == RECORD_ACCESS &&
            entries[i].pc == flow_entry(&search->flow, slot)->pc) {
            return true;
        }
    }
    return false;
}

// Does the thread read a shared word between its last write and this one? Otherwise it loads or sets a word.
static bool combines(const struct flow *flow, size_t slot) {
    const struct record_entry *entries = flow->recording->record->entries, *own = flow_entry(flow, slot);
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        if (entries[i].thread == own->thread && entry_writes(&entries[i])) {
            return false;
        }
        if (entries[i].thread == own->thread && entry_reads(&entries[i]) && entry_is_shared(&entries[i])) {
            return true;
        }
    }
    return false;
}

// The last write of the block, before it ends, that leaves exactly these elements in a word of the array of `slot`.
static size_t find_neighbour(const struct flow *flow, size_t slot, struct range missing) {
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t set = flow_range(flow, missing.first, missing.end - missing.first);
    const uint32_t run = flow->runs[slot / FLOW_WORDS];
    for (size_t i = 0; set != 0 && i < flow->count; i++) {
        const size_t at = i * FLOW_WORDS;
        if (flow->runs[i] == run && entry_is_shared(&entries[i]) && entry_writes(&entries[i]) &&
            flow_set(flow, at) == set && flow_array(flow, at) == flow_array(flow, slot)) {
            return at;
        }
    }
    return FLOW_NO_SLOT;
}

// The first write by the same instruction as at `slot` in a later step of the block; FLOW_NO_SLOT: none.
static size_t find_next_step(const struct search *search, size_t slot) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries;
    bool barrier = false;
    for (size_t i = slot / FLOW_WORDS + 1; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        barrier |= entries[i].type == RECORD_BARRIER;
        if (barrier && entry_writes(&entries[i]) && entries[i].pc == flow_entry(flow, slot)->pc) {
            return i * FLOW_WORDS;
        }
    }
    return FLOW_NO_SLOT;
}

// A word in shared memory keeps its value while the block goes on, and another word has the missing elements. Where do
// writes of the block after both pass the first one by?
static bool say_left_out(const struct search *search, size_t slot, struct range missing) {
    const struct flow *flow = &search->flow;
    const struct said word = name_word(search, slot), lost = name_range(search, missing);
    const size_t holder = find_neighbour(flow, slot, missing);
    if (holder == FLOW_NO_SLOT) {
        return false;
    }
    const size_t first = holder > slot ? holder : slot;
    size_t later = find_later_write(search, first);
    while (later != FLOW_NO_SLOT && (flow_entry(flow, later)->pc == flow_entry(flow, slot)->pc ||
                                     (!flow_same_word(flow, later, slot) && !combines(flow, later)))) {
        later = find_later_write(search, later);
    }
    if (later == FLOW_NO_SLOT &&
        first != slot) { // the instruction that made the holder goes on with other words
        later = find_next_step(search, first);
    }
    if (later == FLOW_NO_SLOT) {
        return false;
    }
    const struct said thread = name_thread(search, later), other = name_word(search, later);
    if (flow_same_word(flow, later, slot)) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, later,
                  WORDS(TOPIC(ADDS_NOTHING_OF), PART(thread), PART(word), PART(search->output), PART(lost),
                        PART(name_word(search, holder))));
    } else {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, later,
                  WORDS(TOPIC(PASSED_BY), PART(name_word(search, holder)), PART(word), PART(search->output),
                        PART(lost), PART(thread), PART(other)));
    }
    search->made->diagnostic.loop_ends = first != slot;
    return true;
}

// ---- Values of lanes ----

// Does the entry's warp, or its block, read the element before it, or get it in any value?
static bool has_element(const struct flow *flow, size_t entry, uint32_t element, bool of_block) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = entry; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        const size_t first = flow_input_read(flow, &entries[i]);
        bool near = of_block || entries[i].thread / CAUSE_WARP == entries[entry].thread / CAUSE_WARP;
        for (size_t slot = i * FLOW_WORDS; near && slot < (i + 1) * FLOW_WORDS; slot++) {
            const size_t word = slot % FLOW_WORDS;
            const size_t writer = flow->writers[slot];
            if ((first != SIZE_MAX && word < entry_words(&entries[i]) && first + word == element) ||
                (entry_shuffles(&entries[i]) && flow_times(flow, flow_set(flow, slot), element) > 0) ||
                (writer != 0 && flow_times(flow, flow_set(flow, writer - 1), element) > 0)) {
                return true;
            }
        }
    }
    return false;
}

// The thread has the value from the shuffles before `entry`: does one of them bring the element, or the last one none?
static bool say_shuffle(const struct search *search, const struct flow_value *value, struct range missing,
                        size_t written) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries, *end = &entries[value->entry];
    size_t last = FLOW_NO_SLOT;
    for (size_t i = value->entry; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        const size_t at = i * FLOW_WORDS;
        if (!entry_shuffles(&entries[i]) || entries[i].thread != value->thread ||
            (end->type == RECORD_EXCHANGE && entries[i].row == end->row)) {
            continue;
        }
        if (flow_times(flow, flow_set(flow, at), missing.first) > 0) {
            const struct said thread = name_thread(search, at), first = name_element(search, missing.first);
            return missing.end - missing.first > 1
                       ? say_cause(search, DIAGNOSTIC_LOST_ELEMENT, at,
                                   WORDS(TOPIC(GETS_AND_LACKS), PART(thread), PART(first),
                                         PART(search->output), PART(name_range(search, missing))))
                       : say_cause(search, DIAGNOSTIC_LOST_ELEMENT, at,
                                   WORDS(TOPIC(GETS_AND_LACKS_IT), PART(thread), PART(first),
                                         PART(search->output)));
        }
        last = last == FLOW_NO_SLOT ? at : last;
    }
    if (last == FLOW_NO_SLOT || !has_element(flow, value->entry, missing.first, false)) {
        return false; // no shuffle can bring it
    }
    bool writes = value->entry == written / FLOW_WORDS;
    return say_cause(search, DIAGNOSTIC_LOST_ELEMENT, last,
                     WORDS(writes ? TOPIC(LACKS_BEFORE_WRITE) : TOPIC(LACKS_BEFORE_GIVING),
                           PART(search->output), PART(name_range(search, missing)),
                           PART(name_thread(search, last))));
}

// Follows lanes that gave the value's elements nearest to the missing ones.
static bool say_lane(const struct search *search, size_t slot, struct range missing) {
    enum { LANES_MAX = 64 };
    struct flow *flow = (struct flow *)&search->flow;
    struct flow_value value = flow_value_at(flow, slot);
    for (int step = 0; step < LANES_MAX; step++) {
        struct flow_source sources[FLOW_SOURCES_MAX];
        const struct flow_source *next = NULL;
        size_t count = flow_sources(flow, &value, sources);
        for (size_t i = 0; i < count && next == NULL && missing.end < search->end; i++) {
            bool near = flow_source_times(flow, &sources[i], missing.end) > 0;
            next = near && flow_entry(flow, sources[i].slot)->type == RECORD_EXCHANGE &&
                           !flow_gets_own(flow, sources[i].slot)
                       ? &sources[i]
                       : NULL;
        }
        if (next == NULL || !flow_origin(flow, next, &value)) {
            break;
        }
    }
    return say_shuffle(search, &value, missing, slot);
}

// ---- The search ----

// Is the source a value that a block of an earlier launch wrote to global memory?
static bool is_earlier_stage(const struct flow *flow, const struct flow_source *source) {
    const struct record_entry *entry = flow_entry(flow, source->slot);
    size_t writer = flow->writers[source->slot];
    return source->element == FLOW_NO_ELEMENT && entry_reads(entry) && !entry_is_shared(entry) &&
           writer != 0 && entry_writes(flow_entry(flow, writer - 1)) &&
           flow->runs[source->slot / FLOW_WORDS] != flow->runs[(writer - 1) / FLOW_WORDS];
}

// Of several sources, that with the element nearest to the lacking one, if it is the result of an earlier launch;
// otherwise NULL.
static const struct flow_source *earlier_stage(const struct search *search, const struct flow_source *sources,
                                               size_t count, uint32_t element) {
    for (size_t distance = 1; count > 1 && distance < search->end - search->begin; distance++) {
        size_t near[] = {element + distance, element - distance};
        for (size_t i = 0; i < 2 * count; i++) {
            bool inside = near[i % 2] >= search->begin && near[i % 2] < search->end;
            if (inside && flow_source_times(&search->flow, &sources[i / 2], (uint32_t)near[i % 2]) > 0) {
                return is_earlier_stage(&search->flow, &sources[i / 2]) ? &sources[i / 2] : NULL;
            }
        }
    }
    return NULL;
}

// The write at `slot` is the last that made the value more than a copy; `output`: of the output.
static bool say_lacking(const struct search *search, size_t slot, size_t output, struct range missing) {
    const struct said word = name_word(search, slot), first = name_element(search, missing.first);
    bool shared = entry_is_shared(flow_entry(&search->flow, slot)),
         passed_by = shared && goes_on(search, slot);
    struct range loaded;
    bool one = flow_is_range(&search->flow, flow_set(&search->flow, slot), &loaded) &&
               loaded.end - loaded.first == 1;
    if ((shared && (passed_by || one) && say_left_out(search, slot, missing)) || say_gap(search, slot) ||
        (!shared && say_unread_by_thread(search, slot, missing)) || say_lane(search, slot, missing)) {
        return true;
    }
    if (!has_element(&search->flow, output / FLOW_WORDS, missing.first, true)) {
        return say_cause(search, DIAGNOSTIC_LOST_ELEMENT, output,
                         WORDS(TOPIC(BLOCK_LACKS), PART(search->output), PART(name_range(search, missing))));
    }
    if (flow_same_word(&search->flow, slot, output)) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                  WORDS(TOPIC(LAST_VALUE_LACKS), PART(word), PART(first)));
    } else {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                  WORDS(TOPIC(LAST_VALUE_FOR_LACKS), PART(word), PART(search->output), PART(first)));
    }
    search->made->diagnostic.loop_ends = !passed_by;
    return true;
}

bool find_lacking(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    const size_t output = slot;
    const struct range missing = missing_from(search, flow_set(flow, slot), element); // in the output
    for (int step = 0; step < CAUSE_STEPS_MAX; step++) {
        struct flow_value value = flow_value_at(flow, slot);
        struct flow_source sources[FLOW_SOURCES_MAX];
        size_t count = flow_sources(flow, &value, sources);
        if (find_held(search, slot, sources, count, missing)) {
            return true;
        }
        const struct flow_source *stage = earlier_stage(search, sources, count, element);
        bool copied = stage == NULL && count == 1 && flow_origin(flow, &sources[0], &value) &&
                      flow_entry(flow, sources[0].slot)->type == RECORD_ACCESS;
        if (stage == NULL && !copied) {
            return say_lacking(search, slot, output, missing);
        }
        slot = flow->writers[(stage != NULL ? stage : &sources[0])->slot] - 1;
    }
    return false;
}
