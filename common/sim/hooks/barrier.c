// The forms of __syncthreads() beside the plain one (tsan.c): those that count, and cooperative groups'
// sync().
#include "sim/schedule/block.h"
#include "sim/hooks/tsan.h"

// What the threads of a block have said on their way to one barrier, which is told from others by the tick of
// the barrier before it. Two are kept: threads that go on late read the one while early ones come to the
// next.
struct poll {
    uint32_t serial, tick;
    unsigned yes, no;
};
static __thread struct poll polls[2];

static struct poll *poll_of(const struct worker *worker) {
    uint32_t tick = worker->who.barrier_tick;
    for (int i = 0; i < 2; i++) {
        if (polls[i].serial == worker->serial && polls[i].tick == tick) {
            return &polls[i];
        }
    }
    bool first_is_older = polls[0].serial != worker->serial ||
                          (polls[1].serial == worker->serial && polls[0].tick < polls[1].tick);
    struct poll *poll = &polls[first_is_older ? 0 : 1];
    *poll = (struct poll){.serial = worker->serial, .tick = tick};
    return poll;
}

static const struct poll *vote(const char *call, int predicate, const void *return_address) {
    struct worker *worker = hooks_kernel_worker(call, return_address);
    struct poll *poll = poll_of(worker);
    poll->yes += predicate != 0;
    poll->no += predicate == 0;
    block_wait(worker, LANE_BARRIER, relative_pc(return_address));
    return poll;
}

int __syncthreads_count(int predicate);
int __syncthreads_count(int predicate) {
    return (int)vote("__syncthreads_count()", predicate, __builtin_return_address(0))->yes;
}

int __syncthreads_and(int predicate);
int __syncthreads_and(int predicate) {
    return vote("__syncthreads_and()", predicate, __builtin_return_address(0))->no == 0;
}

int __syncthreads_or(int predicate);
int __syncthreads_or(int predicate) {
    return vote("__syncthreads_or()", predicate, __builtin_return_address(0))->yes != 0;
}

void sim_barrier(void *return_address);
void sim_barrier(void *return_address) {
    block_wait(hooks_kernel_worker("sync()", return_address), LANE_BARRIER, relative_pc(return_address));
}

// Others get their turn, as they would in that time.
void __nanosleep(unsigned nanoseconds);
void __nanosleep(unsigned nanoseconds) {
    (void)nanoseconds;
    const void *caller = __builtin_return_address(0);
    block_wait(hooks_kernel_worker("__nanosleep()", caller), LANE_CUT, relative_pc(caller));
}
