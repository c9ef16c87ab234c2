// Shuffles, votes, matches and reductions exchange values between the lanes of a warp, but do not order memory
// accesses.
#undef LABS_OPERATOR
#define LABS_OPERATOR farthest // a value_t of three words
#include "shuffle.h"

#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// Runs a kernel of one block with 32 zeros, and returns how far their sum is from `expected`.
static int run_warp(void (*kernel)(int *), int expected) {
    int *d_out = zeros<int>(32);
    kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - expected;
}

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
    // count: shuffles = 6
    return run_warp(three_words_kernel, 0);
}
