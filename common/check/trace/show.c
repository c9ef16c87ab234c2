// The recorded case as text: the first words of each array after each barrier, and what the first warp's lanes get
// from each other.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/trace/events.h"
#include "check/trace/trace.h"
#include "runner/device.h"
#include "words/words.h"

enum { COLUMNS = 16, BLOCKS_MAX = 2, CELL_SIZE = 16, WIDTH_MIN = 6 };

// The first words of an array.
struct shown {
    uint32_t words[COLUMNS];
    bool known[COLUMNS], written[COLUMNS]; // written since the last row
    bool headed;                           // its numbers have been printed
};

struct show {
    FILE *out;
    const struct events *events;
    bool floats;
    bool pairs; // the operator's values have two words
    unsigned columns;
    int width;            // of a column: the longest value in brackets, and a blank
    size_t named;         // the array whose rows are being printed
    struct shown *arrays; // of events
};

static void write_word(const struct show *show, uint32_t word, char text[CELL_SIZE]) {
    float value;
    memcpy(&value, &word, sizeof(value));
    if (show->floats && !entry_word_counts(word)) {
        snprintf(text, CELL_SIZE, "%.4g", (double)value);
    } else {
        snprintf(text, CELL_SIZE, "%d", (int32_t)word);
    }
}

// Are the two words of an element of 8 bytes a double? Only of a usual size: two ints, or a long long, seldom look like
// one. Where the operator's values have 8 bytes, the element is such a value.
static bool is_double(const struct show *show, const struct trace_array *array, const struct shown *shown,
                      unsigned i) {
    double value;
    const unsigned first = i - i % 2;
    memcpy(&value, &shown->words[first], sizeof(value));
    return array->element == sizeof(value) && !show->pairs && shown->known[first] &&
           shown->known[first + 1] && fabs(value) > 1e-6 && fabs(value) < 1e15;
}

// The text of a word of an array; of a double's second word "".
static void write_element(const struct show *show, const struct trace_array *array, const struct shown *shown,
                          unsigned i, char text[CELL_SIZE]) {
    if (!is_double(show, array, shown, i)) {
        write_word(show, shown->words[i], text);
    } else if (i % 2 == 0) {
        double value;
        memcpy(&value, &shown->words[i], sizeof(value));
        snprintf(text, CELL_SIZE, "%.4g", value);
    } else {
        text[0] = '\0';
    }
}

static void print_text(const struct show *show, bool written, const char *text) {
    char cell[CELL_SIZE + 2];
    snprintf(cell, sizeof(cell), written ? "[%s]" : "%s ", text);
    fprintf(show->out, "%*s", show->width, cell);
}

static void print_head(const struct show *show, const char *name, unsigned columns) {
    fprintf(show->out, "  %-12.12s", name);
    for (unsigned i = 0; i < columns; i++) {
        fprintf(show->out, "%*u ", show->width - 1, i);
    }
    fputc('\n', show->out);
}

// Prints a row for each array that was written since the last ones.
static void print_rows(struct show *show, const char *label) {
    for (size_t a = 0; a < show->events->array_count; a++) {
        struct shown *shown = &show->arrays[a];
        const struct trace_array *array = &show->events->arrays[a];
        bool any = false;
        for (unsigned i = 0; i < COLUMNS; i++) {
            any |= shown->written[i];
        }
        if (!any) {
            continue;
        }
        unsigned columns = array->bytes / 4 < show->columns ? (unsigned)(array->bytes / 4) : show->columns;
        if (!shown->headed) {
            print_head(show, array->name, columns);
            shown->headed = true;
        } else if (show->named != a) { // rows of another one were between
            fprintf(show->out, "  %s\n", array->name);
        }
        show->named = a;
        fprintf(show->out, "  %-12s", label);
        for (unsigned i = 0; i < columns; i++) {
            char text[CELL_SIZE] = ".";
            if (shown->known[i]) {
                write_element(show, array, shown, i, text);
            }
            print_text(show, shown->written[i] && text[0] != '\0', text);
        }
        fputc('\n', show->out);
        memset(shown->written, 0, sizeof(shown->written));
    }
}

// May the word be shown: is it written, or a value that a thread finds in global memory?
static bool may_show_word(const struct record_entry *entry, unsigned word) {
    return !entry_reads(entry) || (!entry_is_shared(entry) && entry_word(entry, word) != DEVICE_POISON);
}

static void take_access(struct show *show, const struct event *event) {
    if (event->array == TRACE_NO_ARRAY) {
        return;
    }
    struct shown *shown = &show->arrays[event->array];
    for (size_t i = 0; i < event->count; i++) {
        const struct record_entry *entry = event_entry(show->events, event, i);
        const bool writes = !entry_reads(entry);
        uint64_t first = (entry->address - show->events->arrays[event->array].address) / 4;
        for (unsigned w = 0; w < event->words && first + w < COLUMNS; w++) {
            if (may_show_word(entry, w) && (writes || !shown->known[first + w])) {
                shown->words[first + w] = entry_result(entry, w);
                shown->known[first + w] = true;
                shown->written[first + w] |= writes;
            }
        }
    }
}

static void print_exchange(struct show *show, const struct event *event) {
    uint32_t got[COLUMNS] = {0};
    bool takes[COLUMNS] = {false}, moved[COLUMNS] = {false};
    if (event->warp != 0 || event->kind != RECORD_SHUFFLE) {
        return;
    }
    for (size_t i = 0; i < event->count; i++) {
        const struct record_entry *entry = event_entry(show->events, event, i);
        unsigned lane = entry->thread % TRACE_LANES;
        if (lane < COLUMNS) {
            got[lane] = (uint32_t)entry->value[1];
            takes[lane] = true;
            moved[lane] = entry->extra != lane;
        }
    }
    fprintf(show->out, "  %-12s", "lanes get");
    for (unsigned i = 0; i < show->columns; i++) {
        char text[CELL_SIZE] = ".";
        if (takes[i]) {
            write_word(show, got[i], text);
        }
        print_text(show, moved[i], text);
    }
    fputc('\n', show->out);
}

// Makes the columns wide enough for a value that a column may show.
static void measure_word(struct show *show, uint32_t word) {
    char text[CELL_SIZE];
    write_word(show, word, text);
    const int width = (int)strlen(text) + 3;
    show->width = width > show->width ? width : show->width;
}

// Eight values of an int's five digits fit into a terminal of 80 columns.
static void measure(struct show *show) {
    const struct events *events = show->events;
    for (size_t e = 0; e < events->count; e++) {
        const struct event *event = &events->events[e];
        for (size_t i = 0; i < event->count; i++) {
            if (event->type == EVENT_ACCESS && event->array != TRACE_NO_ARRAY) {
                const struct record_entry *entry = event_entry(events, event, i);
                const uint64_t first = (entry->address - events->arrays[event->array].address) / 4;
                for (unsigned w = 0; w < event->words && first + w < show->columns; w++) {
                    if (may_show_word(entry, w)) {
                        measure_word(show, entry_result(entry, w));
                    }
                }
            } else if (event->type == EVENT_EXCHANGE && event->warp == 0 && event->kind == RECORD_SHUFFLE &&
                       event_entry(events, event, i)->thread % TRACE_LANES < show->columns) {
                measure_word(show, (uint32_t)event_entry(events, event, i)->value[1]);
            }
        }
    }
}

// Prints one run of a block, whose first event is number `at`.
static void show_block(struct show *show, uint32_t run, size_t at) {
    const struct events *events = show->events;
    const struct block_run *block = &events->runs[run];
    char label[32];
    unsigned barriers = 0;
    fprintf(show->out, "\n%s, block %llu\n", events->launches[block->launch].kernel,
            (unsigned long long)block->block);
    memset(show->arrays, 0, events->array_count * sizeof(*show->arrays));
    for (bool ended = false; at < events->count && !ended; at++) {
        const struct event *event = &events->events[at];
        if (event->run != run) {
            continue;
        }
        ended = event->type == EVENT_BLOCK_END;
        if (event->type == EVENT_ACCESS) {
            take_access(show, event);
        } else if (event->type == EVENT_EXCHANGE) {
            print_exchange(show, event);
        } else if (event->type == EVENT_BARRIER) {
            snprintf(label, sizeof(label), "barrier %u", ++barriers);
            print_rows(show, label);
        } else if (ended) {
            print_rows(show, event->kind != 0 ? "stopped" : "end");
        }
    }
}

int trace_show(FILE *out, const struct traced *traced) {
    const struct judgement *judgement = traced->judgement;
    struct events *events = events_make(judgement->recording.record);
    struct shown *arrays = events == NULL ? NULL : calloc(events->array_count + 1, sizeof(*arrays));
    if (arrays == NULL) {
        events_free(events);
        return -1;
    }
    const size_t words = judgement->what.n * judgement->recording.value_size / 4;
    struct show show = {.out = out,
                        .events = events,
                        .floats = judgement->what.operator_id == OPERATOR_FLOAT_SUM,
                        .pairs = judgement->recording.value_size == 8,
                        .columns = words < COLUMNS ? (unsigned)words : COLUMNS,
                        .width = WIDTH_MIN,
                        .arrays = arrays};
    measure(&show);
    fprintf(out,
            "%s, part %s, n = %zu\n"
            "the first %u words after each barrier; [...] was written since the last one;\n"
            "a dot is a word that the block has not used yet\n",
            traced->result->options->program, traced->part->name, judgement->what.n, show.columns);
    unsigned in_launch = 0;
    for (size_t at = 0; at < events->count; at++) {
        const uint32_t run = events->events[at].run;
        if (events->events[at].type != EVENT_BLOCK) {
            continue;
        }
        in_launch = run > 0 && events->runs[run].launch == events->runs[run - 1].launch ? in_launch + 1 : 0;
        if (in_launch < BLOCKS_MAX) {
            show_block(&show, run, at);
        }
    }
    char reason[WORDS_SIZE];
    fprintf(out, "\n%s%s\n",
            judgement->verdict == VERDICT_PASS ? "The result is correct."
                                               : words_english(&judgement->reason, reason),
            events->left_out > 0 ? "\nThe recording was full: the rest of the run is not shown." : "");
    free(arrays);
    events_free(events);
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
