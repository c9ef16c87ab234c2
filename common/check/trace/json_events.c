// The events of a trace.
#include <stdlib.h>

#include "check/trace/contents.h"
#include "check/trace/entry.h"
#include "check/trace/json_writer.h"

// The last poll of a warp, if it has done nothing but vote since then.
struct last_poll {
    const struct event *event;
    bool repeated; // it found what the one before it had found
};

// The numbers of the sets of the words that an event writes or gives; nothing if they are unknown.
static void put_contents(const struct writer *writer, const struct event *event, unsigned words) {
    const struct contents *contents = writer->recording->contents;
    uint64_t numbers[4 * TRACE_LANES];
    size_t count = 0;
    if (contents == NULL) {
        return;
    }
    for (size_t i = 0; i < event->count; i++) {
        size_t entry = writer->events->order[event->first + i];
        for (unsigned w = 0; w < words && count < 4 * TRACE_LANES; w++) {
            numbers[count++] = (uint64_t)contents->of_entries[4 * entry + w] - 1; // -1: unknown
        }
    }
    fputc(',', writer->out);
    put_numbers(writer->out, numbers, count);
}

// Writes `words` words of each entry; one if all are equal.
static void put_words(const struct writer *writer, const struct event *event, unsigned words,
                      uint32_t (*word_of)(const struct record_entry *, unsigned)) {
    const uint32_t first = word_of(event_entry(writer->events, event, 0), 0);
    bool equal = true;
    for (size_t i = 0; i < event->count * words; i++) {
        equal &= word_of(event_entry(writer->events, event, i / words), i % words) == first;
    }
    fputs(",[", writer->out);
    for (size_t i = 0; i < (equal ? 1 : event->count * words); i++) {
        fputs(i > 0 ? "," : "", writer->out);
        put_value(writer, word_of(event_entry(writer->events, event, i / words), i % words));
    }
    fputc(']', writer->out);
}

// Are the values of an access left out, since the case is long?
static bool leaves_out_values(const struct writer *writer, const struct event *event) {
    bool strong = (event->kind & RECORD_KIND) >= RECORD_STRONG_READ;
    return writer->brief && (!strong || event->array == TRACE_NO_ARRAY ||
                             writer->events->arrays[event->array].kind == RECORD_SHARED);
}

// Does the access find out what other blocks have done? How often depends on timing.
static bool is_poll(const struct writer *writer, const struct event *event) {
    return event->type == EVENT_ACCESS && event->array != TRACE_NO_ARRAY &&
           writer->events->arrays[event->array].kind != RECORD_SHARED &&
           entry_reads(event_entry(writer->events, event, 0)) && (event->kind & RECORD_KIND) != RECORD_READ;
}

static void put_access(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    const struct record_entry *first = event_entry(writer->events, event, 0);
    struct known_words *words = memory_words(writer, event->array, event->run);
    uint64_t positions[TRACE_LANES];
    bool known = entry_reads(first), brief = leaves_out_values(writer, event);
    for (size_t i = 0; i < event->count && i < TRACE_LANES; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        positions[i] = (uint64_t)memory_position(writer, event->array, entry);
        for (unsigned w = 0; w < event->words; w++) {
            known = known && memory_knows(words, positions[i] + w, entry_word(entry, w));
        }
    }
    fprintf(out, "[\"access\",%u,%u,%u,%d,%u,%d,%u,", event->run, event->warp, event->lanes,
            place_number(writer, event->pc), event->kind & RECORD_KIND,
            event->array == TRACE_NO_ARRAY ? -1 : (int)event->array, event->words);
    bool uncounted = entry_updates(first) || is_poll(writer, event);
    fprintf(out, event->words == 1 ? "%u," : "[%u,%u],", uncounted ? 0u : event->passes, event->conflicts);
    put_numbers(out, positions, event->count);
    if (brief || known) {
        fputs(brief ? ",null" : ",0", out);
    } else {
        put_words(writer, event, event->words, entry_word);
    }
    if (entry_updates(first)) {
        put_words(writer, event, 1, entry_result);
    }
    unsigned written = entry_reads(first) ? 0 : entry_updates(first) ? 1 : event->words;
    if (written > 0) {
        put_contents(writer, event, written);
    }
    for (size_t i = 0; i < event->count && i < TRACE_LANES; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        for (unsigned w = 0; w < (written > 0 ? written : event->words); w++) {
            memory_learn(words, positions[i] + w, entry_result(entry, w));
        }
    }
}

// Does each lane of a shuffle get what its source gives?
static bool gets_from_sources(const struct writer *writer, const struct event *event) {
    uint32_t given[TRACE_LANES] = {0};
    bool same = event->kind == RECORD_SHUFFLE;
    for (size_t i = 0; i < event->count; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        given[entry->thread % TRACE_LANES] = entry_word(entry, 0);
    }
    for (size_t i = 0; i < event->count; i++) {
        const struct record_entry *entry = event_entry(writer->events, event, i);
        const unsigned source = entry->extra % TRACE_LANES;
        same &= (event->lanes >> source & 1) != 0 && entry_result(entry, 0) == given[source];
    }
    return same;
}

static void put_exchange(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    uint64_t sources[TRACE_LANES];
    fprintf(out, "[\"exchange\",%u,%u,%u,%d,%u", event->run, event->warp, event->lanes,
            place_number(writer, event->pc), event->kind);
    if (event->kind == RECORD_WARP_BARRIER) {
        return;
    }
    for (size_t i = 0; i < event->count && i < TRACE_LANES; i++) {
        sources[i] = event_entry(writer->events, event, i)->extra % TRACE_LANES;
    }
    fputc(',', out);
    put_numbers(out, sources, event->count);
    if (writer->brief) {
        fputs(",null,null", out);
    } else {
        put_words(writer, event, 1, entry_word); // given
        if (gets_from_sources(writer, event)) {
            fputs(",0", out);
        } else {
            put_words(writer, event, 1, entry_result);
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
           !memory_knows(words, position, entry_word(entry, word));
}

// Writes the words `at` to `end` of the event; words 4 i to 4 i + 3 are those of its entry i.
static void put_set_words(struct writer *writer, const struct event *event, size_t at, size_t end,
                          uint64_t position) {
    struct known_words *words = memory_words(writer, event->array, 0);
    const struct contents *contents = writer->recording->contents;
    fprintf(writer->out, "%s[\"set\",%u,%llu,[", writer->first ? "" : ",\n", event->array,
            (unsigned long long)position);
    writer->first = false;
    for (size_t i = at; i < end; i++) {
        uint32_t value = entry_word(event_entry(writer->events, event, i / 4), i % 4);
        fputs(i > at ? "," : "", writer->out);
        put_value(writer, value);
        memory_learn(words, position + i - at, value);
    }
    fputc(']', writer->out);
    bool input = event_entry(writer->events, event, 0)->kind == 1;
    for (size_t i = at; i < end && contents != NULL && !input; i++) {
        size_t entry = writer->events->order[event->first + i / 4];
        fprintf(writer->out, "%s%lld", i > at ? "," : ",[",
                (long long)contents->of_entries[4 * entry + i % 4] - 1);
    }
    fputs(contents != NULL && !input ? "]]" : "]", writer->out);
}

// What global memory holds before a launch, as far as the trace has not told it: by the host's work.
static void put_set(struct writer *writer, const struct event *event) {
    const struct known_words *words = memory_words(writer, event->array, 0);
    for (size_t at = 0, end; at < 4 * event->count && !writer->brief; at = end > at ? end : at + 1) {
        const struct record_entry *first = event_entry(writer->events, event, at / 4);
        uint64_t position = (uint64_t)memory_position(writer, event->array, first) + at % 4;
        end = at;
        while (end < 4 * event->count &&
               is_news(words, event_entry(writer->events, event, end / 4), end % 4, position + end - at)) {
            end++;
        }
        if (end > at) {
            put_set_words(writer, event, at, end, position);
        }
    }
}

// Where the block's threads are, usually all at one barrier: [state, place, first thread, threads] for each stretch of
// neighbours.
static void put_waits(const struct writer *writer, const struct event *event) {
    fprintf(writer->out, "[\"%s\",%u,[", event->type == EVENT_BARRIER ? "barrier" : "stuck", event->run);
    if (event->count == 0) {
        const unsigned *block = writer->events->launches[event->launch].block;
        fprintf(writer->out, "[0,%d,0,%u]", place_number(writer, event->pc), block[0] * block[1] * block[2]);
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
                first->kind == RECORD_LEFT ? -1 : place_number(writer, first->pc), first->thread, i - begin);
    }
    fputc(']', writer->out);
}

// Does the event belong to a poll that found what the same warp's last poll had found? Then the trace leaves it
// out, and the votes after it: how many there are depends on timing.
static bool repeats_poll(struct writer *writer, const struct event *event) {
    const struct events *events = writer->events;
    if (event->type != EVENT_ACCESS && event->type != EVENT_EXCHANGE) {
        return false;
    }
    struct last_poll *last = &writer->polls[event->run * TRACE_LANES + event->warp % TRACE_LANES];
    if (event->type == EVENT_EXCHANGE && event->kind == RECORD_VOTE) {
        return last->event != NULL && last->repeated;
    }
    const struct event *before = last->event;
    bool polls = is_poll(writer, event);
    bool same = polls && before != NULL && before->pc == event->pc && before->lanes == event->lanes;
    for (size_t i = 0; same && i < event->count; i++) {
        const struct record_entry *a = event_entry(events, event, i), *b = event_entry(events, before, i);
        same = a->address == b->address && a->value[0] == b->value[0] && a->value[1] == b->value[1];
    }
    *last = (struct last_poll){.event = polls ? event : NULL, .repeated = same};
    return same;
}

// Writes the event, except for its last bracket. `finding`: the number of a mistake.
static void put_by_type(struct writer *writer, const struct event *event, int finding) {
    FILE *out = writer->out;
    switch (event->type) {
    case EVENT_LAUNCH:
        fprintf(out, "[\"launch\",%u", event->launch);
        break;
    case EVENT_LAUNCH_END:
        fprintf(out, "[\"launch end\",%u", event->launch);
        break;
    case EVENT_BLOCK:
        memory_forget_shared(writer, event->run);
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
}

// Writes the event, unless it says nothing new.
static void put_event(struct writer *writer, const struct event *event) {
    FILE *out = writer->out;
    if (event->type == EVENT_SET) {
        put_set(writer, event);
        return;
    }
    int finding = event->type == EVENT_MISTAKE ? mistake_finding(writer, event) : -1;
    if (event->type == EVENT_MISTAKE && finding < 0) {
        return; // not reported: another one explains it
    }
    if (repeats_poll(writer, event)) {
        return;
    }
    fputs(writer->first ? "" : ",\n", out);
    writer->first = false;
    put_cause(writer, event);
    put_by_type(writer, event, finding);
    fputc(']', out);
}

bool put_events(struct writer *writer) {
    writer->polls = calloc(TRACE_LANES * writer->events->run_count + 1, sizeof(*writer->polls));
    bool good = writer->polls != NULL && memory_make(writer);
    writer->first = true;
    fputs("\"events\": [\n", writer->out);
    for (size_t i = 0; i < writer->events->count && good; i++) {
        put_event(writer, &writer->events->events[i]);
    }
    fputs("]", writer->out);
    memory_free(writer);
    free(writer->polls);
    return good;
}
