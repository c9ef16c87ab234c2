// The parts of the writer of traces (docs/trace.md), by the file that defines them.
#ifndef LABS_TRACE_JSON_WRITER_H
#define LABS_TRACE_JSON_WRITER_H

#include <stdio.h>

#include "check/trace/events.h"
#include "check/trace/trace.h"

struct writer {
    FILE *out;
    const struct traced *traced;
    const struct source *source;
    const struct recording *recording;
    const struct events *events;
    bool floats; // the operator's values are floats
    bool brief;  // the case is long: values only of words by which blocks know of each other
    bool first;  // no event has been written yet

    struct known_words *memory; // [worker][array]; worker 0 for global memory: json_memory.c
    struct last_poll *polls;    // of each warp of each run: json_events.c
    struct known_place *places; // sorted by instruction: json_places.c
    size_t place_count, place_capacity;
};

// ---- json_values.c ----

// Writes a word of memory as a number.
void put_value(const struct writer *writer, uint32_t word);

// Writes "name": [...], with `count` values of the operator.
void put_operator_values(FILE *out, const char *name, enum operator_id id, const void *values, size_t count);

// Writes one number if all are the same, [first, step] if they are evenly spaced, otherwise the list, or if that is
// shorter [count, first, step] of each evenly spaced stretch.
void put_numbers(FILE *out, const uint64_t *numbers, size_t count);

// ---- json_places.c ----

// Writes the list of all places of the recording, and numbers them.
void put_places(struct writer *writer);

// The number of an instruction's place in that list, or -1.
int place_number(const struct writer *writer, uint32_t pc);

// ---- json_memory.c ----

// What is known of an array, in the block `run` if it is in shared memory. NULL: nothing can be known of it.
struct known_words *memory_words(const struct writer *writer, uint32_t array, uint32_t run);

// A new block has nothing in its shared memory.
void memory_forget_shared(const struct writer *writer, uint32_t run);

// `words` may be NULL. `position` counts words of 4 bytes.
void memory_learn(struct known_words *words, uint64_t position, uint32_t value);
bool memory_knows(const struct known_words *words, uint64_t position, uint32_t value);

// Returns false if memory is short. memory_free releases it either way.
bool memory_make(struct writer *writer);
void memory_free(const struct writer *writer);

// The position of an access in its array, in words; negative or past the end if it is outside. 0: in no array.
long long memory_position(const struct writer *writer, uint32_t array, const struct record_entry *entry);

// ---- json_mistakes.c ----

// The finding that a mistake is part of, or -1: another one explains it.
int mistake_finding(const struct writer *writer, const struct event *event);

// Writes the fields of a mistake; the event is not closed.
void put_mistake(struct writer *writer, const struct event *event, int finding);

// The same for the note on where a wrong sum goes wrong, which is not in the recording, if `event` has its entry.
void put_cause(struct writer *writer, const struct event *event);

// ---- json_events.c ----

// Writes "events": [...]. false: memory is short.
bool put_events(struct writer *writer);

#endif
