// From an element of the input forward to where it is lost, or read again.
#include <string.h>

#include "check/trace/cause_search.h"

// ---- Reads of the input ----

// The last read of the element, or of its nearest neighbour before it; FLOW_NO_SLOT: none.
static size_t find_read(const struct flow *flow, uint32_t element, uint32_t *which) {
    size_t found = FLOW_NO_SLOT;
    for (size_t i = 0; i < flow->count; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        size_t first = flow_input_read(flow, entry);
        for (unsigned w = 0; first != SIZE_MAX && w < entry_words(entry); w++) {
            uint32_t at = (uint32_t)first + w;
            if (at <= element && (found == FLOW_NO_SLOT || at >= *which)) {
                found = i * FLOW_WORDS + w;
                *which = at;
            }
        }
    }
    return found;
}

// The contents of what the thread of `read` writes next, or gives to another lane; 0: unknown.
static uint32_t kept_contents(const struct flow *flow, size_t read) {
    const struct record_entry *entries = flow->recording->record->entries, *own = flow_entry(flow, read);
    const uint32_t run = flow->runs[read / FLOW_WORDS];
    for (size_t i = read / FLOW_WORDS; i < flow->count && flow->runs[i] == run; i++) {
        const struct record_entry *entry = &entries[i];
        const unsigned giver = entry->thread / CAUSE_WARP * CAUSE_WARP + entry->extra % CAUSE_WARP;
        if ((entry_writes(entry) && !entry_updates(entry) && entry->thread == own->thread) ||
            (entry_shuffles(entry) && giver == own->thread)) {
            return flow_set(flow, i * FLOW_WORDS);
        }
        if (entry->type == RECORD_BLOCK_END || (entry_updates(entry) && entry->thread == own->thread)) {
            break;
        }
    }
    return 0;
}

bool find_two_reads(const struct search *search, uint32_t element) {
    const struct flow *flow = &search->flow;
    const bool known = search->question->stride == 1; // else the contents of most values are not
    size_t earlier = FLOW_NO_SLOT;
    for (size_t i = 0; i < flow->count; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        size_t first = flow_input_read(flow, entry), slot = i * FLOW_WORDS;
        if (first == SIZE_MAX || element < first || element >= first + entry_words(entry)) {
            continue;
        }
        const uint32_t kept = known ? kept_contents(flow, slot) : 0, times = flow_times(flow, kept, element);
        const bool same = earlier != FLOW_NO_SLOT && flow->runs[earlier / FLOW_WORDS] == flow->runs[i] &&
                          flow_entry(flow, earlier)->thread == entry->thread;
        if (kept != 0 && (times == 0 || (same && times == 1))) {
            continue; // it is overwritten, and not added
        }
        if (earlier == FLOW_NO_SLOT) {
            earlier = slot;
            continue;
        }
        if (same) {
            say_cause(search, DIAGNOSTIC_ADDED_TWICE, slot,
                      WORDS(TOPIC(READS_SECOND_TIME), PART(name_thread(search, slot)),
                            PART(name_element(search, element))));
        } else {
            say_cause(search, DIAGNOSTIC_ADDED_TWICE, slot,
                      WORDS(TOPIC(READ_BY_BOTH), PART(name_thread(search, slot)),
                            PART(name_element(search, element)), PART(name_thread(search, earlier))));
        }
        say_also(search, earlier, WORDS(TOPIC(DOES_IT), TOPIC(READS)));
        return true;
    }
    return false;
}

// The thread's first shuffle after a read of the input; FLOW_NO_SLOT: none, or it reads more of it before. Then its
// value may have been overwritten.
static size_t find_shuffle_after(const struct flow *flow, size_t read) {
    const struct record_entry *entries = flow->recording->record->entries;
    const struct record_entry *first = flow_entry(flow, read);
    for (size_t i = read / FLOW_WORDS; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        if (entry_shuffles(&entries[i]) && entries[i].thread == first->thread) {
            return i * FLOW_WORDS;
        }
        if (&entries[i] != first && entries[i].pc == first->pc && entries[i].thread == first->thread) {
            break;
        }
    }
    return FLOW_NO_SLOT;
}

// The first write after `slot` by the thread, or by any thread of its warp; FLOW_NO_SLOT: none.
static size_t find_write_after(const struct flow *flow, size_t slot, bool warp) {
    const struct record_entry *entries = flow->recording->record->entries, *first = flow_entry(flow, slot);
    for (size_t i = slot / FLOW_WORDS; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        if (entry_writes(&entries[i]) && (warp ? entries[i].thread / CAUSE_WARP == first->thread / CAUSE_WARP
                                               : entries[i].thread == first->thread)) {
            return i * FLOW_WORDS;
        }
    }
    return FLOW_NO_SLOT;
}

// The last write of the block; FLOW_NO_SLOT: none.
static size_t find_last_of_block(const struct flow *flow, size_t slot) {
    const uint32_t run = flow->runs[slot / FLOW_WORDS];
    size_t last = FLOW_NO_SLOT;
    for (size_t i = 0; i < flow->count; i++) {
        last = flow->runs[i] == run && entry_writes(flow_entry(flow, i * FLOW_WORDS)) ? i * FLOW_WORDS : last;
    }
    return last;
}

// A thread has the element in a shuffle, and what it writes, if anything, does not contain it.
static bool say_shuffled(const struct search *search, size_t shuffle, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct said thread = name_thread(search, shuffle), name = name_element(search, element);
    const size_t own = find_write_after(flow, shuffle, false), warp = find_write_after(flow, shuffle, true),
                 last = find_last_of_block(flow, shuffle);
    if (warp != own && flow_set(flow, warp) != 0 && !flow_any(flow, flow_set(flow, warp))) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, warp,
                  WORDS(TOPIC(WRITES_NO_ELEMENT), PART(name_thread(search, warp)),
                        PART(name_word(search, warp)), PART(thread), PART(name)));
        say_also(search, shuffle, WORDS(TOPIC(COMES_WITH), PART(name)));
        return true;
    }
    if (warp == FLOW_NO_SLOT) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, shuffle,
                  WORDS(TOPIC(SHUFFLED_AND_UNWRITTEN), PART(thread), PART(name)));
        if (last != FLOW_NO_SLOT) {
            say_also(search, last, WORDS(TOPIC(DOES_TO), TOPIC(WRITES), PART(name_word(search, last))));
        }
        return true;
    }
    say_cause(search, DIAGNOSTIC_LOST_ELEMENT, shuffle,
              WORDS(TOPIC(SHUFFLED_AND_LOST), PART(thread), PART(name)));
    search->made->diagnostic.loop_ends = own == FLOW_NO_SLOT;
    return true;
}

// No written value contains the element: is it read at all?
static bool find_unwritten(const struct search *search, uint32_t element) {
    uint32_t which = 0;
    size_t read = find_read(&search->flow, element, &which);
    if (read == FLOW_NO_SLOT) {
        return false;
    }
    const struct said thread = name_thread(search, read), name = name_element(search, element);
    if (which != element) {
        return say_cause(
            search, DIAGNOSTIC_LOST_ELEMENT, read,
            WORDS(TOPIC(NO_THREAD_READS), PART(name), PART(name_element(search, which)), PART(thread)));
    }
    size_t shuffle = find_shuffle_after(&search->flow, read);
    if (shuffle != FLOW_NO_SLOT) {
        return say_shuffled(search, shuffle, element);
    }
    say_cause(search, DIAGNOSTIC_LOST_ELEMENT, read, WORDS(TOPIC(READ_AND_LOST), PART(thread), PART(name)));
    const struct record_entry *entries = search->flow.recording->record->entries;
    for (size_t i = read / FLOW_WORDS + 1; i < search->flow.count && entries[i].type != RECORD_BLOCK_END;
         i++) {
        const size_t at = flow_input_read(&search->flow, &entries[i]);
        if (at != SIZE_MAX && entries[i].thread == flow_entry(&search->flow, read)->thread) { // instead?
            if (line_of(search, i * FLOW_WORDS) != line_of(search, read)) {
                say_also(search, i * FLOW_WORDS,
                         WORDS(TOPIC(READS_AFTER_IT), PART(name_element(search, (uint32_t)at))));
            }
            break;
        }
    }
    return true;
}

bool find_unread(const struct search *search, uint32_t element) {
    uint32_t which = 0;
    return find_read(&search->flow, element, &which) != FLOW_NO_SLOT && which != element &&
           find_unwritten(search, element);
}

bool find_split(const struct search *search, size_t slot, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct range missing = missing_from(search, flow_set(flow, slot), element);
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t run = flow->runs[slot / FLOW_WORDS];
    const enum lab_kind kind = search->question->part->kind;
    size_t own = FLOW_NO_SLOT,
           other = FLOW_NO_SLOT; // the first reads: of the input, and of a missing element
    for (size_t i = 0; i < flow->count; i++) {
        const size_t first = flow_input_read(flow, &entries[i]), at = i * FLOW_WORDS;
        if (first == SIZE_MAX || flow_run(flow, at)->launch != flow_run(flow, slot)->launch) {
            continue;
        }
        const bool lost = first < missing.end && first + entry_words(&entries[i]) > missing.first;
        if (flow->runs[i] == run && lost) {
            return false;
        }
        own = flow->runs[i] == run && own == FLOW_NO_SLOT ? at : own;
        other = flow->runs[i] != run && lost && other == FLOW_NO_SLOT ? at : other;
    }
    if ((kind != LAB_SECTION_INCLUSIVE_SCAN && kind != LAB_SECTION_EXCLUSIVE_SCAN) || own == FLOW_NO_SLOT ||
        other == FLOW_NO_SLOT) {
        return false;
    }
    const uint32_t first = (uint32_t)flow_input_read(flow, flow_entry(flow, own));
    say_cause(search, DIAGNOSTIC_LOST_ELEMENT, own,
              WORDS(TOPIC(READ_IN_OTHER_BLOCK), PART(search->output), PART(name_range(search, missing)),
                    NUMBER(flow_run(flow, other)->block), NUMBER(flow_run(flow, own)->block),
                    PART(name_element(search, first))));
    return true;
}

bool find_reads(const struct search *search) {
    const struct flow *flow = &search->flow;
    size_t n = search->question->n, unread = 0;
    memset(flow->left, 0, n);
    for (size_t i = 0; i < flow->count; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        size_t first = flow_input_read(flow, entry);
        for (size_t at = first; first != SIZE_MAX && at < first + entry_words(entry) && at < n; at++) {
            if (flow->left[at]++ > 0) {
                return find_two_reads(search, (uint32_t)at);
            }
        }
    }
    while (unread < n && flow->left[unread] > 0) {
        unread++;
    }
    return unread < n && find_unwritten(search, (uint32_t)unread);
}

// ---- The last value with the element ----

// The last value that contains the element: of a thread, or with `memory` in memory before a launch.
static size_t find_last(const struct flow *flow, uint32_t element, bool memory) {
    for (size_t slot = FLOW_WORDS * flow->count; slot-- > 0;) {
        const struct record_entry *entry = flow_entry(flow, slot);
        bool made = memory ? entry->type == RECORD_CONTENTS && entry->kind != 1
                           : entry_writes(entry) || entry_shuffles(entry);
        if (made && flow_times(flow, flow_set(flow, slot), element) > 0) {
            return slot;
        }
    }
    return FLOW_NO_SLOT;
}

// The last entry of this type, of host code, that is about the word at the address; FLOW_NO_SLOT: none.
static size_t find_host(const struct flow *flow, enum record_type type, uint64_t address) {
    for (size_t i = flow->count; i-- > 0;) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        uint64_t bytes = type == RECORD_COPY ? entry->value[0] : 4;
        if (entry->type == type && address - entry->address < bytes) {
            return i;
        }
    }
    return FLOW_NO_SLOT;
}

// The word at `slot` of global memory contains the element, and no thread reads it. Does the host?
static bool say_lost_on_host(const struct search *search, size_t slot, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct said thread = name_thread(search, slot), name = name_element(search, element);
    const struct said word = name_word(search, slot);
    uint64_t address = flow_entry(flow, slot)->address + 4 * (slot % FLOW_WORDS);
    size_t host = find_host(flow, RECORD_HOST, address);
    if (host != FLOW_NO_SLOT) {
        return say_host(search, DIAGNOSTIC_LOST_ELEMENT, host,
                        WORDS(TOPIC(HOST_READ_AND_LOST), PART(word), PART(name)));
    }
    bool copied = find_host(flow, RECORD_COPY, address) != FLOW_NO_SLOT;
    say_cause(search, DIAGNOSTIC_LOST_ELEMENT, slot,
              WORDS(copied ? TOPIC(WRITTEN_AND_UNRETURNED) : TOPIC(WRITTEN_AND_UNCOPIED), PART(word),
                    PART(thread), PART(name)));
    for (size_t i = flow->count; i-- > 0 && !copied;) { // the last copy is of something else
        const struct record_entry *entry = &flow->recording->record->entries[i];
        if (entry->type == RECORD_COPY) {
            search->made->diagnostic.places[1].pc = entry->pc;
            say(&search->made->diagnostic.places[1].said, WORDS(TOPIC(COPIES_OTHER_VALUES)));
            search->made->diagnostic.places[1].form = PLACE_WHOLE;
            break;
        }
    }
    return true;
}

// The word at `slot` contains the element, and no value that is made of it does.
static bool say_lost_word(const struct search *search, size_t slot, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entry = flow_entry(flow, slot);
    const struct said thread = name_thread(search, slot), name = name_element(search, element);
    const struct said word = name_word(search, slot);
    size_t next = flow_next_access(flow, slot), read = FLOW_NO_SLOT;
    while (next != FLOW_NO_SLOT && entry_reads(flow_entry(flow, next))) {
        read = next;
        next = flow_next_access(flow, next);
    }
    if (read != FLOW_NO_SLOT) {
        return say_cause(
            search, DIAGNOSTIC_LOST_ELEMENT, read,
            WORDS(TOPIC(READ_WITH_AND_LOST), PART(name_thread(search, read)), PART(word), PART(name)));
    }
    if (next != FLOW_NO_SLOT) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, next,
                  WORDS(TOPIC(OVERWRITES_UNREAD), PART(name_thread(search, next)), PART(word), PART(name)));
        if (entry_writes(entry)) {
            say_also(search, slot, WORDS(TOPIC(DOES_IT), TOPIC(WROTE)));
        }
        return true;
    }
    if (!entry_writes(entry)) {
        return false; // in memory before the launch, and no thread has touched it
    }
    if (!entry_is_shared(entry)) {
        return say_lost_on_host(search, slot, element);
    }
    say_cause(search, DIAGNOSTIC_LOST_ELEMENT, slot,
              WORDS(TOPIC(WRITTEN_AND_UNREAD), PART(word), PART(thread), PART(name)));
    search->made->diagnostic.loop_ends = !goes_on(search, slot);
    size_t later = find_later_write(search, slot);
    if (later != FLOW_NO_SLOT) {
        say_also(search, later, WORDS(TOPIC(ADDS_TO), PART(name_word(search, later))));
    }
    return true;
}

bool find_lost(const struct search *search, uint32_t element) {
    size_t slot = find_last(&search->flow, element, false);
    if (slot == FLOW_NO_SLOT) {
        slot = find_last(&search->flow, element, true);
    }
    if (slot == FLOW_NO_SLOT) {
        return find_unwritten(search, element);
    }
    if (flow_entry(&search->flow, slot)->type == RECORD_EXCHANGE) {
        say_cause(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                  WORDS(TOPIC(GOTTEN_AND_LOST), PART(name_thread(search, slot)),
                        PART(name_element(search, element))));
        search->made->diagnostic.loop_ends = find_write_after(&search->flow, slot, false) == FLOW_NO_SLOT;
        return true;
    }
    return say_lost_word(search, slot, element);
}
