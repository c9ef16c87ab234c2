#include "sim/race/race.h"

#include <string.h>

static bool is_candidate(const struct access_record *record, const struct accessor *who,
                         enum access_kind kind) {
    return race_counts(record, who) && !race_ordered(record, who) &&
           (!access_strong(kind) || !access_strong((enum access_kind)record->kind));
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
            lanes &= race_warp_orders(who, lane, shadow_lane_epoch(set, lane)) ? ~(1u << lane) : ~0u;
        }
    }
    return lanes;
}

static void set_clear(struct shadow_set *set) {
    set->a.block_id = set->b.block_id = 0;
    set->lanes = set->near_lanes = 0;
}

// The lane has accessed the word at `pc`. Where others have done so at another place, that is forgotten.
static void add_near(struct shadow_set *set, unsigned lane, uint32_t pc) {
    set->near_lanes = (set->near_pc == pc ? set->near_lanes : 0) | 1u << lane;
    set->near_pc = pc;
}

// `who`, of a's warp, becomes `a`; `others` stay.
static void set_replace(struct shadow_set *set, const struct accessor *who, enum access_kind kind,
                        uint32_t others) {
    uint32_t passed = who->epoch - set->a.epoch;
    for (uint32_t rest = passed == 0 ? 0 : others; rest != 0; rest &= rest - 1) {
        uint8_t *age = &set->ages[__builtin_ctz(rest)];
        *age = (uint8_t)(passed < (uint32_t)(AGE_MAX - *age) ? *age + passed : AGE_MAX);
    }
    const unsigned lane = set->a.thread % WARP_LANES;
    if ((others >> lane & 1) != 0) {
        add_near(set, lane, set->a.pc);
    }
    set->a = record_of(who, kind);
}

// All accesses of a set are reads, or all are writes, of the same strength, except for block atomics. Of the
// reads, the first that still matters is kept: a later write is less likely to come from that thread than
// from the latest reader.
static void set_add(struct shadow_set *set, const struct accessor *who, enum access_kind kind) {
    uint32_t lane = 1u << who->thread % WARP_LANES;
    struct access_record *a = &set->a, *b = &set->b;
    if (!race_counts(a, who) || (a->block_id == who->block_id && a->epoch < who->barrier_epoch)) {
        *a = record_of(who, kind); // the first since the last barrier
        set->lanes = lane;
        set->near_lanes = 0;
        set->ages[who->thread % WARP_LANES] = 0;
        if (b->block_id == who->block_id) {
            b->block_id = 0; // of another warp, but before the barrier
        }
    } else if (same_warp(a, who)) {
        // Accesses that are ordered before this one need not be kept: any access after this one is also after
        // them.
        uint32_t others = unordered_lanes(set, who);
        bool stays =
            access_reads(kind) && (others >> a->thread % WARP_LANES & 1) != 0 && a->epoch == who->epoch;
        set->lanes = others | lane;
        set->ages[who->thread % WARP_LANES] = 0;
        if (!stays) {
            set_replace(set, who, kind, others);
        } else {
            add_near(set, who->thread % WARP_LANES, who->pc);
        }
    } else if (who->block_id != a->block_id || b->block_id == a->block_id || !race_counts(b, who)) {
        *b = record_of(who, kind); // one of a's own block does not replace one of another block
    }
}

// Moves the access to that of another lane.
static void move_to(struct access_record *access, unsigned lane, const struct race_candidate *candidate) {
    access->thread = (uint16_t)(access->thread / WARP_LANES * WARP_LANES + lane);
    access->epoch = candidate->epoch - candidate->ages[lane];
    access->pc = (candidate->near_lanes >> lane & 1) != 0 ? candidate->near_pc : 0;
}

bool race_next(struct race_candidate *candidate, struct access_record *access) {
    if (candidate->others == 0) {
        return false;
    }
    unsigned lane = (unsigned)__builtin_ctz(candidate->others);
    candidate->others &= candidate->others - 1;
    move_to(access, lane, candidate);
    return true;
}

// Copies those in the set that are not ordered before who's access, and returns how many there are.
static unsigned set_candidates(const struct shadow_set *set, const struct accessor *who,
                               struct race_candidate *candidates) {
    unsigned count = 0;
    const struct access_record *a = &set->a;
    bool mates = same_warp(a, who) && a->epoch >= who->barrier_epoch;
    bool a_races = race_counts(a, who) && !race_ordered(a, who);
    uint32_t racing = mates ? unordered_lanes(set, who) : a_races ? set->lanes : 0;
    if (racing != 0) {
        struct race_candidate *found = &candidates[count++];
        unsigned lane = a->thread % WARP_LANES; // the latest of them, or the first reader
        found->first = *a;
        found->epoch = a->epoch;
        memcpy(found->ages, set->ages, sizeof(found->ages));
        found->near_pc = set->near_pc;
        found->near_lanes = set->near_lanes;
        if ((racing >> lane & 1) == 0) {
            const uint32_t near = racing & set->near_lanes;
            lane = near != 0 ? 31 - (unsigned)__builtin_clz(near) : (unsigned)__builtin_ctz(racing);
            move_to(&found->first, lane, found);
        }
        found->others = racing & ~(1u << lane);
    }
    if (race_counts(&set->b, who) && !race_ordered(&set->b, who)) {
        candidates[count].first = set->b;
        candidates[count++].others = 0;
    }
    return count;
}

static bool is_strong_read(enum access_kind kind) {
    return kind == ACCESS_STRONG_READ || kind == ACCESS_ATOMIC_READ;
}

// The set of a read or a strong access.
static struct shadow_set *set_of(struct shadow_history *history, struct shadow_strong *strong,
                                 enum access_kind kind) {
    return kind == ACCESS_READ           ? &history->reads
           : is_strong_read(kind)        ? &strong->strong_reads
           : kind == ACCESS_STRONG_WRITE ? &strong->volatile_writes
           : access_in_block(kind)       ? &strong->block_atomics
                                         : &strong->atomics;
}

// The first strong access since the last plain write?
static void begin_strong(struct shadow_history *history, struct shadow_strong *strong) {
    if (!history->strong) {
        history->strong = true;
        set_clear(&strong->strong_reads);
        set_clear(&strong->volatile_writes);
        set_clear(&strong->atomics);
        set_clear(&strong->block_atomics);
        strong->update = (struct access_record){.block_id = 0};
        strong->update_is_last = false;
    }
}

// Has an atomic update of who's block, ordered before what `who` does now, read what all earlier updates
// left? The last update has.
static bool has_seen_updates(const struct shadow_strong *strong, const struct accessor *who) {
    return race_counts(&strong->update, who) && race_ordered(&strong->update, who);
}

// Copies those of the set that race with who's strong access because one of the two has the scope of a block.
static unsigned scope_candidates(const struct shadow_set *set, const struct accessor *who,
                                 enum access_kind kind, struct race_candidate *candidates) {
    unsigned count = set_candidates(set, who, candidates), kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct access_record *one = &candidates[i].first; // its other lanes are of the same block
        bool both_read = access_reads(kind) && access_reads((enum access_kind)one->kind);
        if (!both_read && (!access_strong(kind) || one->block_id != who->block_id)) {
            candidates[kept++] = candidates[i];
        }
    }
    return kept;
}

// Copies the strong accesses that race with who's access.
static unsigned strong_candidates(const struct shadow_strong *strong, const struct accessor *who,
                                  enum access_kind kind, struct race_candidate *candidates) {
    unsigned count = 0;
    if (kind != ACCESS_WRITE || !has_seen_updates(strong, who)) {
        count = scope_candidates(&strong->block_atomics, who, kind, candidates);
    }
    if (access_in_block(kind)) {
        count += scope_candidates(&strong->strong_reads, who, kind, candidates + count);
        count += scope_candidates(&strong->volatile_writes, who, kind, candidates + count);
        return count + scope_candidates(&strong->atomics, who, kind, candidates + count);
    }
    bool is_strong = access_strong(kind);
    if (kind == ACCESS_WRITE) {
        count += set_candidates(&strong->strong_reads, who, candidates + count);
    }
    if (!is_strong ||
        (kind == ACCESS_STRONG_WRITE && !(strong->update_is_last && has_seen_updates(strong, who)))) {
        count += set_candidates(&strong->volatile_writes, who, candidates + count);
    }
    if (!is_strong && !(kind == ACCESS_WRITE && has_seen_updates(strong, who))) {
        count += set_candidates(&strong->atomics, who, candidates + count);
    }
    return count;
}

static void note_update(struct shadow_strong *strong, const struct accessor *who, enum access_kind kind) {
    bool updates = access_unscoped(kind) == ACCESS_ATOMIC;
    if (updates) {
        strong->update = record_of(who, kind);
    }
    strong->update_is_last = updates || (strong->update_is_last && access_reads(kind));
}

unsigned race_check_history(struct shadow_history *history, struct shadow_strong *strong,
                            const struct accessor *who, enum access_kind kind,
                            struct race_candidate candidates[CANDIDATES_MAX]) {
    unsigned count = 0;
    bool reads = access_reads(kind);
    if (is_candidate(&history->write, who, kind)) {
        candidates[count].first = history->write;
        candidates[count++].others = 0;
    }
    if (!reads) {
        count += set_candidates(&history->reads, who, candidates + count);
    }
    if (history->strong) {
        count += strong_candidates(strong, who, kind, candidates + count);
    }
    if (kind == ACCESS_WRITE) { // what races with an earlier access also races with this write
        history->write = record_of(who, kind);
        set_clear(&history->reads);
        history->strong = false;
        return count;
    }
    if (access_strong(kind)) {
        begin_strong(history, strong);
        note_update(strong, who, kind);
    }
    set_add(set_of(history, strong, kind), who, kind);
    return count;
}

// Makes the history of a word from its cell.
static void begin_history(const struct shadow *word, struct shadow_history *history,
                          struct shadow_strong *strong) {
    const struct shadow_cell *cell = word->cells;
    struct access_record record = {cell->block_id, cell->epoch, cell->pc, cell->thread, cell->kind};
    history->write = (struct access_record){.block_id = 0};
    set_clear(&history->reads);
    history->strong = false;
    if (cell->kind == ACCESS_WRITE) {
        history->write = record;
        return;
    }
    if (access_strong(cell->kind)) {
        begin_strong(history, strong);
        strong->update = record;
        strong->update.block_id = access_unscoped(cell->kind) == ACCESS_ATOMIC ? record.block_id : 0;
        strong->update_is_last = true;
    }
    struct shadow_set *set = set_of(history, strong, cell->kind);
    set->a = record;
    set->lanes = 1u << cell->thread % WARP_LANES;
    set->near_lanes = 0;
    set->ages[cell->thread % WARP_LANES] = 0;
    if (cell->sharing == SHADOW_PAIR) {
        record.pc = word->readers->pc;
        record.thread = word->readers->thread;
        if (record.thread / WARP_LANES == cell->thread / WARP_LANES) {
            set->lanes |= 1u << record.thread % WARP_LANES;
            add_near(set, record.thread % WARP_LANES, record.pc);
            set->ages[record.thread % WARP_LANES] = 0;
        } else {
            set->b = record;
        }
    }
}

struct shadow_full_history race_history_of(const struct shadow *word) {
    struct shadow_full_history history = {.plain = {.write = {0}}};
    if (word->cells->sharing != SHADOW_MANY) {
        begin_history(word, &history.plain, &history.strong);
        return history;
    }
    history.plain = *shadow_words(word);
    if (history.plain.strong) {
        history.strong = *shadow_strong(word);
    }
    return history;
}

unsigned race_check(const struct shadow *word, const struct accessor *who, enum access_kind kind,
                    struct race_candidate candidates[CANDIDATES_MAX]) {
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
            begin_history(word, shadow_words(word), shadow_strong(word));
            cell->sharing = SHADOW_MANY;
        }
        count = race_check_history(shadow_words(word), shadow_strong(word), who, kind, candidates);
    }
    cell->unused = !reads && access_unscoped(kind) != ACCESS_ATOMIC;
    race_note(cell, who, kind);
    return count;
}
