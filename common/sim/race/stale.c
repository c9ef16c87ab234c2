#include "sim/race/stale.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/access.h"

// What the block has read at a word.
struct look {
    uintptr_t word;
    uint32_t seen;   // the number of the write
    uint32_t missed; // the number of a write instead of which it has got the older value; 0: none
    uint32_t lanes;  // that have, all of them in one instruction
    struct access_record read, write;
    uint8_t missing; // enum missing_order
};

static uint32_t numbers; // of strong writes of all launches

void stale_begin_block(struct stale *stale) {
    if (stale->look_count != 0) {
        hash_map_clear(&stale->places);
        hash_map_clear(&stale->seen);
        stale->look_count = 0;
    }
}

static uint32_t load(uintptr_t word) {
    return __atomic_load_n((const uint32_t *)word, __ATOMIC_RELAXED);
}

static void store(uintptr_t word, uint32_t value) {
    __atomic_store_n((uint32_t *)word, value, __ATOMIC_RELAXED);
}

static struct access_record record_of(const struct strong_access *access) {
    const struct accessor *who = &access->who;
    return (struct access_record){who->block_id, who->epoch, who->pc, who->thread, (uint8_t)access->kind};
}

// before[k]: what the access's k-th word held before the write.
static void note_write(const struct strong_access *access, const uint32_t *before) {
    uint32_t number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    for (unsigned k = 0; k < access->count; k++) {
        access->last[k] = (struct shadow_strong_write){
            .by = record_of(access), .number = number, .before = before[k], .bytes = access->masks[k]};
    }
}

void stale_write(const struct strong_access *access) {
    uint32_t before[STALE_WORDS_MAX];
    for (unsigned k = 0; k < access->count; k++) {
        before[k] = load(access->address + 4 * k);
    }
    note_write(access, before);
}

// NULL if memory is short.
static struct look *look_at(struct stale *stale, uintptr_t word) {
    uint32_t index = hash_map_get(&stale->places, word);
    if (index == 0) {
        if (stale->look_count == stale->look_capacity) {
            uint32_t capacity = stale->look_capacity == 0 ? 64 : stale->look_capacity * 2;
            struct look *larger = realloc(stale->looks, capacity * sizeof(*larger));
            if (larger == NULL) {
                return NULL;
            }
            stale->looks = larger;
            stale->look_capacity = capacity;
        }
        if (!hash_map_set(&stale->places, word, stale->look_count + 1)) {
            return NULL;
        }
        stale->looks[stale->look_count] = (struct look){.word = word};
        index = ++stale->look_count;
    }
    return &stale->looks[index - 1];
}

static bool is_in_launch(const struct strong_access *access, unsigned k) {
    return race_counts(&access->last[k].by, &access->who);
}

// The access reads the newest value of the word, whose writer has done all that it wrote before.
static void note_seen(struct stale *stale, const struct shadow_strong_write *last) {
    if (hash_map_get(&stale->seen, last->by.block_id) < last->number) {
        hash_map_set(&stale->seen, last->by.block_id, last->number);
    }
}

// The same, and so do the block's next accesses.
static void take_new(struct stale *stale, const struct strong_access *access, unsigned k) {
    struct shadow_strong_write *last = &access->last[k];
    struct look *look = is_in_launch(access, k) ? look_at(stale, access->address + 4 * k) : NULL;
    if (look == NULL) {
        return;
    }
    if (look->seen != last->number && last->by.block_id != access->who.block_id) {
        if (last->observer_count < OBSERVERS_MAX) {
            last->observers[last->observer_count] = record_of(access);
        }
        last->observer_count += last->observer_count <= OBSERVERS_MAX;
    }
    look->seen = last->number;
    note_seen(stale, last);
}

// Is the write, or a read that has observed it, ordered before what `who` does now? With too many observers,
// any order is taken for that.
static bool is_ordered(struct happens_before *order, const struct accessor *who,
                       const struct shadow_strong_write *last) {
    bool ordered = happens_before_knows(order, who, &last->by);
    for (unsigned i = 0; i < last->observer_count && i < OBSERVERS_MAX && !ordered; i++) {
        ordered = happens_before_knows(order, who, &last->observers[i]);
    }
    return ordered || (last->observer_count > OBSERVERS_MAX && happens_before_knows_any(order, who));
}

// Have other lanes of the warp got the older value by this instruction, and not this lane?
static bool is_same_instruction(const struct look *look, const struct accessor *who) {
    return look->read.thread / WARP_LANES == who->thread / WARP_LANES && look->read.pc == who->pc &&
           look->read.epoch == who->epoch && (look->lanes >> who->thread % WARP_LANES & 1) == 0;
}

// May the access miss the last write of `count` words from the k-th on, which one write has written? Then it
// is noted.
static bool misses(struct stale *stale, struct happens_before *order, const struct strong_access *access,
                   unsigned k, unsigned count) {
    const struct accessor *who = &access->who;
    const struct shadow_strong_write *last = &access->last[k];
    if (!is_in_launch(access, k) || (access->masks[k] & ~last->bytes) != 0 || race_ordered(&last->by, who) ||
        hash_map_get(&stale->seen, last->by.block_id) <= last->number) {
        return false;
    }
    // Otherwise the write may not have happened yet.
    bool differs = load(access->address + 4 * k) != last->before ||
                   (count == 2 && load(access->address + 4) != last[1].before);
    struct look *look = look_at(stale, access->address + 4 * k);
    if (!differs || look == NULL || look->seen == last->number) {
        return false;
    }
    bool again = look->missed == last->number;
    if (again ? !is_same_instruction(look, who) : is_ordered(order, who, last)) {
        return false;
    }
    if (!again) {
        look->missed = last->number;
        look->lanes = 0;
        look->read = record_of(access);
        look->write = last->by;
        look->missing = (uint8_t)happens_before_missing(order, who, &last->by);
    }
    look->lanes |= 1u << who->thread % WARP_LANES;
    return true;
}

// The k-th word of the access, of which it misses the last write.
static uint32_t older_word(const struct strong_access *access, unsigned k) {
    uint32_t bytes = 0, now = load(access->address + 4 * k);
    for (unsigned byte = 0; byte < 4; byte++) {
        bytes |= (access->masks[k] >> byte & 1u) * 0xffu << 8 * byte;
    }
    return (now & ~bytes) | (access->last[k].before & bytes);
}

// Did one write write both words?
static bool is_one_write(const struct strong_access *access) {
    return access->count < 2 || access->last[0].number == access->last[1].number;
}

bool stale_may_hide(const struct stale *stale, const struct strong_access *access) {
    return !is_one_write(access) ||
           hash_map_get(&stale->seen, access->last->by.block_id) > access->last->number;
}

bool stale_read(struct stale *stale, struct happens_before *order, const struct strong_access *access,
                bool may_hide) {
    unsigned missed = 0; // mask
    if (may_hide && is_one_write(access)) {
        missed = misses(stale, order, access, 0, access->count) ? 3 : 0;
    } else if (may_hide) { // the later write first: it may show that the other one is older
        unsigned later = access->last[1].number > access->last[0].number;
        missed = (unsigned)misses(stale, order, access, later, 1) << later;
        if (missed == 0) {
            take_new(stale, access, later);
        }
        missed |= (unsigned)misses(stale, order, access, 1 - later, 1) << (1 - later);
    }
    for (unsigned k = 0; k < access->count; k++) {
        if ((missed >> k & 1) == 0) {
            take_new(stale, access, k);
        }
    }
    if (missed == 0) {
        return false;
    }
    stale->hidden = *access;
    for (unsigned k = 0; k < access->count; k++) {
        uint32_t older = older_word(access, k);
        stale->newest[k] = load(access->address + 4 * k);
        store(access->address + 4 * k, (missed >> k & 1) != 0 ? older : stale->newest[k]);
    }
    return true;
}

void stale_show(struct stale *stale) {
    for (unsigned k = 0; k < stale->hidden.count; k++) {
        store(stale->hidden.address + 4 * k, stale->newest[k]);
        shadow_unlock(&stale->hidden.cells[k]);
    }
    stale->hidden.count = 0;
}

void stale_begin_update(struct stale *stale) {
    const struct strong_access *access = &stale->update;
    stale->offered = is_one_write(access) && is_in_launch(access, 0) && stale_may_hide(stale, access);
    for (unsigned k = 0; k < access->count; k++) {
        stale->newest[k] = load(access->address + 4 * k);
    }
}

bool stale_offers(const struct stale *stale, const void *address, void *value, size_t bytes) {
    if (stale->offered) {
        uint32_t older[STALE_WORDS_MAX];
        for (unsigned k = 0; k < stale->update.count; k++) {
            older[k] = older_word(&stale->update, k);
        }
        memcpy(value, (const char *)older + ((uintptr_t)address - stale->update.address), bytes);
    }
    return stale->offered;
}

void stale_refuse(struct stale *stale) {
    stale->offered = false;
}

bool stale_take(struct stale *stale, struct happens_before *order) {
    bool taken = stale->offered && misses(stale, order, &stale->update, 0, stale->update.count);
    stale->offered = false;
    stale->update.count = taken ? 0 : stale->update.count;
    return taken;
}

void stale_end_update(struct stale *stale, bool changed) {
    struct strong_access *access = &stale->update;
    for (unsigned k = 0; k < access->count; k++) {
        if (!changed) {
            take_new(stale, access, k);
        } else if (is_in_launch(access, k)) { // from now on its own write is the last one
            note_seen(stale, &access->last[k]);
        }
    }
    if (changed) {
        note_write(access, stale->newest);
    }
    stale->offered = false;
    access->count = 0;
}

void stale_note(const struct stale *stale, const struct shared_memory *shared, struct report *report) {
    for (uint32_t i = 0; i < stale->look_count; i++) {
        const struct look *look = &stale->looks[i];
        if (look->missed > look->seen) {
            struct wrong_access wrong = {.report = report,
                                         .thread = look->read.thread,
                                         .address = look->word,
                                         .bytes = 4,
                                         .kind = (enum access_kind)look->read.kind,
                                         .pc = look->read.pc,
                                         .target = target_at(shared, look->word)};
            report_stale(&wrong, &look->write, (enum missing_order)look->missing);
        }
    }
}
