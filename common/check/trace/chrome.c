// Chrome's trace events, as in "Trace Event Format" (2016): each block is a process, each warp a thread of it,
// and each warp instruction lasts one unit.
#include <stdlib.h>
#include <string.h>

#include "check/trace/events.h"
#include "check/trace/trace.h"
#include "text/json_text.h"

static void put_place(FILE *out, const struct source *source, uint32_t pc) {
    struct source_place place;
    source_find(source, pc, &place);
    fprintf(out, "\"line\": %d", place.line);
}

static void put_chrome_access(FILE *out, const struct events *events, const struct event *event,
                              const struct source *source, size_t time) {
    static const char *const kinds[] = {"read",   "write",       "volatile read", "volatile write",
                                        "atomic", "atomic read", "atomic write"};
    unsigned kind = event->kind & RECORD_KIND;
    const char *name = event->array == TRACE_NO_ARRAY ? "memory" : events->arrays[event->array].name;
    char text[80];
    snprintf(text, sizeof(text), "%s %s", kind < 7 ? kinds[kind] : "access", name);
    fputs(",\n{\"ph\": \"X\", \"name\": ", out);
    json_text(out, text, strlen(text));
    fprintf(out, ", \"pid\": %u, \"tid\": %u, \"ts\": %zu, \"dur\": 1, \"args\": {\"lanes\": %d, ",
            event->run + 1, event->warp, time, __builtin_popcount(event->lanes));
    put_place(out, source, event->pc);
    fputs("}}", out);
}

static void put_instant(FILE *out, const char *name, unsigned process, unsigned warp, const char *scope,
                        size_t time) {
    fprintf(out, ",\n{\"ph\": \"i\", \"name\": \"%s\", \"pid\": %u, \"tid\": %u, \"ts\": %zu, \"s\": \"%s\"}",
            name, process, warp, time, scope);
}

static void put_chrome_event(FILE *out, const struct events *events, size_t number,
                             const struct source *source) {
    const struct event *event = &events->events[number];
    const unsigned process = event->run == UINT32_MAX ? 0 : event->run + 1;
    switch (event->type) {
    case EVENT_LAUNCH:
        fputs(",\n{\"ph\": \"B\", \"name\": ", out);
        json_text(out, events->launches[event->launch].kernel,
                  strlen(events->launches[event->launch].kernel));
        fprintf(out, ", \"pid\": 0, \"tid\": 0, \"ts\": %zu}", number);
        break;
    case EVENT_LAUNCH_END:
        fprintf(out, ",\n{\"ph\": \"E\", \"pid\": 0, \"tid\": 0, \"ts\": %zu}", number);
        break;
    case EVENT_ACCESS:
        put_chrome_access(out, events, event, source, number);
        break;
    case EVENT_EXCHANGE:
        put_instant(out,
                    event->kind == RECORD_SHUFFLE ? "shuffle"
                    : event->kind == RECORD_VOTE  ? "vote"
                                                  : "__syncwarp()",
                    process, event->warp, "t", number);
        break;
    case EVENT_BARRIER:
        put_instant(out, "__syncthreads()", process, 0, "p", number);
        break;
    case EVENT_MISTAKE:
        put_instant(out, diagnostic_titles[event->kind % DIAGNOSTIC_CLASS_COUNT], process, 0, "g", number);
        break;
    default:
        break;
    }
}

int trace_chrome(FILE *out, const struct traced *traced) {
    const struct judgement *judgement = traced->judgement;
    const struct source *source = traced->result->sources[judgement->what.operator_id];
    struct events *events = events_make(judgement->recording.record);
    if (events == NULL) {
        return -1;
    }
    fprintf(out,
            "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"format\": \"labs-trace\", \"version\": 1, "
            "\"lab\": \"%s\", \"part\": \"%s\", \"n\": %zu},\n\"traceEvents\": [\n"
            "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, \"args\": {\"name\": \"launches\"}}",
            traced->result->lab->name, traced->part->name, judgement->what.n);
    for (size_t i = 0; i < events->run_count; i++) {
        const struct block_run *run = &events->runs[i];
        fprintf(out,
                ",\n{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %zu, \"args\": {\"name\": ", i + 1);
        char text[128];
        snprintf(text, sizeof(text), "%s, block %llu", events->launches[run->launch].kernel,
                 (unsigned long long)run->block);
        json_text(out, text, strlen(text));
        fputs("}}", out);
    }
    for (size_t i = 0; i < events->count; i++) {
        put_chrome_event(out, events, i, source);
    }
    fputs("\n]}\n", out);
    events_free(events);
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
