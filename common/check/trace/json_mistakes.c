// An error in a trace, at the time when it was found.
#include <string.h>

#include "check/trace/flow.h"
#include "check/trace/json_writer.h"

static bool same_line(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

// Findings are merged by line. A place without a pc is not the runner's:
// the checker has found it in the source.
int mistake_finding(const struct writer *writer, const struct event *event) {
    const struct judgement *judgement = writer->traced->judgement;
    const struct record_entry *entry = event_entry(writer->events, event, 0);
    static const struct source_place none = {.line = 0};
    struct source_place one, two;
    source_find(writer->source, entry->pc, &one);
    source_find(writer->source, entry->value[0], &two);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const struct finding *finding = &judgement->findings[i];
        const struct source_place *first = finding->calls ? &finding->call : &finding->places[0];
        const struct source_place *second =
            finding->diagnostic.places[1].pc != 0 ? &finding->places[1] : &none;
        if (finding->diagnostic.class_ == entry->kind &&
            ((same_line(first, &one) && same_line(second, &two)) ||
             (same_line(first, &two) && same_line(second, &one)))) {
            return (int)i;
        }
    }
    return -1;
}

// The array that an access outside of all arrays meant: the one that the message names. Or TRACE_NO_ARRAY.
static uint32_t array_meant(const struct writer *writer, const struct event *event, int finding) {
    const struct record_entry *detail = event_entry(writer->events, event, 1);
    const char *name = finding < 0 ? "" : writer->traced->judgement->findings[finding].diagnostic.array;
    bool shared = (detail->kind & RECORD_SHARED_SPACE) != 0;
    for (uint32_t i = 0; i < writer->events->array_count; i++) {
        const struct trace_array *array = &writer->events->arrays[i];
        if (strcmp(array->name, name) == 0 && (array->kind == RECORD_SHARED) == shared &&
            (!shared || array->launch == event->launch)) {
            return i;
        }
    }
    return TRACE_NO_ARRAY;
}

// [block, thread, place, kind of access] of the earlier access. Block ids count the blocks of all launches.
static void put_earlier(const struct writer *writer, const struct event *event) {
    const struct record_entry *detail = event_entry(writer->events, event, 1);
    uint32_t first = 0;
    if (event->run < writer->events->run_count) {
        const struct block_run *run = &writer->events->runs[event->run];
        first = run->block_id - (uint32_t)run->block;
    }
    fprintf(writer->out, ",[%u,%u,%d,%u]", detail->extra - first, (unsigned)detail->value[0],
            place_number(writer, detail->pc), (unsigned)detail->value[1]);
}

void put_mistake(struct writer *writer, const struct event *event, int finding) {
    const struct events *events = writer->events;
    fprintf(writer->out, "[\"mistake\",%d,%d,%d", event->run == UINT32_MAX ? -1 : (int)event->run, finding,
            place_number(writer, event_entry(events, event, 0)->pc));
    if (event->count < 2) {
        return;
    }
    const struct record_entry *detail = event_entry(events, event, 1);
    uint32_t array = events_array(events, detail, event->launch);
    if (array == TRACE_NO_ARRAY) {
        array = array_meant(writer, event, finding);
    }
    fprintf(writer->out, ",%u,%d,%lld,%u", detail->thread, array == TRACE_NO_ARRAY ? -1 : (int)array,
            memory_position(writer, array, detail), detail->kind & RECORD_KIND);
    if (detail->extra != 0) {
        put_earlier(writer, event);
    }
}

void put_cause(struct writer *writer, const struct event *event) {
    const struct judgement *judgement = writer->traced->judgement;
    const bool accesses = event->type == EVENT_ACCESS;
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const size_t slot = judgement->findings[i].slot;
        for (size_t k = 0; k < event->count && slot > 0 && (accesses || event->type == EVENT_EXCHANGE); k++) {
            if (writer->events->order[event->first + k] != (slot - 1) / FLOW_WORDS) {
                continue;
            }
            const struct record_entry *found = event_entry(writer->events, event, k);
            fprintf(writer->out, "[\"mistake\",%u,%zu,%d,%u", event->run, i, place_number(writer, event->pc),
                    found->thread);
            if (accesses) {
                fprintf(writer->out, ",%d,%lld,%u", event->array == TRACE_NO_ARRAY ? -1 : (int)event->array,
                        memory_position(writer, event->array, found) + (long long)((slot - 1) % FLOW_WORDS),
                        found->kind & RECORD_KIND);
            }
            fputs("],\n", writer->out);
        }
    }
}
