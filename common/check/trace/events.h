// The events of a recorded case, in the order of the run: warp instructions, exchanges, barriers, launches.
#ifndef LABS_TRACE_EVENTS_H
#define LABS_TRACE_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/trace/entry.h"

enum { TRACE_LANES = 32 };

enum event_type {
    EVENT_LAUNCH,     // launch
    EVENT_LAUNCH_END, // launch
    EVENT_SET,        // array, first, count: entries of contents
    EVENT_BLOCK,      // run
    EVENT_BLOCK_END,  // run; kind: a thread had to be stopped
    EVENT_ACCESS,     // run, warp, lanes, pc, kind, array, words; first, count: entries in order of the lanes
    EVENT_EXCHANGE,   // run, warp, lanes, pc, kind; first, count: the same
    EVENT_RETURN,     // run, warp, lanes: which have left the kernel
    EVENT_BARRIER,    // run, pc; first, count: where the block's threads are; none: all at this barrier
    EVENT_STUCK,      // the same, of a block that ends here
    EVENT_MISTAKE     // run, or none (UINT32_MAX); first: the entry; count: 2 if a detail follows it
};

struct event {
    enum event_type type;
    uint8_t kind;  // of the entries
    uint8_t words; // that each lane accesses
    uint16_t warp; // of the block
    // Of an access, as the simulated GPU counts them; in global memory, `passes` are sectors.
    uint16_t passes, conflicts;
    uint32_t run, launch, array;
    uint32_t lanes, pc;
    size_t first, count; // in `order`
};

// One run of one block.
struct block_run {
    uint32_t launch, block_id;
    uint64_t block; // linear index in the grid
    unsigned worker;
};

struct trace_launch {
    char kernel[64];
    uint32_t pc, number;
    unsigned grid[3], block[3];
};

struct trace_array {
    char name[48];
    enum record_array kind;
    uint64_t address; // in shared memory: of its beginning
    uint64_t bytes, element;
    size_t row;      // as in runner/element_name.h
    uint32_t pc;     // of its allocation
    uint32_t launch; // in shared memory
};

// `array` of an access outside all arrays.
#define TRACE_NO_ARRAY UINT32_MAX

struct events {
    const struct record *record;
    struct event *events;
    size_t count;
    size_t *order; // indices of entries
    size_t order_count;
    struct block_run *runs;
    size_t run_count;
    struct trace_launch *launches;
    size_t launch_count;
    struct trace_array *arrays;
    size_t array_count;
    uint64_t left_out; // entries for which there was no room
};

// Makes the events of `record`, which must outlive them. NULL if memory is short.
struct events *events_make(const struct record *record);
void events_free(struct events *events);

// The entry number i of an event.
static inline const struct record_entry *event_entry(const struct events *events, const struct event *event,
                                                     size_t i) {
    return &events->record->entries[events->order[event->first + i]];
}

// The array that contains an access of an entry in `launch`, or TRACE_NO_ARRAY. A freed array is found, too.
uint32_t events_array(const struct events *events, const struct record_entry *entry, uint32_t launch);

#endif
