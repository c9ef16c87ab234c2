// The words of a cause: threads, elements, places in memory.
#include <stdarg.h>
#include <stdio.h>

#include "check/trace/cause_search.h"
#include "runner/element_name.h"

struct name name_thread(const struct search *search, size_t slot) {
    struct name name;
    snprintf(name.text, sizeof(name.text), "thread %u of block %llu", flow_entry(&search->flow, slot)->thread,
             (unsigned long long)flow_run(&search->flow, slot)->block);
    return name;
}

struct name name_element(const struct search *search, uint32_t element) {
    const struct trace_array *input = search->flow.input;
    struct name name;
    snprintf(name.text, sizeof(name.text), "%.40s[%u]", input == NULL ? "in" : input->name, element);
    return name;
}

struct name name_range(const struct search *search, struct range range) {
    const struct name first = name_element(search, range.first), last = name_element(search, range.end - 1);
    struct name name = first;
    if (range.end - range.first > 1) {
        snprintf(name.text, sizeof(name.text), "%.45s to %.45s", first.text, last.text);
    }
    return name;
}

int line_of(const struct search *search, size_t slot) {
    struct source_place place = {.line = 0};
    source_find(search->question->source, flow_entry(&search->flow, slot)->pc, &place);
    return place.line;
}

struct name name_word(const struct search *search, size_t slot) {
    const struct events *events = search->flow.events;
    const struct record_entry *entry = flow_entry(&search->flow, slot);
    uint32_t number = events_array(events, entry, flow_run(&search->flow, slot)->launch);
    if (number == TRACE_NO_ARRAY) {
        return (struct name){"memory"};
    }
    const struct trace_array *array = &events->arrays[number];
    uint64_t offset = entry->address + 4 * (slot % FLOW_WORDS) - array->address;
    struct name name;
    element_name(array->name, array->row, (long long)(offset / array->element), name.text, sizeof(name.text));
    return name;
}

bool tell(const struct search *search, enum diagnostic_class class_, size_t slot, const char *format, ...) {
    struct finding *made = search->made;
    const struct trace_launch *launch = &search->flow.events->launches[flow_run(&search->flow, slot)->launch];
    *made = (struct finding){
        .diagnostic = {.class_ = class_, .count = 1, .launch = launch->number, .launch_pc = launch->pc},
        .count = 1,
        .slot = slot + 1};
    snprintf(made->diagnostic.kernel, sizeof(made->diagnostic.kernel), "%s", launch->kernel);
    made->diagnostic.places[0].pc = flow_entry(&search->flow, slot)->pc;
    va_list values;
    va_start(values, format);
    said_vprint(&made->diagnostic.message, format, values);
    va_end(values);
    return true;
}

bool say_about(const struct search *search, enum diagnostic_about topic) {
    search->made->diagnostic.about = topic;
    return true;
}

bool say_host(const struct search *search, enum diagnostic_class class_, size_t entry, const char *format,
              ...) {
    struct diagnostic *made = &search->made->diagnostic;
    va_list values;
    *search->made = (struct finding){.diagnostic = {.class_ = class_, .count = 1}, .count = 1};
    made->places[0].pc = search->flow.recording->record->entries[entry].pc;
    va_start(values, format);
    said_vprint(&made->message, format, values);
    va_end(values);
    return true;
}

void say_also(const struct search *search, size_t slot, const char *format, ...) {
    struct diagnostic_place *place = &search->made->diagnostic.places[1];
    char what[NAME_SIZE + 40];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof(what), format, values);
    va_end(values);
    place->pc = flow_entry(&search->flow, slot)->pc;
    place->form = PLACE_ACT;
    said_print(&place->said, "%.50s %.60s", name_thread(search, slot).text, what);
}

void say_also_it(const struct search *search, size_t slot, const char *verb) {
    say_also(search, slot, "%s it", verb);
    search->made->diagnostic.places[1].it = 1;
}

struct range missing_from(const struct search *search, uint32_t set, uint32_t element) {
    struct range missing = {element, element + 1};
    while (missing.end < search->end && flow_times(&search->flow, set, missing.end) == 0) {
        missing.end++;
    }
    return missing;
}

void say_at_line(const struct search *search, size_t slot, int line, const char *format, ...) {
    struct finding *made = search->made;
    va_list values;
    source_find(search->question->source, flow_entry(&search->flow, slot)->pc, &made->call);
    made->call.line = line;
    made->call.column = 0;
    va_start(values, format);
    said_vprint(&made->said, format, values);
    va_end(values);
}
