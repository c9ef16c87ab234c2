// From a wrong index back to the writes of the words that it was made of.
#include <stdio.h>
#include <string.h>

#include "check/judge/behind.h"
#include "check/trace/cause_search.h"

enum { FOUND_MAX = 64, THREADS_MAX = 3 };

// Writes of words that were read, each instruction by a few threads. The first `done` were followed.
struct writes {
    size_t slots[FOUND_MAX];
    size_t count, done;
};

// Is the value that was written there below 0? An index is hardly made of such a number.
static bool is_negative(const struct flow *flow, size_t slot) {
    return (int32_t)entry_result(flow_entry(flow, slot), slot % FLOW_WORDS) < 0;
}

static void add_write(const struct flow *flow, size_t slot, struct writes *writes) {
    const uint32_t pc = flow_entry(flow, slot)->pc;
    int same = 0;
    for (size_t i = 0; i < writes->count; i++) {
        const struct record_entry *known = flow_entry(flow, writes->slots[i]);
        same += known->pc != pc ? 0 : known->thread == flow_entry(flow, slot)->thread ? THREADS_MAX : 1;
    }
    if ((same < THREADS_MAX || (same < 2 * THREADS_MAX && is_negative(flow, slot))) &&
        writes->count < FOUND_MAX) {
        writes->slots[writes->count++] = slot;
    }
}

// Adds the writes of what the thread has read in its block before entry `end`, the last read first.
static void add_reads(const struct flow *flow, size_t end, unsigned thread, struct writes *writes) {
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t run = flow->runs[end];
    for (size_t i = end; i-- > 0 && flow->runs[i] == run && entries[i].type != RECORD_BLOCK;) {
        bool read = entry_reads(&entries[i]) && entries[i].thread == thread &&
                    flow_input_read(flow, &entries[i]) == SIZE_MAX;
        for (unsigned w = 0; read && w < entry_words(&entries[i]); w++) {
            const uint32_t writer = flow->writers[i * FLOW_WORDS + w];
            if (writer != 0 &&
                (entry_writes(flow_entry(flow, writer - 1)) || entry_updates(flow_entry(flow, writer - 1)))) {
                add_write(flow, writer - 1, writes);
            }
        }
    }
}

// The entry and the thread of the error's access; false: it is not in the recording.
static bool find_access(const struct flow *flow, uint64_t pc, size_t *entry, unsigned *thread) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = 0; i + 1 < flow->count; i++) {
        if (entries[i].type == RECORD_MISTAKE && entries[i].pc == pc &&
            entries[i + 1].type == RECORD_DETAIL) {
            *entry = i;
            *thread = entries[i + 1].thread;
            return true;
        }
    }
    return false;
}

void cause_add_writes(const struct cause_question *question, cause_own *own, void *context, size_t most,
                      struct finding *finding) {
    struct search search = {.question = question};
    struct flow *flow = &search.flow;
    struct writes writes = {.count = 0};
    size_t entry = 0, added = 0;
    unsigned thread = 0;
    bool opened = flow_open(flow, question->recording, question->n), found = opened && finding->slot > 0;
    if (found) {
        entry = (finding->slot - 1) / FLOW_WORDS;
        thread = flow_entry(flow, finding->slot - 1)->thread;
    } else if (opened) {
        found = find_access(flow, finding->diagnostic.places[0].pc, &entry, &thread);
    }
    if (found) {
        add_reads(flow, entry, thread, &writes);
    }
    for (; writes.done < writes.count; writes.done++) {
        const size_t slot = writes.slots[writes.done];
        add_reads(flow, slot / FLOW_WORDS, flow_entry(flow, slot)->thread, &writes);
    }
    // Numbers below 0 come first, and then what an earlier launch wrote: it shows least at the error.
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < writes.count && added < most; i++) {
            const size_t slot = writes.slots[i];
            const struct record_entry *write = flow_entry(flow, slot);
            struct source_place place;
            const uint32_t number = events_array(flow->events, write, flow_run(flow, slot)->launch);
            bool before = flow_run(flow, slot)->launch != flow->events->runs[flow->runs[entry]].launch;
            bool wanted = pass == 0 ? is_negative(flow, slot) : before == (pass == 1);
            if (wanted && (!before || !entry_is_shared(write)) && number != TRACE_NO_ARRAY &&
                source_find(question->source, write->pc, &place) && own(context, &place)) {
                const size_t count = finding->behind_count;
                behind_add(finding, place.file, place.line,
                           WORDS(TOPIC(ON_THE_WAY_TO_INDEX), PART(name_word(&search, slot)),
                                 PART(name_thread(&search, slot)),
                                 NUMBER((int)(uint32_t)entry_result(write, slot % FLOW_WORDS))));
                added += finding->behind_count - count;
            }
        }
    }
    flow_close(flow);
}
