// Notes, which are shown only beside a wrong result: unused values (LOST_VALUE), copies (UNREAD_COPY) and input
// (UNREAD_INPUT) that are never read, swaps that store nothing (SWAP_FAILED).
#include "conformance.h"

static int host_sum(const int *d_in, size_t n) {
    int *h_in = (int *)malloc(n * sizeof(int)), sum = 0;
    cudaMemcpy(h_in, d_in, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        sum = (int)((unsigned)sum + (unsigned)h_in[i]);
    }
    free(h_in);
    return sum;
}

__global__ void two_arrays_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    s_a[threadIdx.x] = 1;
    s_b[threadIdx.x] = 2; // expect note: value never used; s_b
    d_out[threadIdx.x] = s_a[threadIdx.x];
}
SUM(nobody_uses_it) {
    int *d_out = zeros<int>(32);
    two_arrays_kernel<<<1, 32>>>(d_out);
    return host_sum(d_in, n) + sum_and_free(d_out, 32) - 32;
}

__global__ void sums_kernel(int *d_sums) {
    d_sums[blockIdx.x] = blockIdx.x; // expect note: value never used; d_zeros[3]
}
SUM(some_sums_unused) {
    int *d_sums = zeros<int>(8), h_sums[3];
    sums_kernel<<<8, 1>>>(d_sums);
    cudaMemcpy(h_sums, d_sums, sizeof(h_sums), cudaMemcpyDeviceToHost);
    cudaFree(d_sums);
    return host_sum(d_in, n) + h_sums[0] + h_sums[1] + h_sums[2] - 3;
}

__global__ void used_kernel(int *d_out) {
    __shared__ int s_a[32];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_a[31 - threadIdx.x];
}
SUM(all_used) { // expect no note: value never used
    int *d_out = zeros<int>(32);
    used_kernel<<<1, 32>>>(d_out);
    return host_sum(d_in, n) + sum_and_free(d_out, 32) - 32;
}

SUM(copied_in_vain) {
    int h_copy[64];
    cudaMemcpy(h_copy, d_in, sizeof(h_copy), cudaMemcpyDeviceToHost); // expect note: copied and never read; d_in
    return host_sum(d_in, n) + (int)sizeof(h_copy) - 256;
}

SUM(copied_but_one) {
    int h_copy[64], sum = 0;
    cudaMemcpy(h_copy, d_in, sizeof(h_copy), cudaMemcpyDeviceToHost); // expect note: copied and never read; d_in
    for (size_t i = 0; i + 1 < n; i++) {
        sum = (int)((unsigned)sum + (unsigned)h_copy[i]);
    }
    return host_sum(d_in, n) + sum - sum;
}

SUM(copied_and_used) { // expect no note: copied and never read
    return host_sum(d_in, n);
}

SUM(first_half) {
    return host_sum(d_in, n / 2);
    // expect note nowhere: input never read; 32 of the 64 elements of d_in; the first is d_in[32], the last d_in[63]
    // expect reason: expected
}

__global__ void every_third_kernel(const int *d_in, int *d_sum) {
    if (threadIdx.x % 3 != 1) {
        atomicAdd(d_sum, d_in[threadIdx.x]);
    }
}
SUM(every_third_left_out) {
    int *d_sum = zeros<int>(1);
    every_third_kernel<<<1, (unsigned)n>>>(d_in, d_sum);
    // expect note nowhere: input never read; 21 of the 64 elements of d_in; the first is d_in[1], the last d_in[61]
    // expect reason: expected
    return sum_and_free(d_sum, 1);
}

// Two blocks with 40 elements each, the second from the 20th on: both read 20 of them, and neither reads 4.
__global__ void overlapping_kernel(const int *d_in, int *d_sum) {
    for (unsigned i = threadIdx.x; i < 40; i += 32) {
        atomicAdd(d_sum, d_in[20 * blockIdx.x + i]);
    }
}
SUM(overlapping_blocks) {
    int *d_sum = zeros<int>(1);
    overlapping_kernel<<<2, 32>>>(d_in, d_sum);
    // expect note nowhere: input never read; 4 of the 64 elements of d_in; the first is d_in[60], the last d_in[63]
    // expect note nowhere: input read again; 20 of the 64 elements of d_in; the first is d_in[20], the last d_in[39]
    // expect reason: expected
    return sum_and_free(d_sum, 1);
}

__global__ void first_twice_kernel(const int *d_in, int *d_sum) {
    atomicAdd(d_sum, d_in[threadIdx.x] + (threadIdx.x == 5 ? d_in[0] : 0));
}
SUM(first_twice) {
    int *d_sum = zeros<int>(1);
    first_twice_kernel<<<1, (unsigned)n>>>(d_in, d_sum);
    // expect note nowhere: input read again; 1 of the 64 elements of d_in is read more than once: d_in[0]
    // expect no note: input never read
    // expect reason: expected
    return sum_and_free(d_sum, 1);
}

__global__ void once_kernel(const int *d_in, int *d_sum) {
    atomicAdd(d_sum, d_in[threadIdx.x]);
}
SUM(each_once) { // expect no note: input read again
    int *d_sum = zeros<int>(1);
    once_kernel<<<1, (unsigned)n>>>(d_in, d_sum);
    return sum_and_free(d_sum, 1);
}

SUM(input_read) { // expect no note: input never read
    return host_sum(d_in, n);
}

// Both threads read 0, so only one of the swaps stores.
__global__ void swap_once_kernel(int *d_sum) {
    const int old = *(volatile int *)d_sum;
    __syncthreads();
    atomicCAS(d_sum, old, old + 1); // expect note: value not stored; stores nothing
}
SUM(swap_may_fail) {
    int *d_sum = zeros<int>(1);
    swap_once_kernel<<<1, 2>>>(d_sum);
    return host_sum(d_in, n) + sum_and_free(d_sum, 1) - 1;
}

__global__ void swap_again_kernel(int *d_sum) {
    const int old = *(volatile int *)d_sum;
    __syncthreads();
    if (atomicCAS(d_sum, old, old + 1) != old) {
        atomicAdd(d_sum, 1);
    }
}
SUM(swap_is_asked) { // expect no note: value not stored
    int *d_sum = zeros<int>(1);
    swap_again_kernel<<<1, 2>>>(d_sum);
    return host_sum(d_in, n) + sum_and_free(d_sum, 1) - 2;
}

// An addition after a failed swap that is asked is no failed swap.
__global__ void add_after_swap_kernel(int *d_sum) {
    if (atomicCAS(d_sum, 1, 2) == 0) {
        atomicAdd(d_sum, 1);
    }
}
SUM(addition_after_swap) { // expect no note: value not stored
    int *d_sum = zeros<int>(1);
    add_after_swap_kernel<<<1, 1>>>(d_sum);
    return host_sum(d_in, n) + sum_and_free(d_sum, 1) - 1;
}

// ---- Bytes that are set: class EACH_BYTE_SET -------------------------------------------------------------------

SUM(each_byte_one) {
    int *d_ones = zeros<int>(4);
    cudaMemset(d_ones, 1, 4 * sizeof(int)); // expect note: each byte set; every 4 bytes of it are 0x01010101, which is 16843009 as an int
    return host_sum(d_in, n) + sum_and_free(d_ones, 4) - 4;
    // expect reason: expected
}

SUM(bytes_that_are_one) { // expect no note: each byte set
    unsigned char *d_ones = zeros<unsigned char>(4);
    cudaMemset(d_ones, 1, 4);
    return host_sum(d_in, n) + sum_and_free(d_ones, 4) - 5;
    // expect reason: expected
}

SUM(large_values) { // expect no note: each byte set
    int *d_large = zeros<int>(2);
    cudaMemset(d_large, 0x7f, 2 * sizeof(int));
    return host_sum(d_in, n) + sum_and_free(d_large, 2);
    // expect reason: expected
}
