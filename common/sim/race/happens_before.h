// The order between blocks of one launch: message passing, as in decoupled look-back or when the last block
// adds the sums.
//
//     block A                              block B
//     d_value[a] = sum;   (plain)          while (flag[a] == 0) { }   strong read: volatile or atomic
//     __threadfence();                     __threadfence();
//     flag[a] = 1;        strong write     sum = d_value[a];          (plain)
//
// A strong write after a fence *releases* the accesses that the writing thread made before the fence. Of the
// other threads of its block, it releases those made before the last block barrier ahead of the fence, or
// before their own fences ahead of a later barrier; of the lanes of its warp, also those made before a warp
// barrier ahead of the fence; and what a thread of the block had released to it (block_order.h). A strong read
// *acquires* everything released at that word. An atomic update does both, and passes on what earlier updates
// have released there, including what each releaser had acquired.
//
// The reading thread may rely on this once it has executed a fence, the other lanes of its warp once they
// have met after that fence. A block barrier does both for all threads: CUDA's own example, "last block", has
// only a barrier there.
//
// Only releases before the read count: a flag that is read too early orders nothing. Neither does a release by a write
// that the read has missed (stale.h), or from which another store separates it: only atomic updates continue what is
// released before them. A release or an acquire of an atomic access counts as a fence for its own word alone.
//
// The race rule (race.h) asks this file only about candidates in another block. Cost: O(1) per strong access,
// O(threads) if it releases. A question visits each word that the block has acquired from, and what that
// leads to, once for each number of releases. Memory: a record (64 bytes) for each word and thread that has
// released there (five at most), and for each time that another block has seen it before the next release; another (16
// bytes) for each word and thread that has acquired. Strong accesses without a fence take none.
#ifndef SIM_HAPPENS_BEFORE_H
#define SIM_HAPPENS_BEFORE_H

#include <stdbool.h>

#include "sim/race/block_order.h"
#include "sim/report/access.h"

// The fences of a worker's block, and what it has acquired. Only happens_before.c writes it.
struct happens_before {
    struct fence *fences;        // of each thread of the block
    struct knowledge *knowledge; // what the block has acquired
    struct block_order block;    // order between the block's own threads
    unsigned thread_count;
    bool strong;            // has the block made a strong access to global memory?
    uint32_t wrote_epoch;   // of its last strong write there; 0: none
    bool fenced;            // has any thread of the block executed a fence?
    uintptr_t looked_at;    // word of the last strong read; 0: none, or settled already
    uint32_t looked_epoch;  // when it was read
    uint16_t looked_thread; // and by which thread
    uint32_t looked_before; // it has read the value before this strong write; 0: the newest one
    bool looked_usable;     // it acquires by itself
};

// Begins a launch: discards all releases. Each worker must first have discarded its last block
// (happens_before_begin_block).
void happens_before_begin_launch(void);

// A block with this many threads begins: nothing is fenced or acquired.
void happens_before_begin_block(struct happens_before *order, unsigned thread_count);

// Frees the worker's own memory.
void happens_before_close(struct happens_before *order);

// `who` has executed a fence for its block; a new epoch has begun for it.
void happens_before_block_fence(struct happens_before *order, const struct accessor *who,
                                enum fence_kind kind);

// `who` has executed a fence for the whole device; a new epoch has begun for it. __threadfence() is
// FENCE_BOTH.
void happens_before_fence(struct happens_before *order, const struct accessor *who, enum fence_kind kind);

// `who` is about to make a strong access to this word of global memory. Records what it releases. With the scope of its
// block, or in shared memory, block_order_strong() is all.
void happens_before_strong(struct happens_before *order, const struct accessor *who, uintptr_t address,
                           enum access_kind kind);

// Counts a strong write, which is about to happen, and returns its number, from 1.
uint32_t happens_before_count_write(void);
uint32_t happens_before_writes(void); // how many have been counted

// After that: `who` reads the word there. `missed`: it gets the value before the strong write of this number; 0: the
// newest one. `acquires`: by itself, without a fence.
void happens_before_read(struct happens_before *order, const struct accessor *who, uintptr_t address,
                         uint32_t missed, bool acquires);

// Is this earlier access of another block or thread ordered before the current access of `who`?
bool happens_before_knows(struct happens_before *order, const struct accessor *who,
                          const struct access_record *earlier);

// Has `who` acquired anything at all?
bool happens_before_knows_any(struct happens_before *order, const struct accessor *who);

// Two volatile writes of the word at `address`: has `who`, or its block, read there what this earlier one of
// another block left, and then executed a fence? Without the fence the read and the write may be an update
// that loses another one, which happens in some runs only.
bool happens_before_saw_write(struct happens_before *order, const struct accessor *who, uintptr_t address,
                              const struct access_record *earlier);

// If it is not ordered: what is missing?
enum missing_order happens_before_missing(struct happens_before *order, const struct accessor *who,
                                          const struct access_record *earlier);

#endif
