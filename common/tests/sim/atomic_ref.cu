// cuda::atomic_ref and cuda::atomic (common/sim/cuda/sim/atomic_ref.h): their values, what their orders and scopes
// promise, and what their accesses count as.
#include "conformance.h"

#include <cuda/atomic>
#include <cuda/std/atomic>

template <class T>
using device_ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
template <class T>
using block_ref = cuda::atomic_ref<T, cuda::thread_scope_block>;

// ---- Values ------------------------------------------------------------------------------------------------

__global__ void integers_kernel(int *d_a, int *d_wrong) {
    device_ref<int> a(*d_a);
    int wrong = 0, expected = 4;
    CHECK(a.load() == 0 && a.fetch_add(5) == 0 && a.fetch_sub(2) == 5 && a.exchange(12) == 3);
    CHECK(a.fetch_and(6) == 12 && a.fetch_or(3) == 4 && a.fetch_xor(1) == 7 && a == 6);
    CHECK(a.fetch_min(7) == 6 && a.fetch_min(-7) == 6 && a.fetch_max(-9) == -7 && a.fetch_max(5) == -7);
    CHECK(!a.compare_exchange_strong(expected, 9) && expected == 5);
    CHECK(a.compare_exchange_strong(expected, 9, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
    CHECK(a++ == 9 && ++a == 11 && a-- == 11 && --a == 9 && (a += 3) == 12 && (a -= 2) == 10);
    CHECK((a &= 6) == 2 && (a |= 8) == 10 && (a ^= 2) == 8 && (a = 1) == 1);
    a.store(2, cuda::memory_order_relaxed);
    CHECK(a.load(cuda::memory_order_relaxed) == 2 && a.is_lock_free());
    *d_wrong = wrong;
}
CASE(integers_by_reference) { // expect nothing
    int *d_a = zeros<int>(1), *d_wrong = zeros<int>(1);
    integers_kernel<<<1, 1>>>(d_a, d_wrong);
    return sum_and_free(d_wrong, 1) + sum_and_free(d_a, 1) - 2;
}

// CUDA's vectors are trivially copyable: a status and a value can be one word.
__global__ void vectors_kernel(uint2 *d_word, int *d_wrong) {
    device_ref<uint2> word(*d_word);
    int wrong = 0;
    word.store(make_uint2(1, 5), cuda::memory_order_release);
    const uint2 now = word.load(cuda::memory_order_acquire);
    CHECK(now.x == 1 && now.y == 5);
    CHECK(word.exchange(make_uint2(2, 7)).y == 5 && word.load().y == 7);
    *d_wrong = wrong;
}
CASE(vectors_by_reference) { // expect nothing
    int *d_word = zeros<int>(2), *d_wrong = zeros<int>(1);
    vectors_kernel<<<1, 1>>>((uint2 *)d_word, d_wrong);
    return sum_and_free(d_wrong, 1) + sum_and_free(d_word, 2) - 9;
}

// Variables with atomic access only: in arrays and structs of device memory, in shared memory and at file scope.
template <class T>
using device_atomic = cuda::atomic<T, cuda::thread_scope_device>;
struct counter {
    int before;
    device_atomic<unsigned> count;
};
__device__ device_atomic<int> d_all, d_from_seven{7};
__global__ void variables_kernel(counter *d_counters, device_atomic<float> *d_sum, int *d_wrong) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> s_count;
    int wrong = 0, expected = 64;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    s_count++;
    d_counters[threadIdx.x % 2].count.fetch_add(2, cuda::memory_order_relaxed);
    d_sum->fetch_add(0.5f);
    __syncthreads();
    CHECK(s_count.load() == 64 && s_count == 64);
    __syncthreads();
    if (threadIdx.x == 0) {
        CHECK(s_count.compare_exchange_strong(expected, 1) && s_count.exchange(3) == 1 && (s_count -= 2) == 1);
        d_all.fetch_max(s_count);
        ++d_from_seven;
    }
    d_wrong[blockIdx.x * blockDim.x + threadIdx.x] = wrong;
}
CASE(atomic_variables) { // expect nothing
    counter *d_counters = zeros<counter>(2);
    device_atomic<float> *d_sum = zeros<device_atomic<float>>(1);
    int *d_wrong = zeros<int>(128), all = 0, nine = 0;
    unsigned counts[4];
    float sum = 0;
    cudaMemcpyToSymbol(d_all, &all, sizeof(all));
    variables_kernel<<<2, 64>>>(d_counters, d_sum, d_wrong);
    cudaMemcpy(counts, d_counters, sizeof(counts), cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&all, d_all, sizeof(all));
    cudaMemcpyFromSymbol(&nine, d_from_seven, sizeof(nine));
    cudaFree(d_counters);
    cudaFree(d_sum);
    return (counts[1] != 128) + (counts[3] != 128) + (sum != 64) + (all != 1) + (nine != 9) + sum_and_free(d_wrong, 128);
}

__global__ void wide_kernel(unsigned long long *d_l, float *d_f, double *d_d, int *d_wrong) {
    int wrong = 0;
    cuda::atomic_ref<unsigned long long>(*d_l).fetch_add(1ull << 33);
    cuda::atomic_ref<unsigned long long>(*d_l).fetch_max(7);
    device_ref<float>(*d_f).fetch_add(0.5f);
    device_ref<double>(*d_d).fetch_sub(0.25);
    float zero = -1;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        CHECK(!device_ref<float>(*d_f).compare_exchange_weak(zero, 1.0f) && zero > 0);
    }
    d_wrong[blockIdx.x * blockDim.x + threadIdx.x] = wrong;
}
CASE(other_types_by_reference) { // expect nothing
    unsigned long long *d_l = zeros<unsigned long long>(1), l;
    float *d_f = zeros<float>(1), f;
    double *d_d = zeros<double>(1), d;
    int *d_wrong = zeros<int>(128);
    wide_kernel<<<2, 64>>>(d_l, d_f, d_d, d_wrong);
    cudaMemcpy(&l, d_l, sizeof(l), cudaMemcpyDeviceToHost);
    cudaMemcpy(&f, d_f, sizeof(f), cudaMemcpyDeviceToHost);
    cudaMemcpy(&d, d_d, sizeof(d), cudaMemcpyDeviceToHost);
    cudaFree(d_l);
    cudaFree(d_f);
    cudaFree(d_d);
    return (l != 128ull << 33) + (f != 64) + (d != -32) + sum_and_free(d_wrong, 128);
}

CASE(on_the_host) { // expect nothing
    int h_a = 3;
    cuda::atomic_ref<int> a(h_a);
    return a.fetch_add(4) - 3 + a.load() - 7 + h_a - 7;
}

CASE(of_the_device_on_the_host) {
    int *d_a = zeros<int>(1);
    cuda::atomic_ref<int> a(*d_a);
    return a.load(); // expect: wrong memory space; host code reads d_zeros
}

// ---- Within a block ----------------------------------------------------------------------------------------

__global__ void shared_counter_kernel(int *d_out) {
    __shared__ int s_count;
    block_ref<int> count(s_count);
    if (threadIdx.x == 0) {
        count.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    count.fetch_add(1, cuda::memory_order_relaxed);
    int seen = count.load(cuda::memory_order_relaxed); // while others still count
    __syncthreads();
    d_out[threadIdx.x] = s_count + (seen < 1 || seen > 64);
}
CASE(shared_counter) { // expect nothing
    int *d_out = zeros<int>(64);
    shared_counter_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64 * 64;
}

__global__ void loads_meet_loads_kernel(int *d_a, int *d_out) {
    // No thread writes: an atomic load and a plain one may access the same word.
    d_out[threadIdx.x] = threadIdx.x % 2 == 0 ? block_ref<int>(d_a[0]).load() : d_a[0];
}
CASE(loads_meet_loads) { // expect nothing
    int *d_a = zeros<int>(1), *d_out = zeros<int>(64);
    loads_meet_loads_kernel<<<1, 64>>>(d_a, d_out);
    return sum_and_free(d_out, 64) + sum_and_free(d_a, 1);
}

__global__ void plain_write_kernel(int *d_out) {
    __shared__ int s_a;
    if (threadIdx.x == 0) {
        s_a = 1; // other place
    }
    d_out[threadIdx.x] = block_ref<int>(s_a).load(); // expect: race in shared memory; wrote it; reads (atomic) it
}
CASE(plain_write) {
    int *d_out = zeros<int>(64);
    plain_write_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) * 0;
}

__global__ void plain_read_kernel(int *d_out) {
    __shared__ int s_a;
    if (threadIdx.x == 63) {
        block_ref<int>(s_a).store(1);
    }
    __syncthreads();
    d_out[threadIdx.x] = s_a; // other place
    if (threadIdx.x == 40) {
        block_ref<int>(s_a).store(2); // expect: race in shared memory; read it; writes (atomic) it
    }
}
CASE(plain_read) {
    int *d_out = zeros<int>(64);
    plain_read_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) * 0;
}

// ---- Between blocks ----------------------------------------------------------------------------------------

enum { BLOCKS = 6 };

// Each block adds 1 to the previous block's value. Blocks take their numbers from a ticket, so it terminates
// in any order of blocks.
template <class Flag>
static __device__ unsigned take_ticket(unsigned *d_ticket) {
    return Flag(*d_ticket).fetch_add(1, cuda::memory_order_relaxed);
}

template <class Kernel>
static int chain(Kernel launch) {
    int *d_value = zeros<int>(BLOCKS), last;
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1); // and the ticket
    launch(d_value, d_flag);
    cudaMemcpy(&last, d_value + BLOCKS - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_value);
    cudaFree(d_flag);
    return last - BLOCKS;
}

__global__ void released_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_acquire) == 0) {
        }
        before = d_value[block - 1];
    }
    d_value[block] = before + 1;
    device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_release);
}
CASE(released) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { released_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void default_order_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<cuda::atomic_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        cuda::atomic_ref<unsigned> flag(d_flag[block - 1]);
        while (flag == 0) {
        }
        before = d_value[block - 1];
    }
    d_value[block] = before + 1;
    cuda::atomic_ref<unsigned>(d_flag[block]).fetch_add(1);
}
CASE(default_order) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { default_order_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void fence_and_relaxed_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        before = d_value[block - 1];
    }
    d_value[block] = before + 1;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_relaxed);
}
CASE(fence_and_relaxed) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { fence_and_relaxed_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void waited_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        device_ref<unsigned>(d_flag[block - 1]).wait(0, cuda::memory_order_acquire);
        before = d_value[block - 1];
    }
    d_value[block] = before + 1;
    device_ref<unsigned> flag(d_flag[block]);
    flag.store(1, cuda::memory_order_release);
    flag.notify_all();
}
CASE(waited) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { waited_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void waited_relaxed_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        device_ref<unsigned>(d_flag[block - 1]).wait(0, cuda::memory_order_relaxed);
        before = d_value[block - 1]; // expect: race in global memory; with no __threadfence() after the read of the flag
    }
    d_value[block] = before + 1; // other place
    device_ref<unsigned> flag(d_flag[block]);
    flag.store(1, cuda::memory_order_release);
    flag.notify_all();
}
CASE(waited_relaxed) {
    return chain([](int *d_value, unsigned *d_flag) { waited_relaxed_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

// Flags that are read and written without the cache of the multiprocessor.
__global__ void common_cache_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (__ldcg(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
        before = d_value[block - 1];
    }
    d_value[block] = before + 1;
    __threadfence();
    __stcg(&d_flag[block], 1u);
}
CASE(common_cache) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { common_cache_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void common_cache_unfenced_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (__ldcg(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
        before = d_value[block - 1]; // expect: race in global memory; with no __threadfence() before the flag's write
    }
    d_value[block] = before + 1; // other place
    __stcg(&d_flag[block], 1u);
}
CASE(common_cache_unfenced) {
    return chain([](int *d_value, unsigned *d_flag) { common_cache_unfenced_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void relaxed_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_acquire) == 0) {
        }
        before = d_value[block - 1]; // expect: race in global memory; with no __threadfence() before the flag's write
    }
    d_value[block] = before + 1;                                              // other place
    device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_relaxed); // does not order d_value
}
CASE(relaxed) {
    return chain([](int *d_value, unsigned *d_flag) { relaxed_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

__global__ void scope_too_small_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (block_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_acquire) == 0) { // expect: race in global memory; the scope of a block
        }
        before = d_value[block - 1]; // expect: race in global memory; no __threadfence() before the flag's write
    }
    d_value[block] = before + 1;                                             // other place
    block_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_release); // other place
}
CASE(scope_too_small) {
    return chain([](int *d_value, unsigned *d_flag) { scope_too_small_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

// The store releases, but the load does not acquire: later reads are not ordered.
__global__ void relaxed_load_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_relaxed) == 0) {
        }
        before = d_value[block - 1]; // expect: race in global memory; no __threadfence() after the read of the flag
    }
    d_value[block] = before + 1; // other place
    device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_release);
}
CASE(relaxed_load) {
    return chain([](int *d_value, unsigned *d_flag) { relaxed_load_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

// An acquiring fence is for the reader: in the writer it orders nothing.
__global__ void acquire_for_release_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket<device_ref<unsigned>>(d_flag + BLOCKS);
    int before = 0;
    if (block > 0) {
        while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        before = d_value[block - 1]; // expect: race in global memory; no __threadfence() before the flag's write
    }
    d_value[block] = before + 1; // other place
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_relaxed);
}
CASE(acquire_for_release) {
    return chain([](int *d_value, unsigned *d_flag) { acquire_for_release_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

// The names of the C++ standard are those of all threads.
__global__ void standard_kernel(int *d_value, unsigned *d_flag) {
    __shared__ cuda::std::atomic<int> s_count;
    s_count = 0;
    unsigned block = take_ticket<cuda::std::atomic_ref<unsigned>>(d_flag + BLOCKS);
    while (block > 0 && cuda::std::atomic_ref<unsigned>(d_flag[block - 1]).load(cuda::std::memory_order_acquire) == 0) {
    }
    d_value[block] = (block > 0 ? d_value[block - 1] : 0) + ++s_count;
    cuda::std::atomic_ref<unsigned>(d_flag[block]).store(1, cuda::std::memory_order_release);
}
CASE(standard_names) { // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { standard_kernel<<<BLOCKS, 1>>>(d_value, d_flag); });
}

// ---- Limits and counters -----------------------------------------------------------------------------------

__global__ void past_the_end_kernel(int *d_a) {
    device_ref<int>(d_a[threadIdx.x + 1]).fetch_add(1); // expect: out of bounds; atomically updates d_zeros[32]
}
CASE(past_the_end) {
    int *d_a = zeros<int>(32); // other place in conformance.h
    past_the_end_kernel<<<1, 32>>>(d_a);
    cudaFree(d_a);
    return 0;
}

__global__ void unset_kernel(int *d_out) {
    __shared__ int s_a;
    block_ref<int>(s_a).fetch_add(1); // expect: unset read; s_a
    __syncthreads();
    d_out[threadIdx.x] = s_a;
}
CASE(nothing_set) {
    int *d_out = zeros<int>(32);
    unset_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) * 0;
}

__global__ void kinds_kernel(int *d_a) {
    // count below: polls = 1, global_load_requests = 0, atomics = 0
    int value = device_ref<int>(d_a[threadIdx.x]).load();
    // count below: global_store_requests = 1, global_store_sectors = 4, atomics = 0
    device_ref<int>(d_a[threadIdx.x]).store(value + 1);
    // count below: global_load_requests = 0, global_store_requests = 0, atomics = 1
    device_ref<int>(d_a[threadIdx.x]).fetch_add(1);
}
CASE(kinds_of_access) { // expect nothing
    int *d_a = zeros<int>(32);
    kinds_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_a, 32) - 64;
}
