// Protocols that look right and are not: too narrow a scope, a broken release sequence, a release or an acquire at
// another place, plain accesses among strong ones. And the right ones beside them.
#include "conformance.h"

#include <cuda/atomic>

template <class T, cuda::thread_scope Scope = cuda::thread_scope_device>
using ref = cuda::atomic_ref<T, Scope>;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;

static __device__ int d_data, d_result;
static __device__ unsigned d_flag, d_other, d_ticket;

// Runs a kernel whose blocks take their numbers from d_ticket, and returns how far d_result is from `expected`.
static int run(void (*kernel)(), int expected, unsigned blocks = 2, unsigned threads = 1) {
    const int none = 0;
    int result;
    cudaMemcpyToSymbol(d_data, &none, sizeof(none));
    cudaMemcpyToSymbol(d_result, &none, sizeof(none));
    cudaMemcpyToSymbol(d_flag, &none, sizeof(none));
    cudaMemcpyToSymbol(d_other, &none, sizeof(none));
    cudaMemcpyToSymbol(d_ticket, &none, sizeof(none));
    kernel<<<blocks, threads>>>();
    cudaMemcpyFromSymbol(&result, d_result, sizeof(result));
    return result - expected;
}

static __device__ unsigned take_ticket() {
    return atomicAdd(&d_ticket, 1u);
}

static __device__ unsigned look() {
    return *(volatile unsigned *)&d_flag;
}

// ---- Scopes ------------------------------------------------------------------------------------------------

// Atomic for its own thread only.
__global__ void thread_scope_kernel() {
    ref<int, cuda::thread_scope_thread>(d_result).fetch_add(1); // expect: race in global memory; of block 0
}
CASE(thread_scope) {
    run(thread_scope_kernel, 64, 1, 64);
    return 0;
}

__global__ void thread_scope_shared_kernel() {
    __shared__ int s_sum;
    if (threadIdx.x == 0) {
        s_sum = 0;
    }
    __syncthreads();
    ref<int, cuda::thread_scope_thread>(s_sum).fetch_add(1); // expect: race in shared memory; of block 0
    __syncthreads();
    if (threadIdx.x == 0) {
        d_result = s_sum;
    }
}
CASE(thread_scope_shared) {
    run(thread_scope_shared_kernel, 64, 1, 64);
    return 0;
}

__global__ void own_thread_kernel() {
    __shared__ int s_sums[64];
    s_sums[threadIdx.x] = 1;
    ref<int, cuda::thread_scope_thread> own(s_sums[threadIdx.x]);
    own.fetch_add(1, memory_order_relaxed);
    own.store(own.load(memory_order_acquire) + 1, memory_order_release);
    atomicAdd(&d_result, own.exchange(0));
}
CASE(own_thread) { // expect nothing
    return run(own_thread_kernel, 3 * 64, 1, 64);
}

__global__ void fence_of_the_block_kernel() {
    if (take_ticket() == 0) {
        d_data = 5; // other place
        cuda::atomic_thread_fence(memory_order_release, cuda::thread_scope_block);
        ref<unsigned>(d_flag).store(1, memory_order_relaxed);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(memory_order_acquire);
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
    }
}
CASE(fence_of_the_block) {
    return run(fence_of_the_block_kernel, 5);
}

__global__ void fence_of_the_thread_kernel() {
    if (take_ticket() == 0) {
        d_data = 5; // other place
        cuda::atomic_thread_fence(memory_order_release);
        ref<unsigned>(d_flag).store(1, memory_order_relaxed);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(memory_order_acquire, cuda::thread_scope_thread);
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
    }
}
CASE(fence_of_the_thread) {
    return run(fence_of_the_thread_kernel, 5);
}

// Between warps of one block, the scope of the block is enough.
template <cuda::thread_scope Scope>
__global__ void warps_kernel() {
    __shared__ unsigned s_flag;
    __shared__ int s_data;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        s_data = 5;
        ref<unsigned, Scope>(s_flag).store(1, memory_order_release);
    } else if (threadIdx.x == 0) {
        while (ref<unsigned, Scope>(s_flag).load(memory_order_acquire) == 0) {
        }
        d_result = s_data;
    }
}
CASE(scope_of_the_block) { // expect nothing
    return run(warps_kernel<cuda::thread_scope_block>, 5, 1, 64);
}
CASE(scope_of_the_system) { // expect nothing
    return run(warps_kernel<cuda::thread_scope_system>, 5, 1, 64);
}

// The acquire and the release have the scope of the block, their readers and writers lie in two.
__global__ void acquire_in_the_block_kernel() {
    if (take_ticket() == 0) {
        d_data = 5; // other place
        ref<unsigned>(d_flag).store(1, memory_order_release);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_relaxed) == 0) {
        }
        __threadfence_block();
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; with only a fence for the reader's own block after the read of the flag
    }
}
CASE(acquire_in_the_block) {
    return run(acquire_in_the_block_kernel, 5);
}

// ---- Release sequences -------------------------------------------------------------------------------------
//
// A read acquires from the write that it reads, and from the one before it if only atomic updates lie between.

__global__ void broken_by_store_kernel() {
    unsigned block = take_ticket();
    if (block == 0) {
        d_data = 5; // other place
        __threadfence();
        atomicExch(&d_flag, 1u);
    } else if (block == 1) {
        while (look() == 0) {
        }
        ref<unsigned>(d_flag).store(2, memory_order_relaxed);
    } else {
        while (look() != 2) {
        }
        __threadfence();
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 2 reads
    }
}
CASE(broken_by_store) {
    return run(broken_by_store_kernel, 5, 3);
}

__global__ void continued_by_update_kernel() {
    unsigned block = take_ticket();
    if (block == 0) {
        d_data = 5;
        __threadfence();
        atomicExch(&d_flag, 1u);
    } else if (block == 1) {
        while (look() == 0) {
        }
        atomicAdd(&d_flag, 1u);
    } else {
        while (look() != 2) {
        }
        __threadfence();
        d_result = d_data;
    }
}
CASE(continued_by_update) { // expect nothing
    return run(continued_by_update_kernel, 5, 3);
}

__global__ void passed_on_by_store_kernel() {
    unsigned block = take_ticket();
    if (block == 0) {
        d_data = 5;
        __threadfence();
        atomicExch(&d_flag, 1u);
    } else if (block == 1) {
        while (look() == 0) {
        }
        __threadfence();
        ref<unsigned>(d_flag).store(2, memory_order_relaxed);
    } else {
        while (look() != 2) {
        }
        __threadfence();
        d_result = d_data;
    }
}
CASE(passed_on_by_store) { // expect nothing
    return run(passed_on_by_store_kernel, 5, 3);
}

// ---- A release or an acquire at another place --------------------------------------------------------------
//
// Unlike a fence, it counts only together with its own access.

__global__ void release_elsewhere_kernel() {
    if (take_ticket() == 0) {
        d_data = 5; // other place
        ref<unsigned>(d_other).store(1, memory_order_release);
        ref<unsigned>(d_flag).store(1, memory_order_relaxed);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_acquire) == 0) {
        }
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
    }
}
CASE(release_elsewhere) {
    return run(release_elsewhere_kernel, 5);
}

__global__ void acquire_elsewhere_kernel() {
    if (take_ticket() == 0) {
        d_data = 5; // other place
        ref<unsigned>(d_flag).store(1, memory_order_release);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_relaxed) == 0) {
        }
        ref<unsigned>(d_other).load(memory_order_acquire);
        d_result = d_data; // expect: race in global memory; thread 0 of block 0 wrote; no __threadfence() after the read of the flag
    }
}
CASE(acquire_elsewhere) {
    return run(acquire_elsewhere_kernel, 5);
}

// At the same place both count.
__global__ void once_more_kernel() {
    if (take_ticket() == 0) {
        d_data = 5;
        ref<unsigned>(d_flag).store(1, memory_order_release);
        ref<unsigned>(d_flag).store(2, memory_order_relaxed);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_relaxed) == 0) {
        }
        ref<unsigned>(d_flag).load(memory_order_acquire);
        d_result = d_data;
    }
}
CASE(once_more) { // expect nothing
    return run(once_more_kernel, 5);
}

// Two flags, each with an acquire of its own.
__global__ void two_flags_kernel() {
    unsigned block = take_ticket();
    if (block == 0) {
        d_data = 5;
        ref<unsigned>(d_flag).store(1, memory_order_release);
    } else if (block == 1) {
        ref<unsigned>(d_other).store(1, memory_order_release);
    } else {
        while (ref<unsigned>(d_flag).load(memory_order_acquire) == 0) {
        }
        while (ref<unsigned>(d_other).load(memory_order_acquire) == 0) {
        }
        d_result = d_data;
    }
}
CASE(two_flags) { // expect nothing
    return run(two_flags_kernel, 5, 3);
}

// An update that only releases does not acquire what it reads.
__global__ void last_releases_kernel() {
    __shared__ unsigned s_rank;
    if (threadIdx.x == 0) {
        s_rank = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        __shared__ int s_parts[2];
        s_parts[threadIdx.x / 32] = 1; // other place
        if (ref<unsigned, cuda::thread_scope_block>(s_rank).fetch_add(1, memory_order_release) == 1) {
            d_result = s_parts[0] + s_parts[1]; // expect: race in shared memory; of block 0 wrote
        }
    }
}
CASE(last_releases) {
    return run(last_releases_kernel, 2, 1, 64);
}

// ---- Plain accesses among strong ones ----------------------------------------------------------------------

// The ticket is read without an atomic.
__global__ void plain_ticket_kernel() {
    if (threadIdx.x == 0) {
        atomicAdd(&d_data, 1);
        __threadfence();
        atomicAdd(&d_ticket, 1u);    // expect: race in global memory; thread 0 of block 0 read it and thread 0 of block 1 atomically updates
        if (d_ticket == gridDim.x) { // other place
            atomicAdd(&d_result, 1);
        }
    }
}
CASE(plain_ticket) {
    run(plain_ticket_kernel, 1, 4);
    return 0;
}

// The last block resets the ticket before it is the last one.
__global__ void reset_by_first_kernel() {
    if (blockIdx.x == 0) {
        *(volatile unsigned *)&d_ticket = 0;
    }
    if (atomicAdd(&d_ticket, 1u) == gridDim.x - 1) {
        d_result = 1;
    }
}
CASE(reset_by_first) { // expect nothing
    run(reset_by_first_kernel, 1, 4);
    return 0;
}

// A poll through the cache.
__global__ void plain_poll_kernel() {
    if (take_ticket() == 0) {
        __threadfence();
        atomicExch(&d_flag, 1u); // other place
    } else {
        while (d_flag == 0) { // expect: race in global memory; atomically updated; thread 0 of block 1 reads
            __threadfence();
        }
        d_result = 1;
    }
}
CASE(plain_poll) {
    return run(plain_poll_kernel, 1);
}

// ---- Updates ------------------------------------------------------------------------------------------------

// The last block to count need not find what the others have added before they counted.
__global__ void total_and_ticket_kernel() {
    atomicAdd(&d_data, 1); // other place
    if (take_ticket() == gridDim.x - 1) {
        d_result = *(volatile int *)&d_data; // expect note: older value read
    }
}
CASE(total_and_ticket) { // expect reason: expected 0, got
    return run(total_and_ticket_kernel, 4, 4);
}

__global__ void total_by_update_kernel() {
    atomicAdd(&d_data, 1); // other place
    if (take_ticket() == gridDim.x - 1) {
        d_result = atomicAdd(&d_data, 0); // expect note: older value read
    }
}
CASE(total_by_update) { // expect reason: expected 0, got
    return run(total_by_update_kernel, 4, 4);
}

__global__ void total_fenced_kernel() {
    atomicAdd(&d_data, 1);
    __threadfence();
    if (take_ticket() == gridDim.x - 1) {
        __threadfence();
        d_result = atomicAdd(&d_data, 0);
    }
}
CASE(total_fenced) { // expect nothing
    return run(total_fenced_kernel, 4, 4);
}

// Who uses the old values knows the order of the updates.
__global__ void total_returned_kernel() {
    int before = atomicAdd(&d_data, 1);
    if (before == (int)gridDim.x - 1) {
        d_result = *(volatile int *)&d_data;
    }
}
CASE(total_returned) { // expect nothing
    return run(total_returned_kernel, 4, 4);
}

// One addition's old value is used, so the block knows what came before it.
__global__ void total_known_kernel() {
    unsigned before = (unsigned)atomicAdd(&d_data, 1);
    atomicAdd(&d_flag, 1u);
    if (before == gridDim.x - 1) {
        d_result = *(volatile int *)&d_data + (int)(take_ticket() * 0);
    }
}
CASE(total_known) { // expect nothing
    return run(total_known_kernel, 4, 4);
}

static __device__ float d_float;

// The last block has added twice. It finds both, and not what another block has added before.
__global__ void own_twice_kernel() {
    if (take_ticket() == 0) {
        atomicAdd(&d_float, 1.0f); // other place
        atomicAdd(&d_flag, 1u);
    } else {
        while (look() == 0) {
        }
        atomicAdd(&d_float, 10.0f);
        atomicAdd(&d_float, 20.0f);
        d_result = (int)*(volatile float *)&d_float; // expect note: older value read; d_float
    }
}
CASE(own_twice) { // expect reason: expected 0, got -1
    const float none = 0;
    cudaMemcpyToSymbol(d_float, &none, sizeof(none));
    return run(own_twice_kernel, 31);
}
