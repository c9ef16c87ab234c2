// Cooperative launches, and the barrier of the whole grid. What hangs a real GPU is in endless.cu.
#include "conformance.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { BLOCKS = 12,
       THREADS = 64 };

template <class... Parameters, class... Arguments>
static void launch_together(void (*kernel)(Parameters...), unsigned blocks, Arguments... arguments) {
    void *addresses[] = {&arguments...};
    cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(THREADS), addresses, 0, 0);
}

// Each block has a place, and after the barrier reads those of all blocks.
__global__ void exchange_kernel(int *d_places, int *d_sums) {
    if (threadIdx.x == 0) {
        d_places[blockIdx.x] = (int)blockIdx.x;
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned block = 0; block < gridDim.x; block++) {
            sum += d_places[block];
        }
        d_sums[blockIdx.x] = sum;
    }
}
CASE(exchange) { // expect nothing
    int *d_places = zeros<int>(BLOCKS), *d_sums = zeros<int>(BLOCKS);
    launch_together(exchange_kernel, BLOCKS, d_places, d_sums);
    return sum_and_free(d_places, BLOCKS) - 66 + sum_and_free(d_sums, BLOCKS) - BLOCKS * 66;
}

__global__ void no_barrier_kernel(int *d_places, int *d_sums) {
    d_places[blockIdx.x * THREADS + threadIdx.x] = 1; // expect: race in global memory; nothing orders the two blocks
    const unsigned block = (blockIdx.x + 1) % gridDim.x;
    d_sums[blockIdx.x * THREADS + threadIdx.x] =
        d_places[block * THREADS + threadIdx.x]; // other place
}
CASE(no_barrier) {
    int *d_places = zeros<int>(2 * THREADS), *d_sums = zeros<int>(2 * THREADS);
    launch_together(no_barrier_kernel, 2, d_places, d_sums);
    cudaFree(d_sums);
    return sum_and_free(d_places, 2 * THREADS) - 2 * THREADS;
}

// The barrier orders nothing that comes after it.
__global__ void race_after_kernel(int *d_places, int *d_sums) {
    const unsigned other = (blockIdx.x + 1) % gridDim.x;
    d_places[blockIdx.x * THREADS + threadIdx.x] = 1;
    cg::this_grid().sync();
    int sum = d_places[other * THREADS + threadIdx.x]; // expect: race in global memory; nothing orders the two blocks
    d_places[blockIdx.x * THREADS + threadIdx.x] = 2;  // other place
    cg::this_grid().sync();
    d_sums[blockIdx.x * THREADS + threadIdx.x] = sum + d_places[other * THREADS + threadIdx.x];
}
CASE(race_after_the_barrier) {
    int *d_places = zeros<int>(2 * THREADS), *d_sums = zeros<int>(2 * THREADS);
    launch_together(race_after_kernel, 2, d_places, d_sums);
    cudaFree(d_sums);
    return sum_and_free(d_places, 2 * THREADS) - 4 * THREADS;
}

// Steps that go from one array to the other.
__global__ void steps_kernel(int *d_now, int *d_next, int steps) {
    const cg::grid_group grid = cg::this_grid();
    const unsigned i = (unsigned)grid.thread_rank(), last = (unsigned)grid.size() - 1;
    for (int step = 0; step < steps; step++) {
        d_next[i] = d_now[i == last ? 0 : i + 1];
        cg::sync(grid);
        int *d_then = d_now;
        d_now = d_next;
        d_next = d_then;
    }
    if (d_now[i] != (int)((i + (unsigned)steps) % (last + 1))) {
        d_next[i] = -1;
    }
}
CASE(steps) { // expect nothing
    int *d_now = counted<int>(BLOCKS * THREADS), *d_next = zeros<int>(BLOCKS * THREADS);
    launch_together(steps_kernel, BLOCKS, d_now, d_next, 5);
    const int all = BLOCKS * THREADS * (BLOCKS * THREADS - 1) / 2;
    return sum_and_free(d_now, BLOCKS * THREADS) + sum_and_free(d_next, BLOCKS * THREADS) - 2 * all;
}

// Shared memory keeps its values, and places without one remain unset.
__global__ void shared_kernel(int *d_places, int *d_sums) {
    __shared__ int s_kept[THREADS];
    const cg::grid_group grid = cg::this_grid();
    if (threadIdx.x < 32) {
        s_kept[threadIdx.x] = 1; // other place
    }
    grid.sync();
    int sum = s_kept[threadIdx.x % 32];
    if (blockIdx.x == 1 && threadIdx.x == 40) {
        sum = s_kept[40]; // expect: unset read; thread 40 of block 1 reads s_kept[40]
    }
    d_places[grid.thread_rank()] = 1;
    d_sums[grid.thread_rank()] = sum;
}
CASE(shared_memory) {
    int *d_places = zeros<int>(3 * THREADS), *d_sums = zeros<int>(3 * THREADS);
    launch_together(shared_kernel, 3, d_places, d_sums);
    cudaFree(d_sums);
    return sum_and_free(d_places, 3 * THREADS) - 3 * THREADS;
}

// All blocks add to one place, and read the sum after the barrier.
__global__ void atomic_kernel(int *d_sum, int *d_sums) {
    atomicAdd(d_sum, 1);
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = *d_sum;
    }
}
CASE(atomics) { // expect nothing
    int *d_sum = zeros<int>(1), *d_sums = zeros<int>(BLOCKS);
    launch_together(atomic_kernel, BLOCKS, d_sum, d_sums);
    return sum_and_free(d_sum, 1) - BLOCKS * THREADS + sum_and_free(d_sums, BLOCKS) - BLOCKS * BLOCKS * THREADS;
}

// The first block waits for the last one, which has begun, too.
__global__ void last_first_kernel(int *d_flags, int *d_out) {
    volatile int *d_done = d_flags;
    if (threadIdx.x == 0) {
        while (blockIdx.x + 1 < gridDim.x && d_done[blockIdx.x + 1] == 0) {
        }
        __threadfence();
        d_out[blockIdx.x] = blockIdx.x + 1 < gridDim.x ? d_out[blockIdx.x + 1] + 1 : 0;
        __threadfence();
        d_done[blockIdx.x] = 1;
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0 && d_out[0] != (int)gridDim.x - 1) {
        d_flags[blockIdx.x] = 100;
    }
}
CASE(last_first) { // expect nothing
    int *d_flags = zeros<int>(BLOCKS), *d_out = zeros<int>(BLOCKS);
    launch_together(last_first_kernel, BLOCKS, d_flags, d_out);
    cudaFree(d_out);
    return sum_and_free(d_flags, BLOCKS) - BLOCKS;
}

__global__ void valid_kernel(int *d_out) {
    d_out[blockIdx.x * THREADS + threadIdx.x] = cg::this_grid().is_valid();
}
CASE(valid) { // expect nothing
    int *d_out = zeros<int>(THREADS);
    launch_together(valid_kernel, 1, d_out);
    return sum_and_free(d_out, THREADS) - THREADS;
}

// ---- Errors ----

__global__ void not_cooperative_kernel(int *d_out) {
    d_out[threadIdx.x] = 1;
    cg::this_grid().sync(); // expect: divergent barrier; thread 0 of block 0; the launch is not cooperative
}
CASE(not_cooperative) {
    int *d_out = zeros<int>(THREADS);
    not_cooperative_kernel<<<1, THREADS>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void some_threads_kernel(int *d_out) {
    d_out[blockIdx.x * THREADS + threadIdx.x] = 1;
    if (threadIdx.x % 2 == 0) { // other place
        cg::this_grid().sync(); // expect: divergent barrier; 32 of 64 threads
    }
}
CASE(some_threads) {
    int *d_out = zeros<int>(2 * THREADS);
    launch_together(some_threads_kernel, 2, d_out);
    return sum_and_free(d_out, 2 * THREADS) - 2 * THREADS;
}

// One block is stopped, and with it all others.
__global__ void stray_kernel(int *d_out) {
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        d_out[1 << 20] = 1; // expect: out of bounds; thread 0 of block 1
    }
    cg::this_grid().sync();
}
CASE(stray) {
    int *d_out = zeros<int>(4);
    launch_together(stray_kernel, 3, d_out);
    cudaFree(d_out);
    return 0;
}

CASE(too_many_blocks) {
    int *d_out = zeros<int>(1);
    void *addresses[] = {&d_out};
    const dim3 blocks(1000), threads(THREADS);
    cudaError_t error =
        cudaLaunchCooperativeKernel(stray_kernel, blocks, threads, addresses); // expect: launch refused; up to 512
    cudaFree(d_out);
    return error != cudaErrorCooperativeLaunchTooLarge || cudaGetLastError() != error;
}
