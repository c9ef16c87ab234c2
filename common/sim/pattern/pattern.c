#include "sim/pattern/pattern.h"

#include <stdlib.h>

enum {
    RECORDS_MAX = 1 << 17,
    STRETCHES_MAX = 1 << 13,
    PATTERN_ROWS_MAX = 1 << 13,
    STRETCH_ROWS_MAX = ROWS_MAX / 8, // with as many rows again, no stretch is cut
    BROKEN_MAX = 2                   // blocks that may differ, besides one for each FOLLOWED_MIN that do not
};
enum { FOLLOWED_MIN = 8 };

static const struct pattern_record none = {.place = UINT32_MAX};

__thread struct pattern_head pattern_head = {.next = &none};

// The return address of the hook's call, and back: relative_pc().
static uint32_t caller_of(uint32_t pc) {
    return pc + (uint32_t)executable_address + 1;
}

static uint32_t pc_of(const struct pattern_record *record) {
    return record->caller - (uint32_t)executable_address - 1;
}

static void set_mode(struct pattern *pattern, enum pattern_mode mode) {
    if ((mode == PATTERN_OFF) != (pattern->mode == PATTERN_OFF)) {
        shared_memory_record(pattern->shared, mode != PATTERN_OFF);
    }
    pattern->mode = mode;
    pattern_head.next = mode == PATTERN_FOLLOWS ? pattern->records : &none;
}

void pattern_open(struct pattern *pattern, const struct accessor *who, struct shared_memory *shared,
                  struct instructions *instructions) {
    *pattern = (struct pattern){.who = who, .shared = shared, .instructions = instructions};
}

void pattern_begin_launch(struct pattern *pattern) {
    pattern->ready = false;
    pattern->followed = pattern->broken = 0;
    pattern->stretch_count = 0;
}

static bool have_memory(struct pattern *pattern) {
    if (pattern->rows == NULL) {
        pattern->records = malloc((RECORDS_MAX + 1) * sizeof(*pattern->records));
        pattern->stretches = malloc(STRETCHES_MAX * sizeof(*pattern->stretches));
        pattern->rows = malloc(PATTERN_ROWS_MAX * sizeof(*pattern->rows));
    }
    return pattern->records != NULL && pattern->stretches != NULL && pattern->rows != NULL;
}

void pattern_begin_block(struct pattern *pattern, bool wanted) {
    if (!wanted || pattern->broken > BROKEN_MAX + pattern->followed / FOLLOWED_MIN || !have_memory(pattern)) {
        set_mode(pattern, PATTERN_OFF);
        return;
    }
    set_mode(pattern, pattern->ready ? PATTERN_FOLLOWS : PATTERN_RECORDS);
    pattern->stretch = 0;
    if (!pattern->ready) {
        pattern->number++;
        pattern->record_count = pattern->stretch_count = pattern->row_count = 0;
    }
}

bool pattern_end_block(struct pattern *pattern) {
    if (pattern->mode != PATTERN_FOLLOWS) {
        return false;
    }
    if (pattern->stretch < pattern->stretch_count) {
        pattern_break(pattern);
        return false;
    }
    pattern->followed++;
    set_mode(pattern, PATTERN_OFF);
    return true;
}

void pattern_keep(struct pattern *pattern) {
    if (pattern->mode == PATTERN_RECORDS) {
        pattern->records[pattern->record_count] = none;
        pattern->ready = true;
    }
    set_mode(pattern, PATTERN_OFF);
}

void pattern_record(struct pattern *pattern, uintptr_t address, enum access_kind kind, uint32_t pc) {
    struct site *site = instruction_site(pattern->instructions, pc);
    if (pattern->record_count == RECORDS_MAX || site == NULL) {
        pattern_break(pattern);
        return;
    }
    site->pattern = pattern->number;
    pattern->records[pattern->record_count++] = (struct pattern_record){
        (uint32_t)(address - pattern_head.origin) | (kind == ACCESS_WRITE ? 1u << PATTERN_WRITE_SHIFT : 0),
        caller_of(pc)};
}

// ---- Stretches ----

static uint32_t stretch_begin(const struct pattern *pattern, uint32_t stretch) {
    return stretch == 0 ? 0 : pattern->stretches[stretch - 1].record_end;
}

static uint32_t epoch_of(const struct pattern *pattern) {
    return pattern->who->epoch - pattern->who->first_epoch;
}

static unsigned warp_of(const struct pattern *pattern) {
    return pattern->who->thread / WARP_LANES;
}

static void record_stretch(struct pattern *pattern, uint32_t live, struct counters *interval) {
    const struct instructions *instructions = pattern->instructions;
    if (pattern->stretch_count == STRETCHES_MAX || instructions->row_count > STRETCH_ROWS_MAX ||
        pattern->row_count + instructions->row_count > PATTERN_ROWS_MAX) {
        pattern_break(pattern);
        return;
    }
    struct pattern_stretch stretch = {
        .live = live, .epoch = epoch_of(pattern), .warp = warp_of(pattern), .interval = interval};
    const struct row *written = NULL;
    for (uint32_t i = 1; i <= instructions->row_count; i++) {
        const struct row *row = &instructions->rows[i];
        if (row->others != 0) {
            pattern_break(pattern);
            return;
        }
        if (row->space == SPACE_SHARED) {
            struct counted_row *counted = &pattern->rows[pattern->row_count++];
            *counted = count_measure(row, SPACE_SHARED, row->lanes, written);
            count_note(counted, live, &stretch.noted);
        }
        written = count_written(row, written);
    }
    stretch.record_end = pattern->record_count;
    stretch.row_end = pattern->row_count;
    for (uint32_t i = stretch_begin(pattern, pattern->stretch_count); i < pattern->record_count; i++) {
        stretch.writes += pattern->records[i].place >> PATTERN_WRITE_SHIFT;
    }
    pattern->stretches[pattern->stretch_count++] = stretch;
}

unsigned pattern_end_stretch(struct pattern *pattern, uint32_t live, struct counters *interval,
                             struct warp_interval *warp) {
    if (pattern->mode == PATTERN_RECORDS) {
        record_stretch(pattern, live, interval);
    }
    if (pattern->mode != PATTERN_FOLLOWS) {
        return 0;
    }
    struct pattern_stretch *stretch = &pattern->stretches[pattern->stretch];
    if (pattern->stretch == pattern->stretch_count ||
        pattern_head.next != pattern->records + stretch->record_end || live != stretch->live ||
        epoch_of(pattern) != stretch->epoch || warp_of(pattern) != stretch->warp) {
        pattern_break(pattern);
        return 0;
    }
    stretch->followed++;
    warp->active |= stretch->noted.active;
    warp->divergent |= stretch->noted.divergent;
    warp->arrays_read |= stretch->noted.arrays_read;
    warp->arrays_written |= stretch->noted.arrays_written;
    warp->steps += stretch->noted.steps;
    warp->few += stretch->noted.few;
    warp->lanes = stretch->noted.lanes > warp->lanes ? stretch->noted.lanes : warp->lanes;
    pattern->stretch++;
    return stretch->writes;
}

void pattern_count(struct pattern *pattern) {
    uint32_t row = 0;
    for (uint32_t i = 0; i < pattern->stretch_count; i++) {
        struct pattern_stretch *stretch = &pattern->stretches[i];
        for (; row < stretch->row_end; row++) {
            count_row(&pattern->rows[row], stretch->live, stretch->followed, stretch->interval);
        }
        stretch->followed = 0;
    }
}

// ---- Where a block differs ----

static uintptr_t address_of(const struct pattern *pattern, const struct pattern_record *record) {
    return pattern->shared->base + (record->place & ((1u << PATTERN_THREAD_SHIFT) - 1));
}

static enum access_kind kind_of(const struct pattern_record *record) {
    return record->place >> PATTERN_WRITE_SHIFT ? ACCESS_WRITE : ACCESS_READ;
}

static unsigned thread_of(const struct pattern_record *record) {
    return record->place >> PATTERN_THREAD_SHIFT & (BLOCK_THREADS_MAX - 1);
}

// Brings the shadow up to date with an access that is like one without a mistake.
static void note_access(struct pattern *pattern, const struct pattern_record *record, struct accessor *who) {
    enum access_kind kind = kind_of(record);
    uintptr_t offset = address_of(pattern, record) - pattern->shared->base;
    who->thread = (uint16_t)thread_of(record);
    who->pc = pc_of(record);
    if (!race_check_quick(&pattern->shared->shadow, offset / 4, who, kind, pc_of(record))) {
        struct shadow word = shadow_from(&pattern->shared->shadow, offset);
        struct race_candidate candidates[CANDIDATES_MAX];
        bool sets = kind == ACCESS_WRITE, own = word.cells->block_id == who->block_id;
        word.cells->set_bytes = sets  ? 15
                                : own ? word.cells->set_bytes
                                      : 0; // it may read padding of a struct
        race_check(&word, who, kind, candidates);
    }
}

static void note_accesses(struct pattern *pattern, uint32_t count) {
    struct accessor who = *pattern->who;
    who.full_epoch = 0; // the warp's lanes have not met
    who.known = NULL;
    for (uint32_t i = 0, stretch = 0; i < count; i++) {
        while (stretch < pattern->stretch && i == pattern->stretches[stretch].record_end) {
            stretch++;
        }
        who.epoch = stretch < pattern->stretch ? who.first_epoch + pattern->stretches[stretch].epoch
                                               : pattern->who->epoch;
        who.barrier_epoch = who.epoch;
        note_access(pattern, &pattern->records[i], &who);
    }
}

// Adds the accesses of the stretch so far to its rows, which are all of global memory.
static void add_rows(struct pattern *pattern, uint32_t count) {
    struct instructions *instructions = pattern->instructions;
    unsigned lane = WARP_LANES;
    for (uint32_t i = stretch_begin(pattern, pattern->stretch); i < count; i++) {
        const struct pattern_record *record = &pattern->records[i];
        uintptr_t address = address_of(pattern, record);
        bool inside;
        const struct shared_array *array = shared_memory_find(pattern->shared, address, 4, &inside);
        if (thread_of(record) % WARP_LANES != lane) {
            lane = thread_of(record) % WARP_LANES;
            if (thread_of(record) == pattern->who->thread) {
                instruction_resume_lane(instructions, lane);
            } else {
                instruction_begin_lane(instructions);
            }
        }
        instruction_add(instructions, lane, pc_of(record), address, 4, SPACE_SHARED, kind_of(record),
                        (unsigned)(array - pattern->shared->arrays));
    }
    instruction_resume_lane(instructions, pattern->who->thread % WARP_LANES);
}

void pattern_break(struct pattern *pattern) {
    enum pattern_mode mode = pattern->mode;
    uint32_t count = (uint32_t)(pattern_head.next - pattern->records);
    pattern_count(pattern);
    pattern->broken++;
    pattern->ready = false;
    set_mode(pattern, PATTERN_OFF);
    if (mode == PATTERN_FOLLOWS) {
        note_accesses(pattern, count);
        add_rows(pattern, count);
    }
}

bool pattern_mixes(const struct pattern *pattern, uint32_t pc) {
    const struct site *site = instruction_site(pattern->instructions, pc);
    return pattern->instructions->row_count >= STRETCH_ROWS_MAX ||
           (site != NULL && site->pattern == pattern->number);
}
