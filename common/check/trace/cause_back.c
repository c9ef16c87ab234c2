// From a wrong value of the output back to the access that made it wrong.
#include <stdio.h>
#include <string.h>

#include "check/trace/cause_search.h"

static struct flow_value value_at(const struct flow *flow, size_t slot) {
    return (struct flow_value){slot / FLOW_WORDS, flow_entry(flow, slot)->thread, flow_set(flow, slot)};
}

// ---- An element twice ----

static struct name name_source(const struct search *search, const struct flow_source *source) {
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    if (source->element != FLOW_NO_ELEMENT) {
        return name_element(search, source->element);
    }
    if (entry->type != RECORD_EXCHANGE) {
        return name_word(search, source->slot);
    }
    struct name name;
    snprintf(name.text, sizeof(name.text), "the value of lane %u", entry->extra % CAUSE_WARP);
    return name;
}

// A thread adds two sources for a value, and both contain the element.
static bool say_twice(const struct search *search, const struct flow_value *value,
                      const struct flow_source *later, const struct flow_source *earlier, uint32_t element) {
    const struct record_entry *entry = flow_entry(&search->flow, later->slot);
    const struct name thread = name_thread(search, later->slot), name = name_element(search, element);
    const struct name one = name_source(search, later), other = name_source(search, earlier);
    if (entry->type == RECORD_EXCHANGE && entry->extra % CAUSE_WARP == entry->thread % CAUSE_WARP) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                   "%s gets its own value back here, so it adds %s twice", thread.text, name.text);
    }
    if (entry->type == RECORD_EXCHANGE) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                   "%s gets %s here, which contains %s, and its own value contains that already", thread.text,
                   one.text, name.text);
    }
    bool written = entry_writes(flow_entry(&search->flow, value->entry * FLOW_WORDS));
    size_t at = written && later->element == FLOW_NO_ELEMENT ? value->entry * FLOW_WORDS : later->slot;
    bool itself = strcmp(one.text, name.text) == 0;
    if (itself || strcmp(one.text, other.text) == 0) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, at, "%s adds %s here to a value that contains %s already",
                   thread.text, one.text, itself ? "it" : name.text);
    }
    return say(search, DIAGNOSTIC_ADDED_TWICE, at, "%s adds %s and %s here, and both contain %s", thread.text,
               other.text, one.text, name.text);
}

bool find_twice(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    struct flow_value value = value_at(flow, slot);
    if (flow_entry(flow, slot)->type == RECORD_EXCHANGE) { // what a lane gets is another lane's
        flow_origin(flow, &(struct flow_source){slot, value.set, FLOW_NO_ELEMENT}, &value);
    }
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
            return with > 1 && say_twice(search, &value, both[0], both[1], element);
        }
        if (!flow_origin(flow, next, &value)) {
            return false;
        }
    }
    return false;
}

// ---- An element that does not belong ----

static bool say_foreign(const struct search *search, const struct flow_source *source, uint32_t element) {
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    const struct name thread = name_thread(search, source->slot), name = name_element(search, element);
    if (source->element != FLOW_NO_ELEMENT) {
        return say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                   "%s reads %s here, which does not belong in %s", thread.text, name.text,
                   search->output.text);
    }
    if (entry->type == RECORD_EXCHANGE) {
        return say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                   "%s gets a value of lane %u here that contains %s, which does not belong in %s",
                   thread.text, entry->extra % CAUSE_WARP, name.text, search->output.text);
    }
    say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
        "%s reads %s here, which contains %s, and that does not belong in %s", thread.text,
        name_word(search, source->slot).text, name.text, search->output.text);
    size_t writer = search->flow.writers[source->slot];
    if (writer != 0 && entry_writes(flow_entry(&search->flow, writer - 1))) {
        say_also(search, writer - 1, "wrote it here");
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
    struct flow_value value = value_at(flow, slot);
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
            return say_foreign(search, any, element);
        }
        if (next == NULL || !flow_origin(flow, next, &value)) {
            return say_foreign(search, next == NULL ? any : next, element);
        }
    }
    return false;
}

// ---- An element that is missing ----

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

// The word of an array in shared memory keeps the input's element that was loaded. Where do later writes of the block
// pass it by?
static bool say_left_out(const struct search *search, size_t slot, uint32_t element) {
    const struct record_entry *entries = search->flow.recording->record->entries;
    size_t later = find_later_write(search, slot), last = FLOW_NO_SLOT;
    if (later == FLOW_NO_SLOT) {
        return false;
    }
    for (size_t at = later; at != FLOW_NO_SLOT; at = find_later_write(search, at)) { // each loop's first one
        bool again = entries[at / FLOW_WORDS].pc == entries[later / FLOW_WORDS].pc;
        last = again ? last : at;
        if (at != later && again) {
            break;
        }
    }
    say(search, DIAGNOSTIC_LOST_ELEMENT, later,
        "%s must contain %s, but nothing is added to %s: %s adds to %s here", search->output.text,
        name_element(search, element).text, name_word(search, slot).text, name_thread(search, later).text,
        name_word(search, later).text);
    if (last != FLOW_NO_SLOT) {
        say_also(search, last, "adds to %s here", name_word(search, last).text);
    }
    return true;
}

// Has the thread that writes at `slot` had a value with the element before?
static void say_unused(const struct search *search, size_t slot, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries;
    uint16_t thread = flow_entry(flow, slot)->thread;
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        if (entry_shuffles(&entries[i]) && entries[i].thread == thread &&
            flow_times(flow, flow_set(flow, i * FLOW_WORDS), element) > 0) {
            say_also(search, i * FLOW_WORDS, "gets a value with %s here", name_element(search, element).text);
            return;
        }
    }
    size_t later = find_later_write(search, slot);
    if (later != FLOW_NO_SLOT) {
        say_also(search, later, "writes %s after that here", name_word(search, later).text);
    }
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

// Is the source a value that a block of an earlier launch wrote to global memory?
static bool is_earlier_stage(const struct flow *flow, const struct flow_source *source) {
    const struct record_entry *entry = flow_entry(flow, source->slot);
    size_t writer = flow->writers[source->slot];
    return source->element == FLOW_NO_ELEMENT && entry_reads(entry) && !entry_is_shared(entry) &&
           writer != 0 && entry_writes(flow_entry(flow, writer - 1)) &&
           flow->runs[source->slot / FLOW_WORDS] != flow->runs[(writer - 1) / FLOW_WORDS];
}

// Of several sources, that with the element nearest to the one that is lacking, if it is the result of an earlier launch;
// NULL: another.
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

bool find_lacking(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    const struct name name = name_element(search, element);
    for (int step = 0; step < CAUSE_STEPS_MAX; step++) {
        struct flow_value value = value_at(flow, slot);
        struct flow_source sources[FLOW_SOURCES_MAX];
        size_t count = flow_sources(flow, &value, sources), before = flow->writers[slot];
        const struct name word = name_word(search, slot);
        if (before != 0 && flow_times(flow, flow_set(flow, before - 1), element) > 0) {
            return say(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                       "%s writes a value without %s to %s, which contained it before",
                       name_thread(search, slot).text, name.text, word.text);
        }
        const struct flow_source *stage = earlier_stage(search, sources, count, element);
        if (stage != NULL) {
            slot = flow->writers[stage->slot] - 1;
            continue;
        }
        bool copied = count == 1 && flow_origin(flow, &sources[0], &value) &&
                      flow_entry(flow, sources[0].slot)->type == RECORD_ACCESS;
        if (copied) {
            slot = flow->writers[sources[0].slot] - 1;
            continue;
        }
        bool loaded = count == 1 && sources[0].element != FLOW_NO_ELEMENT;
        if (loaded && say_left_out(search, slot, element)) {
            return true;
        }
        bool direct = strcmp(word.text, search->output.text) == 0;
        say(search, DIAGNOSTIC_LOST_ELEMENT, slot, "%s gets its last value here%s%s, and it lacks %s",
            word.text, direct ? "" : ", for ", direct ? "" : search->output.text, name.text);
        search->made->diagnostic.loop_ends = !goes_on(search, slot);
        if (!search->made->diagnostic.loop_ends) {
            say_unused(search, slot, element);
        }
        return true;
    }
    return false;
}
