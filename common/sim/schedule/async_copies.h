// Asynchronous copies to shared memory (cuda/sim/copies.h). The bytes are there at once, but count as not written until
// the thread that began the copy has waited for it. So a barrier in place of the wait is found, too.
//
// Cost: O(1) for each part of a copy, memory for those that are under way.
#ifndef SIM_ASYNC_COPIES_H
#define SIM_ASYNC_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"

struct worker;

// A part of a copy, by one thread.
struct async_copy {
    uintptr_t to;
    unsigned bytes;
    unsigned stage; // how often the thread had committed before it
    uint32_t pc;    // begun there
    unsigned next;  // the same thread's, or the next one that is not used; number + 1, 0: none
};

// What the threads of the running block have begun to copy and not waited for. A worker has one.
struct async_copies {
    uint32_t block; // whose they are: worker.begun_as
    struct async_copy *all;
    unsigned count, capacity;
    unsigned unused; // the first of those that are complete; as in async_copy.next
    struct {
        unsigned first;           // as in async_copy.next
        unsigned commits, waited; // stages
    } of[BLOCK_THREADS_MAX];
};

// The running thread has begun to copy `bytes` to this address, which it has just written.
void async_copy_begin(struct worker *worker, uintptr_t to, unsigned bytes, uint32_t pc);

// What it has begun since its last commit is a stage.
void async_copy_commit(struct worker *worker);

// It waits for its oldest stage.
void async_copy_wait_oldest(struct worker *worker);

// It waits for all stages except the last `prior`. 0: for all that it has begun.
void async_copy_wait_prior(struct worker *worker, size_t prior);

// A copy to this word that no thread has waited for; NULL if there is none.
const struct async_copy *async_copy_to(const struct worker *worker, uintptr_t word);

#endif
