// The words of a cause: threads, elements, places in memory.
#include <stdio.h>

#include "check/trace/cause_search.h"
#include "runner/element_name.h"

enum { NAME_SIZE = 96 };

static struct said named(const char *name) {
    struct said said;
    say(&said, WORDS(TOPIC(AS_IT_IS), NAME(name)));
    return said;
}

struct said name_thread(const struct search *search, size_t slot) {
    char thread[24], block[24];
    struct said name;
    snprintf(thread, sizeof(thread), "%u", flow_entry(&search->flow, slot)->thread);
    snprintf(block, sizeof(block), "%llu", (unsigned long long)flow_run(&search->flow, slot)->block);
    say(&name, WORDS(TOPIC(THREAD), NAME(thread), NAME(block)));
    return name;
}

struct said name_element(const struct search *search, uint32_t element) {
    const struct trace_array *input = search->flow.input;
    char name[NAME_SIZE];
    snprintf(name, sizeof(name), "%.40s[%u]", input == NULL ? "in" : input->name, element);
    return named(name);
}

struct said name_range(const struct search *search, struct range range) {
    struct said name = name_element(search, range.first);
    if (range.end - range.first > 1) {
        say(&name, WORDS(TOPIC(FROM_TO), PART(name), PART(name_element(search, range.end - 1))));
    }
    return name;
}

int line_of(const struct search *search, size_t slot) {
    struct source_place place = {.line = 0};
    source_find(search->question->source, flow_entry(&search->flow, slot)->pc, &place);
    return place.line;
}

struct said name_word(const struct search *search, size_t slot) {
    const struct events *events = search->flow.events;
    const struct record_entry *entry = flow_entry(&search->flow, slot);
    uint32_t number = events_array(events, entry, flow_run(&search->flow, slot)->launch);
    if (number == TRACE_NO_ARRAY) {
        struct said memory;
        say(&memory, WORDS(TOPIC(MEMORY)));
        return memory;
    }
    const struct trace_array *array = &events->arrays[number];
    uint64_t offset = entry->address + 4 * (slot % FLOW_WORDS) - array->address;
    char name[NAME_SIZE];
    element_name(array->name, array->row, (long long)(offset / array->element), name, sizeof(name));
    return named(name);
}

bool say_cause(const struct search *search, enum diagnostic_class class_, size_t slot,
               const struct said_word *words) {
    struct finding *made = search->made;
    const struct trace_launch *launch = &search->flow.events->launches[flow_run(&search->flow, slot)->launch];
    *made = (struct finding){
        .diagnostic = {.class_ = class_, .count = 1, .launch = launch->number, .launch_pc = launch->pc},
        .count = 1,
        .slot = slot + 1};
    snprintf(made->diagnostic.kernel, sizeof(made->diagnostic.kernel), "%s", launch->kernel);
    made->diagnostic.places[0].pc = flow_entry(&search->flow, slot)->pc;
    say(&made->diagnostic.message, words);
    return true;
}

bool say_host(const struct search *search, enum diagnostic_class class_, size_t entry,
              const struct said_word *words) {
    struct diagnostic *made = &search->made->diagnostic;
    *search->made = (struct finding){.diagnostic = {.class_ = class_, .count = 1}, .count = 1};
    made->places[0].pc = search->flow.recording->record->entries[entry].pc;
    say(&made->message, words);
    return true;
}

void say_also(const struct search *search, size_t slot, const struct said_word *words) {
    struct diagnostic_place *place = &search->made->diagnostic.places[1];
    const struct said thread = name_thread(search, slot);
    place->pc = flow_entry(&search->flow, slot)->pc;
    place->form = PLACE_ACT;
    say_of(&place->said, &thread, words);
}

struct range missing_from(const struct search *search, uint32_t set, uint32_t element) {
    struct range missing = {element, element + 1};
    while (missing.end < search->end && flow_times(&search->flow, set, missing.end) == 0) {
        missing.end++;
    }
    return missing;
}
