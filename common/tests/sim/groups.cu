// Errors with cooperative groups: missing lanes, and what their barriers do not order.
#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void block_sync_in_branch_kernel(int *d_out) {
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x < 16) { // other place
        block.sync();       // expect: divergent barrier
    }
    d_out[threadIdx.x] = 1;
}
CASE(block_sync_in_a_branch) {
    int *d_out = zeros<int>(64);
    block_sync_in_branch_kernel<<<1, 64>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void tile_sync_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (threadIdx.x % 16 < 8) {
        tile.sync(); // expect: lanes missing; thread 0 of block 0 waits for lane 8
    } else {
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(tile_sync_in_a_branch) {
    int *d_out = zeros<int>(64);
    tile_sync_in_branch_kernel<<<1, 64>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void tile_shuffle_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int value = threadIdx.x;
    if (tile.thread_rank() < 31) {
        value = tile.shfl_down(value, 1); // expect: lanes missing; waits for lane 31
    } else {
        tile.sync(); // other place
    }
    d_out[threadIdx.x] = value;
}
CASE(tile_shuffle_in_a_branch) {
    int *d_out = zeros<int>(32);
    tile_shuffle_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void group_reduce_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int sum = 0;
    if (tile.thread_rank() != 3) {
        sum = cg::reduce(tile, 1, cg::plus<int>()); // expect: lanes missing; waits for lane 3
    } else {
        tile.sync(); // other place
    }
    d_out[threadIdx.x] = sum;
}
CASE(group_reduce_in_a_branch) {
    int *d_out = zeros<int>(32);
    group_reduce_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void coalesced_left_kernel(int *d_out) {
    cg::coalesced_group together = cg::coalesced_threads();
    if (threadIdx.x < 31) {
        together.sync(); // expect: lanes missing; waits for lane 31
    } else {
        __syncwarp(1u << 31);
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(coalesced_threads_left) {
    int *d_out = zeros<int>(32);
    coalesced_left_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// A tile's barrier orders only its own lanes.
__global__ void tile_too_small_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x; // other place
    tile.sync();
    d_out[threadIdx.x] = s_a[31 - threadIdx.x]; // expect: race in shared memory; neither __syncthreads() nor __syncwarp()
}
CASE(tile_too_small) {
    int *d_out = zeros<int>(32);
    tile_too_small_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}
__global__ void tile_large_enough_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x;
    tile.sync();
    d_out[threadIdx.x] = s_a[threadIdx.x ^ 7];
}
CASE(tile_large_enough) { // expect nothing
    int *d_out = zeros<int>(32);
    tile_large_enough_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 496;
}
