// From a wrong value of the output back to the access that made it wrong.

#include "check/trace/cause_search.h"

// ---- An element twice ----

static struct said name_source(const struct search *search, const struct flow_source *source) {
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    if (source->element != FLOW_NO_ELEMENT) {
        return name_element(search, source->element);
    }
    if (entry->type != RECORD_EXCHANGE) {
        return name_word(search, source->slot);
    }
    struct said value;
    say(&value, WORDS(TOPIC(LANE_VALUE), NUMBER(entry->extra % CAUSE_WARP)));
    return value;
}

// Does the instruction at `slot` add what a lane gets back from itself? Not if a lane that got its own value back there
// gives it to another lane later without an element twice.
static bool adds_own(const struct flow *flow, size_t slot) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = 0; i < flow->count; i++) {
        const struct record_entry *own = &entries[i];
        if (!entry_shuffles(own) || own->pc != flow_entry(flow, slot)->pc ||
            !flow_gets_own(flow, i * FLOW_WORDS)) {
            continue;
        }
        for (size_t k = i + 1; k < flow->count && flow->runs[k] == flow->runs[i]; k++) {
            const unsigned giver =
                entries[k].thread / CAUSE_WARP * CAUSE_WARP + entries[k].extra % CAUSE_WARP;
            const uint32_t given = entry_shuffles(&entries[k]) ? flow_set(flow, k * FLOW_WORDS) : 0;
            if (given != 0 && entries[k].row != own->row && giver == own->thread &&
                flow_any(flow, flow_set(flow, i * FLOW_WORDS))) {
                return flow_repeated(flow, given) != FLOW_NO_ELEMENT;
            }
        }
    }
    return true;
}

// Has the instruction at `slot` written the source before, in an earlier step of the block?
static bool was_made_by(const struct search *search, const struct flow_source *source, size_t slot) {
    const struct flow *flow = &search->flow;
    const size_t writer = flow->writers[source->slot];
    return source->element == FLOW_NO_ELEMENT && writer != 0 &&
           flow->runs[(writer - 1) / FLOW_WORDS] == flow->runs[slot / FLOW_WORDS] &&
           flow_entry(flow, writer - 1)->pc == flow_entry(flow, slot)->pc;
}

// A thread adds what a shuffle gives back to it.
static bool say_own_back(const struct search *search, size_t slot, uint32_t element) {
    const bool end_lane = flow_is_end_lane(&search->flow, slot); // the other lanes' steps are correct
    say_cause(search, DIAGNOSTIC_ADDED_TWICE, slot,
              WORDS(end_lane ? TOPIC(ADDS_OWN_BACK_AT_END) : TOPIC(ADDS_OWN_BACK),
                    PART(name_thread(search, slot)), PART(name_element(search, element))));
    search->made->diagnostic.loop_ends = !end_lane;
    return true;
}

// The thread's first shuffle after `from` that brings what the later one does, by another instruction: the value of
// either may be the one that is added. FLOW_NO_SLOT: none.
static size_t find_same_gotten(const struct flow *flow, const struct flow_source *later, size_t from) {
    const struct record_entry *entries = flow->recording->record->entries,
                              *last = flow_entry(flow, later->slot);
    for (size_t i = from / FLOW_WORDS + 1; i < later->slot / FLOW_WORDS; i++) {
        const size_t slot = i * FLOW_WORDS;
        if (entry_shuffles(&entries[i]) && entries[i].thread == last->thread && entries[i].pc != last->pc &&
            flow->runs[i] == flow->runs[later->slot / FLOW_WORDS] && !flow_gets_own(flow, slot) &&
            flow_set(flow, slot) == later->set) {
            return slot;
        }
    }
    return FLOW_NO_SLOT;
}

// Are they one element, one word, or what one lane gives?
static bool is_same_source(const struct flow *flow, const struct flow_source *a,
                           const struct flow_source *b) {
    const struct record_entry *one = flow_entry(flow, a->slot), *other = flow_entry(flow, b->slot);
    if (a->element != FLOW_NO_ELEMENT || b->element != FLOW_NO_ELEMENT) {
        return a->element == b->element;
    }
    if (one->type == RECORD_EXCHANGE || other->type == RECORD_EXCHANGE) {
        return one->type == other->type && one->extra % CAUSE_WARP == other->extra % CAUSE_WARP;
    }
    return flow_same_word(flow, a->slot, b->slot);
}

// A thread adds two sources for a value, and both contain the element.
static bool say_twice(const struct search *search, const struct flow_value *value,
                      const struct flow_source *later, const struct flow_source *earlier, uint32_t element) {
    const struct record_entry *entry = flow_entry(&search->flow, later->slot);
    const struct said thread = name_thread(search, later->slot), name = name_element(search, element);
    const struct said one = name_source(search, later), other = name_source(search, earlier);
    const size_t end = value->entry * FLOW_WORDS;
    const bool written = entry_writes(flow_entry(&search->flow, end));
    if (flow_gets_own(&search->flow, later->slot) && !adds_own(&search->flow, later->slot)) {
        return written && say_cause(search, DIAGNOSTIC_ADDED_TWICE, end,
                                    WORDS(TOPIC(WRITES_OWN_TWICE), PART(name_word(search, end)), PART(thread),
                                          PART(name), PART(thread)));
    }
    if (flow_gets_own(&search->flow, later->slot)) {
        return say_own_back(search, later->slot, element);
    }
    if (entry->type == RECORD_EXCHANGE) {
        const size_t same = find_same_gotten(&search->flow, later, earlier->slot);
        say_cause(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                  WORDS(TOPIC(GETS_WHAT_IT_HAS), PART(thread), PART(one), PART(name)));
        if (same != FLOW_NO_SLOT) {
            say_also(search, same, WORDS(TOPIC(GETS_SAME_VALUE)));
        }
        return true;
    }
    const bool itself = later->element == element, same = is_same_source(&search->flow, later, earlier);
    const int line = written ? line_of(search, end) : 0;
    if (written && !itself && !same && line != line_of(search, later->slot) &&
        line != line_of(search, earlier->slot)) { // it is added between its read and the write
        say_cause(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                  WORDS(TOPIC(READS_AND_ADDS), PART(thread), PART(one), PART(other), PART(name)));
        say_also(search, earlier->slot, WORDS(TOPIC(DOES_TO), TOPIC(READS), PART(other)));
        return true;
    }
    const size_t at = written && later->element == FLOW_NO_ELEMENT ? end : later->slot;
    if (itself || same) {
        if (itself) {
            say_cause(search, DIAGNOSTIC_ADDED_TWICE, at,
                      WORDS(TOPIC(ADDS_TO_ITSELF), PART(thread), PART(one)));
        } else {
            say_cause(search, DIAGNOSTIC_ADDED_TWICE, at,
                      WORDS(TOPIC(ADDS_AGAIN), PART(thread), PART(one), PART(name)));
        }
        if (line_of(search, at) != line_of(search, earlier->slot)) {
            say_also(search, earlier->slot, WORDS(TOPIC(DOES_TO), TOPIC(READS), PART(other)));
        }
        return true;
    }
    say_cause(search, DIAGNOSTIC_ADDED_TWICE, at,
              WORDS(TOPIC(ADDS_BOTH), PART(thread), PART(other), PART(one), PART(name)));
    search->made->diagnostic.loop_ends =
        at == end && (was_made_by(search, earlier, end) || was_made_by(search, later, end));
    return true;
}

// Does the warp of the first entry access memory between the two?
static bool accesses_between(const struct flow *flow, size_t first, size_t last) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = first + 1; i < last; i++) {
        if (entries[i].type == RECORD_ACCESS && flow->runs[i] == flow->runs[first] &&
            entries[i].thread / CAUSE_WARP == entries[first].thread / CAUSE_WARP) {
            return true;
        }
    }
    return false;
}

// A lane gives another one, at `given`, what it has got back from itself at `own`, in an earlier round of shuffles.
// false: not in an earlier one.
static bool say_left_over(const struct search *search, size_t own, size_t given, uint32_t element) {
    const struct flow *flow = &search->flow;
    if (given == FLOW_NO_SLOT || !flow_gets_own(flow, own) ||
        !accesses_between(flow, own / FLOW_WORDS, given / FLOW_WORDS)) {
        return false;
    }
    say_cause(search, DIAGNOSTIC_ADDED_TWICE, given,
              WORDS(TOPIC(GETS_LEFT_OVER), PART(name_thread(search, given)),
                    NUMBER(flow_entry(flow, given)->extra % CAUSE_WARP),
                    PART(name_element(search, element))));
    return true;
}

bool find_twice(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    struct flow_value value = flow_value_at(flow, slot);
    if (flow_entry(flow, slot)->type == RECORD_EXCHANGE) { // what a lane gets is another lane's
        flow_origin(flow, &(struct flow_source){slot, value.set, FLOW_NO_ELEMENT}, &value);
    }
    // The last shuffle by which another lane got the value.
    size_t given = flow_entry(flow, slot)->type == RECORD_EXCHANGE ? slot : FLOW_NO_SLOT;
    for (int step = 0; step < CAUSE_STEPS_MAX; step++) {
        struct flow_source sources[FLOW_SOURCES_MAX];
        const struct flow_source *next = NULL, *both[2] = {NULL, NULL};
        size_t count = flow_sources(flow, &value, sources), with = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t times = flow_source_times(flow, &sources[i], element);
            next = next == NULL && times > 1 ? &sources[i] : next;
            if (times > 0 && with < 2) {
                both[with++] = &sources[i];
            }
        }
        if (next == NULL) {
            return with > 1 && (say_left_over(search, both[0]->slot, given, element) ||
                                say_twice(search, &value, both[0], both[1], element));
        }
        bool other =
            flow_entry(flow, next->slot)->type == RECORD_EXCHANGE && !flow_gets_own(flow, next->slot);
        given = other ? next->slot : given;
        if (!flow_origin(flow, next, &value)) {
            return false;
        }
    }
    return false;
}

// ---- An element that does not belong ----

static bool say_foreign(const struct search *search, const struct flow_value *value,
                        const struct flow_source *source, uint32_t element) {
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    const struct said thread = name_thread(search, source->slot), name = name_element(search, element);
    const struct record_entry *made = flow_entry(&search->flow, value->entry * FLOW_WORDS);
    if (source->element != FLOW_NO_ELEMENT && entry_words(entry) > 1 &&
        entry_writes(made)) { // read with others
        return say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, value->entry * FLOW_WORDS,
                         WORDS(TOPIC(WRITES_WITH_FOREIGN), PART(name_word(search, value->entry * FLOW_WORDS)),
                               PART(thread), PART(name), PART(search->output)));
    }
    if (source->element != FLOW_NO_ELEMENT) {
        return say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                         WORDS(TOPIC(READS_FOREIGN), PART(thread), PART(name), PART(search->output)));
    }
    if (entry->type == RECORD_EXCHANGE) {
        return say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                         WORDS(TOPIC(GETS_WITH_FOREIGN), PART(thread), NUMBER(entry->extra % CAUSE_WARP),
                               PART(name), PART(search->output)));
    }
    say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
              WORDS(TOPIC(READS_WITH_FOREIGN), PART(thread), PART(name_word(search, source->slot)),
                    PART(name), PART(search->output)));
    size_t writer = search->flow.writers[source->slot];
    if (writer != 0 && entry_writes(flow_entry(&search->flow, writer - 1))) {
        say_also(search, writer - 1, WORDS(TOPIC(DOES_IT), TOPIC(WROTE)));
    }
    return true;
}

// Does the source contain any element that belongs in the output?
static bool any_belongs(const struct search *search, const struct flow_source *source) {
    for (size_t e = search->begin; e < search->end; e++) {
        if (flow_source_times(&search->flow, source, (uint32_t)e) > 0) {
            return true;
        }
    }
    return false;
}

bool find_foreign(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    if (find_copied(search, slot, element)) {
        return true;
    }
    struct flow_value value = flow_value_at(flow, slot);
    for (int step = 0; step < CAUSE_STEPS_MAX; step++) {
        struct flow_source sources[FLOW_SOURCES_MAX];
        // The first source that contains the element, and the first one that is the word that is written.
        const struct flow_source *any = NULL, *own = NULL;
        size_t count = flow_sources(flow, &value, sources), slot_written = value.entry * FLOW_WORDS;
        bool written = entry_writes(flow_entry(flow, slot_written));
        for (size_t i = 0; i < count; i++) {
            if (flow_source_times(flow, &sources[i], element) == 0) {
                continue;
            }
            bool same = written && flow_entry(flow, sources[i].slot)->type == RECORD_ACCESS &&
                        flow_same_word(flow, sources[i].slot, slot_written);
            own = own == NULL && same ? &sources[i] : own;
            any = any == NULL ? &sources[i] : any;
        }
        const struct flow_source *next = own != NULL ? own : count == 1 ? any : NULL;
        if (any == NULL) {
            return false;
        }
        if (!any_belongs(search, any)) {
            return say_foreign(search, &value, any, element);
        }
        if (next == NULL || !flow_origin(flow, next, &value)) {
            return say_foreign(search, &value, next == NULL ? any : next, element);
        }
    }
    return false;
}
