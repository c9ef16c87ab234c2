// From a wrong value of an output back to the write that made it, by the value alone.
#include <string.h>

#include "check/judge/moment.h"
#include "check/trace/cause_search.h"

// The last write to the first word of the wrong value; FLOW_NO_SLOT: none.
static size_t find_write(const struct search *search) {
    const struct events *events = search->flow.events;
    for (size_t i = 0; i < events->array_count; i++) {
        const struct trace_array *array = &events->arrays[i];
        if (array->kind == RECORD_OUTPUT) {
            return flow_last_write(&search->flow, array->address + array->element * search->question->wrong);
        }
    }
    return FLOW_NO_SLOT;
}

// The thread's last read before `slot`, in its block, that found this value; FLOW_NO_SLOT: none.
static size_t find_read_of(const struct flow *flow, size_t slot, uint32_t value) {
    const struct record_entry *entries = flow->recording->record->entries;
    uint32_t run = flow->runs[slot / FLOW_WORDS];
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && flow->runs[i] == run && entries[i].type != RECORD_BLOCK;) {
        bool own = entry_reads(&entries[i]) && entries[i].thread == flow_entry(flow, slot)->thread;
        for (unsigned w = own ? entry_words(&entries[i]) : 0; w-- > 0;) {
            if (entry_word(&entries[i], w) == value) {
                return i * FLOW_WORDS + w;
            }
        }
    }
    return FLOW_NO_SLOT;
}

// Is it a value that other places would hardly contain by chance?
static bool is_distinct(uint32_t value) {
    return value + 2 > 4; // not -2 to 2
}

static bool find_made(const struct search *search) {
    const struct flow *flow = &search->flow;
    const size_t first = find_write(search);
    if (first == FLOW_NO_SLOT) {
        return false;
    }
    const struct name output = name_word(search, first);
    const uint32_t value = entry_result(flow_entry(flow, first), first % FLOW_WORDS);
    size_t slot = first;
    for (int step = 0; step < CAUSE_STEPS_MAX && is_distinct(value); step++) {
        size_t read = find_read_of(flow, slot, value);
        const struct record_entry *entry = read == FLOW_NO_SLOT ? NULL : flow_entry(flow, read);
        bool of_input = entry != NULL && flow->input != NULL && !entry_is_shared(entry) &&
                        entry->address - flow->input->address < flow->input->bytes;
        if (of_input) {
            size_t at = (entry->address - flow->input->address) / 4 + read % FLOW_WORDS;
            if (slot != first && search->question->part->kind == LAB_LOOP) { // it may be right there
                say(search, DIAGNOSTIC_WRONG_ELEMENT, first, "%s writes the value of %s to %s here%s%s",
                    name_thread(search, first).text, name_element(search, (uint32_t)at).text, output.text,
                    ", by way of ", name_word(search, slot).text);
                say_also(search, slot, "wrote it here");
                return true;
            }
            return say(search, DIAGNOSTIC_WRONG_ELEMENT, slot, "%s writes the value of %s to %s here%s%s",
                       name_thread(search, slot).text, name_element(search, (uint32_t)at).text,
                       name_word(search, slot).text, slot == first ? "" : ", and it comes to ",
                       slot == first ? "" : output.text);
        }
        if (entry == NULL || flow->writers[read] == 0 ||
            !entry_writes(flow_entry(flow, flow->writers[read] - 1))) {
            break;
        }
        slot = flow->writers[read] - 1;
    }
    return say(search, DIAGNOSTIC_WRONG_ELEMENT, slot, "%s writes %d to %s here%s%s",
               name_thread(search, slot).text, (int)value, name_word(search, slot).text,
               slot == first ? "" : ", and it comes to ", slot == first ? "" : output.text);
}

bool cause_find_write(const struct cause_question *question, struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool found = question->part->kind != LAB_REDUCE &&
                 flow_open(&search.flow, question->recording, question->n) && find_made(&search);
    if (found) {
        cause_add_places(question, &search.flow, made);
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}
