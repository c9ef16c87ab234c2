// An output that is a copy: of the wrong element, or of the wrong word.
#include "check/trace/cause_search.h"

// ---- Of the wrong element ----

bool find_copied(struct search *search, size_t output, uint32_t element) {
    struct flow *flow = &search->flow;
    size_t slot = output;
    for (int step = 0; step < CAUSE_STEPS_MAX; step++) {
        const struct flow_value value = flow_value_at(flow, slot);
        struct flow_source sources[FLOW_SOURCES_MAX];
        const size_t count = flow_sources(flow, &value, sources);
        if (count != 1 || flow_entry(flow, sources[0].slot)->type != RECORD_ACCESS) {
            return false;
        }
        if (sources[0].element == element) {
            const size_t read = sources[0].slot;
            if (line_of(search, read) == line_of(search, output)) {
                return false;
            }
            say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, read,
                      WORDS(TOPIC(READS_FOREIGN_FOR), PART(name_thread(search, read)),
                            PART(name_element(search, element)), PART(search->output)));
            say_also(search, output, WORDS(TOPIC(DOES_TO), TOPIC(WRITES), PART(search->output)));
            return true;
        }
        const size_t writer = flow->writers[sources[0].slot];
        if (writer == 0 || !entry_writes(flow_entry(flow, writer - 1)) ||
            flow->runs[(writer - 1) / FLOW_WORDS] != flow->runs[slot / FLOW_WORDS] ||
            flow_entry(flow, writer - 1)->thread != value.thread) {
            return false;
        }
        slot = writer - 1;
    }
    return false;
}

// ---- Of the wrong word ----

// The last write before `read`, by its thread, to another word of its array that leaves exactly these contents there;
// FLOW_NO_SLOT: none. (The word of another thread may contain that by chance, where the input ends.)
static size_t find_word(const struct flow *flow, size_t read, uint32_t set) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = read / FLOW_WORDS; i-- > 0;) {
        const size_t at = i * FLOW_WORDS;
        const bool near = !entry_is_shared(&entries[i]) || flow->runs[i] == flow->runs[read / FLOW_WORDS];
        if (near && entry_writes(&entries[i]) && entries[i].thread == flow_entry(flow, read)->thread &&
            flow_set(flow, at) == set && flow_array(flow, at) == flow_array(flow, read) &&
            !flow_same_word(flow, at, read) && flow_keeps(flow, at, read)) {
            return at;
        }
    }
    return FLOW_NO_SLOT;
}

bool find_elsewhere(struct search *search, size_t output) {
    struct flow *flow = &search->flow;
    const struct flow_value value = flow_value_at(flow, output);
    struct flow_source sources[FLOW_SOURCES_MAX];
    const size_t count = flow_sources(flow, &value, sources);
    const uint32_t set = search->begin < search->end ? flow_range(flow, (uint32_t)search->begin,
                                                                  (uint32_t)(search->end - search->begin))
                                                     : 0;
    if (set == 0 || count != 1 || sources[0].element != FLOW_NO_ELEMENT ||
        flow_entry(flow, sources[0].slot)->type != RECORD_ACCESS) {
        return false;
    }
    const size_t read = sources[0].slot, word = find_word(flow, read, set);
    if (word == FLOW_NO_SLOT) {
        return false;
    }
    say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, read,
              WORDS(TOPIC(READS_OTHER_WORD), PART(name_thread(search, read)), PART(name_word(search, read)),
                    PART(search->output), PART(name_word(search, word))));
    say_also(search, word, WORDS(TOPIC(DOES_TO), TOPIC(WROTE), PART(name_word(search, word))));
    return true;
}
