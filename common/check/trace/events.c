#include "check/trace/events.h"

#include <stdlib.h>
#include <string.h>

enum { WORKERS = 256, WARP = 32, THREADS_MAX = 1024 };

// What a worker has begun.
struct open_block {
    uint32_t run;    // UINT32_MAX: none
    size_t *entries; // accesses since its last stretch
    size_t count, capacity;
};

// A growing array of `size` bytes per element. Returns the new element, zero; NULL if memory is short.
static void *grow(void **array, size_t *count, size_t size) {
    size_t n = *count;
    if (n == 0 || (n >= 16 && (n & (n - 1)) == 0)) {
        void *larger = realloc(*array, (n < 16 ? 16 : 2 * n) * size);
        if (larger == NULL) {
            return NULL;
        }
        *array = larger;
    }
    char *made = (char *)*array + n * size;
    memset(made, 0, size);
    *count = n + 1;
    return made;
}

#define GROW(list, count) grow((void **)&(list), &(count), sizeof(*(list)))

static struct event *add(struct events *events, enum event_type type) {
    struct event *event = GROW(events->events, events->count);
    if (event != NULL) {
        event->type = type;
        event->launch = events->launch_count == 0 ? 0 : (uint32_t)events->launch_count - 1;
        event->run = UINT32_MAX;
        event->first = events->order_count;
    }
    return event;
}

static bool add_entry(struct events *events, struct event *event, size_t entry) {
    size_t *place = GROW(events->order, events->order_count);
    if (place != NULL) {
        *place = entry;
        event->count++;
    }
    return place != NULL;
}

// Copies the name in the entries from `at` on.
static void copy_name(const struct record *record, size_t at, char *name, size_t size) {
    size_t length = 0;
    for (; at < record->capacity && record->entries[at].type == RECORD_NAME; at++) {
        const char *text = (const char *)&record->entries[at] + 8;
        for (unsigned i = 0; i < RECORD_NAME_BYTES && text[i] != '\0' && length + 1 < size; i++) {
            name[length++] = text[i] >= ' ' && text[i] != 0x7f ? text[i] : '?';
        }
    }
    name[length] = '\0';
}

uint32_t events_array(const struct events *events, const struct record_entry *entry, uint32_t launch) {
    bool shared = (entry->kind & RECORD_SHARED_SPACE) != 0;
    for (size_t i = events->array_count; i-- > 0;) {
        const struct trace_array *array = &events->arrays[i];
        if ((array->kind == RECORD_SHARED) == shared && (!shared || array->launch == launch) &&
            entry->address - array->address < array->bytes) {
            return (uint32_t)i;
        }
    }
    return TRACE_NO_ARRAY;
}

// First pass: the arrays, since an array in shared memory is recorded after its first accesses.
static bool find_arrays(struct events *events) {
    const struct record *record = events->record;
    uint32_t launch = UINT32_MAX;
    for (size_t i = 0; i < record->capacity; i++) {
        const struct record_entry *entry = &record->entries[i];
        launch += entry->type == RECORD_LAUNCH;
        if (entry->type != RECORD_ARRAY) {
            continue;
        }
        bool known = false;
        for (size_t k = 0; k < events->array_count && entry->kind == RECORD_SHARED; k++) {
            const struct trace_array *other = &events->arrays[k];
            known |= other->kind == RECORD_SHARED && other->launch == launch &&
                     other->address == entry->address; // another worker's
        }
        if (known) {
            continue;
        }
        struct trace_array *array = GROW(events->arrays, events->array_count);
        if (array == NULL) {
            return false;
        }
        *array = (struct trace_array){.kind = entry->kind & 3,
                                      .address = entry->address,
                                      .bytes = entry->value[0],
                                      .element = entry->value[1] == 0 ? 4 : entry->value[1],
                                      .row = entry->kind == RECORD_SHARED ? entry->extra : 1,
                                      .pc = entry->pc,
                                      .launch = launch};
        copy_name(record, i + 1, array->name, sizeof(array->name));
    }
    return true;
}

// ---- Second pass ----

// Of accesses to both memories, the event is that of the lowest lane's.
static void note_cost(struct event *event, const struct record_entry *entry) {
    if (event != NULL && entry->kind == (event->kind & RECORD_SHARED_SPACE)) {
        event->passes = (uint16_t)entry->pc;
        event->conflicts = (uint16_t)entry->extra;
    }
}

// The accesses of a stretch become warp instructions: one for each row, in their order.
static bool end_stretch(struct events *events, struct open_block *open) {
    const struct record_entry *entries = events->record->entries;
    uint32_t last = 0;
    for (size_t i = 0; i < open->count; i++) {
        uint32_t row = entries[open->entries[i]].row;
        last = row > last ? row : last;
    }
    size_t *next = malloc((open->count + 1) * sizeof(*next)); // of the same row; open->count: none
    size_t *heads = malloc((last + 1) * sizeof(*heads));
    bool good = next != NULL && heads != NULL;
    for (uint32_t row = 0; good && row <= last; row++) {
        heads[row] = open->count;
    }
    for (size_t i = open->count; good && i-- > 0;) {
        uint32_t row = entries[open->entries[i]].row;
        next[i] = heads[row];
        heads[row] = i;
    }
    for (uint32_t row = 0; good && row <= last; row++) {
        struct event *event = NULL;
        for (size_t i = heads[row]; good && i < open->count; i = next[i]) {
            const struct record_entry *entry = &entries[open->entries[i]];
            uint32_t lane = entry->thread % WARP;
            if (entry->type == RECORD_COST) { // after the row's accesses
                note_cost(event, entry);
                continue;
            }
            if (event == NULL || (event->lanes >> lane & 1) != 0) { // a lane has each row once
                event = add(events, EVENT_ACCESS);
                good = event != NULL;
                if (!good) {
                    break;
                }
                event->run = open->run;
                event->launch = events->runs[open->run].launch;
                event->warp = entry->thread / WARP;
                event->pc = entry->pc;
                event->kind = entry->kind;
                event->words = (uint8_t)entry_words(entry);
                event->passes = 1;
                event->array = events_array(events, entry, event->launch);
            }
            event->lanes |= 1u << lane;
            good = add_entry(events, event, open->entries[i]);
        }
    }
    free(next);
    free(heads);
    open->count = 0;
    return good;
}

static bool begin_launch(struct events *events, size_t at) {
    const struct record_entry *entry = &events->record->entries[at];
    struct trace_launch *launch = GROW(events->launches, events->launch_count);
    if (launch == NULL) {
        return false;
    }
    *launch = (struct trace_launch){
        .pc = entry->pc,
        .number = entry->extra,
        .grid = {(unsigned)entry->address, (unsigned)(entry->address >> 32), (unsigned)entry->value[0]},
        .block = {(unsigned)(entry->value[0] >> 32), (unsigned)entry->value[1],
                  (unsigned)(entry->value[1] >> 32)}};
    copy_name(events->record, at + 1, launch->kernel, sizeof(launch->kernel));
    return add(events, EVENT_LAUNCH) != NULL;
}

static bool begin_block(struct events *events, const struct record_entry *entry, struct open_block *open) {
    struct block_run *run = GROW(events->runs, events->run_count);
    struct event *event = run == NULL ? NULL : add(events, EVENT_BLOCK);
    if (event == NULL) {
        return false;
    }
    *run = (struct block_run){.launch = (uint32_t)events->launch_count - 1,
                              .block_id = entry->extra,
                              .block = entry->address,
                              .worker = entry->worker};
    open->run = event->run = (uint32_t)events->run_count - 1;
    open->count = 0;
    return true;
}

// The entries from `at` on that belong together: where the threads of a block are, lanes of one exchange,
// contents of one array. Returns the first one after them.
static size_t add_group(struct events *events, size_t at, enum event_type type,
                        const struct open_block *open) {
    const struct record *record = events->record;
    const struct record_entry *first = &record->entries[at];
    size_t begin = at;
    struct event *event = add(events, type);
    if (event == NULL) {
        return SIZE_MAX;
    }
    event->run = open->run;
    event->kind = first->kind;
    event->pc = first->pc;
    event->warp = first->thread / WARP;
    event->array = type == EVENT_SET ? events_array(events, first, 0) : 0;
    for (; at < record->capacity; at++) {
        const struct record_entry *entry = &record->entries[at];
        if (entry->worker != first->worker && type != EVENT_SET) {
            continue; // another worker's, in between: handled by the caller's own pass
        }
        bool same = entry->type == first->type && entry->thread < THREADS_MAX;
        if (type == EVENT_EXCHANGE) {
            same = same && entry->row == first->row && entry->thread / WARP == event->warp;
            event->lanes |= same ? 1u << entry->thread % WARP : 0;
        } else if (type == EVENT_SET) {
            same = same && events_array(events, entry, 0) == event->array;
        }
        if (!same) {
            break;
        }
        if (!add_entry(events, event, at)) {
            return SIZE_MAX;
        }
    }
    return at > begin ? at : begin + 1;
}

static bool add_mistake(struct events *events, size_t at) {
    const struct record *record = events->record;
    const struct record_entry *entry = &record->entries[at];
    struct event *event = add(events, EVENT_MISTAKE);
    if (event == NULL || !add_entry(events, event, at)) {
        return false;
    }
    event->kind = entry->kind;
    event->pc = entry->pc;
    for (size_t i = events->run_count; i-- > 0 && entry->extra != 0;) {
        if (events->runs[i].block_id == entry->extra) {
            event->run = (uint32_t)i;
            event->launch = events->runs[i].launch;
            break;
        }
    }
    bool detailed = at + 1 < record->capacity && entry[1].type == RECORD_DETAIL;
    return !detailed || add_entry(events, event, at + 1);
}

// Adds the access, or the cost of accesses, to the stretch of the block that has not ended.
static bool add_access(const struct record_entry *entry, size_t at, struct open_block *open) {
    if (entry->thread >= THREADS_MAX || entry->bytes > sizeof(entry->value)) {
        return true;
    }
    size_t *place = GROW(open->entries, open->count);
    if (place == NULL) {
        return false;
    }
    *place = at;
    return true;
}

// After a stretch some lanes of the warp may have left the kernel.
static bool add_stretch(struct events *events, const struct record_entry *entry, struct open_block *open) {
    if (!end_stretch(events, open)) {
        return false;
    }
    if (entry->pc == entry->extra) {
        return true;
    }
    struct event *event = add(events, EVENT_RETURN);
    if (event == NULL) {
        return false;
    }
    event->run = open->run;
    event->warp = entry->thread / WARP;
    event->lanes = entry->pc & ~entry->extra;
    return true;
}

static bool end_block(struct events *events, const struct record_entry *entry, struct open_block *open) {
    struct event *event = end_stretch(events, open) ? add(events, EVENT_BLOCK_END) : NULL;
    if (event == NULL) {
        return false;
    }
    event->run = open->run;
    event->kind = entry->kind;
    open->run = UINT32_MAX;
    return true;
}

// The event before says where the threads are, if not all are at the barrier.
static bool add_barrier(struct events *events, const struct record_entry *entry,
                        const struct open_block *open) {
    struct event *event = &events->events[events->count - 1];
    if (event->run != open->run || event->type != EVENT_STUCK) {
        event = add(events, EVENT_BARRIER);
    }
    if (event == NULL) {
        return false;
    }
    event->type = EVENT_BARRIER;
    event->run = open->run;
    event->pc = entry->pc;
    return true;
}

// Adds what happens in a block. `taken_to`: the worker's entries before this one belong to groups that were added.
static bool add_in_block(struct events *events, size_t at, struct open_block *open, size_t *taken_to) {
    const struct record_entry *entry = &events->record->entries[at];
    switch (entry->type) {
    case RECORD_ACCESS:
    case RECORD_COST:
        return add_access(entry, at, open);
    case RECORD_STRETCH:
        return add_stretch(events, entry, open);
    case RECORD_BLOCK_END:
        return end_block(events, entry, open);
    case RECORD_BARRIER:
        return add_barrier(events, entry, open);
    case RECORD_WAIT:
    case RECORD_EXCHANGE:
        if (at >= *taken_to && entry->thread < THREADS_MAX) {
            *taken_to =
                add_group(events, at, entry->type == RECORD_WAIT ? EVENT_STUCK : EVENT_EXCHANGE, open);
        }
        return *taken_to != SIZE_MAX;
    default:
        return true;
    }
}

static bool add_events(struct events *events, struct open_block *open) {
    const struct record *record = events->record;
    size_t taken_to[WORKERS] = {0};
    bool good = true;
    for (size_t at = 0; at < record->capacity && good; at++) {
        const struct record_entry *entry = &record->entries[at];
        struct open_block *own = &open[entry->worker];
        size_t after;
        switch (entry->type) {
        case RECORD_LAUNCH:
            good = begin_launch(events, at);
            break;
        case RECORD_LAUNCH_END:
            good = events->launch_count == 0 || add(events, EVENT_LAUNCH_END) != NULL;
            break;
        case RECORD_BLOCK:
            good = events->launch_count == 0 || begin_block(events, entry, own);
            break;
        case RECORD_CONTENTS:
            after = add_group(events, at, EVENT_SET, own);
            good = after != SIZE_MAX;
            at = good ? after - 1 : at;
            break;
        case RECORD_MISTAKE:
            good = add_mistake(events, at);
            break;
        default:
            good = own->run == UINT32_MAX || add_in_block(events, at, own, &taken_to[entry->worker]);
            break;
        }
    }
    return good;
}

struct events *events_make(const struct record *record) {
    struct events *events = calloc(1, sizeof(*events));
    struct open_block *open = calloc(WORKERS, sizeof(*open));
    bool good = events != NULL && open != NULL;
    if (good) {
        events->record = record;
        events->left_out = record->count - record->capacity;
        for (int w = 0; w < WORKERS; w++) {
            open[w].run = UINT32_MAX;
        }
        good = find_arrays(events) && add_events(events, open);
    }
    for (int w = 0; open != NULL && w < WORKERS; w++) {
        free(open[w].entries);
    }
    free(open);
    if (!good) {
        events_free(events);
        return NULL;
    }
    return events;
}

void events_free(struct events *events) {
    if (events != NULL) {
        free(events->events);
        free(events->order);
        free(events->runs);
        free(events->launches);
        free(events->arrays);
    }
    free(events);
}
