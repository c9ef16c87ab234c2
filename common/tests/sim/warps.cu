// The lanes of one warp: shuffles, votes, matches and reductions exchange values but do not order memory accesses, and
// the active mask need not name all lanes once they have taken different paths.
#undef LABS_OPERATOR
#define LABS_OPERATOR farthest // a value_t of three words
#include "shuffle.h"

#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

#if defined(__CUDA_ARCH_LIST__) && __CUDA_ARCH_LIST__ < 800 // it is not there yet
#define __reduce_add_sync(mask, value) (value)
#endif

// Runs a kernel of one block with 32 zeros, and returns how far their sum is from `expected`.
static int run_warp(void (*kernel)(int *), int expected, unsigned threads = 32) {
    int *d_out = zeros<int>(32);
    kernel<<<1, threads>>>(d_out);
    return sum_and_free(d_out, 32) - expected;
}

// ---- An exchange in place of a barrier ---------------------------------------------------------------------

__global__ void shuffle_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane; // other place
    int first = __shfl_sync(FULL, lane, 0);
    d_out[lane] = first + s_a[31 - lane]; // expect: race in shared memory; with only a shuffle or vote between, and those do not order
}
CASE(shuffle_for_barrier) {
    return run_warp(shuffle_kernel, 496);
}

// Between a read and the write that follows.
__global__ void shuffle_after_read_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane;
    __syncwarp();
    int mate = s_a[lane ^ 1]; // other place
    mate = __shfl_xor_sync(FULL, mate, 1);
    s_a[lane] = mate; // expect: race in shared memory; thread 1 of block 0 read it; only a shuffle or vote
    d_out[lane] = mate;
}
CASE(shuffle_after_read) {
    return run_warp(shuffle_after_read_kernel, 496);
}

__global__ void ballot_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane; // other place
    if (__ballot_sync(FULL, lane < 16) != 0) {
        d_out[lane] = s_a[lane ^ 16]; // expect: race in shared memory; only a shuffle or vote
    }
}
CASE(ballot_for_barrier) {
    return run_warp(ballot_kernel, 496);
}

__global__ void any_all_kernel(int *d_out) {
    int lane = threadIdx.x;
    d_out[lane] = lane; // other place
    if (__any_sync(FULL, lane == 3) && __all_sync(FULL, lane >= 0) && lane == 0) {
        d_out[0] = d_out[31]; // expect: race in global memory; only a shuffle or vote
    }
}
CASE(any_and_all_for_barrier) {
    return run_warp(any_all_kernel, 496 + 31);
}

__global__ void match_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane; // other place
    unsigned same = __match_any_sync(FULL, lane / 2);
    d_out[lane] = s_a[__ffs((int)same) - 1]; // expect: race in shared memory; only a shuffle or vote
}
CASE(match_for_barrier) {
    return run_warp(match_kernel, 2 * 240);
}

__global__ void reduce_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane; // other place
    int sum = __reduce_add_sync(FULL, 1);
    d_out[lane] = s_a[sum - 1 - lane]; // expect: race in shared memory; only a shuffle or vote
}
CASE(reduction_for_barrier) {
    return run_warp(reduce_kernel, 496);
}

__global__ void group_reduce_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x; // other place
    int sum = cg::reduce(tile, 1, cg::plus<int>());
    d_out[threadIdx.x] = s_a[threadIdx.x ^ (sum - 1)]; // expect: race in shared memory; neither __syncthreads() nor __syncwarp()
}
CASE(group_reduction_for_barrier) {
    return run_warp(group_reduce_kernel, 496);
}

// A tree whose steps have a barrier after the writes, but only a shuffle between the reads and the writes.
__global__ void tree_kernel(int *d_out) {
    __shared__ int s_a[64];
    int lane = threadIdx.x, sum = lane;
    s_a[lane] = lane;
    s_a[lane + 32] = 0;
    __syncwarp();
    for (int stride = 16; stride > 0; stride /= 2) {
        sum += s_a[lane + stride]; // other place
        sum = __shfl_sync(FULL, sum, lane);
        s_a[lane] = sum; // expect: race in shared memory; only a shuffle or vote
        __syncwarp();
    }
    if (lane == 0) {
        *d_out = sum;
    }
}
CASE(tree_with_shuffles_for_barriers) {
    return run_warp(tree_kernel, 496);
}

__global__ void barrier_and_shuffle_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane;
    int first = __shfl_sync(FULL, lane, 0);
    __syncwarp();
    int mate = s_a[31 - lane];
    __syncwarp();
    unsigned lanes = __ballot_sync(FULL, mate >= 0);
    s_a[lane] = mate + first;
    d_out[lane] = lanes == ~0u ? s_a[lane] : 0;
}
CASE(barrier_and_shuffle) { // expect nothing
    return run_warp(barrier_and_shuffle_kernel, 496);
}

// Values that shuffles pass on need no order, nor do words that only one lane accesses.
__global__ void values_kernel(int *d_out) {
    __shared__ int s_own[32];
    int lane = threadIdx.x;
    s_own[lane] = lane;
    int sum = s_own[lane];
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(FULL, sum, offset);
    }
    s_own[lane] = __shfl_sync(FULL, sum, 0);
    d_out[lane] = s_own[lane];
}
CASE(values_by_shuffle) { // expect nothing
    return run_warp(values_kernel, 32 * 496);
}

__global__ void tile_barrier_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x;
    int sum = cg::reduce(tile, 1, cg::plus<int>());
    tile.sync();
    d_out[threadIdx.x] = s_a[threadIdx.x ^ (sum - 1)];
}
CASE(tile_barrier_and_reduction) { // expect nothing
    return run_warp(tile_barrier_kernel, 496);
}

// ---- The active mask where lanes have taken different paths ------------------------------------------------

// NVIDIA's own example of what not to do.
__global__ void mask_in_branch_kernel(int *d_out) {
    int lane = threadIdx.x, sum = lane;
    if (lane < 16) {
        unsigned mask = __activemask();
        for (int offset = 8; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(mask, sum, offset, 16); // expect: lanes missing; reads the value of lane 8, which its mask 0x
        }
        if (lane == 0) {
            *d_out = sum;
        }
    }
}
CASE(mask_in_a_branch) {
    return run_warp(mask_in_branch_kernel, 120);
}

__global__ void reduce_in_branch_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane % 2 == 0) {
        unsigned mask = __activemask(); // expect note: incomplete active mask; thread 0 of block 0 gets the active mask 0x; come here are 0x55555555
        int sum = __reduce_add_sync(mask, lane);
        if (lane == 0) {
            *d_out = sum;
        }
    }
}
CASE(reduction_in_a_branch) { // expect reason: expected 0, got -
    return run_warp(reduce_in_branch_kernel, 240);
}

// After a branch, too, the lanes need not be together again.
__global__ void mask_after_branch_kernel(int *d_out) {
    int lane = threadIdx.x, sum = 0;
    if (lane < 20) {
        sum = d_out[lane] + lane;
    }
    unsigned mask = __activemask();
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(mask, sum, distance); // expect: lanes missing; reads the value of lane 16, which its mask 0x
    }
    d_out[lane] = sum;
}
CASE(mask_after_a_branch) {
    return run_warp(mask_after_branch_kernel, 32 * 190);
}

__global__ void mask_after_return_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane >= 30) {
        return;
    }
    unsigned mask = __activemask(); // expect note: incomplete active mask
    unsigned lanes = __ballot_sync(mask, lane % 2 == 0);
    if (lane == 0) {
        *d_out = __popc(lanes);
    }
}
CASE(mask_after_a_return) { // expect reason: expected 0, got -
    return run_warp(mask_after_return_kernel, 15);
}

// Lanes leave the loop at different times.
__global__ void mask_after_loop_kernel(int *d_out) {
    int lane = threadIdx.x, sum = 0;
    for (int i = 0; i < lane; i++) {
        sum += d_out[i] + 1;
    }
    int total = __reduce_add_sync(__activemask(), sum); // expect note: incomplete active mask
    __syncwarp();
    if (lane == 0) {
        *d_out = total;
    }
}
CASE(mask_after_a_loop) { // expect reason: expected 0, got -
    return run_warp(mask_after_loop_kernel, 496);
}

// The group's first thread writes the sum, but there may be two groups.
__global__ void coalesced_sum_kernel(int *d_out) {
    if (threadIdx.x < 24) {
        cg::coalesced_group group = cg::coalesced_threads(); // expect note: incomplete active mask
        int sum = cg::reduce(group, (int)threadIdx.x % 5, cg::plus<int>());
        if (group.thread_rank() == 0) {
            *d_out = sum; // expect: race in global memory; thread 0 of block 0; thread 1 of block 0
        }
    }
}
CASE(coalesced_sum) {
    return run_warp(coalesced_sum_kernel, 46);
}

// The mask is only good for the lanes that are there. Warp-aggregated atomics ask for no more.
__global__ void aggregated_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane % 3 != 0) {
        unsigned mask = __activemask();
        int leader = __ffs((int)mask) - 1, at = 0;
        if (lane == leader) {
            at = atomicAdd(&d_out[0], __popc(mask));
        }
        at = __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
        d_out[1 + at] = lane;
    }
}
CASE(aggregated_atomics) { // expect nothing
    return run_warp(aggregated_kernel, 21 + 496 - 165);
}

__global__ void coalesced_aggregate_kernel(int *d_out) {
    for (int i = 0; i <= (int)threadIdx.x; i++) {
        cg::coalesced_group group = cg::coalesced_threads();
        if (group.thread_rank() == 0) {
            atomicAdd(d_out, (int)group.size());
        }
    }
}
CASE(coalesced_aggregate) { // expect nothing
    return run_warp(coalesced_aggregate_kernel, 528);
}

// Groups of equal keys, found among whatever lanes are there.
__global__ void by_key_kernel(int *d_out) {
    int lane = threadIdx.x, key = lane % 5;
    if (lane > 2) {
        unsigned same = __match_any_sync(__activemask(), key);
        if (lane == __ffs((int)same) - 1) {
            atomicAdd(&d_out[key], __popc(same));
        }
    }
}
CASE(by_key) { // expect nothing
    return run_warp(by_key_kernel, 29);
}

// Each round handles the lanes of one key, however many the mask names.
__global__ void one_key_a_round_kernel(int *d_out) {
    int lane = threadIdx.x;
    bool waiting = true;
    while (waiting) {
        unsigned mask = __activemask();
        int key = __shfl_sync(mask, lane % 3, __ffs((int)mask) - 1);
        if (key == lane % 3) {
            atomicAdd(&d_out[key], 1);
            waiting = false;
        }
    }
}
CASE(one_key_a_round) { // expect nothing
    return run_warp(one_key_a_round_kernel, 32);
}

// Values of three words: all lanes take those of the lane before, and each half of the warp those of its first lane.
__global__ void three_words_kernel(int *d_out) {
    const int lane = threadIdx.x;
    const unsigned half = lane < 16 ? 0xffff : 0xffff0000;
    const value_t own = {lane, 100 + lane, 10000 + lane};
    const value_t before = shuffle_up(FULL, own, 1), first = shuffle_from(half, own, lane / 16 * 16);
    const int left = lane > 0 ? lane - 1 : 0, middle = lane / 16 * 16;
    d_out[lane] = (before.x != left) + (before.y != 100 + left) + (before.z != 10000 + left) + (first.x != middle) +
                  (first.y != 100 + middle) + (first.z != 10000 + middle);
}
CASE(values_of_three_words) { // expect nothing
    // count: shuffles = 9
    return run_warp(three_words_kernel, 0);
}

// The branch's lanes are found before the branch.
__global__ void ballot_before_branch_kernel(int *d_out) {
    int lane = threadIdx.x, sum = lane;
    unsigned mask = __ballot_sync(FULL, lane < 16);
    if (lane < 16) {
        for (int offset = 8; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(mask, sum, offset, 16);
        }
        if (lane == 0) {
            *d_out = sum;
        }
    }
}
CASE(ballot_before_the_branch) { // expect nothing
    return run_warp(ballot_before_branch_kernel, 120);
}

// No lane has taken another path: in a whole warp, in the incomplete last one, in a branch that whole warps take, and
// after barriers.
__global__ void together_kernel(int *d_out) {
    unsigned all = threadIdx.x < 32 ? ~0u : 0xffffu;
    int wrong = __activemask() != all;
    if (threadIdx.x >= 32) {
        wrong |= __activemask() != all;
    }
    if (threadIdx.x % 2 == 0) {
        wrong += d_out[0];
    }
    __syncthreads();
    wrong |= __activemask() != all;
    if (threadIdx.x % 2 == 0) {
        wrong += d_out[1];
    }
    __syncwarp();
    wrong |= __activemask() != all;
    wrong |= cg::coalesced_threads().size() != (unsigned)__popc(all);
    atomicAdd(&d_out[2], wrong);
}
CASE(mask_of_lanes_together) { // expect nothing
    return run_warp(together_kernel, 0, 48);
}
