// Block barriers that not all threads reach.
#include "conformance.h"

#include <cooperative_groups.h>

__global__ void early_return_kernel(int *d_out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return; // other place
    }
    d_out[i] = 1;
    __syncthreads(); // expect: divergent barrier; 18 of 64 threads; thread 0 of block 1; thread 18 of block 1 has already
}
CASE(early_return) {
    int *d_out = zeros<int>(82);
    early_return_kernel<<<2, 64>>>(d_out, 82);
    return sum_and_free(d_out, 82) - 82;
}

__global__ void one_alone_kernel(int *d_out) {
    d_out[threadIdx.x] = 1;
    if (threadIdx.x == 5) { // other place
        __syncthreads();    // expect: divergent barrier; 1 of 64 threads waits here, but thread 0 of block 0 has
    }
}
CASE(one_alone) {
    int *d_out = zeros<int>(64);
    one_alone_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

__global__ void in_branch_kernel(int *d_out) {
    int tid = threadIdx.x;
    d_out[tid] = 1;
    if (tid % 2 == 0) {  // other place
        __syncthreads(); // expect: divergent barrier; 32 of 64 threads; thread 0 of block 0; thread 1 of block 0
    }
}
CASE(in_branch) {
    int *d_out = zeros<int>(64);
    in_branch_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

__global__ void counting_in_branch_kernel(int *d_out) {
    if (threadIdx.x != 5) {                          // other place
        d_out[threadIdx.x] = __syncthreads_count(1); // expect: divergent barrier
    }
}
CASE(counting_barrier_in_a_branch) {
    int *d_out = zeros<int>(32);
    counting_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void two_barriers_kernel(int *d_out) {
    if (threadIdx.x < 32) {
        __syncthreads(); // expect: divergent barrier; two different barriers; thread 0 of block 0; thread 32 of block 0
    } else {
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(two_barriers) {
    int *d_out = zeros<int>(64);
    two_barriers_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

// Each thread iterates as often as its number says; the first has left while the others still wait.
__global__ void threads_own_loop_kernel(int *d_out) {
    int tid = threadIdx.x;
    for (int i = 0; i < tid; i++) { // other place
        __syncthreads();            // expect: divergent barrier; 31 of 32 threads; thread 1 of block 0; thread 0 of block 0 has
    }
    d_out[tid] = 1;
}
CASE(threads_own_loop) {
    int *d_out = zeros<int>(32);
    threads_own_loop_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32;
}

// A thread that has finished its iterations waits after the loop, the others in it.
__global__ void barrier_behind_loop_kernel(int *d_out) {
    int tid = threadIdx.x;
    for (int stride = 1; stride <= tid; stride *= 2) {
        __syncthreads(); // other place
    }
    // Thread 0 has already left when the others come here: the same error, reported twice.
    // expect below: divergent barrier; 16 of 32 threads; thread 0 of block 0 has already left the kernel
    __syncthreads(); // expect: divergent barrier; two different barriers; thread 0 of block 0; thread 1 of block 0
    d_out[tid] = 1;
}
CASE(barrier_behind_loop) {
    int *d_out = zeros<int>(32);
    barrier_behind_loop_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32;
}

// A whole warp does not come.
__global__ void warp_stays_away_kernel(int *d_out) {
    d_out[threadIdx.x] = 1;
    if (threadIdx.x / 32 == 1) {
        return; // other place
    }
    __syncthreads(); // expect: divergent barrier; 64 of 96 threads; thread 0 of block 0; thread 32 of block 0
}
CASE(warp_stays_away) {
    int *d_out = zeros<int>(96);
    warp_stays_away_kernel<<<1, 96>>>(d_out);
    return sum_and_free(d_out, 96) - 96;
}

// The last warp of a block need not be whole.
__global__ void short_last_warp_kernel(int *d_out) {
    __shared__ int s_a[40];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_a[39 - threadIdx.x];
    __syncwarp();
}
CASE(short_last_warp) { // expect nothing
    int *d_out = zeros<int>(40);
    short_last_warp_kernel<<<1, 40>>>(d_out);
    return sum_and_free(d_out, 40) - 40;
}

__global__ void guarded_work_kernel(int *d_out, int n) {
    __shared__ int s_a[64];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s_a[tid] = i < n;
    __syncthreads();
    if (i < n) {
        d_out[i] = s_a[tid];
    }
}
CASE(guarded_work) { // expect nothing
    int *d_out = zeros<int>(82);
    guarded_work_kernel<<<2, 64>>>(d_out, 82);
    return sum_and_free(d_out, 82) - 82;
}

// The same path for all threads of a block, but a different one for each block.
__global__ void branch_of_blocks_kernel(int *d_out, int n) {
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
    } else {
        for (unsigned i = 0; i < blockIdx.x; i++) {
            __syncthreads();
        }
    }
    if ((int)blockIdx.x == n) {
        return;
    }
    __syncthreads();
    d_out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(branch_of_blocks) { // expect nothing
    int *d_out = zeros<int>(256);
    branch_of_blocks_kernel<<<4, 64>>>(d_out, 3);
    return sum_and_free(d_out, 256) - 192;
}

__global__ void leave_after_last_kernel(int *d_out) {
    for (int stride = 32; stride > 0; stride /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < stride) {
            d_out[threadIdx.x] += 1;
        }
    }
    if (threadIdx.x != 0) {
        return;
    }
    d_out[0] += 1;
}
CASE(leave_after_last) { // expect nothing
    int *d_out = zeros<int>(64);
    leave_after_last_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

// A barrier in a function, called in both branches: nvcc makes two barriers of it.
__device__ void wait_in_function() {
    __syncthreads();
}
__global__ void calls_in_branches_kernel(int *d_out) {
    if (threadIdx.x < 32) {
        wait_in_function(); // expect: divergent barrier; two different barriers; thread 0 of block 0; thread 32 of block 0
    } else {
        wait_in_function(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(calls_in_branches) {
    int *d_out = zeros<int>(64);
    calls_in_branches_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

// The ways part above the function that calls the function with the barrier; and the barrier is a call itself.
__device__ void wait_deeper() {
    wait_in_function();
    cooperative_groups::this_thread_block().sync();
}
__device__ void wait_deepest() {
    wait_deeper();
}
__global__ void deep_calls_kernel(int *d_out) {
    if (threadIdx.x == 0) {
        wait_deepest(); // expect: divergent barrier; two different barriers; thread 0 of block 0; thread 1 of block 0
    } else {
        wait_deepest(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(deep_calls) {
    int *d_out = zeros<int>(64);
    deep_calls_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64;
}

// All threads of a block come by the same calls, each time by others. And some of them are in a deeper recursion later.
__device__ int depth_of(int depth) {
    return depth == 0 ? 0 : 1 + depth_of(depth - 1);
}
__global__ void same_calls_kernel(int *d_out) {
    for (int i = 0; i < 3; i++) {
        wait_in_function();
    }
    if (blockIdx.x == 1) {
        wait_deeper();
    } else {
        wait_in_function();
    }
    int depth = depth_of(threadIdx.x % 7);
    wait_deepest();
    d_out[blockIdx.x * blockDim.x + threadIdx.x] = 1 + (depth > 6) + (__syncthreads_count(1) != 64);
}
CASE(same_calls) { // expect nothing
    int *d_out = zeros<int>(128);
    same_calls_kernel<<<2, 64>>>(d_out);
    return sum_and_free(d_out, 128) - 128;
}

// A loop that waits for a value of another thread of the block: that thread must run.
__global__ void handed_over_kernel(int *d_flag, int *d_out) {
    volatile int *d_seen = d_flag;
    if (threadIdx.x == 0) {
        while (*d_seen == 0) {
        }
    } else if (threadIdx.x == 32) {
        *d_seen = 1;
    }
    __syncthreads();
    d_out[threadIdx.x] = 1;
}
CASE(handed_over) { // expect nothing
    int *d_flag = zeros<int>(1), *d_out = zeros<int>(64);
    handed_over_kernel<<<1, 64>>>(d_flag, d_out);
    return sum_and_free(d_flag, 1) + sum_and_free(d_out, 64) - 65;
}
