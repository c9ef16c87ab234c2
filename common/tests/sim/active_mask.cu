// The active mask, which need not name all lanes once they have taken different paths.
#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// Runs a kernel of one block with 32 zeros, and returns how far their sum is from `expected`.
static int run_warp(void (*kernel)(int *), int expected, unsigned threads = 32) {
    int *d_out = zeros<int>(32);
    kernel<<<1, threads>>>(d_out);
    return sum_and_free(d_out, 32) - expected;
}

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

// Lanes take different paths, and no access shows it.
__global__ void branch_kernel(int *d_out) {
    int lane = threadIdx.x, extra = 0;
    if (lane % 2 == 1) {
        extra = 1;
    }
    unsigned mask = __activemask(); // expect note: incomplete active mask
    d_out[lane] = __popc(mask) + extra;
}
CASE(branch) { // expect reason: expected 0, got
    return run_warp(branch_kernel, 32 * 32 + 16);
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

__global__ void rounds_kernel(int *d_out) {
    int lane = threadIdx.x, rounds = 0;
    for (int k = 0; k < lane % 3; k++) {
        rounds++;
    }
    unsigned mask = __activemask(); // expect note: incomplete active mask
    d_out[lane] = __popc(mask) + rounds * 0;
}
CASE(rounds) { // expect reason: expected 0, got
    return run_warp(rounds_kernel, 32 * 32);
}

// The group's first thread writes the sum, but there may be two groups.
__global__ void coalesced_sum_kernel(int *d_out) {
    if (threadIdx.x < 24) {
        cg::coalesced_group group = cg::coalesced_threads(); // expect note: incomplete active mask; from coalesced_threads()
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

// All take the same path, or have met since.
__global__ void same_path_kernel(int *d_out) {
    int lane = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        if (k == 1) {
            sum += __popc(__activemask());
        }
    }
    if (lane < 7) {
        sum += 1;
    }
    __syncwarp();
    d_out[lane] = sum + __popc(__activemask());
}
CASE(same_path) { // expect nothing
    return run_warp(same_path_kernel, 32 * 64 + 7);
}
