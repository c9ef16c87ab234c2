#define _GNU_SOURCE
#include "sim/memory/shadow.h"

#include <sys/mman.h>

static bool same_warp(const struct access_record *record, const struct accessor *who) {
    return record->serial == who->serial && record->thread / WARP_LANES == who->thread / WARP_LANES;
}

// Lanes of who's warp, which is a's, without its own, whose accesses in the set are not ordered before `who`.
static uint32_t unordered_lanes(const struct shadow_set *set, const struct accessor *who) {
    uint32_t lanes = set->lanes & ~(1u << who->thread % WARP_LANES);
    if (set->a.tick < who->full_tick) {
        return 0;
    }
    if (who->known != NULL) {
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            lanes &= set->a.tick < who->known[lane] ? ~(1u << lane) : ~0u;
        }
    }
    return lanes;
}

// All accesses of a set are of one strength, reads or writes. Of the reads the first that still matters
// stays, since the next writer is rather the latest than the first.
static void set_add(struct shadow_set *set, const struct accessor *who, enum access_kind kind) {
    uint32_t lane = 1u << who->thread % WARP_LANES;
    struct access_record *a = &set->a, *b = &set->b;
    if (!counts(a, who) || (a->serial == who->serial && a->tick < who->barrier_tick)) {
        *a = record_of(who, kind); // the first since the last barrier
        set->lanes = lane;
        if (b->serial == who->serial) {
            b->serial = 0; // of another warp, but before the barrier
        }
    } else if (same_warp(a, who)) {
        // Those that are ordered before this one need not be kept: what comes after this one comes after
        // them.
        uint32_t others = unordered_lanes(set, who);
        bool stays =
            access_reads(kind) && (others >> a->thread % WARP_LANES & 1) != 0 && a->tick == who->tick;
        set->lanes = others | lane;
        if (!stays) {
            *a = record_of(who, kind);
        }
    } else if (who->serial != a->serial || b->serial == a->serial || !counts(b, who)) {
        *b = record_of(who, kind); // but for a's block none of another block gives way
    }
}

// Those in the set that are not ordered before who's access.
static unsigned set_suspects(const struct shadow_set *set, const struct accessor *who,
                             struct access_record *suspects) {
    unsigned count = 0;
    const struct access_record *a = &set->a;
    bool mates = same_warp(a, who) && a->tick >= who->barrier_tick;
    uint32_t racing = mates ? unordered_lanes(set, who) : 0;
    if (racing != 0) {
        suspects[count] = *a; // the latest of them, or else the first lane's, which came by the same tick
        if ((racing >> a->thread % WARP_LANES & 1) == 0) {
            suspects[count].thread =
                (uint16_t)(who->thread / WARP_LANES * WARP_LANES + (unsigned)__builtin_ctz(racing));
        }
        count++;
    } else if (counts(a, who) && !ordered(a, who)) {
        suspects[count++] = *a;
    }
    if (counts(&set->b, who) && !ordered(&set->b, who)) {
        suspects[count++] = set->b;
    }
    return count;
}

static struct shadow_set *set_of(struct shadow_history *history, enum access_kind kind) {
    return !access_reads(kind)   ? &history->strong_writes
           : access_strong(kind) ? &history->strong_reads
                                 : &history->reads;
}

unsigned shadow_history_access(struct shadow_history *history, const struct accessor *who,
                               enum access_kind kind, struct access_record suspects[SUSPECTS_MAX]) {
    unsigned count = 0;
    bool reads = access_reads(kind), strong = access_strong(kind);
    if (suspicious(&history->write, who, kind)) {
        suspects[count++] = history->write;
    }
    if (!reads) {
        count += set_suspects(&history->reads, who, suspects + count);
    }
    if (!reads && !strong) {
        count += set_suspects(&history->strong_reads, who, suspects + count);
    }
    if (!strong) {
        count += set_suspects(&history->strong_writes, who, suspects + count);
    }
    if (reads || strong) {
        set_add(set_of(history, kind), who, kind);
    } else { // whoever races with what was before does so with this write
        *history = (struct shadow_history){.write = record_of(who, kind)};
    }
    return count;
}

struct shadow_history shadow_history_of(const struct shadow *word) {
    const struct shadow_cell *cell = word->cells;
    if (cell->sharing == SHADOW_MANY) {
        return *word->words;
    }
    struct shadow_history history = {.write = {0}};
    struct access_record record = {cell->serial, cell->tick, cell->pc, cell->thread, cell->kind};
    if (cell->kind == ACCESS_WRITE) {
        history.write = record;
        return history;
    }
    struct shadow_set *set = set_of(&history, cell->kind);
    set->a = record;
    set->lanes = 1u << cell->thread % WARP_LANES;
    if (cell->sharing == SHADOW_PAIR) {
        record.pc = word->readers->pc;
        record.thread = word->readers->thread;
        if (record.thread / WARP_LANES == cell->thread / WARP_LANES) {
            set->lanes |= 1u << record.thread % WARP_LANES;
        } else {
            set->b = record;
        }
    }
    return history;
}

unsigned shadow_access(const struct shadow *word, const struct accessor *who, enum access_kind kind,
                       struct access_record suspects[SUSPECTS_MAX]) {
    struct shadow_cell *cell = word->cells;
    bool reads = access_reads(kind), over = shadow_over(cell, who);
    bool mine = cell->serial == who->serial && cell->thread == who->thread && cell->kind <= ACCESS_WRITE &&
                kind <= ACCESS_WRITE && cell->sharing == SHADOW_ALONE;
    if (mine && !over && reads && cell->kind == ACCESS_WRITE) {
        if (cell->tick == who->tick) {
            cell->unused = 0; // whoever comes into conflict with the read does so with the write
            return 0;
        }
        mine = false; // but not if one of the two is ordered before what the other one does
    }
    unsigned count = 0;
    if (over || mine) {
        cell->sharing = SHADOW_ALONE;
    } else {
        if (cell->sharing != SHADOW_MANY) {
            *word->words = shadow_history_of(word);
            cell->sharing = SHADOW_MANY;
        }
        count = shadow_history_access(word->words, who, kind, suspects);
    }
    cell->unused = !reads && kind != ACCESS_ATOMIC;
    shadow_note(cell, who, kind);
    return count;
}

static void *reserve(size_t bytes) {
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int shadow_reserve(struct shadow *shadow, size_t bytes) {
    shadow->cells = reserve(bytes / 4 * sizeof(*shadow->cells));
    shadow->readers = reserve(bytes / 4 * sizeof(*shadow->readers));
    shadow->words = reserve(bytes / 4 * sizeof(*shadow->words));
    shadow->bytes = reserve(bytes * sizeof(*shadow->bytes));
    return shadow->cells == NULL || shadow->readers == NULL || shadow->words == NULL ? -1 : 0;
}

static void forget(void *memory, size_t bytes) {
    if (memory != NULL) {
        madvise(memory, bytes, MADV_DONTNEED);
    }
}

void shadow_forget(struct shadow *shadow, size_t bytes) {
    forget(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    forget(shadow->readers, bytes / 4 * sizeof(*shadow->readers));
    forget(shadow->words, bytes / 4 * sizeof(*shadow->words));
    forget(shadow->bytes, bytes * sizeof(*shadow->bytes));
}

static void release(void *memory, size_t bytes) {
    if (memory != NULL) {
        munmap(memory, bytes);
    }
}

void shadow_free(struct shadow *shadow, size_t bytes) {
    release(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    release(shadow->readers, bytes / 4 * sizeof(*shadow->readers));
    release(shadow->words, bytes / 4 * sizeof(*shadow->words));
    release(shadow->bytes, bytes * sizeof(*shadow->bytes));
    *shadow = (struct shadow){NULL, NULL, NULL, NULL};
}
