// The places of a trace: every instruction of the recording, and its line in the source.
#include <stdlib.h>
#include <string.h>

#include "check/trace/json_writer.h"
#include "text/json_text.h"
#include "text/terminal.h"

// A place in the source, by the instruction.
struct known_place {
    uint32_t pc;
    int number;
};

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

int place_number(const struct writer *writer, uint32_t pc) {
    struct known_place key = {pc, 0};
    const struct known_place *found =
        writer->places == NULL ? NULL
                               : bsearch(&key, writer->places, writer->place_count, sizeof(key), by_pc);
    return found == NULL ? -1 : found->number;
}

void put_places(struct writer *writer) {
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
