#include "sim/race/block_order.h"

#include <stdlib.h>
#include <string.h>

struct thread_order {
    uint32_t block_id;  // to which all this belongs
    bool releases;      // has the thread executed a fence that releases?
    struct reach reach; // of its last one
    uintptr_t own_word; // of its last access that released by itself; 0: none
    struct reach own_reach;
    uint32_t *read;       // by thread: what the words that it has read since its last fence release; or NULL
    uint32_t *acquired;   // and what it had read before; or NULL
    bool has_read, knows; // are the two in use?
    uint32_t acquired_epoch;
};

void block_order_begin(struct block_order *order, unsigned thread_count) {
    if (order->word_count != 0) {
        hash_map_clear(&order->words);
        order->word_count = 0;
    }
    order->thread_count = thread_count;
    order->fenced = false;
}

void block_order_close(struct block_order *order) {
    block_order_begin(order, 0);
    for (unsigned t = 0; t < BLOCK_THREADS_MAX && order->threads != NULL; t++) {
        free(order->threads[t].read);
        free(order->threads[t].acquired);
    }
    for (uint32_t word = 0; word < order->word_capacity; word++) {
        free(order->released[word]);
    }
    free(order->threads);
    free(order->released);
    *order = (struct block_order){0};
}

// What is known of the thread in this block.
static struct thread_order *thread_of(struct block_order *order, const struct accessor *who) {
    struct thread_order *thread = &order->threads[who->thread];
    if (thread->block_id != who->block_id) {
        *thread = (struct thread_order){
            .block_id = who->block_id, .read = thread->read, .acquired = thread->acquired};
    }
    return thread;
}

static void take_later(uint32_t *epochs, const uint32_t *others, unsigned count) {
    for (unsigned t = 0; t < count; t++) {
        epochs[t] = others[t] > epochs[t] ? others[t] : epochs[t];
    }
}

// Memory for an epoch of each thread, all 0. NULL if memory is short.
static uint32_t *cleared(uint32_t **epochs, unsigned count) {
    if (*epochs == NULL) {
        *epochs = malloc(BLOCK_THREADS_MAX * sizeof(**epochs));
    }
    return *epochs == NULL ? NULL : memset(*epochs, 0, count * sizeof(**epochs));
}

// false if memory is short: a false race may be reported.
static bool has_threads(struct block_order *order) {
    if (order->threads == NULL) {
        order->threads = calloc(BLOCK_THREADS_MAX, sizeof(*order->threads));
    }
    order->fenced = order->threads != NULL;
    return order->fenced;
}

// The thread knows from now on what these epochs say.
static void acquire(const struct block_order *order, struct thread_order *thread, const struct accessor *who,
                    const uint32_t *epochs) {
    thread->knows = thread->knows || cleared(&thread->acquired, order->thread_count) != NULL;
    if (thread->knows) {
        take_later(thread->acquired, epochs, order->thread_count);
        thread->acquired_epoch = who->epoch;
    }
}

void block_order_fence(struct block_order *order, const struct accessor *who, enum fence_kind kind) {
    if (!has_threads(order)) {
        return;
    }
    struct thread_order *thread = thread_of(order, who);
    if ((kind & FENCE_ACQUIRE) && thread->has_read) {
        acquire(order, thread, who, thread->read);
        thread->has_read = false;
    }
    if (kind & FENCE_RELEASE) {
        thread->releases = true;
        thread->reach = race_reach(who);
    }
}

// What is released at the word. NULL: nothing, or memory is short.
static uint32_t *released_at(struct block_order *order, uintptr_t address, bool create) {
    uint32_t index = hash_map_get(&order->words, address);
    if (index != 0 || !create) {
        return index == 0 ? NULL : order->released[index - 1];
    }
    if (order->word_count == order->word_capacity) {
        uint32_t capacity = order->word_capacity == 0 ? 4 : order->word_capacity * 2;
        uint32_t **larger = realloc(order->released, capacity * sizeof(*larger));
        if (larger == NULL) {
            return NULL;
        }
        memset(larger + order->word_capacity, 0, (capacity - order->word_capacity) * sizeof(*larger));
        order->released = larger;
        order->word_capacity = capacity;
    }
    uint32_t *released = cleared(&order->released[order->word_count], order->thread_count);
    if (released == NULL || !hash_map_set(&order->words, address, order->word_count + 1)) {
        return NULL;
    }
    order->word_count++;
    return released;
}

// What lies before the thread's last fence.
static void add_reach(uint32_t *released, const struct reach *reach, unsigned thread_count) {
    unsigned first = reach->thread / WARP_LANES * WARP_LANES;
    for (unsigned t = first; t < first + WARP_LANES && t < thread_count; t++) {
        uint32_t epoch = race_reach_epoch(reach, t);
        released[t] = epoch > released[t] ? epoch : released[t];
    }
}

void block_order_strong(struct block_order *order, const struct accessor *who, uintptr_t address,
                        enum access_kind kind) {
    if (!order->fenced && (order->own == 0 || !has_threads(order))) {
        return;
    }
    struct thread_order *thread = thread_of(order, who);
    address &= ~(uintptr_t)3;
    bool writes = !access_reads(kind), reads = !writes || access_unscoped(kind) == ACCESS_ATOMIC;
    if (writes && (order->own & FENCE_RELEASE)) {
        thread->own_word = address;
        thread->own_reach = race_reach(who);
    }
    bool own = thread->own_word == address, releases = writes && (thread->releases || own);
    uint32_t *released = released_at(order, address, releases);
    if (released == NULL) {
        return;
    }
    if (reads) {
        thread->has_read = thread->has_read || cleared(&thread->read, order->thread_count) != NULL;
        if (thread->has_read) {
            take_later(thread->read, released, order->thread_count);
        }
        if (order->own & FENCE_ACQUIRE) {
            acquire(order, thread, who, released);
        }
    } else {
        memset(released, 0, order->thread_count * sizeof(*released));
    }
    if (releases && thread->releases) {
        add_reach(released, &thread->reach, order->thread_count);
    }
    if (releases && own) {
        add_reach(released, &thread->own_reach, order->thread_count);
    }
    if (releases && thread->knows) {
        take_later(released, thread->acquired, order->thread_count);
    }
}

uint32_t block_order_fence_epoch(const struct block_order *order, const struct accessor *who) {
    const struct thread_order *thread = order->fenced ? &order->threads[who->thread] : NULL;
    return thread != NULL && thread->block_id == who->block_id && thread->releases ? thread->reach.epoch : 0;
}

uint32_t block_order_acquired(const struct block_order *order, uint32_t block_id, unsigned fencing,
                              unsigned thread) {
    const struct thread_order *one = order->threads == NULL ? NULL : &order->threads[fencing];
    return one != NULL && one->block_id == block_id && one->knows ? one->acquired[thread] : 0;
}

bool block_order_knows(const struct block_order *order, const struct accessor *who, unsigned thread,
                       uint32_t epoch) {
    unsigned first = who->thread / WARP_LANES * WARP_LANES;
    for (unsigned t = first; order->fenced && t < first + WARP_LANES && t < order->thread_count; t++) {
        if (epoch < block_order_acquired(order, who->block_id, t, thread) &&
            (t == who->thread || race_warp_orders(who, t - first, order->threads[t].acquired_epoch))) {
            return true;
        }
    }
    return false;
}
