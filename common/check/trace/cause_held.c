// The elements that are missing from a value of a scan are elsewhere: in another word, in one that was overwritten, or
// in another block. Who should have read or passed them?
#include "check/trace/cause_search.h"

// A word that contains exactly the missing elements, not of the array of `slot`, nor of the one that it is copied from,
// and a read of that word, or of another one of its array, by a thread of the block. FLOW_NO_SLOT: none.
struct holder {
    size_t slot, read;
    bool itself; // the read is of that word
};

// The last read of the word, or else of another word of its array by the thread that writes at `slot`.
static struct holder find_read_near(const struct flow *flow, size_t slot, size_t holder) {
    const struct record_entry *entries = flow->recording->record->entries;
    struct holder found = {.slot = holder, .read = FLOW_NO_SLOT};
    const uint32_t run = flow->runs[slot / FLOW_WORDS], array = flow_array(flow, holder);
    for (size_t i = slot / FLOW_WORDS; i-- > holder / FLOW_WORDS && flow->runs[i] == run;) {
        const size_t read = i * FLOW_WORDS;
        if (!entry_reads(&entries[i]) || flow_array(flow, read) != array) {
            continue;
        }
        if (flow->writers[read] == holder + 1) {
            return (struct holder){holder, read, true};
        }
        if (found.read == FLOW_NO_SLOT && entries[i].thread == flow_entry(flow, slot)->thread) {
            found.read = read;
        }
    }
    return found;
}

static struct holder find_holder(const struct flow *flow, size_t slot, const struct flow_source *sources,
                                 size_t count, struct range missing) {
    enum { TRIES_MAX = 16 };
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t set = flow_range(flow, missing.first, missing.end - missing.first);
    int tries = 0;
    for (size_t i = slot / FLOW_WORDS; set != 0 && i-- > 0 && tries < TRIES_MAX;) {
        const size_t at = i * FLOW_WORDS;
        bool near = !entry_is_shared(&entries[i]) || flow->runs[i] == flow->runs[slot / FLOW_WORDS];
        if (!entry_writes(&entries[i]) || !near || flow_set(flow, at) != set) {
            continue;
        }
        const uint32_t array = flow_array(flow, at);
        bool used = array == flow_array(flow, slot);
        for (size_t k = 0; k < count && !used; k++) {
            const struct record_entry *source = flow_entry(flow, sources[k].slot);
            used = source->type == RECORD_ACCESS && (count == 1 || entry_is_shared(source)) &&
                   array == flow_array(flow, sources[k].slot);
        }
        const struct holder found =
            used ? (struct holder){.read = FLOW_NO_SLOT} : find_read_near(flow, slot, at);
        if (found.read != FLOW_NO_SLOT && flow_keeps(flow, at, found.read)) {
            return found;
        }
        tries++;
    }
    return (struct holder){FLOW_NO_SLOT, FLOW_NO_SLOT, false};
}

// The first launch after a read that puts `element` into the word, which lacked it; 0: none.
static uint32_t find_later_launch(const struct flow *flow, size_t read, uint32_t element) {
    const uint32_t own = flow_run(flow, read)->launch;
    const struct record_entry *entries = flow->recording->record->entries;
    if (entry_is_shared(flow_entry(flow, read)) || flow->writers[read] == 0 ||
        flow_times(flow, flow_set(flow, flow->writers[read] - 1), element) > 0) {
        return 0;
    }
    for (size_t i = read / FLOW_WORDS + 1; i < flow->count; i++) {
        for (unsigned w = 0; entry_writes(&entries[i]) && w < entry_words(&entries[i]); w++) {
            const size_t slot = i * FLOW_WORDS + w;
            if (flow_same_word(flow, slot, read) && flow_run(flow, slot)->launch != own &&
                flow_times(flow, flow_set(flow, slot), element) > 0) {
                return flow->events->launches[flow_run(flow, slot)->launch].number;
            }
        }
    }
    return 0;
}

static bool say_holder(const struct search *search, size_t slot, const struct flow_source *sources,
                       size_t count, struct range missing) {
    bool last = missing.first + 1 == search->end; // of an inclusive scan: it comes from the input
    const struct holder found = last ? (struct holder){.slot = FLOW_NO_SLOT}
                                     : find_holder(&search->flow, slot, sources, count, missing);
    if (found.slot == FLOW_NO_SLOT) {
        return false;
    }
    const struct said thread = name_thread(search, found.read), held = name_word(search, found.slot);
    const struct said range = name_range(search, missing);
    if (found.itself) {
        return say_cause(
            search, DIAGNOSTIC_LOST_ELEMENT, found.read,
            WORDS(TOPIC(READS_AND_LACKS), PART(thread), PART(held), PART(range), PART(search->output)));
    }
    const uint32_t later = find_later_launch(&search->flow, found.read, missing.first);
    if (later > 0) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, found.read,
                  WORDS(TOPIC(READS_BEFORE_LAUNCH), PART(thread), PART(name_word(search, found.read)),
                        PART(range), NUMBER(later)));
        search->made->later = later;
        return true;
    }
    return say_cause(search, DIAGNOSTIC_LOST_ELEMENT, found.read,
                     WORDS(TOPIC(LACKS_AND_READS_OTHER), PART(search->output), PART(range), PART(held),
                           PART(thread), PART(name_word(search, found.read))));
}

// Another block of the launch has the missing elements in a lane, or in shared memory. What does it write to global
// memory after that, without them?
static bool say_kept_back(const struct search *search, size_t slot, struct range missing) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t set = flow_range(flow, missing.first, missing.end - missing.first);
    uint32_t run = flow->runs[slot / FLOW_WORDS]; // that has them; for now, none
    for (size_t i = 0; set != 0 && i < slot / FLOW_WORDS; i++) {
        const size_t at = i * FLOW_WORDS;
        if ((!entry_shuffles(&entries[i]) && !entry_writes(&entries[i])) ||
            flow_run(flow, at)->launch != flow_run(flow, slot)->launch ||
            flow->runs[i] == flow->runs[slot / FLOW_WORDS]) {
            continue;
        }
        bool global = entry_writes(&entries[i]) && !entry_is_shared(&entries[i]);
        if (!global && flow_set(flow, at) == set) {
            run = flow->runs[i];
        } else if (global && flow->runs[i] == run && flow_array(flow, at) != flow_array(flow, slot)) {
            return flow_set(flow, at) != 0 && flow_times(flow, flow_set(flow, at), missing.first) == 0 &&
                   say_cause(search, DIAGNOSTIC_LOST_ELEMENT, at,
                             WORDS(TOPIC(LACKS_WHAT_BLOCK_HAS), PART(search->output),
                                   PART(name_range(search, missing)), PART(name_thread(search, at)),
                                   PART(name_word(search, at))));
        }
    }
    return false;
}

// Is it a write to global memory, but not to the output?
static bool writes_between(const struct flow *flow, size_t slot) {
    const struct record_entry *entry = flow_entry(flow, slot);
    const uint32_t array =
        entry_writes(entry) && !entry_is_shared(entry) ? flow_array(flow, slot) : TRACE_NO_ARRAY;
    return array != TRACE_NO_ARRAY && flow->events->arrays[array].kind != RECORD_OUTPUT;
}

// A word of global memory keeps exactly the missing elements, and nothing reads it, nor another word with them later.
static bool say_unread_holder(const struct search *search, struct range missing) {
    const struct flow *flow = &search->flow;
    const uint32_t set = missing.end - missing.first < 2 // it may be a copy of an element
                             ? 0
                             : flow_range(flow, missing.first, missing.end - missing.first);
    size_t last = FLOW_NO_SLOT, read = 0;
    for (size_t at = 0; set != 0 && at < FLOW_WORDS * flow->count; at++) {
        if (flow_set(flow, at) == set && writes_between(flow, at)) {
            const size_t next = flow_next_access(flow, at);
            read = next != FLOW_NO_SLOT && next > read ? next : read;
            last = at;
        }
    }
    return last != FLOW_NO_SLOT && read < last &&
           say_cause(search, DIAGNOSTIC_LOST_ELEMENT, last,
                     WORDS(TOPIC(LACKS_UNREAD), PART(search->output), PART(name_range(search, missing)),
                           PART(name_word(search, last))));
}

bool find_held(const struct search *search, size_t slot, const struct flow_source *sources, size_t count,
               struct range missing) {
    return say_holder(search, slot, sources, count, missing) || say_kept_back(search, slot, missing) ||
           say_unread_holder(search, missing);
}
