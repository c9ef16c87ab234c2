// Races in global memory: class RACE_GLOBAL. First between blocks, then inside one.
#include "conformance.h"

// ---- Between blocks ----------------------------------------------------------------------------------------

__global__ void one_place_kernel(int *d_sum) {
    if (threadIdx.x == 0) {
        *d_sum = blockIdx.x; // expect: race in global memory; d_zeros[0]; thread 0 of block 0 wrote; thread 0 of block 1
    }
}
CASE(one_place) {
    int *d_sum = zeros<int>(1);
    one_place_kernel<<<4, 32>>>(d_sum);
    return sum_and_free(d_sum, 1);
}

// Each element gets its neighbour's value, which another block is about to change.
__global__ void shift_in_place_kernel(int *d_a) {
    int right = d_a[blockIdx.x + 1]; // other place
    d_a[blockIdx.x] = right;         // expect: race in global memory; d_counted[1]; thread 0 of block 0 read; thread 0 of block 1
}
CASE(shift_in_place) {
    int *d_a = counted<int>(9);
    shift_in_place_kernel<<<8, 1>>>(d_a);
    return sum_and_free(d_a, 9);
}

// The last block adds the others' values, but cannot know whether they have been written.
__global__ void last_adds_kernel(int *d_sums, int *d_total) {
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = 1; // other place
    }
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        for (unsigned i = 0; i < gridDim.x; i++) {
            *d_total += d_sums[i]; // expect: race in global memory; thread 0 of block 3 reads; thread 0 of block 0 wrote
        }
    }
}
CASE(last_adds) {
    int *d_sums = zeros<int>(4), *d_total = zeros<int>(1);
    last_adds_kernel<<<4, 32>>>(d_sums, d_total);
    return sum_and_free(d_sums, 4) + sum_and_free(d_total, 1);
}

__global__ void atomic_against_write_kernel(int *d_sum) {
    if (blockIdx.x == 0) {
        *d_sum = 0; // other place
    } else {
        atomicAdd(d_sum, 1); // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 atomically updates
    }
}
CASE(atomic_against_write) {
    int *d_sum = zeros<int>(1);
    atomic_against_write_kernel<<<3, 1>>>(d_sum);
    return sum_and_free(d_sum, 1);
}

__global__ void atomic_against_read_kernel(int *d_count, int *d_out) {
    if (blockIdx.x == 0) {
        atomicAdd(d_count, 1); // other place
    } else {
        d_out[blockIdx.x] = *d_count; // expect: race in global memory; thread 0 of block 0 atomically updated; thread 0 of block 1
    }
}
CASE(atomic_against_read) {
    int *d_count = zeros<int>(1), *d_out = zeros<int>(3);
    atomic_against_read_kernel<<<3, 1>>>(d_count, d_out);
    return sum_and_free(d_count, 1) + sum_and_free(d_out, 3);
}

// Rounded the wrong way, the parts of two blocks overlap by one element.
__global__ void overlap_kernel(int *d_a) {
    int i = blockIdx.y * (blockDim.x - 1) + threadIdx.x;
    d_a[i] = 1; // expect: race in global memory; d_zeros[31]; thread 31 of block (0,0,0) wrote; thread 0 of block (0,1,0)
}
CASE(overlap) {
    int *d_a = zeros<int>(64);
    overlap_kernel<<<dim3(1, 2), 32>>>(d_a);
    return sum_and_free(d_a, 64);
}

__global__ void own_place_kernel(int *d_sums, const int *d_table) {
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = d_table[0] + d_table[1];
    }
}
CASE(own_place) { // expect nothing
    int *d_sums = zeros<int>(8), *d_table = counted<int>(2);
    own_place_kernel<<<8, 32>>>(d_sums, d_table);
    cudaFree(d_table);
    return sum_and_free(d_sums, 8) - 8;
}

// The next launch sees everything that this one has written.
__global__ void add_up_kernel(int *d_sums, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += d_sums[i];
    }
    d_sums[0] = sum;
}
CASE(second_launch) { // expect nothing
    int *d_sums = zeros<int>(8), *d_table = counted<int>(2);
    own_place_kernel<<<8, 32>>>(d_sums, d_table);
    add_up_kernel<<<1, 1>>>(d_sums, 8);
    own_place_kernel<<<8, 32>>>(d_sums, d_table);
    add_up_kernel<<<1, 1>>>(d_sums, 8);
    cudaFree(d_table);
    return sum_and_free(d_sums, 8) - 15;
}

__global__ void add_atomically_kernel(int *d_sum, unsigned *d_most) {
    atomicAdd(d_sum, 1);
    atomicMax(d_most, blockIdx.x * blockDim.x + threadIdx.x);
}
CASE(only_atomics) { // expect nothing
    int *d_sum = zeros<int>(1);
    unsigned *d_most = zeros<unsigned>(1);
    add_atomically_kernel<<<8, 64>>>(d_sum, d_most);
    return sum_and_free(d_sum, 1) + sum_and_free(d_most, 1) - 512 - 511;
}

__global__ void swap_buffers_kernel(const int *d_from, int *d_to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    d_to[i] = d_from[(i + 1) % n];
}
CASE(two_buffers) { // expect nothing
    int *d_a = counted<int>(64), *d_b = zeros<int>(64);
    swap_buffers_kernel<<<4, 16>>>(d_a, d_b, 64);
    swap_buffers_kernel<<<4, 16>>>(d_b, d_a, 64);
    return sum_and_free(d_a, 64) - sum_and_free(d_b, 64);
}

// ---- Inside one block --------------------------------------------------------------------------------------

__global__ void all_write_kernel(int *d_sum) {
    *d_sum = threadIdx.x; // expect: race in global memory; d_zeros[0]; thread 0 of block 0 wrote; thread 1 of block 0
}
CASE(all_write) {
    int *d_sum = zeros<int>(1);
    all_write_kernel<<<1, 64>>>(d_sum);
    return sum_and_free(d_sum, 1);
}

__global__ void tree_kernel(int *d_a) {
    int tid = threadIdx.x;
    for (int stride = 32; stride < 128; stride *= 2) {
        if (tid % (2 * stride) < 32) {
            d_a[tid] += d_a[tid + stride]; // expect: race in global memory; thread 0 of block 0; thread 64 of block 0
        }
    }
}
CASE(tree_without_barrier) {
    int *d_a = counted<int>(128);
    tree_kernel<<<1, 128>>>(d_a);
    return sum_and_free(d_a, 128);
}

__global__ void guarded_barrier_kernel(int *d_flag, int *d_out) {
    if (threadIdx.x == 40) {
        *d_flag = 1; // expect: race in global memory; d_zeros[0]; thread 0 of block 0 read; thread 40 of block 0 writes
    }
    d_out[threadIdx.x] = *d_flag; // other place
}
CASE(no_barrier) {
    int *d_flag = zeros<int>(1), *d_out = zeros<int>(64);
    guarded_barrier_kernel<<<1, 64>>>(d_flag, d_out);
    return sum_and_free(d_flag, 1) + sum_and_free(d_out, 64);
}

__global__ void atomic_and_plain_kernel(int *d_count, int *d_out) {
    if (threadIdx.x < 32) {
        atomicAdd(d_count, 1); // other place
    } else if (threadIdx.x == 32) {
        *d_count += 5; // expect: race in global memory; thread 31 of block 0 atomically updated; thread 32 of block 0 reads
    }
    d_out[threadIdx.x] = 1;
}
CASE(atomic_and_plain) {
    int *d_count = zeros<int>(1), *d_out = zeros<int>(64);
    atomic_and_plain_kernel<<<1, 64>>>(d_count, d_out);
    return sum_and_free(d_count, 1) + sum_and_free(d_out, 64);
}

__global__ void tree_with_barrier_kernel(int *d_a) {
    int tid = threadIdx.x, *d_part = d_a + blockIdx.x * blockDim.x;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            d_part[tid] += d_part[tid + stride];
        }
        __syncthreads();
    }
    if (tid != 0) {
        d_part[tid] = 0;
    }
}
CASE(tree_with_barrier) { // expect nothing
    int *d_a = counted<int>(256);
    tree_with_barrier_kernel<<<2, 128>>>(d_a);
    return sum_and_free(d_a, 256) - 255 * 256 / 2;
}

__global__ void warp_exchange_kernel(int *d_a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own = d_a[i];
    __syncwarp();
    d_a[i ^ 1] = own;
    __syncwarp();
    d_a[i] -= own;
}
CASE(warp_exchange) { // expect nothing
    int *d_a = counted<int>(128);
    warp_exchange_kernel<<<2, 64>>>(d_a);
    return sum_and_free(d_a, 128);
}

__global__ void count_then_read_kernel(int *d_count, int *d_out) {
    atomicAdd(d_count, 1);
    __syncthreads();
    d_out[threadIdx.x] = *d_count;
}
CASE(count_then_read) { // expect nothing
    int *d_count = zeros<int>(1), *d_out = zeros<int>(64);
    count_then_read_kernel<<<1, 64>>>(d_count, d_out);
    return sum_and_free(d_count, 1) + sum_and_free(d_out, 64) - 65 * 64;
}

// Compare and exchange protects nothing if what is compared is not what was read, or if another place is read.
__global__ void reads_before_lock_kernel(int *d_lock, int *d_out) {
    while (*d_lock != 0) { // expect: race in global memory; atomically updated it; reads it
    }
    d_out[blockIdx.x] = atomicCAS(d_lock, 0, 0); // other place
}
CASE(reads_before_lock) {
    int *d_lock = zeros<int>(1), *d_out = zeros<int>(4);
    reads_before_lock_kernel<<<4, 1>>>(d_lock, d_out);
    return sum_and_free(d_lock, 1) + sum_and_free(d_out, 4);
}

// ---- Volatile ----------------------------------------------------------------------------------------------
//
// A volatile read and a volatile write of the same place are no atomic update: the writes of two blocks race.

__global__ void volatile_total_kernel(volatile int *d_total) {
    if (threadIdx.x == 0) {
        *d_total = *d_total + 1; // expect: race in global memory; d_zeros[0]; thread 0 of block 0 wrote (volatile); thread 0 of block 1 writes (volatile); Do two threads share an element here?
    }
}
CASE(volatile_total) {
    int *d_total = zeros<int>(1);
    volatile_total_kernel<<<8, 32>>>(d_total);
    return sum_and_free(d_total, 1);
}

// A fence before the ticket does not make it atomic.
__global__ void volatile_ticket_kernel(int *d_sums, volatile int *d_count, int *d_total) {
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = 1;
        __threadfence();
        int ticket = *d_count;
        *d_count = ticket + 1; // expect: race in global memory; thread 0 of block 0 wrote (volatile); thread 0 of block 1 writes (volatile)
        if (ticket == (int)gridDim.x - 1) {
            *d_total = 1;
        }
    }
}
CASE(volatile_ticket) {
    int *d_sums = zeros<int>(8), *d_count = zeros<int>(1), *d_total = zeros<int>(1);
    volatile_ticket_kernel<<<8, 32>>>(d_sums, d_count, d_total);
    return sum_and_free(d_sums, 8) + sum_and_free(d_count, 1) + sum_and_free(d_total, 1);
}

__global__ void volatile_long_kernel(volatile unsigned long long *d_word) {
    *d_word = *d_word + 1; // expect: race in global memory; thread 0 of block 0 wrote (volatile); thread 0 of block 1 writes (volatile)
}
CASE(volatile_long) {
    unsigned long long *d_word = zeros<unsigned long long>(1);
    volatile_long_kernel<<<4, 1>>>(d_word);
    return sum_and_free(d_word, 1);
}

__global__ void volatile_between_warps_kernel(volatile int *d_total) {
    if (threadIdx.x % 32 == 0) {
        *d_total = *d_total + 1; // expect: race in global memory; thread 0 of block 0 wrote (volatile); thread 32 of block 0 writes (volatile); in one statement, which no barrier can split
    }
}
CASE(volatile_between_warps) {
    int *d_total = zeros<int>(1);
    volatile_between_warps_kernel<<<1, 64>>>(d_total);
    return sum_and_free(d_total, 1);
}

__global__ void one_writer_kernel(volatile int *d_flag, int *d_out) {
    if (blockIdx.x == 0) {
        for (int i = 1; i < 4; i++) {
            *d_flag = i;
        }
    } else {
        d_out[blockIdx.x] = *d_flag < 4;
    }
}
CASE(volatile_one_writer) { // expect nothing
    int *d_flag = zeros<int>(1), *d_out = zeros<int>(8);
    one_writer_kernel<<<8, 1>>>(d_flag, d_out);
    return sum_and_free(d_flag, 1) - 3 + sum_and_free(d_out, 8) - 7;
}

// The writers are ordered by a barrier.
__global__ void volatile_in_turn_kernel(volatile int *d_total) {
    for (unsigned thread = 0; thread < blockDim.x; thread += 32) {
        if (threadIdx.x == thread) {
            *d_total = *d_total + 1;
        }
        __syncthreads();
    }
}
CASE(volatile_in_turn) { // expect nothing
    int *d_total = zeros<int>(1);
    volatile_in_turn_kernel<<<1, 128>>>(d_total);
    return sum_and_free(d_total, 1) - 4;
}

__global__ void volatile_and_atomic_kernel(int *d_word) {
    if (blockIdx.x == 0) {
        *(volatile int *)d_word = 0;
    } else {
        atomicAdd(d_word, 1);
    }
}
CASE(volatile_and_atomic) { // expect nothing
    int *d_word = zeros<int>(1);
    volatile_and_atomic_kernel<<<4, 1>>>(d_word);
    sum_and_free(d_word, 1);
    return 0;
}

// ---- The ticket is reset -----------------------------------------------------------------------------------
//
// The last block's own atomic has read what the others' atomics left, so a plain store may follow it.

__global__ void reset_by_last_kernel(int *d_sums, unsigned *d_count) {
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = 1;
        __threadfence();
        s_last = atomicInc(d_count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (s_last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) {
            sum += d_sums[i];
        }
        d_sums[0] = sum;
        *d_count = 0;
    }
}
CASE(reset_by_last) { // expect nothing
    int *d_sums = zeros<int>(8);
    unsigned *d_count = zeros<unsigned>(1);
    reset_by_last_kernel<<<8, 64>>>(d_sums, d_count);
    reset_by_last_kernel<<<8, 64>>>(d_sums, d_count);
    return sum_and_free(d_sums, 8) - 15 + sum_and_free(d_count, 1);
}

// Another thread of the last block resets it, after a barrier.
__global__ void reset_by_another_kernel(unsigned long long *d_count) {
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        s_last = atomicAdd(d_count, 1ull) == gridDim.x - 1;
    }
    __syncthreads();
    if (s_last && threadIdx.x == 40) {
        *d_count = 0;
    }
}
CASE(reset_by_another) { // expect nothing
    unsigned long long *d_count = zeros<unsigned long long>(1);
    reset_by_another_kernel<<<8, 64>>>(d_count);
    return sum_and_free(d_count, 1);
}

// The same inside one block, with the last warp.
__global__ void reset_by_last_warp_kernel(int *d_count) {
    __shared__ int s_count;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        if (atomicAdd(d_count, 1) == 3) {
            *d_count = 0;
        }
        if (atomicAdd(&s_count, 1) == 3) {
            s_count = 0;
        }
    }
}
CASE(reset_by_last_warp) { // expect nothing
    int *d_count = zeros<int>(1);
    reset_by_last_warp_kernel<<<1, 128>>>(d_count);
    return sum_and_free(d_count, 1);
}

__global__ void reset_without_barrier_kernel(unsigned *d_count) {
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        s_last = atomicAdd(d_count, 1u) == gridDim.x - 1; // other place
    }
    if (threadIdx.x == 40 && blockIdx.x == gridDim.x - 1) {
        *d_count = 0; // expect: race in global memory; atomically updated; thread 40 of block 7 writes
    }
}
CASE(reset_without_barrier) {
    unsigned *d_count = zeros<unsigned>(1);
    reset_without_barrier_kernel<<<8, 64>>>(d_count);
    return sum_and_free(d_count, 1);
}

__global__ void reset_before_kernel(unsigned *d_count) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            *d_count = 0; // other place
        }
        atomicAdd(d_count, 1u); // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 atomically updates
    }
}
CASE(reset_before) {
    unsigned *d_count = zeros<unsigned>(1);
    reset_before_kernel<<<8, 32>>>(d_count);
    return sum_and_free(d_count, 1);
}

// This block is not the last one.
__global__ void reset_too_early_kernel(unsigned *d_count) {
    if (threadIdx.x == 0) {
        if (atomicAdd(d_count, 1u) == gridDim.x / 2) { // expect: race in global memory; wrote; updates
            *d_count = 0;                              // other place
        }
    }
}
CASE(reset_too_early) {
    unsigned *d_count = zeros<unsigned>(1);
    reset_too_early_kernel<<<8, 32>>>(d_count);
    return sum_and_free(d_count, 1);
}

// The block with the highest number need not be the last: it may read the total before the others have added to it.
__global__ void read_after_own_kernel(int *d_total, int *d_out) {
    if (threadIdx.x == 0) {
        atomicAdd(d_total, 1); // other place
        if (blockIdx.x == gridDim.x - 1) {
            *d_out = *d_total; // expect: race in global memory; atomically updated; thread 0 of block 7 reads
        }
    }
}
CASE(read_after_own) {
    int *d_total = zeros<int>(1), *d_out = zeros<int>(1);
    read_after_own_kernel<<<8, 32>>>(d_total, d_out);
    return sum_and_free(d_total, 1) + sum_and_free(d_out, 1);
}

// ---- One instruction of a warp -----------------------------------------------------------------------------
//
// All lanes store the same value: one of the stores is performed, whichever it is.

__global__ void same_value_kernel(int *d_found, int *d_out, double *d_double, int4 *d_vector) {
    __shared__ int s_found;
    __shared__ char s_bytes[4];
    s_found = 7;
    s_bytes[2] = 5;
    *d_found = 8;
    *d_double = 9;
    *d_vector = make_int4(1, 2, 3, 4);
    *(volatile int *)(d_found + 1) = 6;
    __syncwarp();
    d_out[threadIdx.x] = s_found + s_bytes[2] + d_found[0] + d_found[1];
}
CASE(same_value) { // expect nothing
    int *d_found = zeros<int>(2), *d_out = zeros<int>(WARP);
    double *d_double = zeros<double>(1);
    int4 *d_vector;
    cudaMalloc(&d_vector, sizeof(*d_vector));
    same_value_kernel<<<1, WARP>>>(d_found, d_out, d_double, d_vector);
    cudaFree(d_vector);
    return sum_and_free(d_found, 2) - 14 + sum_and_free(d_out, WARP) - WARP * 26 + sum_and_free(d_double, 1) - 9;
}

__global__ void same_value_of_some_kernel(int *d_found, int limit) {
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x % 4 == 1 && (int)threadIdx.x < limit) {
            *d_found = 1;
        }
    }
}
CASE(same_value_of_some) { // expect nothing
    int *d_found = zeros<int>(1);
    same_value_of_some_kernel<<<1, WARP>>>(d_found, 20);
    return sum_and_free(d_found, 1) - 1;
}

__global__ void last_lane_differs_kernel(int *d_word) {
    *d_word = threadIdx.x == 31; // expect: race in global memory; thread 30 of block 0 wrote; thread 31 of block 0 writes; in one statement
}
CASE(last_lane_differs) {
    int *d_word = zeros<int>(1);
    last_lane_differs_kernel<<<1, WARP>>>(d_word);
    return sum_and_free(d_word, 1);
}

__global__ void middle_lane_differs_kernel(int *d_out) {
    __shared__ int s_word;
    s_word = threadIdx.x == 12; // expect: race in shared memory; thread 11 of block 0 wrote; thread 12 of block 0 writes
    __syncwarp();
    d_out[threadIdx.x] = s_word;
}
CASE(middle_lane_differs) {
    int *d_out = zeros<int>(WARP);
    middle_lane_differs_kernel<<<1, WARP>>>(d_out);
    return sum_and_free(d_out, WARP);
}

// The upper half of a word is the same, the lower one is not.
__global__ void half_differs_kernel(unsigned long long *d_word) {
    *d_word = 1ull << 32 | threadIdx.x / 16; // expect: race in global memory; thread 15 of block 0 wrote; thread 16 of block 0 writes
}
CASE(half_differs) {
    unsigned long long *d_word = zeros<unsigned long long>(1);
    half_differs_kernel<<<1, WARP>>>(d_word);
    sum_and_free(d_word, 1);
    return 0;
}

// The values of one round are the same only in the last one.
__global__ void rounds_differ_kernel(int *d_word) {
    for (int round = 0; round < 2; round++) {
        *d_word = round == 1 ? 5 : (int)threadIdx.x; // expect: race in global memory; thread 0 of block 0 wrote; thread 1 of block 0 writes
    }
}
CASE(rounds_differ) {
    int *d_word = zeros<int>(1);
    rounds_differ_kernel<<<1, WARP>>>(d_word);
    return sum_and_free(d_word, 1) - 5;
}

// Two warps do not store in one instruction.
__global__ void other_warp_kernel(int *d_word) {
    *d_word = 1; // expect: race in global memory; thread 31 of block 0 wrote; thread 32 of block 0 writes
}
CASE(other_warp) {
    int *d_word = zeros<int>(1);
    other_warp_kernel<<<1, 2 * WARP>>>(d_word);
    return sum_and_free(d_word, 1) - 1;
}
