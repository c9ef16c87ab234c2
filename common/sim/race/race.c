#include "sim/race/race.h"

static bool is_candidate(const struct access_record *record, const struct accessor *who,
                         enum access_kind kind) {
    return race_counts(record, who) && !race_ordered(record, who) &&
           !(access_strong(kind) && access_strong((enum access_kind)record->kind));
}

static struct access_record record_of(const struct accessor *who, enum access_kind kind) {
    return (struct access_record){.block_id = who->block_id,
                                  .epoch = who->epoch,
                                  .pc = who->pc,
                                  .thread = who->thread,
                                  .kind = (uint8_t)kind};
}

static bool same_warp(const struct access_record *record, const struct accessor *who) {
    return record->block_id == who->block_id && record->thread / WARP_LANES == who->thread / WARP_LANES;
}

// The lanes of the warp of `who`, which is also a's, whose accesses in the set are not ordered before `who`;
// without its own lane.
static uint32_t unordered_lanes(const struct shadow_set *set, const struct accessor *who) {
    uint32_t lanes = set->lanes & ~(1u << who->thread % WARP_LANES);
    if (set->a.epoch < who->full_epoch) {
        return 0;
    }
    if (who->known != NULL) {
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            lanes &= set->a.epoch < who->known[lane] ? ~(1u << lane) : ~0u;
        }
    }
    return lanes;
}

// All accesses of a set are reads, or all are writes, of the same strength. Of the reads, the first that
// still matters is kept: a later write is less likely to come from that thread than from the latest reader.
static void set_add(struct shadow_set *set, const struct accessor *who, enum access_kind kind) {
    uint32_t lane = 1u << who->thread % WARP_LANES;
    struct access_record *a = &set->a, *b = &set->b;
    if (!race_counts(a, who) || (a->block_id == who->block_id && a->epoch < who->barrier_epoch)) {
        *a = record_of(who, kind); // the first since the last barrier
        set->lanes = lane;
        if (b->block_id == who->block_id) {
            b->block_id = 0; // of another warp, but before the barrier
        }
    } else if (same_warp(a, who)) {
        // Accesses that are ordered before this one need not be kept: what comes after this one comes after them.
        uint32_t others = unordered_lanes(set, who);
        bool stays =
            access_reads(kind) && (others >> a->thread % WARP_LANES & 1) != 0 && a->epoch == who->epoch;
        set->lanes = others | lane;
        if (!stays) {
            *a = record_of(who, kind);
        }
    } else if (who->block_id != a->block_id || b->block_id == a->block_id || !race_counts(b, who)) {
        *b = record_of(who, kind); // one of a's own block does not replace one of another block
    }
}

// Copies those in the set that are not ordered before who's access, and returns how many there are.
static unsigned set_candidates(const struct shadow_set *set, const struct accessor *who,
                               struct access_record *candidates) {
    unsigned count = 0;
    const struct access_record *a = &set->a;
    bool mates = same_warp(a, who) && a->epoch >= who->barrier_epoch;
    uint32_t racing = mates ? unordered_lanes(set, who) : 0;
    if (racing != 0) {
        candidates[count] = *a; // the latest of them, or else that of the first lane, of the same epoch
        if ((racing >> a->thread % WARP_LANES & 1) == 0) {
            candidates[count].thread =
                (uint16_t)(who->thread / WARP_LANES * WARP_LANES + (unsigned)__builtin_ctz(racing));
        }
        count++;
    } else if (race_counts(a, who) && !race_ordered(a, who)) {
        candidates[count++] = *a;
    }
    if (race_counts(&set->b, who) && !race_ordered(&set->b, who)) {
        candidates[count++] = set->b;
    }
    return count;
}

static struct shadow_set *set_of(struct shadow_history *history, enum access_kind kind) {
    return !access_reads(kind)   ? &history->strong_writes
           : access_strong(kind) ? &history->strong_reads
                                 : &history->reads;
}

unsigned race_check_history(struct shadow_history *history, const struct accessor *who, enum access_kind kind,
                            struct access_record candidates[CANDIDATES_MAX]) {
    unsigned count = 0;
    bool reads = access_reads(kind), strong = access_strong(kind);
    if (is_candidate(&history->write, who, kind)) {
        candidates[count++] = history->write;
    }
    if (!reads) {
        count += set_candidates(&history->reads, who, candidates + count);
    }
    if (!reads && !strong) {
        count += set_candidates(&history->strong_reads, who, candidates + count);
    }
    if (!strong) {
        count += set_candidates(&history->strong_writes, who, candidates + count);
    }
    if (reads || strong) {
        set_add(set_of(history, kind), who, kind);
    } else { // what races with an earlier access also races with this write
        *history = (struct shadow_history){.write = record_of(who, kind)};
    }
    return count;
}

struct shadow_history race_history_of(const struct shadow *word) {
    const struct shadow_cell *cell = word->cells;
    if (cell->sharing == SHADOW_MANY) {
        return *word->words;
    }
    struct shadow_history history = {.write = {0}};
    struct access_record record = {cell->block_id, cell->epoch, cell->pc, cell->thread, cell->kind};
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

unsigned race_check(const struct shadow *word, const struct accessor *who, enum access_kind kind,
                    struct access_record candidates[CANDIDATES_MAX]) {
    struct shadow_cell *cell = word->cells;
    bool reads = access_reads(kind), over = race_is_over(cell, who);
    bool mine = cell->block_id == who->block_id && cell->thread == who->thread &&
                cell->kind <= ACCESS_WRITE && kind <= ACCESS_WRITE && cell->sharing == SHADOW_ALONE;
    if (mine && !over && reads && cell->kind == ACCESS_WRITE) {
        if (cell->epoch == who->epoch) {
            cell->unused = 0; // an access that conflicts with this read conflicts with the write
            return 0;
        }
        mine = false; // a barrier of the warp separates the two: only one may be ordered before a third
    }
    unsigned count = 0;
    if (over || mine) {
        cell->sharing = SHADOW_ALONE;
    } else {
        if (cell->sharing != SHADOW_MANY) {
            *word->words = race_history_of(word);
            cell->sharing = SHADOW_MANY;
        }
        count = race_check_history(word->words, who, kind, candidates);
    }
    cell->unused = !reads && kind != ACCESS_ATOMIC;
    race_note(cell, who, kind);
    return count;
}
