#include "sim/race/release.h"

#include <stdlib.h>

#include "sim/race/acquired.h"
#include "sim/race/covered.h"

// What `who` releases itself: by its last fence, or by this access or an earlier one of the same word.
static void own_fence(struct happens_before *order, const struct accessor *who, uintptr_t address,
                      struct release *made) {
    struct fence *own = order->fences == NULL ? NULL : &order->fences[who->thread];
    if (own == NULL) {
        return;
    }
    if (order->block.own & FENCE_RELEASE) {
        own->own_block_id = who->block_id;
        own->own_word = address;
        own->own_reach = race_reach(who);
    }
    if (own->block_id == who->block_id) {
        made->fence = *own;
    }
    if (own->own_block_id == who->block_id && own->own_word == address &&
        (made->fence.block_id == 0 || made->fence.reach.epoch < own->own_reach.epoch)) {
        made->fence = (struct fence){.block_id = who->block_id, .reach = own->own_reach};
        made->by_itself = true;
    }
}

// The epoch before which what `thread` did lies before the last fence of `who` for the device, which acquired
// it; 0: none.
static uint32_t acquired_from(const struct happens_before *order, const struct accessor *who,
                              const struct release *made, unsigned thread) {
    return made->fence.block_id == 0
               ? 0
               : block_order_acquired(&order->block, who->block_id, who->thread, thread);
}

// Has another thread of the block executed a fence that its last barrier orders before the release?
static bool is_before_barrier(const struct happens_before *order, const struct accessor *who,
                              unsigned thread) {
    const struct fence *fence = &order->fences[thread];
    return fence->block_id == who->block_id && fence->reach.epoch < who->barrier_epoch;
}

// Adds what lies before the release of other threads: before their fences ahead of the block's last barrier,
// and what they had released to this thread.
static void other_fences(const struct happens_before *order, const struct accessor *who,
                         struct release *made) {
    uint32_t count = 0;
    for (unsigned t = 0; t < order->thread_count && order->fenced; t++) {
        const bool counts = is_before_barrier(order, who, t) || acquired_from(order, who, made, t) != 0;
        count += counts;
        made->others_count += counts && t != who->thread;
    }
    if (made->others_count == 0 || (made->others = malloc(count * sizeof(*made->others))) == NULL) {
        made->others_count = 0;
        return;
    }
    made->others_count = 0;
    for (unsigned t = 0; t < order->thread_count; t++) {
        struct fence one = {.reach.thread = (uint16_t)t};
        const uint32_t epoch = acquired_from(order, who, made, t);
        if (is_before_barrier(order, who, t)) {
            one = order->fences[t];
        }
        if (epoch > one.reach.epoch) {
            one.block_id = who->block_id;
            one.reach.epoch = epoch;
        }
        if (one.block_id != 0) {
            made->others[made->others_count++] = one;
        }
    }
}

static bool is_same_fence(const struct fence *one, const struct fence *other) {
    return one->block_id == other->block_id && one->reach.thread == other->reach.thread &&
           one->reach.epoch == other->reach.epoch && one->reach.barrier_epoch == other->reach.barrier_epoch;
}

// Does the second one release all that the first one of the same block does? It may know more.
static bool includes(const struct release *before, const struct release *made) {
    bool same = before->thread == made->thread && is_same_fence(&before->fence, &made->fence) &&
                before->by_itself == made->by_itself && before->knew == made->knew &&
                before->others_count == made->others_count;
    for (unsigned t = 0; same && t < made->others_count; t++) {
        same = is_same_fence(&before->others[t], &made->others[t]);
    }
    return same;
}

// Has the releasing block acquired all that counts at the word, and passes it on?
static bool includes_others(const struct happens_before *order, uint32_t index, const struct release *made) {
    const struct word *word = releases_word(index);
    for (uint32_t i = made->knew == NULL ? 0 : made->knew_count; i > 0; i--) {
        const struct acquired *one = &order->knowledge->acquired[i - 1];
        if (one->word == index && one->first <= word->begin && one->releases == word->count) {
            return release_passes_on(made, one);
        }
    }
    return false;
}

void release_record(struct happens_before *order, const struct accessor *who, uintptr_t address,
                    uint32_t number, bool updates) {
    struct knowledge *knowledge = order->knowledge;
    struct release made = {
        .block_id = who->block_id, .epoch = who->epoch, .number = number, .thread = who->thread};
    own_fence(order, who, address, &made);
    other_fences(order, who, &made);
    if (made.fence.block_id == 0 && made.others == NULL) {
        if (!updates) { // no fence: the write orders nothing
            releases_end_sequence(address);
        }
        return;
    }
    if (knowledge != NULL && knowledge->count > 0) {
        made.knew = knowledge;
        made.knew_count = knowledge->count;
        for (uint32_t i = 0; i < knowledge->count && made.by_itself; i++) {
            knowledge->acquired[i].usable |= acquired_may_use(order, who, &knowledge->acquired[i]);
        }
    }
    uint32_t index = releases_add_word(address);
    if (index == UINT32_MAX) {
        free(made.others); // out of memory: a false race may be reported
        return;
    }
    struct word *word = releases_word(index);
    made.older = releases_latest(index, who->block_id);
    struct release *before = made.older == 0 ? NULL : &word->releases[made.older - 1];
    made.includes_older = before != NULL && includes(before, &made);
    if (made.includes_older && before->knew_count == made.knew_count && updates && made.older > word->begin &&
        (before->epoch == made.epoch || made.older > word->seen)) {
        before->epoch = made.epoch;
        free(made.others);
        return; // frequent where a thread polls by an atomic operation
    }
    word->begin = updates || includes_others(order, index, &made) ? word->begin : word->count;
    made.begin = word->begin;
    if (made.knew != NULL) {
        releases_hand_on(knowledge);
    }
    releases_put(index, &made);
}
