// Pictures of what the first block's warps do, as text: `--picture`, and the lessons. Rows are steps. A step ends with
// a block barrier, or among the steps that a warp makes alone with its next store to shared memory.
#include <stdarg.h>
#include <string.h>

#include "check/trace/events.h"
#include "check/trace/trace.h"

enum { WARPS = 32, PLACES_MAX = 16, ELEMENTS_MAX = 64, LINE_SIZE = 512, TEXT_SIZE = 16 };

struct sketch {
    FILE *out;
    const struct events *events;
    unsigned threads; // of the block
    size_t n;
    unsigned step;
    char line[LINE_SIZE];
};

// ---- Rows ----

__attribute__((format(printf, 2, 3))) static void add_text(struct sketch *sketch, const char *format, ...) {
    size_t used = strlen(sketch->line);
    va_list values;
    va_start(values, format);
    vsnprintf(sketch->line + used, LINE_SIZE - used, format, values);
    va_end(values);
}

static void begin_row(struct sketch *sketch, const char *name, unsigned number) {
    snprintf(sketch->line, LINE_SIZE, "    %s %-4u", name, number);
}

static void begin_head(struct sketch *sketch, const char *name) {
    snprintf(sketch->line, LINE_SIZE, "    %-9s", name);
}

static void end_row(struct sketch *sketch) {
    size_t length = strlen(sketch->line);
    while (length > 0 && sketch->line[length - 1] == ' ') {
        length--;
    }
    fprintf(sketch->out, "%.*s\n", (int)length, sketch->line);
}

static void put_columns(struct sketch *sketch, const char *name, unsigned columns, int width,
                        const char *after) {
    begin_head(sketch, name);
    for (unsigned i = 0; i < columns; i++) {
        char cell[TEXT_SIZE];
        snprintf(cell, sizeof(cell), "%u%s", i, after);
        add_text(sketch, "%*s", width, cell);
    }
    end_row(sketch);
}

// Writes the number to a cell, or nothing.
static void put_number(char cell[TEXT_SIZE], unsigned number, bool shown) {
    cell[0] = '\0';
    if (shown) {
        snprintf(cell, TEXT_SIZE, "%u", number);
    }
}

static void put_cells(struct sketch *sketch, char (*cells)[TEXT_SIZE], unsigned columns, int width) {
    for (unsigned i = 0; i < columns; i++) {
        add_text(sketch, "%*s", width, cells[i][0] == '\0' ? "." : cells[i]);
    }
    end_row(sketch);
}

// ---- Accesses ----

// The array and word of the lane number i of an access.
static uint64_t position_of(const struct sketch *sketch, const struct event *event, size_t i) {
    const struct trace_array *array = &sketch->events->arrays[event->array];
    return (event_entry(sketch->events, event, i)->address - array->address) / 4;
}

static unsigned lane_of(const struct sketch *sketch, const struct event *event, size_t i) {
    return event_entry(sketch->events, event, i)->thread % TRACE_LANES;
}

static bool is_read(const struct sketch *sketch, const struct event *event) {
    return entry_reads(event_entry(sketch->events, event, 0));
}

// The first block's events, one after another; NULL after the last one.
static const struct event *next_event(const struct sketch *sketch, size_t *at) {
    while (*at < sketch->events->count) {
        const struct event *event = &sketch->events->events[(*at)++];
        if (event->run == 0) {
            return event;
        }
    }
    return NULL;
}

// The next event up to a barrier or the end of the block, which is returned with *ended. Of accesses only those of
// `kind`, shared memory or the input.
static const struct event *next_access(const struct sketch *sketch, size_t *at, enum record_array kind,
                                       bool *ended) {
    const struct event *event;
    *ended = false;
    while ((event = next_event(sketch, at)) != NULL) {
        *ended = event->type == EVENT_BARRIER || event->type == EVENT_STUCK || event->type == EVENT_BLOCK_END;
        bool wanted = event->type == EVENT_ACCESS && event->array != TRACE_NO_ARRAY &&
                      sketch->events->arrays[event->array].kind == kind;
        if (*ended || wanted) {
            return event;
        }
    }
    return NULL;
}

// ---- The pictures ----

// In each step, which thread adds where: "[2]" is a place that thread 2 stores to, "2" one that it only loads.
static void draw_places(struct sketch *sketch) {
    unsigned columns = sketch->threads < PLACES_MAX ? sketch->threads : PLACES_MAX;
    char cells[PLACES_MAX][TEXT_SIZE] = {""};
    bool loads = false, stores = false, ended;
    const struct event *event;
    put_columns(sketch, "place", columns, 5, " ");
    for (size_t at = 0; (event = next_access(sketch, &at, RECORD_SHARED, &ended)) != NULL;) {
        if (ended) {
            if (loads && stores) {
                begin_row(sketch, "step", ++sketch->step);
                put_cells(sketch, cells, columns, 5);
            }
            loads = stores = false;
            memset(cells, 0, sizeof(cells));
            continue;
        }
        bool load = is_read(sketch, event);
        loads |= load;
        stores |= !load;
        for (size_t i = 0; i < event->count; i++) {
            uint64_t place = position_of(sketch, event, i);
            unsigned thread = event_entry(sketch->events, event, i)->thread;
            if (place < columns && (!load || cells[place][0] == '\0')) {
                snprintf(cells[place], TEXT_SIZE, load ? "%u " : "[%u]", thread);
            }
        }
    }
}

// In each step, how many different words of each bank the first warp stores to.
static void draw_banks(struct sketch *sketch) {
    char cells[TRACE_LANES][TEXT_SIZE];
    uint64_t words[WARPS * TRACE_LANES];
    size_t word_count = 0;
    bool loads = false, stores = false, ended;
    const struct event *event;
    put_columns(sketch, "bank", TRACE_LANES, 3, "");
    for (size_t at = 0; (event = next_access(sketch, &at, RECORD_SHARED, &ended)) != NULL;) {
        if (!ended) {
            bool load = is_read(sketch, event);
            loads |= load;
            stores |= !load;
            for (size_t i = 0; i < event->count && !load && event->warp == 0; i++) {
                uint64_t place =
                    sketch->events->arrays[event->array].address / 4 + position_of(sketch, event, i);
                bool known = false;
                for (size_t k = 0; k < word_count; k++) {
                    known |= words[k] == place;
                }
                if (!known && word_count < WARPS * TRACE_LANES) {
                    words[word_count++] = place;
                }
            }
            continue;
        }
        if (loads && stores) {
            unsigned counts[TRACE_LANES] = {0};
            for (size_t k = 0; k < word_count; k++) {
                counts[words[k] % TRACE_LANES]++;
            }
            for (unsigned bank = 0; bank < TRACE_LANES; bank++) {
                put_number(cells[bank], counts[bank], counts[bank] != 0);
            }
            begin_row(sketch, "step", ++sketch->step);
            put_cells(sketch, cells, TRACE_LANES, 3);
        }
        word_count = 0;
        loads = stores = false;
    }
}

// In each load from the input, which thread reads which element; `|` separates sectors of 8 elements.
static void draw_elements(struct sketch *sketch) {
    size_t columns = sketch->n < ELEMENTS_MAX ? sketch->n : ELEMENTS_MAX;
    const struct event *event;
    bool ended;
    begin_head(sketch, "element");
    for (size_t i = 0; i < columns; i += 8) {
        add_text(sketch, "%s %-15zu", i > 0 ? " |" : "", i);
    }
    end_row(sketch);
    for (size_t at = 0; (event = next_access(sketch, &at, RECORD_INPUT, &ended)) != NULL;) {
        char cells[ELEMENTS_MAX][TEXT_SIZE] = {""};
        if (ended || !is_read(sketch, event)) {
            continue;
        }
        for (size_t i = 0; i < event->count; i++) {
            for (uint64_t w = 0, place = position_of(sketch, event, i);
                 w < event->words && place + w < columns; w++) {
                snprintf(cells[place + w], TEXT_SIZE, "%u", lane_of(sketch, event, i));
            }
        }
        begin_row(sketch, "load", ++sketch->step);
        for (size_t i = 0; i < columns; i++) {
            add_text(sketch, "%s%2s", i > 0 && i % 8 == 0 ? " |" : "", cells[i][0] == '\0' ? "." : cells[i]);
        }
        end_row(sketch);
    }
}

// How many threads of each warp store in each step. A row follows when it is known whether the whole block waits.
static void draw_threads(struct sketch *sketch) {
    enum { STEPS = 64 };
    unsigned warps = (sketch->threads + TRACE_LANES - 1) / TRACE_LANES;
    unsigned counts[STEPS][WARPS] = {{0}}, stores[WARPS] = {0}, most = 0;
    bool loads = false, ended;
    const struct event *event;
    put_columns(sketch, "warp", warps, 5, "");
    for (size_t at = 0; (event = next_access(sketch, &at, RECORD_SHARED, &ended)) != NULL;) {
        if (!ended && is_read(sketch, event)) {
            loads = true;
        } else if (!ended && event->warp < WARPS && stores[event->warp] < STEPS) {
            counts[stores[event->warp]++][event->warp] = (unsigned)event->count;
            most = stores[event->warp] > most ? stores[event->warp] : most;
        }
        if (!ended) {
            continue;
        }
        for (unsigned k = 0; k < most && loads; k++) {
            begin_row(sketch, "step", ++sketch->step);
            for (unsigned w = 0; w < warps; w++) {
                add_text(sketch, counts[k][w] == 0 ? "    ." : "%5u", counts[k][w]);
            }
            add_text(sketch, "%s", k + 1 == most && event->type == EVENT_BARRIER ? "   all wait" : "");
            end_row(sketch);
        }
        memset(counts, 0, sizeof(counts));
        memset(stores, 0, sizeof(stores));
        most = 0;
        loads = false;
    }
}

// In each step that the first warp makes alone, after the last barrier: the place that each thread reads besides its
// own.
static void draw_partners(struct sketch *sketch) {
    enum { ROWS = 16 };
    char rows[ROWS][LINE_SIZE];
    unsigned row_count = 0, steps_before = 0, stores = 0;
    bool loads = false, ended;
    const struct event *event;
    put_columns(sketch, "thread", TRACE_LANES, 3, "");
    for (size_t at = 0; (event = next_access(sketch, &at, RECORD_SHARED, &ended)) != NULL;) {
        if (ended && event->type == EVENT_BARRIER) { // not the last one yet
            steps_before += loads ? stores : 0;
            row_count = stores = 0;
            loads = false;
        }
        if (ended || event->warp != 0) {
            continue;
        }
        if (!is_read(sketch, event)) {
            stores++;
            continue;
        }
        loads = true;
        bool own = true;
        begin_row(sketch, "step", steps_before + stores + 1);
        for (size_t i = 0; i < event->count; i++) {
            uint64_t place = position_of(sketch, event, i);
            own &= place == event_entry(sketch->events, event, i)->thread;
            add_text(sketch, "%3u", (unsigned)place);
        }
        if (!own && event->count == TRACE_LANES && row_count < ROWS) {
            memcpy(rows[row_count++], sketch->line, LINE_SIZE);
        }
    }
    for (unsigned i = 0; i < row_count; i++) {
        memcpy(sketch->line, rows[i], LINE_SIZE);
        end_row(sketch);
    }
}

// In each shuffle up to the first barrier: the lane whose value each lane of the first warp gets; a dot for its own.
static void draw_lanes(struct sketch *sketch) {
    const struct event *event;
    put_columns(sketch, "lane", TRACE_LANES, 3, "");
    for (size_t at = 0; (event = next_event(sketch, &at)) != NULL && event->type != EVENT_BARRIER;) {
        char cells[TRACE_LANES][TEXT_SIZE] = {""};
        if (event->type != EVENT_EXCHANGE || event->kind != RECORD_SHUFFLE || event->warp != 0) {
            continue;
        }
        for (size_t i = 0; i < event->count; i++) {
            unsigned lane = lane_of(sketch, event, i),
                     from = event_entry(sketch->events, event, i)->extra % TRACE_LANES;
            put_number(cells[lane], from, from != lane);
        }
        begin_row(sketch, "step", ++sketch->step);
        put_cells(sketch, cells, TRACE_LANES, 3);
    }
}

int trace_picture(FILE *out, const struct traced *traced) {
    static void (*const draw[])(struct sketch *) = {draw_places,  draw_banks,    draw_elements,
                                                    draw_threads, draw_partners, draw_lanes};
    const struct judgement *judgement = traced->judgement;
    struct events *events = events_make(judgement->recording.record);
    if (events == NULL) {
        return -1;
    }
    struct sketch sketch = {.out = out, .events = events, .n = judgement->what.n};
    if (events->run_count > 0) {
        const unsigned *block = events->launches[events->runs[0].launch].block;
        const uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
        sketch.threads = threads < WARPS * TRACE_LANES ? (unsigned)threads : WARPS * TRACE_LANES;
        draw[traced->result->options->picture](&sketch);
    } else {
        fputs("    no block ran, so there is nothing to draw\n", out);
    }
    events_free(events);
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
