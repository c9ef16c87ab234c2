#include "sim/race/acquired.h"

#include <stdlib.h>

#include "sim/base/make_room.h"

void acquired_settle(struct happens_before *order, const struct accessor *who) {
    uint32_t index = releases_find_word(order->looked_at);
    uint32_t thread = order->looked_thread, epoch = order->looked_epoch;
    order->looked_at = 0;
    if (index == 0) {
        return; // nothing has been released there
    }
    struct word *word = releases_word(--index);
    uint32_t count = word->count;
    while (count > 0 && order->looked_before != 0 &&
           word->releases[count - 1].number >= order->looked_before) {
        count--;
    }
    uint32_t first = count == word->count ? word->begin : count == 0 ? 0 : word->releases[count - 1].begin;
    if (first >= count || (!word->several && word->releases[0].block_id == who->block_id)) {
        return; // or only by this block
    }
    if (order->knowledge == NULL && (order->knowledge = calloc(1, sizeof(*order->knowledge))) == NULL) {
        return;
    }
    word->seen = count > word->seen ? count : word->seen;
    struct knowledge *knowledge = order->knowledge;
    uint32_t known = hash_map_get(&knowledge->latest, releases_key(index, thread));
    if (order->looked_usable) { // so are the thread's earlier reads of this word
        for (uint32_t i = 0; i < knowledge->count; i++) {
            knowledge->acquired[i].usable |=
                knowledge->acquired[i].word == index && knowledge->acquired[i].thread == thread;
        }
    }
    if (known != 0) {
        struct acquired *before = &knowledge->acquired[known - 1];
        if (before->first <= first && before->releases >= count) {
            return; // polled once more
        }
        if (before->epoch == epoch && before->releases >= first) {
            before->first = first < before->first ? first : before->first;
            before->releases = count;
            return;
        }
    }
    if (make_room(&knowledge->acquired, knowledge->count, &knowledge->capacity, 1,
                  sizeof(*knowledge->acquired)) &&
        hash_map_set(&knowledge->latest, releases_key(index, thread), knowledge->count + 1)) {
        knowledge->acquired[knowledge->count++] = (struct acquired){.word = index,
                                                                    .first = first,
                                                                    .releases = count,
                                                                    .epoch = epoch,
                                                                    .thread = (uint16_t)thread,
                                                                    .usable = order->looked_usable};
    }
}

// Has this thread of the block executed a fence after epoch `after` and not after epoch `until`?
static bool has_fenced(const struct happens_before *order, const struct accessor *who, unsigned thread,
                       uint32_t after, uint32_t until) {
    return order->fences != NULL && order->fences[thread].acquire_block_id == who->block_id &&
           order->fences[thread].acquire_epoch > after && order->fences[thread].acquire_epoch <= until;
}

bool acquired_may_use(const struct happens_before *order, const struct accessor *who,
                      const struct acquired *one) {
    if (one->epoch < who->barrier_epoch || block_order_knows(&order->block, who, one->thread, one->epoch)) {
        return true;
    }
    uint32_t met = who->full_epoch; // when all lanes of the warp last met
    if (one->thread == who->thread) {
        return one->usable || has_fenced(order, who, who->thread, one->epoch, UINT32_MAX);
    }
    return one->thread / WARP_LANES == who->thread / WARP_LANES && one->epoch < met &&
           (one->usable || has_fenced(order, who, one->thread, one->epoch, met) ||
            has_fenced(order, who, who->thread, met - 1, UINT32_MAX));
}
