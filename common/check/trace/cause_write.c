// From a wrong value of an output back to the write that made it, by the value alone.
#include <stdlib.h>
#include <string.h>

#include "check/trace/cause_search.h"

// The last write to the first word of this value of the output; FLOW_NO_SLOT: none.
static size_t find_write(const struct search *search, size_t number) {
    const struct events *events = search->flow.events;
    for (size_t i = 0; i < events->array_count; i++) {
        const struct trace_array *array = &events->arrays[i];
        if (array->kind == RECORD_OUTPUT) {
            return flow_last_write(&search->flow, array->address + array->element * number);
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

// ---- A value at the wrong place ----

// Is each value of a short output one of the input?
static bool is_moved(const struct cause_question *question) {
    enum { SHORT = 1024 };
    const int32_t *input = question->recording->input, *output = question->recording->output;
    size_t i = 0, found = 0;
    while (i < question->recording->output_count && question->n <= SHORT && found == i) {
        size_t k = 0;
        while (k < question->n && input[k] != output[i]) {
            k++;
        }
        found += k < question->n;
        i++;
    }
    return question->n <= SHORT && found == question->recording->output_count;
}

// Where in the output is the value that belongs at the wrong place? Of values that are moved: it is in the input and in
// the output once. Sets *element, of the input. SIZE_MAX: nowhere.
static size_t find_misplaced(const struct search *search, uint32_t *element) {
    const struct cause_question *question = search->question;
    const struct recording *recording = question->recording;
    const int32_t *input = recording->input, *output = recording->output;
    const int32_t value = question->expected == NULL ? 0 : (int32_t)strtol(question->expected, NULL, 10);
    size_t found = SIZE_MAX, times = 0, outputs = 0;
    if (question->part->kind != LAB_LOOP || recording->value_size != sizeof(value) ||
        question->expected == NULL || (!is_distinct((uint32_t)value) && !is_moved(question))) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < question->n; i++) {
        *element = input[i] == value ? (uint32_t)i : *element;
        times += input[i] == value;
    }
    for (size_t i = 0; i < recording->output_count; i++) {
        found = output[i] == value ? i : found;
        outputs += output[i] == value;
    }
    return times == 1 && outputs == 1 && found != question->wrong ? found : SIZE_MAX;
}

static bool say_misplaced(const struct search *search) {
    uint32_t element = 0;
    const size_t place = find_misplaced(search, &element),
                 slot = place == SIZE_MAX ? FLOW_NO_SLOT : find_write(search, place),
                 wrong = find_write(search, search->question->wrong);
    if (slot == FLOW_NO_SLOT || wrong == FLOW_NO_SLOT) {
        return false;
    }
    return say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                     WORDS(TOPIC(WRITES_TO_WRONG_INDEX), PART(name_thread(search, slot)),
                           PART(name_element(search, element)), PART(name_word(search, slot)),
                           PART(name_word(search, wrong))));
}

// ---- A value that is wrong wherever it is ----

// Is the correct value an element of the input? Otherwise it is computed.
static bool is_element(const struct cause_question *question) {
    const int32_t *input = question->recording->input;
    const int32_t value = question->expected == NULL ? 0 : (int32_t)strtol(question->expected, NULL, 10);
    for (size_t i = 0; i < question->n; i++) {
        if (input[i] == value) {
            return true;
        }
    }
    return question->expected == NULL;
}

// Does the thread update the word at `slot`, of which nothing is left: has it read another value there? (A value next
// to 0 may be a part of what it writes.)
static bool replaces_own(const struct flow *flow, size_t slot, uint32_t value) {
    const struct record_entry *entries = flow->recording->record->entries;
    const uint32_t run = flow->runs[slot / FLOW_WORDS];
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && flow->runs[i] == run && entries[i].type != RECORD_BLOCK;) {
        bool own = entry_reads(&entries[i]) && entries[i].thread == flow_entry(flow, slot)->thread;
        for (unsigned w = own ? entry_words(&entries[i]) : 0; w-- > 0;) {
            if (flow_same_word(flow, i * FLOW_WORDS + w, slot)) {
                const uint32_t before = entry_word(&entries[i], w);
                return before != value && is_distinct(before);
            }
        }
    }
    return false;
}

// Adds where the value comes to, unless it is written there.
static void say_output(const struct search *search, size_t slot, size_t output) {
    struct said *message = &search->made->diagnostic.message;
    if (slot != output) {
        say(message, WORDS(TOPIC(COMES_TO), PART(*message), PART(name_word(search, output))));
    }
}

static bool find_made(const struct search *search) {
    const struct flow *flow = &search->flow;
    const size_t first = find_write(search, search->question->wrong);
    const bool loop = search->question->part->kind == LAB_LOOP;
    if (first == FLOW_NO_SLOT) {
        return false;
    }
    const struct said output = name_word(search, first);
    const uint32_t value = entry_result(flow_entry(flow, first), first % FLOW_WORDS);
    size_t slot = first;
    // An atomic update makes a new value of the old one: another place has it by chance.
    for (int step = 0; step < CAUSE_STEPS_MAX && is_distinct(value) && !entry_updates(flow_entry(flow, slot));
         step++) {
        size_t read = find_read_of(flow, slot, value);
        const struct record_entry *entry = read == FLOW_NO_SLOT ? NULL : flow_entry(flow, read);
        bool of_input = entry != NULL && flow->input != NULL && !entry_is_shared(entry) &&
                        entry->address - flow->input->address < flow->input->bytes;

        if (entry != NULL && loop && !flow_same_word(flow, read, slot) && replaces_own(flow, slot, value)) {
            const struct said thread = name_thread(search, slot), word = name_word(search, slot),
                              by = name_word(search, read);
            if (slot == first) {
                say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                          WORDS(TOPIC(REPLACES), PART(thread), PART(word), PART(by)));
            } else {
                say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                          WORDS(TOPIC(REPLACES_FOR), PART(thread), PART(word), PART(by), PART(output)));
            }
            return true;
        }
        if (of_input) {
            const struct said element = name_element(
                search, (uint32_t)((entry->address - flow->input->address) / 4 + read % FLOW_WORDS));
            if (slot != first && loop) { // it may be right there
                say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, first,
                          WORDS(TOPIC(WRITES_BY_WAY_OF), PART(name_thread(search, first)), PART(element),
                                PART(output), PART(name_word(search, slot))));
                say_also(search, slot, WORDS(TOPIC(DOES_IT), TOPIC(WROTE)));
                search->made->computed = !is_element(search->question);
                return true;
            }
            say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                      WORDS(TOPIC(WRITES_VALUE_OF), PART(name_thread(search, slot)), PART(element),
                            PART(name_word(search, slot))));
            say_output(search, slot, first);
            search->made->computed = loop && !is_element(search->question);
            return true;
        }
        if (entry == NULL || flow->writers[read] == 0 ||
            !entry_writes(flow_entry(flow, flow->writers[read] - 1))) {
            break;
        }
        slot = flow->writers[read] - 1;
    }
    const struct said thread = name_thread(search, slot), word = name_word(search, slot);
    const struct record_entry *made = flow_entry(flow, slot);
    if (entry_updates(made) && entry_word(made, slot % FLOW_WORDS) != value) {
        say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                  WORDS(TOPIC(CHANGES_NUMBER), PART(thread), PART(word),
                        NUMBER((int)entry_word(made, slot % FLOW_WORDS)), NUMBER((int)value)));
    } else {
        say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, slot,
                  WORDS(TOPIC(WRITES_NUMBER), PART(thread), NUMBER((int)value), PART(word)));
    }
    say_output(search, slot, first);
    search->made->computed = true;
    return true;
}

bool cause_find_write(const struct cause_question *question, struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool opened =
             question->part->kind != LAB_REDUCE && flow_open(&search.flow, question->recording, question->n),
         found = opened && (say_misplaced(&search) || find_made(&search));
    if (found) {
        cause_add_places(question, &search.flow, made);
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}
