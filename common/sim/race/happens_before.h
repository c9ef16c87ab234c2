// Order between blocks of one launch: the message-passing that decoupled look-back and "the last block adds
// up" use.
//
//     block A                              block B
//     d_value[a] = sum;   (plain)          while (flag[a] == 0) { }   strong read: volatile or atomic
//     __threadfence();                     __threadfence();
//     flag[a] = 1;        strong write     sum = d_value[a];          (plain)
//
// A strong write after a fence *releases* what the writer's block had done before the fence (its other
// threads as of the last block barrier before it, or as of their own fences before a later barrier). A strong
// read *acquires* what has been released at that word; an atomic update does both, and passes on what earlier
// ones have released there. What a releaser had acquired itself is passed on too.
//
// For the reading thread itself it counts once it has executed a fence, for the other lanes of its warp once
// they have met behind that one. A block barrier does for all threads what both do: the best-known example,
// CUDA's own "last block", has nothing else there.
//
// Only what was released before the read counts: a flag that is looked at too early says nothing.
//
// Nothing is looked up on the way: only when the race rule (shadow.h) has a suspect in another block is the
// question asked whether it is known. Cost: a strong access O(1), O(threads) if it releases. A question
// visits each word that the block has acquired from, and what that leads to, once for each number of
// releases. Memory: a record (64 bytes) for each word and thread that has released there, and for each time
// that another block has seen it before it did so again; another (16 bytes) for each word and thread that has
// acquired. Nothing for strong accesses that no fence goes before.
#ifndef SIM_ORDER_H
#define SIM_ORDER_H

#include "sim/schedule/worker.h"

// A launch begins: forgets all.
void order_begin_launch(void);

// The worker begins a block: nothing fenced, nothing known.
void order_begin_block(struct worker *worker);

// The worker runs no more blocks of this launch; frees what it has of its own.
void order_end_worker(struct worker *worker);

// The running thread has executed a fence for the whole device. __threadfence() is both.
enum order_fence { ORDER_RELEASE = 1, ORDER_ACQUIRE = 2, ORDER_BOTH = 3 };
void order_fence(struct worker *worker, enum order_fence kind);

// The running thread is about to make a strong access to this word of global memory.
void order_strong(struct worker *worker, uintptr_t address, enum access_kind kind);

// Is this earlier access of another block ordered before what the running thread does now?
bool order_knows(struct worker *worker, const struct access_record *earlier);

// It is not; would it be with a fence behind the flag that the running thread has looked at?
bool order_lacks_fence(struct worker *worker, const struct access_record *earlier);

#endif
