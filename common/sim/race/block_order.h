// Order between threads of one block without a barrier: a fence, an atomic that another thread's atomic
// reads, and a fence there, as where the last warp to arrive sums up what the others have left.
//
//     one warp                                     the last warp
//     s_part[warp] = sum;                          ... atomicAdd(&s_count, 1) == warps - 1
//     __threadfence_block();                       __threadfence_block();
//     atomicAdd(&s_count, 1);                      sum = s_part[0] + ...
//
// A release or an acquire of an atomic access counts as a fence for that access alone, and for the thread's later or
// earlier accesses of the same word. A strong write that is no update releases only what its own thread does: earlier
// releases of the word no longer count.
//
// As in happens_before.h, but a fence for the block is enough, and the word may lie in shared memory. Both
// kinds of fences are cumulative: what other lanes did before a warp barrier lies before the fence of a lane
// that took part in it, and so does what a thread has acquired before its fence.
//
// Cost: O(1) per fence; O(threads) per atomic or volatile access after one. Memory: 8 bytes per thread of the
// block for each thread that acquires, and 4 for each word at which something is released.
#ifndef SIM_BLOCK_ORDER_H
#define SIM_BLOCK_ORDER_H

#include <stdbool.h>

#include "sim/base/hash_map.h"
#include "sim/race/race.h"

enum fence_kind { FENCE_RELEASE = 1, FENCE_ACQUIRE = 2, FENCE_BOTH = 3 };

// Only block_order.c writes it.
struct block_order {
    struct thread_order *threads; // NULL: no thread has executed a fence yet
    struct hash_map words;        // by address: index into `released`, + 1
    uint32_t **released;          // of each word: by thread, the epoch before which its accesses are released
    uint32_t word_count, word_capacity;
    unsigned thread_count;
    bool fenced; // has any thread of the block executed a fence, or a release or acquire?
    int own;     // enum fence_kind: what the access that is about to happen does itself; 0: nothing
};

void block_order_begin(struct block_order *order, unsigned thread_count);
void block_order_close(struct block_order *order);

// `who` has executed a fence for its block or more; a new epoch has begun for it.
void block_order_fence(struct block_order *order, const struct accessor *who, enum fence_kind kind);

// `who` is about to make a strong access to this word. Accesses of a block happen in the order of these
// calls.
void block_order_strong(struct block_order *order, const struct accessor *who, uintptr_t address,
                        enum access_kind kind);

// Is what `thread` of the same block did in `epoch` ordered before what `who` does now?
bool block_order_knows(const struct block_order *order, const struct accessor *who, unsigned thread,
                       uint32_t epoch);

// The epoch of the last fence of `who` that releases; 0: none.
uint32_t block_order_fence_epoch(const struct block_order *order, const struct accessor *who);

// The epoch before which all accesses of `thread` lie before the last fence of `fencing`, because `fencing`
// had acquired them; 0: it had acquired nothing.
uint32_t block_order_acquired(const struct block_order *order, uint32_t block_id, unsigned fencing,
                              unsigned thread);

#endif
