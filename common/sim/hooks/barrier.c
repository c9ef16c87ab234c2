// Block barriers and fences (cuda/sim/threads.h).
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

// ---- __syncthreads() ----

void __syncthreads(void);
void __syncthreads(void) {
    const void *caller = CALLER_ADDRESS();
    lane_wait_for_block(kernel_only("__syncthreads()", caller), relative_pc(caller), CALLER_FRAME());
}

void sim_barrier(void *return_address);
void sim_barrier(void *return_address) {
    lane_wait_for_block(kernel_only("sync()", return_address), relative_pc(return_address), CALLER_FRAME());
}

bool sim_is_cooperative(void);
bool sim_is_cooperative(void) {
    const struct worker *worker = turn_worker();
    return worker != NULL && worker->launch->cooperative;
}

void sim_grid_barrier(void *return_address);
void sim_grid_barrier(void *return_address) {
    struct worker *worker = kernel_only("sync()", return_address);
    if (!worker->launch->cooperative) {
        report_thread(&worker->report, DIAGNOSTIC_GRID_BARRIER, worker->current, relative_pc(return_address),
                      WORDS(TOPIC(NOT_COOPERATIVE)));
        lane_abandon(worker, ERROR_LAUNCH_FAILURE);
    }
    worker->arrivals.at_grid = true;
    lane_wait_for_block(worker, relative_pc(return_address), CALLER_FRAME());
}

// ---- cuda::barrier (cuda/sim/barrier.h) ----

bool sim_are_all_threads(unsigned number);
bool sim_are_all_threads(unsigned number) {
    const struct worker *worker = turn_worker();
    return worker != NULL && worker->arrivals.done + number == worker->thread_count;
}

static bool has(const unsigned *word, unsigned value) {
    return __atomic_load_n(word, __ATOMIC_RELAXED) == value;
}

void sim_wait_while(const unsigned *word, unsigned value, const unsigned *other, unsigned other_value,
                    void *return_address);
void sim_wait_while(const unsigned *word, unsigned value, const unsigned *other, unsigned other_value,
                    void *return_address) {
    struct worker *worker = kernel_only("wait()", return_address);
    while ((has(word, value) && has(other, other_value)) || worker->arrivals.at_object) {
        lane_wait(worker, LANE_POLL, relative_pc(return_address));
    }
}

void sim_all_wait(void);
void sim_all_wait(void) {
    struct worker *worker = turn_worker();
    const unsigned threads = worker->thread_count - worker->arrivals.done;
    worker->arrivals.at_object = true;
    worker->progress.steps += threads;
    worker->progress.waits += threads;
}

// ---- __syncthreads(), the short way ----

#ifdef SIM_LEAVE
// Outside a kernel, or where a thread cannot take the short way.
void *sim_arrive(void *context);
void *sim_arrive(void *context) {
    const void *caller = lane_continues_at(context);
    return lane_leave_for_block(kernel_only("__syncthreads()", caller), relative_pc(caller), context);
}
LANE_BLOCK_ENTRY(sim_leave_for_barrier, sim_arrive);
#endif

// ---- Barriers that count ----

// The predicates of a block's threads at one barrier, identified by the epoch of the previous barrier. Two
// are kept: late threads read one while early threads arrive at the next.
struct vote {
    uint32_t block_id, epoch;
    unsigned yes, no;
};
static __thread struct vote votes[2];

static struct vote *vote_of(const struct worker *worker) {
    uint32_t epoch = worker->who.barrier_epoch;
    for (int i = 0; i < 2; i++) {
        if (votes[i].block_id == worker->block_id && votes[i].epoch == epoch) {
            return &votes[i];
        }
    }
    bool first_is_older = votes[0].block_id != worker->block_id ||
                          (votes[1].block_id == worker->block_id && votes[0].epoch < votes[1].epoch);
    struct vote *vote = &votes[first_is_older ? 0 : 1];
    *vote = (struct vote){.block_id = worker->block_id, .epoch = epoch};
    return vote;
}

static const struct vote *take_part(const char *call, int predicate, const void *return_address,
                                    const void *frame) {
    struct worker *worker = kernel_only(call, return_address);
    struct vote *vote = vote_of(worker);
    vote->yes += predicate != 0;
    vote->no += predicate == 0;
    lane_wait_for_block(worker, relative_pc(return_address), frame);
    return vote;
}

int __syncthreads_count(int predicate);
int __syncthreads_count(int predicate) {
    return (int)take_part("__syncthreads_count()", predicate, CALLER_ADDRESS(), CALLER_FRAME())->yes;
}

int __syncthreads_and(int predicate);
int __syncthreads_and(int predicate) {
    return take_part("__syncthreads_and()", predicate, CALLER_ADDRESS(), CALLER_FRAME())->no == 0;
}

int __syncthreads_or(int predicate);
int __syncthreads_or(int predicate) {
    return take_part("__syncthreads_or()", predicate, CALLER_ADDRESS(), CALLER_FRAME())->yes != 0;
}

// ---- Fences, and a pause ----

void __threadfence_block(void);
void __threadfence_block(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (turn_worker() != NULL) {
        access_block_fence(turn_worker(), FENCE_BOTH);
    }
}

void __threadfence(void);
void __threadfence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    access_fence(kernel_only("__threadfence()", CALLER_ADDRESS()), FENCE_BOTH);
}

void __threadfence_system(void);
void __threadfence_system(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    access_fence(kernel_only("__threadfence_system()", CALLER_ADDRESS()), FENCE_BOTH);
}

// Lets other threads run, as they would during that time.
void __nanosleep(unsigned nanoseconds);
void __nanosleep(unsigned nanoseconds) {
    (void)nanoseconds;
    const void *caller = CALLER_ADDRESS();
    struct worker *worker = kernel_only("__nanosleep()", caller);
    poll_pause(worker);
    lane_wait(worker, LANE_CUT, relative_pc(caller));
}
