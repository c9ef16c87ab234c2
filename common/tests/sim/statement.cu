// Several errors in one statement. C++ leaves the order of its reads to the compiler, and GCC and Clang choose
// different ones: the reports must be the same.
#include <assert.h>

#include "conformance.h"

// ---- Reads that cannot happen ---------------------------------------------------------------------------------

// GCC reads the left operand first, Clang the right one.
__global__ void update_kernel(int *d_out) {
    __shared__ int s_a[64];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    s_a[threadIdx.x + 64] += s_a[threadIdx.x + 96]; // expect: out of bounds; thread 0 of block 0 reads s_a[64]
    d_out[threadIdx.x] = s_a[threadIdx.x];
}
CASE(update) {
    int *d_out = zeros<int>(64);
    update_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void volatile_update_kernel(int *d_out) {
    __shared__ int s_a[64];
    volatile int *s_value = s_a;
    s_a[threadIdx.x] = 1;
    __syncthreads();
    s_value[threadIdx.x + 64] += s_value[threadIdx.x + 96]; // expect: out of bounds; reads s_a[64]
    d_out[threadIdx.x] = s_a[threadIdx.x];
}
CASE(volatile_update) {
    int *d_out = zeros<int>(64);
    volatile_update_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// GCC evaluates arguments from right to left, Clang from left to right.
__device__ int add(int a, int b) {
    return a + b;
}
__global__ void arguments_kernel(const int *d_a, const int *d_b, int *d_out) {
    int i = (int)threadIdx.x;
    // expect first below: out of bounds; thread 30 of block 0 reads d_counted[32]
    d_out[i] = add(d_b[i + 4], d_a[i + 2]); // expect: out of bounds; thread 30 of block 0 reads d_zeros[34]
    // other place in conformance.h
}
CASE(arguments) {
    int *d_a = counted<int>(32), *d_b = zeros<int>(34), *d_out = zeros<int>(32);
    arguments_kernel<<<1, 32>>>(d_a, d_b, d_out);
    cudaFree(d_a);
    cudaFree(d_b);
    return sum_and_free(d_out, 32);
}
__global__ void same_array_kernel(const int *d_a, int *d_out) {
    int i = (int)threadIdx.x;
    d_out[i] = add(d_a[i + 32], d_a[i + 34]) + add(d_a[i + 33], d_a[i + 31]); // expect: out of bounds; reads d_counted[32]
    // other place in conformance.h
}
CASE(same_array) {
    int *d_a = counted<int>(32), *d_out = zeros<int>(32);
    same_array_kernel<<<1, 32>>>(d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 32);
}

// What is far outside may come from a wrong index, so it is not the first.
__global__ void near_and_far_kernel(const int *d_a, const int *d_b, int *d_out) {
    int i = (int)threadIdx.x;
    // expect first below: out of bounds; thread 0 of block 0 reads d_zeros[32]
    d_out[i] = d_a[i + 30000] + d_b[i + 32] + d_a[i]; // expect: out of bounds; far outside every array
    // other place in conformance.h
}
CASE(near_and_far) {
    int *d_a = counted<int>(32), *d_b = zeros<int>(32), *d_out = zeros<int>(32);
    near_and_far_kernel<<<1, 32>>>(d_a, d_b, d_out);
    cudaFree(d_a);
    cudaFree(d_b);
    return sum_and_free(d_out, 32);
}
__global__ void index_kernel(int *d_out) {
    __shared__ int s_index[32], s_a[32];
    s_index[threadIdx.x] = (int)threadIdx.x;
    s_a[threadIdx.x] = 1;
    __syncthreads();
    // expect first below: out of bounds; thread 31 of block 0 reads s_index[32]
    d_out[threadIdx.x] = s_a[s_index[threadIdx.x + 1] - 1]; // expect: out of bounds; far outside every array
}
CASE(index_from_stray) {
    int *d_out = zeros<int>(32);
    index_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}
__global__ void pointer_kernel(int *const *d_rows, int *d_out) {
    d_out[threadIdx.x] = *d_rows[threadIdx.x + 1]; // expect: out of bounds; thread 31 of block 0 reads d_rows[32]
}
CASE(pointer_from_stray) {
    int *d_out = zeros<int>(32), *d_a = zeros<int>(1), *h_rows[32], **d_rows;
    for (int i = 0; i < 32; i++) {
        h_rows[i] = d_a;
    }
    cudaMalloc(&d_rows, sizeof(h_rows)); // other place
    cudaMemcpy(d_rows, h_rows, sizeof(h_rows), cudaMemcpyHostToDevice);
    pointer_kernel<<<1, 32>>>(d_rows, d_out);
    cudaFree(d_rows);
    cudaFree(d_a);
    return sum_and_free(d_out, 32);
}

// An unsigned index below 0.
__global__ void wrapped_kernel(int *d_out) {
    __shared__ int s_a[32];
    unsigned tid = threadIdx.x;
    s_a[tid] = 1;
    __syncthreads();
    d_out[tid] = s_a[tid - 2] + add(s_a[tid - 1], s_a[tid - 3]); // expect: out of bounds; reads s_a[-3]
}
CASE(wrapped) {
    int *d_out = zeros<int>(32);
    wrapped_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// A thread cannot go on after a null pointer, so it may have found no more.
__global__ void null_kernel(const int *d_null, int *d_out) {
    __shared__ int s_a[32];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_a[threadIdx.x] + d_null[threadIdx.x] + d_null[1]; // expect: wrong memory space; null pointer
}
CASE(null_pointer) {
    int *d_out = zeros<int>(32);
    null_kernel<<<1, 32>>>(nullptr, d_out);
    return sum_and_free(d_out, 32);
}

__global__ void misaligned_kernel(const int *d_a, int *d_out) {
    __shared__ int s_a[32];
    int i = (int)threadIdx.x;
    s_a[i] = 1;
    __syncthreads();
    // expect below: misaligned access; thread 0 of block 0 reads 8 bytes at byte 4 of d_counted
    d_out[i] = add((int)*(const long long *)(d_a + 1), s_a[i + 32]); // expect first: out of bounds; reads s_a[32]
}
CASE(misaligned) {
    int *d_a = counted<int>(32), *d_out = zeros<int>(32);
    misaligned_kernel<<<1, 32>>>(d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 32);
}

// A statement of two lines.
__global__ void lines_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    int i = (int)threadIdx.x;
    s_a[i] = 2;
    s_b[i] = 1;
    __syncthreads();
    int sum = s_b[i];
    sum += s_b[i + 32] - // expect: out of bounds; reads s_b[32]
           s_a[i + 32];  // expect first: out of bounds; reads s_a[32]
    d_out[i] = sum;
}
CASE(lines) {
    int *d_out = zeros<int>(32);
    lines_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// What later statements do with the value is not reported, not even where the thread would crash or never end.
__global__ void crash_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    int i = (int)threadIdx.x;
    s_a[i] = 2;
    s_b[i] = 1;
    __syncthreads();
    int value = s_b[i + 32]; // expect: out of bounds; reads s_b[32]
    int other = s_a[i + 40];
    volatile int zero = 0;
    d_out[i % 4] = other / zero + *(int *)(size_t)value;
}
CASE(later_crash) {
    int *d_out = zeros<int>(32);
    crash_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}
__global__ void loop_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    int i = (int)threadIdx.x;
    s_a[i] = 2;
    s_b[i] = 1;
    __syncthreads();
    int value = s_b[i + 32]; // expect: out of bounds; reads s_b[32]
    int other = s_a[i + 40];
    while (value == s_a[i + 32]) {
        other += s_b[i];
    }
    d_out[i] = other;
}
CASE(later_loop) {
    int *d_out = zeros<int>(32);
    loop_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}
__global__ void assertion_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    int i = (int)threadIdx.x;
    s_a[i] = 2;
    s_b[i] = 1;
    __syncthreads();
    int value = s_b[i + 32]; // expect: out of bounds; reads s_b[32]
    int other = s_a[i + 40];
    assert(other == 2 && value << other == 0);
    d_out[i] = other;
}
CASE(later_assertion) {
    int *d_out = zeros<int>(32);
    assertion_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// ---- Reads that can happen --------------------------------------------------------------------------------------

__global__ void unset_kernel(int *d_out) {
    __shared__ int s_a[64], s_b[64];
    int i = (int)threadIdx.x;
    s_b[i + 32] = 1; // other place
    __syncthreads();
    // expect first below: unset read; thread 0 of block 0 reads s_a[0]
    d_out[i] = add(s_b[i], s_a[i + 2]) + add(s_a[i], s_a[i + 1]); // expect: unset read; thread 0 of block 0 reads s_b[0]
}
CASE(unset) {
    int *d_out = zeros<int>(32);
    unset_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void race_kernel(int *d_out) {
    __shared__ int s_a[64];
    int i = (int)threadIdx.x;
    s_a[i] = 1;                                            // expect: race in shared memory; s_a[1]: thread 0
    d_out[i] = add(s_a[(i + 1) % 64], s_a[(i + 2) % 64]) + // other place
               s_a[i];
}
CASE(race) {
    int *d_out = zeros<int>(64);
    race_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// The read that cannot happen comes first.
__global__ void mixed_kernel(int *d_out) {
    __shared__ int s_a[64];
    int i = (int)threadIdx.x;
    s_a[i] = 1; // other place
    // expect first below: out of bounds; thread 0 of block 0 reads s_a[64]
    d_out[i] = add(s_a[i], s_a[(i + 2) % 64]) + s_a[i + 64]; // expect: unset read; thread 0 of block 0 reads s_a[2]
}
CASE(mixed) {
    int *d_out = zeros<int>(64);
    mixed_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}
