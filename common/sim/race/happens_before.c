#include "sim/race/happens_before.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "sim/race/acquired.h"
#include "sim/race/covered.h"
#include "sim/race/release.h"
#include "sim/race/releases.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of what all blocks share: the releases

static uint32_t numbers; // of strong writes of all launches

// ---- A block, its fences and strong accesses ---------------------------------------------------------------------

void happens_before_begin_block(struct happens_before *order, unsigned thread_count) {
    if (order->knowledge != NULL) {
        hash_map_clear(&order->knowledge->latest);
        if (order->knowledge->handed_on) {
            order->knowledge = NULL;
        } else {
            order->knowledge->count = 0;
        }
    }
    block_order_begin(&order->block, thread_count);
    order->thread_count = thread_count;
    order->looked_at = 0;
    order->wrote_epoch = 0;
    order->fenced = order->strong = false;
}

void happens_before_close(struct happens_before *order) {
    happens_before_begin_block(order, 0); // knowledge that is handed on is freed with the launch
    if (order->knowledge != NULL) {
        free(order->knowledge->acquired);
        free(order->knowledge);
        order->knowledge = NULL;
    }
    block_order_close(&order->block);
    free(order->fences);
    order->fences = NULL;
}

void happens_before_begin_launch(void) {
    releases_begin_launch();
}

void happens_before_block_fence(struct happens_before *order, const struct accessor *who,
                                enum fence_kind kind) {
    block_order_fence(&order->block, who, kind);
}

void happens_before_fence(struct happens_before *order, const struct accessor *who, enum fence_kind kind) {
    block_order_fence(&order->block, who, kind);
    if (order->fences == NULL) {
        order->fences = calloc(BLOCK_THREADS_MAX, sizeof(*order->fences));
        if (order->fences == NULL) {
            return; // out of memory: a false race may be reported
        }
    }
    struct fence *fence = &order->fences[who->thread];
    if (kind & FENCE_RELEASE) {
        fence->block_id = who->block_id;
        fence->reach = race_reach(who);
        order->fenced = true;
    }
    if (kind & FENCE_ACQUIRE) {
        fence->acquire_block_id = who->block_id;
        fence->acquire_epoch = who->epoch;
    }
}

void happens_before_strong(struct happens_before *order, const struct accessor *who, uintptr_t address,
                           enum access_kind kind) {
    order->strong = true;
    order->wrote_epoch = access_reads(kind) ? order->wrote_epoch : who->epoch;
    block_order_strong(&order->block, who, address, kind);
    address &= ~(uintptr_t)3;
    if (order->block.own != 0 && order->fences == NULL) {
        order->fences = calloc(BLOCK_THREADS_MAX, sizeof(*order->fences));
    }
    order->fenced |= (order->block.own & FENCE_RELEASE) != 0 && order->fences != NULL;
    bool releases = !access_reads(kind) && order->fenced;
    // Flags that this thread has read so far were written after their release, which is now visible here.
    atomic_thread_fence(memory_order_acquire);
    if (releases || releases_any()) {
        pthread_mutex_lock(&lock);
        acquired_settle(order, who);
        if (releases) {
            release_record(order, who, address, __atomic_load_n(&numbers, __ATOMIC_RELAXED) + 1,
                           kind == ACCESS_ATOMIC);
        } else if (kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE) {
            releases_end_sequence(address);
        }
        pthread_mutex_unlock(&lock);
    }
    atomic_thread_fence(memory_order_release); // the release is recorded before the write happens
}

uint32_t happens_before_count_write(void) {
    return __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
}

uint32_t happens_before_writes(void) {
    return __atomic_load_n(&numbers, __ATOMIC_RELAXED);
}

void happens_before_read(struct happens_before *order, const struct accessor *who, uintptr_t address,
                         uint32_t missed, bool acquires) {
    order->looked_usable = acquires;
    order->looked_at = address & ~(uintptr_t)3;
    order->looked_epoch = who->epoch;
    order->looked_thread = who->thread;
    order->looked_before = missed;
}

// ---- Questions -----------------------------------------------------------------------------------------------

// Which reads of the block count for a question.
enum counted {
    USABLE, // those that `who` may rely on
    OWN,    // those of its thread
    ANY
};

// The last thread of the block that has read a flag by which the earlier access is released; NO_READER: none.
enum { NO_READER = -1 };
static int find_reader(struct happens_before *order, const struct accessor *who,
                       const struct access_record *earlier, enum counted counted, uint32_t *epoch) {
    if (earlier->block_id == who->block_id || !releases_any()) {
        return NO_READER;
    }
    pthread_mutex_lock(&lock);
    acquired_settle(order, who);
    covered_begin_question();
    int reader = NO_READER;
    const struct knowledge *knowledge = order->knowledge;
    for (uint32_t i = knowledge == NULL ? 0 : knowledge->count; i > 0 && reader == NO_READER; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        bool counts = counted == USABLE ? acquired_may_use(order, who, one)
                                        : counted == ANY || one->thread == who->thread;
        if (counts && word_covers(one->word, one->first, one->releases, earlier)) {
            reader = one->thread;
            *epoch = one->epoch;
        }
    }
    pthread_mutex_unlock(&lock);
    return reader;
}

bool happens_before_knows_any(struct happens_before *order, const struct accessor *who) {
    pthread_mutex_lock(&lock);
    acquired_settle(order, who);
    pthread_mutex_unlock(&lock);
    const struct knowledge *knowledge = order->knowledge;
    for (uint32_t i = knowledge == NULL ? 0 : knowledge->count; i > 0; i--) {
        if (acquired_may_use(order, who, &knowledge->acquired[i - 1])) {
            return true;
        }
    }
    return false;
}

bool happens_before_knows(struct happens_before *order, const struct accessor *who,
                          const struct access_record *earlier) {
    if (earlier->block_id == who->block_id) {
        return block_order_knows(&order->block, who, earlier->thread, earlier->epoch);
    }
    uint32_t epoch;
    return find_reader(order, who, earlier, USABLE, &epoch) != NO_READER;
}

bool happens_before_saw_write(struct happens_before *order, const struct accessor *who, uintptr_t address,
                              const struct access_record *earlier) {
    if (earlier->block_id == who->block_id || !releases_any()) {
        return false;
    }
    pthread_mutex_lock(&lock);
    acquired_settle(order, who);
    bool saw = false;
    const struct knowledge *knowledge = order->knowledge;
    uint32_t index = releases_find_word(address);
    for (uint32_t i = knowledge == NULL || index == 0 ? 0 : knowledge->count; i > 0 && !saw; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        saw = one->word == index - 1 && acquired_may_use(order, who, one) &&
              word_has_write(index - 1, one->releases, earlier);
    }
    pthread_mutex_unlock(&lock);
    return saw;
}

enum missing_order happens_before_missing(struct happens_before *order, const struct accessor *who,
                                          const struct access_record *earlier) {
    bool same_block = earlier->block_id == who->block_id;
    bool same_warp = same_block && earlier->thread / WARP_LANES == who->thread / WARP_LANES;
    if (same_block) {
        return same_warp ? NO_WARP_BARRIER : NO_BARRIER;
    }
    uint32_t epoch; // of the flag's read
    if (find_reader(order, who, earlier, OWN, &epoch) != NO_READER) {
        return block_order_fence_epoch(&order->block, who) > epoch ? READ_IN_BLOCK : NO_FENCE;
    }
    int reader = find_reader(order, who, earlier, ANY, &epoch);
    return reader == NO_READER                               ? NO_ORDER
           : reader / WARP_LANES == who->thread / WARP_LANES ? READ_BY_LANE
                                                             : READ_BY_THREAD;
}
