// Asynchronous copies within a kernel (cuda/sim/copies.h).
#include "sim/schedule/async_copies.h"
#include "sim/hooks/hook.h"

void sim_copy_begun(const void *to, size_t bytes, void *return_address);
void sim_copy_begun(const void *to, size_t bytes, void *return_address) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        async_copy_begin(worker, (uintptr_t)to, (unsigned)bytes, relative_pc(return_address));
    }
}

void sim_copies_commit(void);
void sim_copies_commit(void) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        async_copy_commit(worker);
    }
}

void sim_copies_wait_oldest(void);
void sim_copies_wait_oldest(void) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        async_copy_wait_oldest(worker);
    }
}

void sim_copies_wait_prior(size_t prior);
void sim_copies_wait_prior(size_t prior) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        async_copy_wait_prior(worker, prior);
    }
}
