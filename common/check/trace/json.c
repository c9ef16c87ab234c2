// docs/trace.md describes the format.
#include <stdlib.h>
#include <string.h>

#include "check/judge/oracle.h"
#include "check/plan/replay.h"
#include "check/runner/client.h"
#include "check/runner/counter_names.h"
#include "check/trace/contents.h"
#include "check/trace/events.h"
#include "check/trace/trace.h"
#include "text/json_text.h"
#include "text/terminal.h"

enum { BRIEF_FROM = 8193, TRACE_VERSION = 1, WORKERS = 256, ATOMIC = 4, LANES = 32 };

// A place in the source, by the instruction.
struct known_place {
    uint32_t pc;
    int number;
};

// The contents of an array, as far as the trace has told them so far.
struct known_words {
    uint32_t *words;
    bool *known;
    size_t count;
};

// The last poll of a warp, if it has done nothing but vote since then.
struct last_poll {
    const struct event *event;
    bool repeated; // it found what the one before it had found
};

struct writer {
    FILE *out;
    const struct traced *traced;
    const struct source *source;
    const struct recording *recording;
    const struct events *events;
    bool floats;                // the operator's values are floats
    bool brief;                 // the case is long: values only of words by which blocks know of each other
    struct known_words *memory; // [worker][array]; worker 0 for global memory
    struct last_poll *polls;    // of each warp of each run
    struct known_place *places;
    size_t place_count, place_capacity;
    bool first; // of a list
};

static bool is_read(unsigned kind) {
    return kind == 0 || kind == 2 || kind == 5; // sim/base/access_kind.h
}

static void put_string(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    json_text(out, text, strlen(text));
}

// ---- Places ----

static int by_pc(const void *a, const void *b) {
    uint32_t left = ((const struct known_place *)a)->pc, right = ((const struct known_place *)b)->pc;
    return (left > right) - (left < right);
}

static void note_place(struct writer *writer, uint32_t pc) {
    if (writer->place_count == writer->place_capacity) {
        size_t capacity = writer->place_capacity == 0 ? 256 : 2 * writer->place_capacity;
        struct known_place *larger = realloc(writer->places, capacity * sizeof(*larger));
        if (larger == NULL) {
            return;
        }
        writer->places = larger;
        writer->place_capacity = capacity;
    }
    writer->places[writer->place_count++] = (struct known_place){pc, 0};
}

// Sorts the places and leaves each instruction once.
static void sort_places(struct writer *writer) {
    qsort(writer->places, writer->place_count, sizeof(*writer->places), by_pc);
    size_t kept = 0;
    for (size_t i = 0; i < writer->place_count; i++) {
        if (kept == 0 || writer->places[kept - 1].pc != writer->places[i].pc) {
            writer->places[kept++] = writer->places[i];
        }
    }
    writer->place_count = kept;
}

static int place_of(const struct writer *writer, uint32_t pc) {
    struct known_place key = {pc, 0};
    const struct known_place *found =
        writer->places == NULL ? NULL
                               : bsearch(&key, writer->places, writer->place_count, sizeof(key), by_pc);
    return found == NULL ? -1 : found->number;
}

static void put_places(struct writer *writer) {
    for (size_t i = 0; i < writer->events->count; i++) {
        const struct event *event = &writer->events->events[i];
        if (event->type == EVENT_ACCESS || event->type == EVENT_EXCHANGE || event->type == EVENT_BARRIER) {
            note_place(writer, event->pc);
        }
        if (event->type == EVENT_BARRIER || event->type == EVENT_STUCK || event->type == EVENT_MISTAKE) {
            for (size_t k = 0; k < event->count; k++) {
                const struct record_entry *entry = event_entry(writer->events, event, k);
                note_place(writer, entry->pc);
                note_place(writer, (uint32_t)entry->value[0]); // of a mistake: the second place
            }
        }
    }
    for (size_t i = 0; i < writer->events->launch_count; i++) {
        note_place(writer, writer->events->launches[i].pc);
    }
    for (size_t i = 0; i < writer->events->array_count; i++) {
        note_place(writer, writer->events->arrays[i].pc);
    }
    sort_places(writer);
    fputs("\"places\": [", writer->out);
    int number = 0;
    for (size_t i = 0; i < writer->place_count; i++) {
        struct source_place place;
        bool known = source_find(writer->source, writer->places[i].pc, &place) && place.line != 0;
        writer->places[i].number = known ? number++ : -1;
        if (known) {
            fprintf(writer->out, "%s[", number > 1 ? ", " : "");
            const char *file = relative_path(place.file);
            json_text(writer->out, file, strlen(file));
            fprintf(writer->out, ", %d, %d]", place.line, place.column);
        }
    }
    fputs("],\n", writer->out);
}

// ---- Values ----

static void put_value(const struct writer *writer, uint32_t word) {
    float value;
    memcpy(&value, &word, sizeof(value));
    bool counts = (word & 0x7f800000) == 0; // as a float it is 0 or tiny: rather a number of something
    if (writer->floats && !counts && (word & 0x7f800000) != 0x7f800000) {
        fprintf(writer->out, "%.9g", value);
    } else {
        fprintf(writer->out, "%d", (int32_t)word);
    }
}

// A value of the operator, as JSON; a text if JSON has no such value.
static void put_operator_value(FILE *out, enum operator_id id, const void *value) {
    char text[VALUE_TEXT_SIZE];
    operators[id].text(value, text);
    if (text[0] != '\0' && strspn(text, "-+.0123456789e[], ") == strlen(text)) {
        fputs(text, out);
    } else {
        json_text(out, text, strlen(text));
    }
}

static void put_operator_values(FILE *out, const char *name, enum operator_id id, const void *values,
                                size_t count) {
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        put_operator_value(out, id, (const char *)values + i * operators[id].value_size);
    }
    fputs("],\n", out);
}

// ---- What is known of memory ----

static struct known_words *words_of(const struct writer *writer, uint32_t array, uint32_t run) {
    const struct events *events = writer->events;
    if (array >= events->array_count) {
        return NULL;
    }
    bool shared = events->arrays[array].kind == RECORD_SHARED;
    size_t worker = shared && run < events->run_count ? events->runs[run].worker : 0;
    struct known_words *words = &writer->memory[worker * events->array_count + array];
    if (words->words == NULL) {
        size_t count = events->arrays[array].bytes / 4 + 1;
        if (count > RECORD_BYTES_MAX / 4) {
            return NULL;
        }
        words->words = calloc(count, sizeof(*words->words));
        words->known = calloc(count, sizeof(*words->known));
        words->count = words->words == NULL || words->known == NULL ? 0 : count;
    }
    return words->count == 0 ? NULL : words;
}

// A new block has nothing in its shared memory.
static void forget_shared(const struct writer *writer, uint32_t run) {
    for (uint32_t a = 0; a < writer->events->array_count; a++) {
        struct known_words *words =
            writer->events->arrays[a].kind == RECORD_SHARED ? words_of(writer, a, run) : NULL;
        if (words != NULL) {
            memset(words->known, 0, words->count * sizeof(*words->known));
        }
    }
}

static void know(struct known_words *words, uint64_t position, uint32_t value) {
    if (words != NULL && position < words->count) {
        words->words[position] = value;
        words->known[position] = true;
    }
}

static bool knows(const struct known_words *words, uint64_t position, uint32_t value) {
    return words != NULL && position < words->count && words->known[position] &&
           words->words[position] == value;
}

static uint64_t position_of(const struct writer *writer, uint32_t array, const struct record_entry *entry) {
    return array == TRACE_NO_ARRAY ? 0 : (entry->address - writer->events->arrays[array].address) / 4;
}

// ---- Events ----

// One number if all are the same, [first, step] if they are evenly spaced, otherwise the list.
static void put_numbers(FILE *out, const uint64_t *numbers, size_t count) {
    int64_t step = count > 1 ? (int64_t)(numbers[1] - numbers[0]) : 0;
    bool even = true;
    for (size_t i = 1; i < count; i++) {
        even &= (int64_t)(numbers[i] - numbers[i - 1]) == step;
    }
    if (even && step == 0) {
        fprintf(out, "%lld", (long long)numbers[0]);
    } else if (even) {
        fprintf(out, "[%lld,%lld]", (long long)numbers[0], (long long)step);
    } else {
        for (size_t i = 0; i < count; i++) {
            fprintf(out, "%s%lld", i > 0 ? "," : "[", (long long)numbers[i]);
        }
        fputc(']', out);
    }
}

// The numbers of the sets of the words that an event writes or gives; nothing if they are unknown.
static void put_contents(const struct writer *writer, const struct event *event, unsigned words) {
    const struct contents *contents = writer->recording->contents;
    uint64_t numbers[4 * LANES];
    size_t count = 0;
    if (contents == NULL) {
        return;
    }
    for (size_t i = 0; i < event->count; i++) {
        size_t entry = writer->events->order[event->first + i];
        for (unsigned w = 0; w < words && count < 4 * LANES; w++) {
            numbers[count++] = (uint64_t)contents->of_entries[4 * entry + w] - 1; // -1: unknown
        }
    }
    fputc(',', writer->out);
    put_numbers(writer->out, numbers, count);
}

static void put_access(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    unsigned kind = event->kind & RECORD_KIND;
    struct known_words *words = words_of(writer, event->array, event->run);
    uint64_t positions[LANES];
    bool told = is_read(kind);
    for (size_t i = 0; i < event->count && i < LANES; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        positions[i] = position_of(writer, event->array, entry);
        for (unsigned w = 0; w < event->words; w++) {
            told = told && knows(words, positions[i] + w, entry_word(entry, w));
        }
    }
    fprintf(out, "[\"access\",%u,%u,%u,%d,%u,%d,%u,", event->run, event->warp, event->lanes,
            place_of(writer, event->pc), kind, event->array == TRACE_NO_ARRAY ? -1 : (int)event->array,
            event->words);
    put_numbers(out, positions, event->count);
    bool brief = writer->brief &&
                 (kind < 2 || words == NULL || writer->events->arrays[event->array].kind == RECORD_SHARED);
    fputs(brief ? ",null" : told ? ",0" : ",[", out);
    for (size_t i = 0; i < event->count && !told && !brief; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        for (unsigned w = 0; w < event->words; w++) {
            fputs(i + w > 0 ? "," : "", out);
            put_value(writer, entry_word(entry, w));
        }
    }
    fputs(told || brief ? "" : "]", out);
    if (kind == ATOMIC) { // the values so far were the old ones
        fputs(",[", out);
        for (size_t i = 0; i < event->count; i++) {
            fputs(i > 0 ? "," : "", out);
            put_value(writer, (uint32_t)event_entry(writer->events, event, i)->value[1]);
        }
        fputc(']', out);
    }
    if (!is_read(kind)) {
        put_contents(writer, event, kind == ATOMIC ? 1 : event->words);
    }
    for (size_t i = 0; i < event->count && i < LANES; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        for (unsigned w = 0; w < event->words && (kind != ATOMIC || w == 0); w++) {
            know(words, positions[i] + w, kind == ATOMIC ? (uint32_t)entry->value[1] : entry_word(entry, w));
        }
    }
}

static void put_exchange(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    uint64_t sources[LANES];
    fprintf(out, "[\"exchange\",%u,%u,%u,%d,%u", event->run, event->warp, event->lanes,
            place_of(writer, event->pc), event->kind);
    if (event->kind != RECORD_WARP_BARRIER) {
        for (size_t i = 0; i < event->count && i < LANES; i++) {
            sources[i] = event_entry(writer->events, event, i)->extra % LANES;
        }
        fputc(',', out);
        put_numbers(out, sources, event->count);
        for (unsigned w = 0; w < 2; w++) {
            fputs(writer->brief ? ",null" : ",[", out);
            for (size_t i = 0; i < event->count && !writer->brief; i++) {
                fputs(i > 0 ? "," : "", out);
                put_value(writer, (uint32_t)event_entry(writer->events, event, i)->value[w]);
            }
            fputs(writer->brief ? "" : "]", out);
        }
    }
    if (event->kind == RECORD_SHUFFLE) {
        put_contents(writer, event, 1);
    }
}

// Must the trace tell word `word` of an entry of contents? Not if it has, or if nothing has set it.
static bool is_news(const struct known_words *words, const struct record_entry *entry, unsigned word,
                    uint64_t position) {
    return 4 * word + 4 <= entry->bytes && (entry->extra >> 4 * word & 15) == 15 &&
           !knows(words, position, entry_word(entry, word));
}

// What global memory holds before a launch, as far as the trace has not told it: by the host's work. Words 4 i
// to 4 i + 3 are those of entry i of the event.
static void put_set(struct writer *writer, const struct event *event) {
    if (writer->brief) {
        return;
    }
    struct known_words *words = words_of(writer, event->array, 0);
    const struct contents *contents = writer->recording->contents;
    for (size_t at = 0; at < 4 * event->count;) {
        uint64_t position =
            position_of(writer, event->array, event_entry(writer->events, event, at / 4)) + at % 4;
        size_t end = at;
        while (end < 4 * event->count &&
               is_news(words, event_entry(writer->events, event, end / 4), end % 4, position + end - at)) {
            end++;
        }
        if (end == at) {
            at++;
            continue;
        }
        fprintf(writer->out, "%s[\"set\",%u,%llu,[", writer->first ? "" : ",\n", event->array,
                (unsigned long long)position);
        writer->first = false;
        for (size_t i = at; i < end; i++) {
            uint32_t value = entry_word(event_entry(writer->events, event, i / 4), i % 4);
            fputs(i > at ? "," : "", writer->out);
            put_value(writer, value);
            know(words, position + i - at, value);
        }
        fputc(']', writer->out);
        for (size_t i = at; i < end && contents != NULL && event_entry(writer->events, event, 0)->kind == 0;
             i++) {
            size_t entry = writer->events->order[event->first + i / 4];
            fprintf(writer->out, "%s%lld", i > at ? "," : ",[",
                    (long long)contents->of_entries[4 * entry + i % 4] - 1);
        }
        fputs(contents != NULL && event_entry(writer->events, event, 0)->kind == 0 ? "]]" : "]", writer->out);
        at = end;
    }
}

// Where the block's threads are, usually all at one barrier: [state, place, first thread, threads] for each stretch of neighbours.
static void put_waits(const struct writer *writer, const struct event *event) {
    fprintf(writer->out, "[\"%s\",%u,[", event->type == EVENT_BARRIER ? "barrier" : "stuck", event->run);
    if (event->count == 0) {
        const unsigned *block = writer->events->launches[event->launch].block;
        fprintf(writer->out, "[0,%d,0,%u]", place_of(writer, event->pc), block[0] * block[1] * block[2]);
    }
    for (size_t i = 0; i < event->count;) {
        const struct record_entry *first = event_entry(writer->events, event, i);
        size_t begin = i;
        while (i < event->count) {
            const struct record_entry *entry = event_entry(writer->events, event, i);
            if (entry->kind != first->kind || (entry->pc != first->pc && first->kind != RECORD_LEFT)) {
                break;
            }
            i++;
        }
        fprintf(writer->out, "%s[%u,%d,%u,%zu]", begin > 0 ? "," : "", first->kind,
                first->kind == RECORD_LEFT ? -1 : place_of(writer, first->pc), first->thread, i - begin);
    }
    fputc(']', writer->out);
}

static bool same_line(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

// The finding that a mistake is part of, or -1. Findings are merged by line. A place without a pc is not the runner's:
// the checker has found it in the source.
static int finding_of(const struct writer *writer, const struct event *event) {
    const struct judgement *judgement = writer->traced->judgement;
    const struct record_entry *entry = event_entry(writer->events, event, 0);
    static const struct source_place none = {.line = 0};
    struct source_place one, two;
    source_find(writer->source, entry->pc, &one);
    source_find(writer->source, entry->value[0], &two);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const struct finding *finding = &judgement->findings[i];
        const struct source_place *first = &finding->places[0];
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

// [..., finding, thread, array, position, [block, thread, place, kind of access] of the earlier access, or 0]
static void put_mistake(struct writer *writer, const struct event *event, int finding) {
    const struct events *events = writer->events;
    fprintf(writer->out, "[\"mistake\",%d,%d,%d", event->run == UINT32_MAX ? -1 : (int)event->run, finding,
            place_of(writer, event_entry(events, event, 0)->pc));
    if (event->count == 2) {
        const struct record_entry *detail = event_entry(events, event, 1);
        uint32_t array = events_array(events, detail, event->launch);
        long long position = array == TRACE_NO_ARRAY ? 0 : (long long)position_of(writer, array, detail);
        for (uint32_t a = 0; a < events->array_count && array == TRACE_NO_ARRAY; a++) {
            // Outside: in elements of the array that the message names.
            const struct trace_array *near = &events->arrays[a];
            const char *name =
                finding < 0 ? "" : writer->traced->judgement->findings[finding].diagnostic.array;
            bool shared = (detail->kind & RECORD_SHARED_SPACE) != 0;
            if (strcmp(near->name, name) == 0 && (near->kind == RECORD_SHARED) == shared &&
                (!shared || near->launch == event->launch)) {
                array = a;
                position = ((long long)detail->address - (long long)near->address) / 4;
            }
        }
        fprintf(writer->out, ",%u,%d,%lld,%u", detail->thread, array == TRACE_NO_ARRAY ? -1 : (int)array,
                position, detail->kind & RECORD_KIND);
        if (detail->extra != 0) {
            uint32_t first = event->run < events->run_count ? events->runs[event->run].block_id -
                                                                  (uint32_t)events->runs[event->run].block
                                                            : 0;
            fprintf(writer->out, ",[%u,%u,%d,%u]", detail->extra - first, (unsigned)detail->value[0],
                    place_of(writer, detail->pc), (unsigned)detail->value[1]);
        }
    }
}

// Does the event belong to a poll that found what the same warp's last poll had found? Then the trace leaves it
// out, and the votes after it: how many there are depends on timing.
static bool repeats_poll(struct writer *writer, const struct event *event) {
    const struct events *events = writer->events;
    if (event->type != EVENT_ACCESS && event->type != EVENT_EXCHANGE) {
        return false;
    }
    struct last_poll *last = &writer->polls[event->run * LANES + event->warp % LANES];
    if (event->type == EVENT_EXCHANGE && event->kind == RECORD_VOTE) {
        return last->event != NULL && last->repeated;
    }
    unsigned kind = event->kind & RECORD_KIND;
    const struct event *before = last->event;
    bool polls = event->type == EVENT_ACCESS && is_read(kind) && kind != 0 &&
                 event->array != TRACE_NO_ARRAY && events->arrays[event->array].kind != RECORD_SHARED;
    bool same = polls && before != NULL && before->pc == event->pc && before->lanes == event->lanes;
    for (size_t i = 0; same && i < event->count; i++) {
        const struct record_entry *a = event_entry(events, event, i), *b = event_entry(events, before, i);
        same = a->address == b->address && a->value[0] == b->value[0] && a->value[1] == b->value[1];
    }
    *last = (struct last_poll){.event = polls ? event : NULL, .repeated = same};
    return same;
}

static void put_event(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    if (event->type == EVENT_SET) {
        put_set(writer, event);
        return;
    }
    int finding = event->type == EVENT_MISTAKE ? finding_of(writer, event) : -1;
    if (event->type == EVENT_MISTAKE && finding < 0) {
        return; // not reported: another one explains it
    }
    if (repeats_poll(writer, event)) {
        return;
    }
    fputs(writer->first ? "" : ",\n", out);
    writer->first = false;
    switch (event->type) {
    case EVENT_LAUNCH:
        fprintf(out, "[\"launch\",%u", event->launch);
        break;
    case EVENT_LAUNCH_END:
        fprintf(out, "[\"launch end\",%u", event->launch);
        break;
    case EVENT_BLOCK:
        forget_shared(writer, event->run);
        fprintf(out, "[\"block\",%u,%u,%llu", event->run, event->launch,
                (unsigned long long)writer->events->runs[event->run].block);
        break;
    case EVENT_BLOCK_END:
        fprintf(out, "[\"block end\",%u,%u", event->run, event->kind);
        break;
    case EVENT_ACCESS:
        put_access(writer, event);
        break;
    case EVENT_EXCHANGE:
        put_exchange(writer, event);
        break;
    case EVENT_RETURN:
        fprintf(out, "[\"return\",%u,%u,%u", event->run, event->warp, event->lanes);
        break;
    case EVENT_BARRIER:
    case EVENT_STUCK:
        put_waits(writer, event);
        break;
    case EVENT_MISTAKE:
        put_mistake(writer, event, finding);
        break;
    case EVENT_SET:
        break;
    }
    fputc(']', out);
}

// ---- The rest ----

static void put_counters(FILE *out, const struct counters *counters) {
    bool first = true;
    fputc('{', out);
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (counter_value(counters, i) != 0) {
            fprintf(out, "%s\"%s\": %llu", first ? "" : ", ", counter_names[i],
                    (unsigned long long)counter_value(counters, i));
            first = false;
        }
    }
    fputc('}', out);
}

static void put_launches(struct writer *writer) {
    FILE *out = writer->out;
    const struct case_outcome *run = &writer->traced->judgement->run;
    fputs("\"launches\": [", out);
    for (size_t i = 0; i < writer->events->launch_count; i++) {
        const struct trace_launch *launch = &writer->events->launches[i];
        fputs(i > 0 ? ",\n{" : "\n{", out);
        put_string(out, "kernel", launch->kernel);
        fprintf(out, ", \"place\": %d, \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u], \"counters\": ",
                place_of(writer, launch->pc), launch->grid[0], launch->grid[1], launch->grid[2],
                launch->block[0], launch->block[1], launch->block[2]);
        const struct case_launch *told = launch->number - 1 < run->launch_count
                                             ? &run->launches[launch->number - 1]
                                             : NULL; // it was ended before it could report
        const struct counters none = {0};
        put_counters(out, told == NULL ? &none : &told->record.total);
        fputs(", \"intervals\": [", out);
        for (uint32_t k = 0; told != NULL && k < told->record.interval_count; k++) {
            fputs(k > 0 ? ",\n  " : "\n  ", out);
            put_counters(out, &told->intervals[k]);
        }
        fputs("]}", out);
    }
    fputs("],\n", out);
}

static void put_arrays(struct writer *writer) {
    static const char *const kinds[] = {"global", "input", "output", "shared"};
    fputs("\"arrays\": [", writer->out);
    for (size_t i = 0; i < writer->events->array_count; i++) {
        const struct trace_array *array = &writer->events->arrays[i];
        fputs(i > 0 ? ",\n{" : "\n{", writer->out);
        put_string(writer->out, "name", array->name);
        fprintf(writer->out, ", \"kind\": \"%s\", \"bytes\": %llu, \"element\": %llu, \"place\": %d",
                kinds[array->kind], (unsigned long long)array->bytes, (unsigned long long)array->element,
                place_of(writer, array->pc));
        if (array->kind == RECORD_SHARED) {
            fprintf(writer->out, ", \"launch\": %u, \"bank\": %llu", array->launch,
                    (unsigned long long)(array->address / 4 % 32));
        }
        fputc('}', writer->out);
    }
    fputs("],\n", writer->out);
}

static void put_findings(const struct writer *writer) {
    const struct judgement *judgement = writer->traced->judgement;
    FILE *out = writer->out;
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const struct finding *finding = &judgement->findings[i];
        const struct diagnostic *diagnostic = &finding->diagnostic;
        fprintf(out, "%s{\"class\": \"%s\", \"severity\": \"%s\", ", i > 0 ? ",\n" : "\n",
                diagnostic_names[diagnostic->class_],
                diagnostic_severities[diagnostic->class_] == DIAGNOSTIC_NOTE ? "note" : "error");
        put_string(out, "title", diagnostic_titles[diagnostic->class_]);
        fputs(", ", out);
        put_string(out, "message", diagnostic->message);
        fputs(", ", out);
        put_string(out, "hint", diagnostic_hints[diagnostic->class_]);
        fprintf(out, ", \"launch\": %u, ", diagnostic->launch);
        put_string(out, "array", diagnostic->array);
        fprintf(out, ", \"count\": %llu, \"places\": [", (unsigned long long)finding->count);
        for (int k = 0; k < 2 && (k == 0 || diagnostic->places[1].text[0] != '\0'); k++) {
            const char *file = relative_path(finding->places[k].file);
            fputs(k > 0 ? ", [" : "[", out);
            json_text(out, file, strlen(file));
            fprintf(out, ", %d, %d, ", finding->places[k].line, finding->places[k].column);
            json_text(out, diagnostic->places[k].text, strlen(diagnostic->places[k].text));
            fputc(']', out);
        }
        fputs("]}", out);
    }
    fputs("],\n", out);
}

// The text of the program's source, so that the trace can be shown without it.
static void put_source(const struct writer *writer) {
    enum { SOURCE_MAX = 1 << 18 };
    const char *path = writer->traced->result->todos.path;
    FILE *file = path[0] == '\0' ? NULL : fopen(path, "r");
    char *text = malloc(SOURCE_MAX);
    size_t length = file == NULL || text == NULL ? 0 : fread(text, 1, SOURCE_MAX, file);
    fputs("\"source\": {", writer->out);
    put_string(writer->out, "file", relative_path(path));
    fputs(", \"text\": ", writer->out);
    json_text(writer->out, text == NULL ? "" : text, length);
    fputs("},\n", writer->out);
    if (file != NULL) {
        fclose(file);
    }
    free(text);
}

static void put_expected(const struct writer *writer, enum operator_id id) {
    const struct lab_part *part = writer->traced->part;
    const struct judgement *judgement = writer->traced->judgement;
    const void *input = writer->recording->input;
    struct expected expected;
    bool made = part->kind == LAB_LOOP ? oracle_make_loop(part->loop, input, judgement->what.n, &expected)
                                       : oracle_make(part->kind, part->elements_per_block, id, input,
                                                     judgement->what.n, &expected);
    if (made) {
        put_operator_values(writer->out, "expected", id, expected.values, expected.count);
        oracle_free(&expected);
    }
}

static void put_sets(const struct writer *writer) {
    const struct contents *contents = writer->recording->contents;
    FILE *out = writer->out;
    if (contents == NULL) {
        return;
    }
    fputs("\"sets\": [", out);
    for (size_t i = 0; i < contents->set_count; i++) {
        const struct content_set *set = &contents->sets[i];
        fputs(i > 0 ? ",[" : "[", out);
        for (uint32_t k = 0; k < set->run_count; k++) {
            const struct content_run *run = &contents->runs[set->first_run + k];
            fprintf(out, "%s%u,%u,%u,%u", k > 0 ? "," : "", run->first, run->count, run->step, run->times);
        }
        fputc(']', out);
    }
    fputs("],\n\"output_sets\": [", out);
    for (size_t i = 0; i < writer->recording->output_count; i++) {
        fprintf(out, "%s%lld", i > 0 ? "," : "", (long long)contents->of_output[i] - 1);
    }
    fputs("],\n", out);
}

static void put_head(const struct writer *writer, enum operator_id id) {
    const struct traced *traced = writer->traced;
    const struct judgement *judgement = traced->judgement;
    const struct options *options = traced->result->options;
    static const char *const kinds[] = {"reduction",
                                        "inclusive scan",
                                        "exclusive scan",
                                        "inclusive scan of sections",
                                        "exclusive scan of sections",
                                        "loop"};
    FILE *out = writer->out;
    char replay[1400];
    if (traced->replay != NULL) {
        snprintf(replay, sizeof(replay), "%s", traced->replay);
    } else {
        replay_command(options, traced->result->lab, traced->part, &judgement->what, replay, sizeof(replay));
    }
    fprintf(out, "{\"format\": \"labs-trace\", \"version\": %d,\n", TRACE_VERSION);
    put_string(out, "lab", traced->result->lab->name);
    fputs(", ", out);
    put_string(out, "part", traced->part->name);
    fputs(", ", out);
    put_string(out, "title", traced->part->title);
    fputs(", ", out);
    put_string(out, "program", options->program);
    fprintf(out, ", \"operator\": \"%s\", \"commutes\": %s, \"kind\": \"%s\", \"section\": %zu,\n",
            operators[id].name, operators[id].commutes ? "true" : "false",
            traced->replay != NULL ? "program" : kinds[traced->part->kind], traced->part->elements_per_block);
    fprintf(out, "\"n\": %zu, \"seed\": %llu, \"verdict\": \"%s\", ", judgement->what.n,
            (unsigned long long)judgement->what.seed, verdict_names[judgement->verdict]);
    put_string(out, "reason", judgement->reason);
    fputs(", ", out);
    put_string(out, "replay", replay);
    fprintf(out, ",\n\"left_out\": %llu, \"hypotheses\": [",
            (unsigned long long)(writer->events == NULL ? 0 : writer->events->left_out));
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        json_text(out, judgement->hypotheses[i], strlen(judgement->hypotheses[i]));
    }
    fputs("],\n", out);
    if (judgement->compared) {
        fprintf(out, "\"wrong_elements\": %zu, \"index\": %zu,\n", judgement->mismatch.count,
                judgement->mismatch.first);
    }
}

static void free_memory(const struct writer *writer) {
    for (size_t i = 0; writer->memory != NULL && i < WORKERS * writer->events->array_count; i++) {
        free(writer->memory[i].words);
        free(writer->memory[i].known);
    }
    free(writer->memory);
    free(writer->polls);
    free(writer->places);
}

int trace_json(FILE *out, const struct traced *traced) {
    const struct judgement *judgement = traced->judgement;
    enum operator_id id = oracle_operator(traced->part->kind, judgement->what.operator_id);
    struct events *events = events_make(judgement->recording.record);
    if (events == NULL) {
        return -1;
    }
    struct writer writer = {.out = out,
                            .traced = traced,
                            .source = traced->result->sources[judgement->what.operator_id],
                            .recording = &judgement->recording,
                            .events = events,
                            .floats = id == OPERATOR_FLOAT_SUM,
                            .brief = judgement->what.n >= BRIEF_FROM,
                            .first = true};
    writer.memory = calloc(WORKERS * events->array_count + 1, sizeof(*writer.memory));
    writer.polls = calloc(LANES * events->run_count + 1, sizeof(*writer.polls));
    if (writer.memory == NULL || writer.polls == NULL) {
        free_memory(&writer);
        events_free(events);
        return -1;
    }
    put_head(&writer, id);
    put_source(&writer);
    put_places(&writer);
    put_findings(&writer);
    if (!writer.brief && writer.recording->input != NULL) {
        put_operator_values(out, "input", id, writer.recording->input, judgement->what.n);
        put_expected(&writer, id);
    }
    if (judgement->compared && !writer.brief) {
        put_operator_values(out, "output", id, writer.recording->output, writer.recording->output_count);
    }
    put_sets(&writer);
    put_arrays(&writer);
    put_launches(&writer);
    fputs("\"events\": [\n", out);
    for (size_t i = 0; i < events->count; i++) {
        put_event(&writer, &events->events[i]);
    }
    fputs("]}\n", out);
    free_memory(&writer);
    events_free(events);
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
