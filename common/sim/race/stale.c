#include "sim/race/stale.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/access.h"

// What the block has read at a word.
struct look {
    uintptr_t word;
    uint32_t seen;   // the number of the write
    uint32_t missed; // the number of the newest write when it has got an older value; 0: none
    uint32_t
        passed; // the number of the write before which that value was, or of the newest one: the next value is newer
    uint32_t floor; // `passed` before that
    uint32_t since; // what the same block has written after this number is later than what it has missed
    uint32_t heard; // the number of the latest write that the block had read at any word by then
    uint32_t lanes; // that have, all of them in one instruction
    struct access_record read, write;
    const struct shadow_strong_writes *writes; // of the word
    uint8_t missing;                           // enum missing_order
    uint8_t unset;                             // mask of its bytes that nothing had written before
    bool initial;                              // the value that it has got is from before the launch
    bool only;                                 // no other block has read the word
};

void stale_begin_block(struct stale *stale) {
    stale->heard = 0;
    stale->older_pc = 0;
    stale->heard_store = stale->told = false;
    free(stale->lost);
    stale->lost = NULL;
    if (stale->look_count != 0) {
        hash_map_clear(&stale->places);
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
    const uint32_t number = happens_before_count_write(), age = access->who.epoch - access->fence_epoch + 1;
    for (unsigned k = 0; k < access->count; k++) {
        struct shadow_strong_write *kept = access->writes[k]->kept;
        if (kept->by.block_id != 0) {
            memmove(kept + 1, kept, (STRONG_WRITES_KEPT - 1) * sizeof(*kept));
        } else {
            kept[1].by.block_id = 0;
        }
        *kept = (struct shadow_strong_write){
            .by = record_of(access),
            .number = number,
            .before = before[k],
            .barrier_epoch = access->who.barrier_epoch,
            .bytes = access->masks[k] & 15,
            .unset = access->unset[k] & 15,
            .fence_age = access->fence_epoch != 0 && age <= UINT8_MAX ? (uint8_t)age : 0};
    }
}

// `who` is about to store to the word. If it has got an older value there, and not the newest one since then, what it
// has missed is lost.
static void note_store(struct stale *stale, const struct accessor *who, uintptr_t word) {
    uint32_t index = stale->lost != NULL ? 0 : hash_map_get(&stale->places, word);
    const struct look *look = index == 0 ? NULL : &stale->looks[index - 1];
    if (look != NULL && look->missed > look->seen && race_ordered(&look->read, who) &&
        (stale->lost = malloc(sizeof(*look))) != NULL) {
        *stale->lost = *look;
    }
}

void stale_write(struct stale *stale, const struct strong_access *access) {
    uint32_t before[STALE_WORDS_MAX];
    stale->told |= stale->heard_store;
    for (unsigned k = 0; k < access->count; k++) {
        before[k] = load(access->address + 4 * k);
        note_store(stale, &access->who, access->address + 4 * k);
    }
    note_write(access, before);
}

// NULL if memory is short.
static struct look *look_at(struct stale *stale, const struct strong_access *access, unsigned k) {
    const uintptr_t word = access->address + 4 * k;
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
        stale->looks[stale->look_count] = (struct look){.word = word, .writes = access->writes[k]};
        index = ++stale->look_count;
    }
    return &stale->looks[index - 1];
}

static bool is_in_launch(const struct shadow_strong_write *write, const struct strong_access *access) {
    return race_counts(&write->by, &access->who);
}

// The access reads the newest value of the word, and so do the block's next accesses. `reads`: and changes nothing.
static void take_new(struct stale *stale, const struct strong_access *access, unsigned k, bool reads) {
    struct shadow_strong_write *last = access->writes[k]->kept;
    struct look *look = is_in_launch(last, access) ? look_at(stale, access, k) : NULL;
    if (look == NULL) {
        return;
    }
    if (look->seen != last->number && last->by.block_id != access->who.block_id) {
        if (last->observer_count < OBSERVERS_MAX) {
            last->observers[last->observer_count] = record_of(access);
        }
        stale->heard_store |= reads;
        last->observer_count += last->observer_count <= OBSERVERS_MAX;
    }
    look->seen = last->number;
    stale->heard = last->number > stale->heard ? last->number : stale->heard;
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

// The number of the last write of the word at `address` that the block has read; 0: none.
static uint32_t seen_at(const struct stale *stale, uintptr_t address) {
    uint32_t index = hash_map_get(&stale->places, address);
    return index == 0 ? 0 : stale->looks[index - 1].seen;
}

// Did one write write the words k and k + 1, as their i-th last one?
static bool is_one_write(const struct strong_access *access, unsigned k, unsigned i) {
    return access->writes[k]->kept[i].number == access->writes[k + 1]->kept[i].number;
}

// Is the write an earlier addition of the thread, or one that is ordered before it, which may also have come before
// those of other blocks?
static bool is_own_addition(const struct shadow_strong_write *write, const struct strong_access *access) {
    return write->adds != NO_ADDITION && is_in_launch(write, access) &&
           race_ordered(&write->by, &access->who);
}

// `word` after an addition that has made `to` of `from`.
static uint32_t add(uint32_t word, uint32_t from, uint32_t to, enum stale_addition adds) {
    float values[3];
    if (adds == ADDS_INTS) {
        return word + (to - from);
    }
    memcpy(&values[0], &word, sizeof(word));
    memcpy(&values[1], &from, sizeof(from));
    memcpy(&values[2], &to, sizeof(to));
    values[0] += values[2] - values[1];
    memcpy(&word, &values[0], sizeof(word));
    return word;
}

// The k-th word of the access as it was before its i-th last write, with the thread's own additions since then.
static uint32_t older_word(const struct strong_access *access, unsigned k, int i) {
    const struct shadow_strong_write *kept = access->writes[k]->kept;
    uint32_t bytes = 0, now = load(access->address + 4 * k), older = kept[i].before;
    for (int own = i - 1; own >= 0; own--) {
        if (is_own_addition(&kept[own], access)) {
            older = add(older, kept[own].before, own == 0 ? now : kept[own - 1].before,
                        (enum stale_addition)kept[own].adds);
        }
    }
    for (unsigned byte = 0; byte < 4; byte++) {
        bytes |= (access->masks[k] >> byte & 1u) * 0xffu << 8 * byte;
    }
    return (now & ~bytes) | (older & bytes);
}

// Is it an atomic update of which the block cannot know that it has happened?
static bool is_unheard_of(const struct stale *stale, const struct shadow_strong_write *write) {
    return write->by.kind == ACCESS_ATOMIC && stale->heard <= write->number;
}

// The access to `count` words from the k-th on may find them as they were before the i-th last write, and before none
// of the earlier ones that are kept and come after the write number `passed`. Returns i, or -1 if it must find them as
// they are. `order`: NULL, or asked too.
static int oldest(const struct stale *stale, struct happens_before *order, const struct strong_access *access,
                  unsigned k, unsigned count, uint32_t passed) {
    const struct accessor *who = &access->who;
    const uint32_t seen = seen_at(stale, access->address + 4 * k), after = seen > passed ? seen : passed;
    const uint32_t newest = happens_before_writes();
    int found = -1;
    bool own = false;
    for (int i = 0; i < STRONG_WRITES_KEPT; i++) {
        const struct shadow_strong_write *write = &access->writes[k]->kept[i];
        if (count == 1 && is_own_addition(write, access)) {
            own = true;
            continue;
        }
        if (own && write->adds == NO_ADDITION) {
            break; // its thread may know that it came before the own one
        }
        if (!is_in_launch(write, access) || write->number <= after ||
            newest - write->number >= STRONG_WRITES_HIDDEN || (access->masks[k] & ~write->bytes) != 0 ||
            is_unheard_of(stale, write) || race_ordered(&write->by, who) ||
            (count == 2 && !is_one_write(access, k, (unsigned)i)) ||
            (order != NULL && is_ordered(order, who, write))) {
            break;
        }
        bool differs = older_word(access, k, i) != load(access->address + 4 * k) ||
                       (count == 2 && older_word(access, k + 1, i) != load(access->address + 4 * (k + 1)));
        found = differs ? i : found; // otherwise these writes may not have happened yet
    }
    return found;
}

// Is another block known to have read the word?
static bool is_read_by_others(const struct shadow_set *reads, const struct accessor *who) {
    return (race_counts(&reads->a, who) && reads->a.block_id != who->block_id) ||
           (race_counts(&reads->b, who) && reads->b.block_id != who->block_id);
}

// The same, for a read that misses these writes.
static int misses(struct stale *stale, struct happens_before *order, const struct strong_access *access,
                  unsigned k, unsigned count) {
    const struct accessor *who = &access->who;
    const struct shadow_strong_write *last = access->writes[k]->kept;
    int found = oldest(stale, NULL, access, k, count, 0);
    struct look *look = found < 0 ? NULL : look_at(stale, access, k);
    if (look == NULL) {
        return -1;
    }
    if (stale->mixes && stale->older_pc != 0 && stale->older_pc != who->pc) {
        return -1;
    }
    bool same = look->missed == last->number && is_same_instruction(look, who);
    found = oldest(stale, order, access, k, count, same ? look->floor : look->passed);
    if (found < 0) {
        return -1;
    }
    stale->older_pc = who->pc;
    if (!same) {
        bool own =
            is_own_addition(last, access); // then the others missed are additions, each block's by itself
        look->missed = last->number;
        look->since = own ? access->writes[k]->kept[found].number : last->number;
        look->floor = look->passed;
        look->passed = stale->skips ? last->number : access->writes[k]->kept[found].number;
        look->heard = stale->heard;
        look->lanes = 0;
        look->read = record_of(access);
        look->unset = access->writes[k]->kept[found].unset & access->masks[k];
        look->only = !is_read_by_others(&access->strong[k]->strong_reads, who);
        look->write = access->writes[k]->kept[found].by;
        const struct shadow_strong_write *before = &access->writes[k]->kept[found + 1];
        look->initial =
            found + 1 < STRONG_WRITES_KEPT && (before->by.block_id == 0 || !is_in_launch(before, access));
        look->missing = (uint8_t)happens_before_missing(order, who, &look->write);
    }
    look->lanes |= 1u << who->thread % WARP_LANES;
    return found;
}

// The access acquires at its first word: of an older value, what was released before the i-th last write. -1: of the
// newest one.
static void acquire(struct happens_before *order, const struct strong_access *access, int i) {
    if (!access->in_block) {
        happens_before_read(order, &access->who, access->address,
                            i < 0 ? 0 : access->writes[0]->kept[i].number, access->acquires);
    }
}

bool stale_read(struct stale *stale, struct happens_before *order, const struct strong_access *access,
                bool may_hide) {
    int missed[STALE_WORDS_MAX] = {-1, -1};
    if (may_hide && (access->count < 2 || is_one_write(access, 0, 0))) {
        missed[0] = missed[1] = misses(stale, order, access, 0, access->count);
    } else if (may_hide) { // one of two halves is older: the one that was written first or, if `skips`, last
        unsigned k = (access->writes[0]->kept->number > access->writes[1]->kept->number) ^ stale->skips;
        missed[k] = misses(stale, order, access, k, 1);
    }
    acquire(order, access, missed[0]);
    bool hides = false;
    for (unsigned k = 0; k < access->count; k++) {
        hides |= missed[k] >= 0;
        if (missed[k] < 0) {
            take_new(stale, access, k, true);
        }
    }
    if (!hides) {
        return false;
    }
    stale->hidden = *access;
    for (unsigned k = 0; k < access->count; k++) {
        uint32_t older = missed[k] < 0 ? 0 : older_word(access, k, missed[k]);
        stale->newest[k] = load(access->address + 4 * k);
        store(access->address + 4 * k, missed[k] < 0 ? stale->newest[k] : older);
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
    bool one = access->count < 2 || is_one_write(access, 0, 0);
    stale->offered = one ? oldest(stale, NULL, access, 0, access->count, 0) : -1;
    stale->checked = false;
    for (unsigned k = 0; k < access->count; k++) {
        stale->newest[k] = load(access->address + 4 * k);
    }
}

bool stale_offers(const struct stale *stale, const void *address, void *value, size_t bytes) {
    if (stale->update.count == 0 || stale->offered < 0) {
        return false;
    }
    uint32_t older[STALE_WORDS_MAX];
    for (unsigned k = 0; k < stale->update.count; k++) {
        older[k] = older_word(&stale->update, k, stale->offered);
    }
    memcpy(value, (const char *)older + ((uintptr_t)address - stale->update.address), bytes);
    return true;
}

void stale_refuse(struct stale *stale) {
    stale->offered = -1;
}

bool stale_take(struct stale *stale, struct happens_before *order) {
    const int offered = stale->offered;
    if (!stale->checked) {
        stale->offered = misses(stale, order, &stale->update, 0, stale->update.count);
        stale->checked = true;
    }
    if (offered < 0 || offered != stale->offered) {
        return false;
    }
    acquire(order, &stale->update, offered);
    stale->offered = -1;
    stale->update.count = 0;
    return true;
}

void stale_end_update(struct stale *stale, struct happens_before *order, bool changed) {
    struct strong_access *access = &stale->update;
    struct shadow_strong_write *last = access->writes[0]->kept;
    uint32_t index = hash_map_get(&stale->places, access->address);
    const bool whole = access->count == 1 && access->masks[0] == 15;
    stale->updated.kept = changed && whole ? last : NULL;
    stale->updated.word = whole ? access->address : 0;
    stale->updated.seen = index == 0 ? 0 : stale->looks[index - 1].seen;
    stale->updated.heard = stale->heard;
    stale->updated.observer_count = last->observer_count;
    acquire(order, access, -1);
    for (unsigned k = 0; k < access->count; k++) {
        take_new(stale, access, k, !changed);
    }
    if (changed) { // from now on its own write is the last one
        stale->told |= stale->heard_store;
        note_write(access, stale->newest);
    }
    stale->offered = -1;
    access->count = 0;
}

// Had the block read by then, as the number of the latest write says, what the same block wrote later at another word?
// Only then, or if it relies on a value that no block has written, would a fence help: a block's older value, as a
// whole, is as good as one that is read earlier.
static bool knows_later(const struct stale *stale, const struct look *look, uint32_t by_then) {
    for (uint32_t i = 0; i < stale->look_count; i++) {
        const struct look *other = &stale->looks[i];
        for (int k = 0; k < STRONG_WRITES_KEPT && other->word != look->word && other->seen > look->since;
             k++) {
            const struct shadow_strong_write *write = &other->writes->kept[k];
            if (write->by.block_id == 0) {
                break;
            }
            if (write->number > look->since && write->number <= other->seen && write->number <= by_then &&
                write->by.block_id == look->write.block_id) {
                return true;
            }
        }
    }
    return false;
}

void stale_unused(struct stale *stale, const struct accessor *who, enum stale_addition adds) {
    struct shadow_strong_write *kept = stale->updated.kept;
    const bool restores = kept != NULL || (adds == STORES && stale->updated.word != 0);
    uint32_t index = restores ? hash_map_get(&stale->places, stale->updated.word) : 0;
    if (kept != NULL) {
        kept[0].adds = adds == STORES ? NO_ADDITION : (uint8_t)adds & 15;
        kept[1].observer_count = stale->updated.observer_count & 15;
    }
    if (restores) {
        stale->heard = stale->updated.heard;
    }
    if (index != 0) {
        stale->looks[index - 1].seen = stale->updated.seen;
    }
    if (adds == STORES && index != 0) {
        note_store(stale, who, stale->updated.word);
    }
    stale->updated.kept = NULL;
    stale->updated.word = 0;
}

struct shadow_strong_write stale_find_flag(const struct stale *stale, const struct access_record *value,
                                           enum stale_flag whose) {
    struct shadow_strong_write last = {.number = 0};
    for (uint32_t i = 0; i < stale->look_count; i++) {
        const struct look *look = &stale->looks[i];
        for (int k = 0; k < STRONG_WRITES_KEPT; k++) {
            const struct shadow_strong_write *write = &look->writes->kept[k];
            const bool own = write->by.thread == value->thread;
            bool seen =
                look->missed > look->seen ? write->number < look->passed : write->number <= look->seen;
            bool fits = whose == FLAG_OF_OTHERS ? !own : own && write->by.kind != ACCESS_ATOMIC;
            if (write->by.block_id == value->block_id && fits && seen && write->number > last.number) {
                last = *write;
            }
        }
    }
    return last;
}

bool stale_waited(const struct stale *stale, uintptr_t address) {
    uint32_t index = hash_map_get(&stale->places, address & ~(uintptr_t)3);
    const struct look *look = index == 0 ? NULL : &stale->looks[index - 1];
    return look != NULL && look->missed != 0 && look->seen >= look->missed &&
           look->seen == look->writes->kept[0].number;
}

bool stale_fences(const struct shadow_strong_write *flag, const struct access_record *value) {
    return flag->fence_age != 0 && flag->by.epoch - flag->fence_age + 1 > value->epoch;
}

// Does a result depend on the older value? The block may look at it and do the same as with a newer one, as where many
// blocks look at one flag, to leave early.
static bool depends(const struct stale *stale, const struct look *look) {
    if (stale->lost != NULL && stale->lost->word == look->word) {
        return false; // noted as such
    }
    return stale->proven ? look->initial && (look->only || knows_later(stale, look, look->heard))
                         : look->initial || knows_later(stale, look, UINT32_MAX);
}

static void note(const struct stale *stale, const struct look *look, bool lost,
                 const struct shared_memory *shared, struct report *report) {
    const struct shadow_strong_write flag = stale_find_flag(stale, &look->write, FLAG_OF_THREAD);
    struct wrong_access wrong = {.report = report,
                                 .thread = look->read.thread,
                                 .address = look->word,
                                 .bytes = 4,
                                 .kind = (enum access_kind)look->read.kind,
                                 .pc = look->read.pc,
                                 .target = target_at(shared, look->word)};
    enum missing_order missing = (enum missing_order)look->missing;
    if (missing == NO_ORDER && stale_fences(&flag, &look->write)) {
        missing = WRITTEN_IN_BLOCK;
    }
    if (stale->proven && look->unset != 0) {
        report_unset_older(&wrong, &look->write, missing);
    } else {
        report_stale(&wrong, &look->write, missing, lost);
    }
}

void stale_note(const struct stale *stale, const struct shared_memory *shared, struct report *report) {
    for (uint32_t i = 0; i < stale->look_count; i++) {
        const struct look *look = &stale->looks[i];
        if (look->missed > look->seen && depends(stale, look)) {
            note(stale, look, false, shared, report);
        }
    }
    if (stale->lost != NULL) { // if the block had read anything that was written later, a fence is missing
        note(stale, stale->lost, stale->lost->heard <= stale->lost->since, shared, report);
    }
}
