// Endless loops and recursion. Each takes the time after which it counts as endless.
#include "conformance.h"

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void nothing_changes_kernel(int n) {
    // expect below: endless loop; thread 0 of block 0 loops here without any memory access
    for (int i = 1; i < n; i *= 0) {
    }
}
CASE(nothing_changes) {
    nothing_changes_kernel<<<1, 32>>>(7); // other place
    return 0;
}

__global__ void memory_changes_kernel(int *d_a) {
    for (int stride = 0; stride < 64; stride *= 2) { // expect: endless loop; thread 0 of block 0 has reached neither a barrier nor its end
        d_a[threadIdx.x] += 1;
    }
}
CASE(memory_changes) {
    int *d_a = zeros<int>(32);
    memory_changes_kernel<<<1, 1>>>(d_a); // other place
    return sum_and_free(d_a, 32);
}

__global__ void barriers_kernel(int *d_a) {
    for (int stride = 0; stride < 64; stride *= 2) { // expect: endless loop; block 0 reaches barriers or shuffles again and again
        d_a[threadIdx.x] += 1;
        __syncthreads();
    }
}
CASE(barriers) {
    int *d_a = zeros<int>(32);
    barriers_kernel<<<1, 32>>>(d_a); // other place
    return sum_and_free(d_a, 32);
}

// Wherever the program is found, the loop is shown: the one that does not end, not one inside it.
__global__ void several_lines_kernel(int *d_a) {
    for (int stride = 0; stride < 64; stride *= 2) { // expect: endless loop; thread 0 of block 0 has reached neither
        int sum = d_a[threadIdx.x];
        for (int i = 0; i < 3; i++) {
            sum += d_a[threadIdx.x + i];
        }
        d_a[threadIdx.x] = sum;
        d_a[threadIdx.x + 1] = sum * 3;
    }
}
CASE(several_lines) {
    int *d_a = zeros<int>(36);
    several_lines_kernel<<<1, 32>>>(d_a); // other place
    return sum_and_free(d_a, 36);
}

__global__ void several_barriers_kernel(int *d_a) {
    for (int i = 0; i < 2; i++) {
        for (int stride = 0; stride < 64; stride *= 2) { // expect: endless loop; block 0 reaches barriers or shuffles again and again
            int sum = d_a[threadIdx.x] + d_a[threadIdx.x ^ 1];
            __syncthreads();
            d_a[threadIdx.x] = sum;
            for (int step = 0; step < 3; step++) {
                __syncthreads();
            }
        }
    }
}
CASE(several_barriers) {
    int *d_a = zeros<int>(64);
    several_barriers_kernel<<<1, 64>>>(d_a); // other place
    return sum_and_free(d_a, 64);
}

__device__ void add_to(int *d_a, int value) {
    d_a[threadIdx.x] += value;
}
__device__ void add_both(int *d_a) {
    for (int stride = 0; stride < 64; stride *= 2) { // expect: endless loop; thread 37 of block 0 has reached neither
        add_to(d_a, 1);
        add_to(d_a + 64, 2);
    }
}
__global__ void several_calls_kernel(int *d_a) {
    if (threadIdx.x > 36 && threadIdx.x % 2 == 1) {
        add_both(d_a); // other place
    }
}
CASE(several_calls) {
    int *d_a = zeros<int>(128);
    several_calls_kernel<<<1, 64>>>(d_a);
    return sum_and_free(d_a, 128);
}

// A flag that no thread will set is detected at once.
__global__ void waits_in_vain_kernel(volatile int *d_flag) {
    while (*d_flag == 0) { // expect: endless loop; thread 0 of block 0 reads this again and again
    }
}
CASE(waits_in_vain) {
    int *d_flag = zeros<int>(1);
    waits_in_vain_kernel<<<1, 1>>>(d_flag);
    return sum_and_free(d_flag, 1);
}

// The blocks that would set the flag may begin too late.
__global__ void waits_for_the_next_block_kernel(volatile int *d_flags) {
    d_flags[blockIdx.x] = 1;
    while (d_flags[(blockIdx.x + 1) % gridDim.x] == 0) { // expect: endless loop; Blocks that have not begun: 3 of 4;
    }
}
CASE(waits_for_the_next_block) {
    int *d_flags = zeros<int>(4);
    waits_for_the_next_block_kernel<<<4, 1>>>(d_flags);
    return sum_and_free(d_flags, 4);
}

// Nor do votes between the reads hide it: the whole warp reads, each lane once per round.
__global__ void votes_in_vain_kernel(volatile int *d_flags, int *d_out) {
    int flag;
    do {                             // other place
        flag = d_flags[threadIdx.x]; // expect: endless loop; of block 0 reads this again and again
    } while (__any_sync(0xffffffffu, flag == 0));
    d_out[threadIdx.x] = flag;
}
CASE(votes_in_vain) {
    int *d_flags = zeros<int>(32), *d_out = zeros<int>(32);
    votes_in_vain_kernel<<<1, 32>>>(d_flags, d_out);
    return sum_and_free(d_flags, 32) + sum_and_free(d_out, 32);
}

// Nor do atomic reads.
__global__ void atomic_votes_in_vain_kernel(int *d_flags) {
    int flag;
    do {                                            // other place
        flag = atomicAdd(&d_flags[threadIdx.x], 0); // expect: endless loop; of block 0
    } while (__any_sync(0xffffffffu, flag == 0));
}
CASE(atomic_votes_in_vain) {
    int *d_flags = zeros<int>(32);
    atomic_votes_in_vain_kernel<<<1, 32>>>(d_flags);
    return sum_and_free(d_flags, 32);
}

// A loop on the host that launches forever.
__global__ void one_more_kernel(int *d_a) {
    d_a[0] += 1;
}
CASE(launches) {
    int *d_a = zeros<int>(1);
    for (int count = 1; count > 0; count = (count + 255) / 256) { // other place
        one_more_kernel<<<1, 1>>>(d_a);                           // expect: endless loop; host code launches one_more_kernel again and again
    }
    return sum_and_free(d_a, 1);
}

// Recursion on the host that launches at each level, so that neither the stack nor the time runs out soon.
static int launch_deeper(int *d_a, int depth) {
    one_more_kernel<<<1, 1>>>(d_a);                       // expect: endless recursion; host code calls itself without end
    return depth < 0 ? 0 : launch_deeper(d_a, depth + 1); // other place
}
CASE(launches_in_recursion) {
    int *d_a = zeros<int>(1);
    launch_deeper(d_a, 0);
    return sum_and_free(d_a, 1);
}

// As deep as a correct program may go.
static int launch_to_depth(int *d_a, int depth) {
    one_more_kernel<<<1, 1>>>(d_a);
    return depth == 900 ? 0 : launch_to_depth(d_a, depth + 1);
}
CASE(launches_in_finite_recursion) { // expect nothing
    int *d_a = zeros<int>(1);
    launch_to_depth(d_a, 0);
    return sum_and_free(d_a, 1) - 901;
}

// Host code, whose line is found from the calls that lead to where it is.
CASE(host_loop) {
    volatile unsigned count = 1;
    while (count > 0) { // expect: endless loop; host code neither launches a kernel nor ends
    }
    return 0;
}

CASE(host_loop_of_several_lines) {
    volatile unsigned count = 1;
    while (count > 0) { // expect: endless loop; host code neither launches a kernel nor ends
        count = count * 3;
        for (int i = 0; i < 3; i++) {
            count = count + 1;
        }
        count = 1;
    }
    return 0;
}

CASE(host_loop_after_a_line) {
    printf("before the loop\n");
    volatile unsigned count = 1;
    while (count > 0) { // expect: endless loop; host code neither launches a kernel nor ends
    }
    return 0;
}

CASE(host_loop_in_a_call) {
    char text[8];
    while (snprintf(text, sizeof(text), "%d", 7) > 0) { // expect: endless loop; host code neither launches
    }
    return 0;
}

static unsigned halve_forever(volatile unsigned *count) {
    while ((*count = (*count + 1) / 2) > 0) { // expect: endless loop; host code neither launches
    }
    return *count;
}
CASE(host_loop_in_a_function) {
    volatile unsigned count = 7;
    return (int)halve_forever(&count); // other place
}

CASE(host_loop_that_prints) {
    // expect reason: the program printed more than 1024 KiB and was stopped
    while (printf("still here, in a line that is long enough\n") > 0) { // expect: program stopped; host code was here
    }
    return 0;
}

// A macro, as the stack may end anywhere in the function.
#define FUNCTION(head, result) \
    head {                     \
        return result;         \
    }
// expect below: stack overflow; host code has used up its stack
FUNCTION(static int recurse(volatile int *depth), *depth == -1 ? 0 : recurse(depth) + 1)
CASE(host_recursion) {
    volatile int depth = 0;
    return recurse(&depth);
}

__device__ int device_loop(volatile int *d_a) {
    while (threadIdx.x == 0 && (*d_a = 1) > 0) { // expect: endless loop; thread 0 of block 0 has reached neither
    }
    return *d_a;
}
__global__ void device_loop_kernel(int *d_a) {
    d_a[1] = device_loop(d_a); // other place
}
CASE(device_loop_in_a_function) {
    int *d_a = zeros<int>(2);
    device_loop_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_a, 2);
}

// The thread that runs first waits for the one that runs second. In CUDA a block may wait only for running
// blocks, and both run.
__global__ void long_but_finite_kernel(int *d_a, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        sum += d_a[(threadIdx.x + i) % 32] & 1;
    }
    __syncthreads();
    d_a[threadIdx.x] = sum;
}
CASE(long_but_finite) { // expect nothing
    int *d_a = zeros<int>(32);
    long_but_finite_kernel<<<1, 32>>>(d_a, 20000);
    return sum_and_free(d_a, 32);
}

__global__ void many_barriers_kernel(int *d_a, int rounds) {
    for (int i = 0; i < rounds; i++) {
        d_a[threadIdx.x] += 1;
        __syncthreads();
    }
}
CASE(many_barriers) { // expect nothing
    int *d_a = zeros<int>(32);
    many_barriers_kernel<<<1, 32>>>(d_a, 3000);
    return sum_and_free(d_a, 32) - 32 * 3000;
}

__global__ void unequal_work_kernel(int *d_a) {
    for (unsigned i = 0; i < threadIdx.x * 100; i++) {
        d_a[threadIdx.x] += 1;
    }
}
CASE(unequal_work) { // expect nothing
    int *d_a = zeros<int>(64);
    unequal_work_kernel<<<1, 64>>>(d_a);
    return sum_and_free(d_a, 64) - 100 * 63 * 64 / 2;
}

// ---- Cooperative launches ----

namespace cg = cooperative_groups;

enum { THREADS = 64 };

static void launch_together(void (*kernel)(int *), unsigned blocks, int *d_a) {
    void *addresses[] = {&d_a};
    cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(THREADS), addresses, 0, 0);
}

__global__ void leaving_kernel(int *d_out) {
    if (blockIdx.x == 2) {
        return;
    }
    d_out[blockIdx.x * THREADS + threadIdx.x] = 1;
    cg::this_grid().sync(); // expect: divergent barrier; thread 0 of block; waits for the whole grid; other blocks leave
}
CASE(leaving) {
    int *d_out = zeros<int>(3 * THREADS);
    launch_together(leaving_kernel, 3, d_out);
    cudaFree(d_out);
    return 0;
}

// The other blocks wait at the barrier, and none of them writes the flag.
__global__ void waiting_kernel(int *d_flag) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicAdd(d_flag, 0) == 0) { // expect: endless loop; thread 0 of block 0; no running block
        }
    }
    cg::this_grid().sync();
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        atomicExch(d_flag, 1);
    }
}
CASE(waiting_for_one_at_the_barrier) {
    int *d_flag = zeros<int>(1);
    launch_together(waiting_kernel, 2, d_flag);
    cudaFree(d_flag);
    return 0;
}

__global__ void grid_barriers_kernel(int *d_a) {
    for (int stride = 0; stride < 64; stride *= 2) { // other place
        d_a[blockIdx.x * THREADS + threadIdx.x] += 1;
        cg::this_grid().sync(); // expect: endless loop; reaches barriers or shuffles again and again
    }
}
CASE(grid_barriers) {
    int *d_a = zeros<int>(2 * THREADS);
    launch_together(grid_barriers_kernel, 2, d_a);
    return sum_and_free(d_a, 2 * THREADS);
}

// ---- cuda::barrier ----

// The other thread does not arrive.
__global__ void one_missing_kernel(int *d_a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier;
    if (threadIdx.x == 0) {
        init(&s_barrier, 2);
        s_barrier.arrive_and_wait(); // expect: endless loop; thread 0 of block 0 reads this again and again
        d_a[0] = 1;
    }
}
CASE(one_missing) {
    int *d_a = zeros<int>(1);
    one_missing_kernel<<<1, 32>>>(d_a);
    cudaFree(d_a);
    return 0;
}

// One half of the threads waits there, the other half at another barrier.
__global__ void two_barriers_kernel(int *d_a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier;
    if (threadIdx.x == 0) {
        init(&s_barrier, 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        s_barrier.arrive_and_wait(); // expect: endless loop; thread 0 of block 0 reads this again and again
    } else {
        __syncthreads();
    }
    d_a[threadIdx.x] = 1;
}
CASE(two_barriers) {
    int *d_a = zeros<int>(64);
    two_barriers_kernel<<<1, 64>>>(d_a);
    cudaFree(d_a);
    return 0;
}
