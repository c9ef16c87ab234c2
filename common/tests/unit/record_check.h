// For the tests of check/trace: a recording that is written entry by entry, as the simulated GPU would (record.h).
#ifndef LABS_RECORD_CHECK_H
#define LABS_RECORD_CHECK_H

#include "cmocka_all.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/trace/events.h"

enum { INPUT = 0x10000, OUTPUT = 0x20000, SHARED = RECORD_SHARED_SPACE, RECORD_MAX = 4096 };

static struct record *record;

static inline void begin_record(void) {
    record = calloc(1, sizeof(*record) + RECORD_MAX * sizeof(struct record_entry));
    assert_non_null(record);
}

static inline int begin_test(void **state) {
    (void)state;
    begin_record();
    return 0;
}

static inline int end_test(void **state) {
    (void)state;
    free(record);
    record = NULL;
    return 0;
}

static inline struct record_entry *put(enum record_type type, struct record_entry entry) {
    assert_true(record->capacity < RECORD_MAX);
    entry.type = type;
    record->count++;
    record->entries[record->capacity] = entry;
    return &record->entries[record->capacity++];
}

static inline void put_name(const char *name) {
    struct record_entry *entry = put(RECORD_NAME, (struct record_entry){0});
    strncpy((char *)entry + 8, name, RECORD_NAME_BYTES);
}

static inline void put_array(enum record_array kind, uint64_t address, uint64_t bytes, const char *name) {
    put(RECORD_ARRAY,
        (struct record_entry){.kind = kind, .extra = 1, .address = address, .value = {bytes, 4}});
    put_name(name);
}

// A launch of blocks of `threads`.
static inline void put_launch(unsigned number, unsigned blocks, unsigned threads, const char *kernel) {
    put(RECORD_LAUNCH, (struct record_entry){.extra = number,
                                             .address = blocks | 1ull << 32,
                                             .value = {1 | (uint64_t)threads << 32, 1 | 1ull << 32}});
    put_name(kernel);
}

static inline void put_block(unsigned index, unsigned id) {
    put(RECORD_BLOCK, (struct record_entry){.address = index, .extra = id});
}

// One thread's access to a word. In `kind`, SHARED says that the address is in shared memory.
static inline struct record_entry *put_access(unsigned thread, unsigned row, unsigned kind, uint64_t address,
                                              uint32_t value, uint32_t pc) {
    return put(RECORD_ACCESS, (struct record_entry){.kind = (uint8_t)kind,
                                                    .bytes = 4,
                                                    .thread = (uint16_t)thread,
                                                    .row = (uint16_t)row,
                                                    .pc = pc,
                                                    .address = address,
                                                    .value = {value}});
}

// The accesses of the warp that begins with `thread` are complete; `lanes` of them go on.
static inline void put_stretch(unsigned thread, uint32_t before, uint32_t lanes) {
    put(RECORD_STRETCH, (struct record_entry){.thread = (uint16_t)thread, .pc = before, .extra = lanes});
}

static inline void put_shuffle(unsigned thread, unsigned row, unsigned from, uint32_t given, uint32_t got,
                               uint32_t pc) {
    put(RECORD_EXCHANGE, (struct record_entry){.kind = RECORD_SHUFFLE,
                                               .thread = (uint16_t)thread,
                                               .row = (uint16_t)row,
                                               .pc = pc,
                                               .extra = from,
                                               .value = {given, got}});
}

#endif
