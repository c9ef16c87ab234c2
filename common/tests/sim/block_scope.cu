// Atomics with the scope of the block are not atomic for other blocks: class RACE_GLOBAL. And the uses that are right.
#include "conformance.h"

#include <cuda/atomic>

__global__ void block_add_kernel(int *d_total) {
    atomicAdd_block(d_total, 1); // expect: race in global memory; d_zeros[0]; of block 0 atomically updated it; and an atomic with the scope of a block is not atomic for other blocks
}
CASE(block_add) {
    int *d_total = zeros<int>(1);
    block_add_kernel<<<4, 32>>>(d_total);
    return sum_and_free(d_total, 1);
}

// One of the two has the scope of the device. That is not enough.
__global__ void mixed_scopes_kernel(unsigned *d_total) {
    if (blockIdx.x == 0) {
        atomicMax_block(d_total, threadIdx.x); // other place
    } else {
        atomicMax(d_total, 1u); // expect: race in global memory; thread 0 of block 1 atomically updates it, and an atomic with the scope
    }
}
CASE(mixed_scopes) {
    unsigned *d_total = zeros<unsigned>(1);
    mixed_scopes_kernel<<<2, 32>>>(d_total);
    return sum_and_free(d_total, 1);
}

__global__ void block_ticket_kernel(unsigned *d_count, int *d_sums, int *d_total) {
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = 1;
        __threadfence();
        if (atomicInc_block(d_count, gridDim.x) == gridDim.x - 1) { // expect: race in global memory; scope of a block
            *d_total = d_sums[0];                                   // expect: race in global memory; nothing orders the two blocks
        }
        d_sums[blockIdx.x] += 0; // other place
    }
}
CASE(block_ticket) {
    unsigned *d_count = zeros<unsigned>(1);
    int *d_sums = zeros<int>(4), *d_total = zeros<int>(1);
    block_ticket_kernel<<<4, 32>>>(d_count, d_sums, d_total);
    return sum_and_free(d_count, 1) + sum_and_free(d_sums, 4) + sum_and_free(d_total, 1);
}

__global__ void block_cas_kernel(int *d_lock) {
    if (threadIdx.x == 0) {
        while (atomicCAS_block(d_lock, 0, 1) != 0) { // expect: race in global memory; scope of a block
        }
        // expect below: race in global memory; scope of a block
        atomicExch_block(d_lock, 0); // other place
    }
}
CASE(block_cas) {
    int *d_lock = zeros<int>(1);
    block_cas_kernel<<<4, 32>>>(d_lock);
    return sum_and_free(d_lock, 1);
}

__global__ void block_flag_kernel(int *d_flag, int *d_out) {
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(*d_flag);
    if (blockIdx.x == 0) {
        flag.store(1); // other place
    } else {
        d_out[blockIdx.x] = flag.load(); // expect: race in global memory; reads (atomic) it, and an atomic with the scope
    }
}
CASE(block_flag) {
    int *d_flag = zeros<int>(1), *d_out = zeros<int>(4);
    block_flag_kernel<<<4, 1>>>(d_flag, d_out);
    return sum_and_free(d_flag, 1) + sum_and_free(d_out, 4);
}

__global__ void block_scope_ref_kernel(int *d_total) {
    cuda::atomic_ref<int, cuda::thread_scope_block> total(*d_total);
    total.fetch_add(1); // expect: race in global memory; scope of a block is not atomic for other blocks
}
CASE(block_scope_ref) {
    int *d_total = zeros<int>(1);
    block_scope_ref_kernel<<<4, 32>>>(d_total);
    return sum_and_free(d_total, 1);
}

// Each block has a place of its own, and shared memory belongs to one block anyway.
__global__ void scope_of_own_block_kernel(int *d_totals, int *d_all) {
    __shared__ int s_total;
    if (threadIdx.x == 0) {
        s_total = 0;
        d_totals[blockIdx.x] = 0;
    }
    __syncthreads();
    atomicAdd_block(&s_total, 1);
    atomicAdd(&s_total, 1);
    atomicAdd_block(&d_totals[blockIdx.x], 1);
    atomicAdd(&d_totals[blockIdx.x], 1);
    cuda::atomic_ref<int, cuda::thread_scope_block>(d_totals[blockIdx.x]).fetch_add(1);
    __syncthreads();
    if (threadIdx.x == 0) {
        d_totals[blockIdx.x] += s_total;
        atomicAdd(d_all, 1);
    }
}
CASE(scope_of_own_block) { // expect nothing
    int *d_totals = zeros<int>(4), *d_all = zeros<int>(1);
    scope_of_own_block_kernel<<<4, 64>>>(d_totals, d_all);
    return sum_and_free(d_totals, 4) - 4 * 64 * 5 + sum_and_free(d_all, 1) - 4;
}

__global__ void scope_after_launch_kernel(int *d_total) {
    atomicAdd_block(d_total, 1);
}
CASE(scope_after_launch) { // expect nothing
    int *d_total = zeros<int>(1);
    scope_after_launch_kernel<<<1, 64>>>(d_total);
    scope_after_launch_kernel<<<1, 64>>>(d_total);
    return sum_and_free(d_total, 1) - 128;
}
