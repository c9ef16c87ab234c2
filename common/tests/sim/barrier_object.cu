// cuda::barrier. What hangs a real GPU is in endless.cu.
#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

typedef cuda::barrier<cuda::thread_scope_block> block_barrier;

enum { THREADS = 96 };

// All threads of the block wait for the barrier's first value.
__device__ void begin(block_barrier *s_barrier, int number) {
    if (threadIdx.x == 0) {
        init(s_barrier, number);
    }
    __syncthreads();
}

static int run(void (*kernel)(int *), int expected) {
    int *d_out = zeros<int>(THREADS);
    kernel<<<1, THREADS>>>(d_out);
    return sum_and_free(d_out, THREADS) - expected;
}

// In each step, a thread reads what its neighbour has written in the step before.
__global__ void steps_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[THREADS];
    begin(&s_barrier, THREADS);
    s_values[threadIdx.x] = (int)threadIdx.x;
    for (int step = 0; step < 3; step++) {
        s_barrier.arrive_and_wait();
        const int value = s_values[(threadIdx.x + 1) % THREADS];
        block_barrier::arrival_token token = s_barrier.arrive();
        s_barrier.wait(std::move(token));
        s_values[threadIdx.x] = value;
    }
    d_out[threadIdx.x] = s_values[threadIdx.x];
}
CASE(steps) { // expect nothing
    return run(steps_kernel, THREADS * (THREADS - 1) / 2);
}

// A thread that has arrived and has not waited has no order with the others.
__global__ void between_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[THREADS];
    begin(&s_barrier, THREADS);
    s_values[threadIdx.x] = 1;
    s_barrier.arrive_and_wait();
    const int value = s_values[(threadIdx.x + 1) % THREADS]; // other place
    auto token = s_barrier.arrive();
    s_values[threadIdx.x] = value; // expect: race in shared memory
    s_barrier.wait(std::move(token));
    d_out[threadIdx.x] = 1;
}
CASE(between_the_halves) {
    return run(between_kernel, THREADS);
}

// Two warps write and only arrive; the third one waits, and reads.
__global__ void producers_kernel(int *d_out) {
    __shared__ block_barrier s_full;
    __shared__ int s_values[64];
    begin(&s_full, THREADS);
    if (threadIdx.x < 64) {
        s_values[threadIdx.x] = 1;
        (void)s_full.arrive();
    } else {
        s_full.arrive_and_wait();
        d_out[threadIdx.x] = s_values[threadIdx.x - 64] + s_values[threadIdx.x - 32];
    }
}
CASE(producers) { // expect nothing
    return run(producers_kernel, 64);
}

__global__ void no_wait_kernel(int *d_out) {
    __shared__ block_barrier s_full;
    __shared__ int s_values[64];
    begin(&s_full, THREADS);
    if (threadIdx.x < 64) {
        s_values[threadIdx.x] = 1; // other place
        (void)s_full.arrive();
    } else {
        (void)s_full.arrive();
        d_out[threadIdx.x] = s_values[threadIdx.x - 64]; // expect: race in shared memory
    }
}
CASE(no_wait) {
    int *d_out = zeros<int>(THREADS);
    no_wait_kernel<<<1, THREADS>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// All threads but one wait at once. That one, the first or the last that comes, reads what they have written only when
// it has waited, too.
__global__ void apart_kernel(int *d_out, unsigned apart) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[THREADS];
    begin(&s_barrier, THREADS);
    for (int step = 0; step < 3; step++) {
        s_values[threadIdx.x] = step;
        if (threadIdx.x == apart) {
            auto token = s_barrier.arrive();
            d_out[apart] += step;
            s_barrier.wait(std::move(token));
        } else {
            s_barrier.arrive_and_wait();
        }
        d_out[threadIdx.x] += s_values[(threadIdx.x + 1) % THREADS];
        s_barrier.arrive_and_wait();
    }
}
static void apart(int *d_out) {
    apart_kernel<<<1, THREADS>>>(d_out, 0);
    apart_kernel<<<1, THREADS>>>(d_out, THREADS - 1);
}
CASE(one_apart) { // expect nothing
    int *d_out = zeros<int>(THREADS);
    apart(d_out);
    return sum_and_free(d_out, THREADS) != 6 * THREADS + 6;
}

__global__ void too_early_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[THREADS];
    begin(&s_barrier, THREADS);
    s_values[threadIdx.x] = 1; // other place
    if (threadIdx.x == THREADS - 1) {
        auto token = s_barrier.arrive();
        d_out[threadIdx.x] = s_values[0]; // expect: race in shared memory; s_values[0]
        s_barrier.wait(std::move(token));
    } else {
        s_barrier.arrive_and_wait();
    }
}
CASE(one_reads_too_early) {
    int *d_out = zeros<int>(THREADS);
    too_early_kernel<<<1, THREADS>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// All wait at once, but between two steps there is no barrier.
__global__ void one_barrier_a_step_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[THREADS];
    begin(&s_barrier, THREADS);
    for (int step = 0; step < 2; step++) {
        s_values[threadIdx.x] = step; // expect: race in shared memory
        s_barrier.arrive_and_wait();
        d_out[threadIdx.x] = s_values[(threadIdx.x + 32) % THREADS]; // other place
    }
}
CASE(one_barrier_a_step) {
    int *d_out = zeros<int>(THREADS);
    one_barrier_a_step_kernel<<<1, THREADS>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// The threads that have not left the kernel wait at once.
__global__ void some_leave_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_values[64];
    begin(&s_barrier, 64);
    if (threadIdx.x >= 64) {
        return;
    }
    for (int step = 0; step < 3; step++) {
        s_values[threadIdx.x] = step;
        s_barrier.arrive_and_wait();
        d_out[threadIdx.x] += s_values[63 - threadIdx.x];
        s_barrier.arrive_and_wait();
    }
}
CASE(some_leave) { // expect nothing
    return run(some_leave_kernel, 3 * 64);
}

// Each thread reads what another one may not have copied yet.
__global__ void copy_not_awaited_kernel(int *d_out, const int *d_in) {
    __shared__ int s_copy[THREADS];
    cooperative_groups::memcpy_async(cooperative_groups::this_thread_block(), s_copy, d_in, sizeof(s_copy)); // expect: race in shared memory; s_copy
    const int value = s_copy[THREADS - 1 - threadIdx.x];                                                     // other place
    cooperative_groups::wait(cooperative_groups::this_thread_block());
    d_out[threadIdx.x] = value;
}
CASE(copy_not_awaited) {
    int *d_out = zeros<int>(THREADS), *d_in = zeros<int>(THREADS);
    copy_not_awaited_kernel<<<1, THREADS>>>(d_out, d_in);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

// A barrier of the block does not wait for copies.
__global__ void barrier_for_wait_kernel(int *d_out, const int *d_in) {
    __shared__ int s_copy[THREADS];
    cooperative_groups::memcpy_async(cooperative_groups::this_thread_block(), s_copy, d_in, sizeof(s_copy)); // other place
    __syncthreads();
    d_out[threadIdx.x] = s_copy[THREADS - 1 - threadIdx.x]; // expect: unset read; s_copy[95], which an asynchronous copy may still write
}
CASE(barrier_for_wait) {
    int *d_out = zeros<int>(THREADS), *d_in = zeros<int>(THREADS);
    barrier_for_wait_kernel<<<1, THREADS>>>(d_out, d_in);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

// Thread 0 alone waits for what all have copied.
__global__ void waited_by_one_kernel(int *d_out, const int *d_in) {
    __shared__ int s_copy[THREADS];
    __pipeline_memcpy_async(&s_copy[threadIdx.x], &d_in[threadIdx.x], sizeof(int)); // other place
    __pipeline_commit();
    if (threadIdx.x == 0) {
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    d_out[threadIdx.x] = s_copy[threadIdx.x]; // expect: unset read; thread 1 of block 0 reads s_copy[1], which an asynchronous copy may still write
}
CASE(waited_by_one) {
    int *d_out = zeros<int>(THREADS), *d_in = zeros<int>(THREADS);
    waited_by_one_kernel<<<1, THREADS>>>(d_out, d_in);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

// Two buffers, but the wait leaves out the stage that is used next.
__global__ void waited_for_one_too_few_kernel(int *d_out, const int *d_in) {
    __shared__ int s_copy[2][THREADS];
    for (int stage = 0; stage < 2; stage++) {
        __pipeline_memcpy_async(&s_copy[stage][threadIdx.x], &d_in[threadIdx.x], sizeof(int)); // other place
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    d_out[threadIdx.x] = s_copy[0][THREADS - 1 - threadIdx.x];
    d_out[threadIdx.x] += s_copy[1][THREADS - 1 - threadIdx.x]; // expect: unset read; s_copy[1][95], which an asynchronous copy may still write
}
CASE(waited_for_one_too_few) {
    int *d_out = zeros<int>(THREADS), *d_in = zeros<int>(THREADS);
    waited_for_one_too_few_kernel<<<1, THREADS>>>(d_out, d_in);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

// The oldest stage is waited for first, and a copy that is never used needs no wait.
__global__ void oldest_first_kernel(int *d_out, const int *d_in) {
    __shared__ int s_copy[3][THREADS];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    for (int stage = 0; stage < 3; stage++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s_copy[stage][threadIdx.x], &d_in[threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    }
    int sum = 0;
    for (int stage = 0; stage < 2; stage++) {
        pipe.consumer_wait();
        __syncthreads();
        sum += s_copy[stage][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    d_out[threadIdx.x] = sum;
}
CASE(oldest_first) { // expect nothing
    int *d_out = zeros<int>(THREADS), *d_in = counted<int>(THREADS);
    oldest_first_kernel<<<1, THREADS>>>(d_out, d_in);
    cudaFree(d_in);
    return sum_and_free(d_out, THREADS) != THREADS * (THREADS - 1);
}

// The threads of a warp leave after one more step each.
__global__ void dropping_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_sum;
    begin(&s_barrier, THREADS);
    for (unsigned step = 0; step < threadIdx.x / 32; step++) {
        if (step == 0 && threadIdx.x == 32) {
            s_sum = 7;
        }
        s_barrier.arrive_and_wait();
    }
    d_out[threadIdx.x] = threadIdx.x >= 32 ? s_sum : 7;
    s_barrier.arrive_and_drop();
}
CASE(dropping) { // expect nothing
    return run(dropping_kernel, 7 * THREADS);
}

__global__ void parity_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    __shared__ int s_value;
    begin(&s_barrier, 1);
    for (int phase = 0; phase < 4; phase++) {
        if (threadIdx.x == 0) {
            s_value = phase;
            (void)s_barrier.arrive();
        }
        s_barrier.wait_parity(phase % 2);
        d_out[threadIdx.x] += s_value;
        __syncthreads();
    }
}
CASE(parity) { // expect nothing
    return run(parity_kernel, 6 * THREADS);
}

struct counting {
    int *counts;
    __device__ void operator()() const {
        (*counts)++;
    }
};

// The last thread that arrives calls the function, before the others go on.
__global__ void completion_kernel(int *d_out) {
    typedef cuda::barrier<cuda::thread_scope_block, counting> counting_barrier;
    __shared__ alignas(counting_barrier) unsigned char s_memory[sizeof(counting_barrier)];
    __shared__ int s_counts;
    counting_barrier *s_barrier = (counting_barrier *)s_memory;
    if (threadIdx.x == 0) {
        s_counts = 0;
        new (s_barrier) counting_barrier(THREADS, counting{&s_counts});
    }
    __syncthreads();
    for (int phase = 1; phase < 4; phase++) {
        s_barrier->arrive_and_wait();
        d_out[threadIdx.x] += s_counts == phase;
        __syncthreads();
    }
}
CASE(completion) { // expect nothing
    return run(completion_kernel, 3 * THREADS);
}

// Two blocks of a cooperative launch.
__global__ void blocks_kernel(cuda::barrier<cuda::thread_scope_device> *d_barrier, int *d_out) {
    d_out[blockIdx.x * 32 + threadIdx.x] = 1;
    d_barrier->arrive_and_wait();
    d_out[64 + blockIdx.x * 32 + threadIdx.x] = d_out[(1 - blockIdx.x) * 32 + threadIdx.x];
}
__global__ void init_kernel(cuda::barrier<cuda::thread_scope_device> *d_barrier) {
    init(d_barrier, 64);
}
CASE(blocks) { // expect nothing
    cuda::barrier<cuda::thread_scope_device> *d_barrier;
    int *d_out = zeros<int>(128);
    cudaMalloc(&d_barrier, sizeof(*d_barrier));
    init_kernel<<<1, 1>>>(d_barrier);
    void *arguments[] = {&d_barrier, &d_out};
    cudaLaunchCooperativeKernel(blocks_kernel, dim3(2), dim3(32), arguments);
    cudaDeviceSynchronize();
    cudaFree(d_barrier);
    return sum_and_free(d_out, 128) - 128;
}

// Another warp may come to the barrier before it has its first value.
__global__ void no_order_kernel(int *d_out) {
    __shared__ block_barrier s_barrier;
    if (threadIdx.x == 0) {
        init(&s_barrier, THREADS); // other place
    }
    s_barrier.arrive_and_wait(); // expect: race in shared memory; s_barrier
    d_out[threadIdx.x] = 1;
}
CASE(no_order_after_init) {
    return run(no_order_kernel, THREADS);
}
