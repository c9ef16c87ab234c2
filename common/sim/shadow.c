#include "shadow.h"

#include <stddef.h>

#include "limits.h"

// Does `record` count at all? Not one of an earlier launch, and in shared memory not one of another block, which
// had the same memory before.
static inline bool counts(const struct access_record *record, const struct accessor *who) {
    return record->serial - who->first_serial < who->serial_count;
}

// Is what `lane` of who's warp did at `tick` ordered before what `who` does now, by warp barriers?
static inline bool warp_ordered(const struct accessor *who, unsigned lane, uint32_t tick) {
    return tick < who->full_tick || (who->known != NULL && tick < who->known[lane]);
}

// Is `record`, which counts, ordered before `who`'s access?
static inline bool ordered(const struct access_record *record, const struct accessor *who) {
    if (record->serial != who->serial) {
        return false; // another block
    }
    if (record->tick < who->barrier_tick || record->thread == who->thread) {
        return true;
    }
    return record->thread / WARP_LANES == who->thread / WARP_LANES &&
           warp_ordered(who, record->thread % WARP_LANES, record->tick);
}

static inline bool races(const struct access_record *record, const struct accessor *who) {
    return counts(record, who) && !ordered(record, who);
}

static inline struct access_record record_of(const struct accessor *who, enum access_kind kind) {
    return (struct access_record){
        .serial = who->serial, .tick = who->tick, .pc = who->pc, .thread = who->thread, .kind = (uint8_t)kind};
}

// Lanes of who's warp, without its own, whose reads in the cell are not ordered before `who`.
static inline uint32_t unordered_lanes(const struct shadow_cell *cell, const struct accessor *who) {
    uint32_t lanes = cell->reader_lanes & ~(1u << who->thread % WARP_LANES);
    if (cell->read_a.tick < who->full_tick) {
        return 0;
    }
    if (who->known != NULL) {
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            lanes &= cell->read_a.tick < who->known[lane] ? ~(1u << lane) : ~0u;
        }
    }
    return lanes;
}

const struct access_record *shadow_read(struct shadow_cell *cell, const struct accessor *who,
                                        struct access_record *earlier) {
    cell->unused = false;
    const struct access_record *race = NULL;
    if (races(&cell->write, who)) {
        *earlier = cell->write;
        race = earlier;
    }

    uint32_t lane = 1u << who->thread % WARP_LANES;
    struct access_record *a = &cell->read_a;
    if (!counts(a, who) || (a->serial == who->serial && a->tick < who->barrier_tick)) {
        *a = record_of(who, ACCESS_READ); // nobody has read since the last barrier
        cell->reader_lanes = lane;
        cell->read_b.serial = 0;
    } else if (a->serial == who->serial && a->thread / WARP_LANES == who->thread / WARP_LANES) {
        // Reads that are ordered before this one need not be kept: what comes after this one comes after them.
        cell->reader_lanes = unordered_lanes(cell, who) | lane;
        *a = record_of(who, ACCESS_READ);
    } else {
        cell->read_b = record_of(who, ACCESS_READ);
    }
    return race;
}

// The lanes of the writer's own warp whose reads race with its write.
static inline uint32_t racing_mates(const struct shadow_cell *cell, const struct accessor *who) {
    const struct access_record *a = &cell->read_a;
    bool mates = a->serial == who->serial && a->thread / WARP_LANES == who->thread / WARP_LANES &&
                 a->tick >= who->barrier_tick;
    return mates ? unordered_lanes(cell, who) : 0;
}

const struct access_record *shadow_write(struct shadow_cell *cell, const struct accessor *who,
                                         enum access_kind kind, struct access_record *earlier) {
    const struct access_record *race = NULL;
    uint32_t mates;
    if (races(&cell->write, who) && !(kind == ACCESS_ATOMIC && cell->write.kind == ACCESS_ATOMIC)) {
        *earlier = cell->write;
        race = earlier;
    } else if ((mates = racing_mates(cell, who)) != 0) {
        *earlier = cell->read_a; // the latest of them, or else the first lane's, which read by the same tick
        if ((mates >> earlier->thread % WARP_LANES & 1) == 0) {
            earlier->thread = (uint16_t)(who->thread / WARP_LANES * WARP_LANES + (unsigned)__builtin_ctz(mates));
        }
        race = earlier;
    } else if (races(&cell->read_a, who)) {
        *earlier = cell->read_a;
        race = earlier;
    } else if (races(&cell->read_b, who)) {
        *earlier = cell->read_b;
        race = earlier;
    }
    cell->write = record_of(who, kind);
    cell->read_a.serial = 0;
    cell->read_b.serial = 0;
    cell->reader_lanes = 0;
    cell->unused = true;
    return race;
}
