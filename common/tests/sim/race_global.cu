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
        atomicAdd(d_sum, 1); // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 updates
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
        d_out[blockIdx.x] = *d_count; // expect: race in global memory; thread 0 of block 0 updated; thread 0 of block 1
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
        *d_count += 5; // expect: race in global memory; thread 31 of block 0 updated atomically; thread 32 of block 0 reads
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
