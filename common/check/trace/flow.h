// How values flow through a recorded run with one worker: which write does a read find, and what did a thread make a
// value of?
#ifndef LABS_TRACE_FLOW_H
#define LABS_TRACE_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/runner/recording.h"
#include "check/trace/contents.h"
#include "check/trace/events.h"

// Word w of entry i is slot FLOW_WORDS * i + w.
enum { FLOW_WORDS = ENTRY_WORDS, FLOW_SOURCES_MAX = 64 };
#define FLOW_NO_SLOT    SIZE_MAX
#define FLOW_NO_ELEMENT UINT32_MAX

// Elements of the input, from `first` up to `end`.
struct range {
    uint32_t first, end;
};

struct flow {
    const struct recording *recording;
    struct events *events;
    const struct trace_array *input; // NULL: it was never used
    size_t n, count;                 // elements of the input, entries
    uint32_t *writers; // by slot of a read or atomic: 1 + slot of the write that it finds; 0: none
    uint32_t *runs;    // by entry: index in events->runs
    uint8_t *left;     // by element: scratch for flow_sources
    uint64_t left_sum; // of all elements
};

// A value that a thread got: from memory, from the input, or from a lane.
struct flow_source {
    size_t slot;
    uint32_t set;     // 1 + index in contents->sets; 0: an element
    uint32_t element; // of the input, or FLOW_NO_ELEMENT
};

// What a thread has when it comes to `entry`: a value with the contents `set` (1 + index).
struct flow_value {
    size_t entry;
    uint16_t thread;
    uint32_t set;
};

// Returns false if memory is short or there is no recording. flow_close releases it either way.
bool flow_open(struct flow *flow, const struct recording *recording, size_t n);
void flow_close(struct flow *flow);

static inline const struct record_entry *flow_entry(const struct flow *flow, size_t slot) {
    return &flow->recording->record->entries[slot / FLOW_WORDS];
}

static inline const struct block_run *flow_run(const struct flow *flow, size_t slot) {
    return &flow->events->runs[flow->runs[slot / FLOW_WORDS]];
}

static inline uint32_t flow_set(const struct flow *flow, size_t slot) {
    const struct contents *contents = flow->recording->contents;
    return contents == NULL ? 0 : contents->of_entries[slot];
}

// What the thread writes at `slot`.
static inline struct flow_value flow_value_at(const struct flow *flow, size_t slot) {
    return (struct flow_value){slot / FLOW_WORDS, flow_entry(flow, slot)->thread, flow_set(flow, slot)};
}

// The first word of the input that a read of global memory is of; SIZE_MAX: it does not read the input.
size_t flow_input_read(const struct flow *flow, const struct record_entry *entry);

// Are the elements of the set neighbours, each of them once? Then *range is set to their range.
bool flow_is_range(const struct flow *flow, uint32_t set, struct range *range);

// The set (1 + index) of exactly these elements, each once; 0: no value contains that.
uint32_t flow_range(const struct flow *flow, uint32_t first, uint32_t count);

// How often do the contents `set`, or the source, contain the element?
uint32_t flow_times(const struct flow *flow, uint32_t set, uint32_t element);
uint32_t flow_source_times(const struct flow *flow, const struct flow_source *source, uint32_t element);

// Does the set contain any element?
bool flow_any(const struct flow *flow, uint32_t set);

// An element that the set contains more than once, or FLOW_NO_ELEMENT.
uint32_t flow_repeated(const struct flow *flow, uint32_t set);

// The sum of the set's elements in the recorded input, of ints. false: it contains none.
bool flow_sum(const struct flow *flow, uint32_t set, uint32_t *sum);

// Does a lane get its own value back?
bool flow_gets_own(const struct flow *flow, size_t slot);

// Is it a lane at the end of a shuffle up or down, which has no lane to get a value from?
bool flow_is_end_lane(const struct flow *flow, size_t slot);

// The sources that together may have made the value, the latest first. Returns how many. What the last
// lanes of a shuffle up or down get, their own value, is one only if the others are not enough.
size_t flow_sources(struct flow *flow, const struct flow_value *value,
                    struct flow_source sources[FLOW_SOURCES_MAX]);

// The value that became this source, if a thread of the run made it; false: an element, or memory before a launch.
bool flow_origin(const struct flow *flow, const struct flow_source *source, struct flow_value *value);

// The last write to that word of an array, or FLOW_NO_SLOT.
size_t flow_last_write(const struct flow *flow, uint64_t address);

// The next access to the word of a write, in its block if that is in shared memory; FLOW_NO_SLOT: none.
size_t flow_next_access(const struct flow *flow, size_t slot);

// Is the word still what was written at `write` when the read happens?
bool flow_keeps(const struct flow *flow, size_t write, size_t read);

// The number of the access's array in flow->events, or TRACE_NO_ARRAY.
uint32_t flow_array(const struct flow *flow, size_t slot);

// Are the two words the same?
bool flow_same_word(const struct flow *flow, size_t one, size_t other);

#endif
