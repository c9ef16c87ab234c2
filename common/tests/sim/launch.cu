// Launches that a device refuses (LAUNCH), and errors that are never checked.
#include "conformance.h"

__global__ void count_kernel(int *d_count) {
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        atomicAdd(d_count, (int)(blockDim.x * blockDim.y * blockDim.z));
    }
}

// Launches, checks the error and returns the number of threads.
static int launched(dim3 grid, dim3 block) {
    int *d_count = zeros<int>(1);
    count_kernel<<<grid, block>>>(d_count);
    if (cudaGetLastError() != cudaSuccess) {
        cudaFree(d_count);
        return -1;
    }
    return sum_and_free(d_count, 1);
}

// ---- Threads -----------------------------------------------------------------------------------------------

CASE(threads_1025) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, 1025>>>(d_count); // expect: launch refused; count_kernel; 1025 threads; up to 1024
    return sum_and_free(d_count, 1);    // expect reason: cudaErrorInvalidConfiguration
}

CASE(threads_33_by_32) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(33, 32)>>>(d_count); // expect: launch refused; 1056 threads
    return sum_and_free(d_count, 1);
}

CASE(threads_65_deep) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(1, 1, 65)>>>(d_count); // expect: launch refused; count_kernel
    return sum_and_free(d_count, 1);
}

CASE(no_threads) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(32, 0)>>>(d_count); // expect: launch refused; no threads
    return sum_and_free(d_count, 1);
}

CASE(threads_1024) { // expect nothing
    return launched(1, 1024) + launched(1, dim3(32, 32)) + launched(1, dim3(2, 8, 64)) - 3 * 1024;
}

// ---- Blocks ------------------------------------------------------------------------------------------------

CASE(no_blocks) {
    int *d_count = zeros<int>(1), n = 0;
    count_kernel<<<(n + 255) / 256, 256>>>(d_count); // expect: launch refused; the grid has no blocks
    return sum_and_free(d_count, 1);
}

CASE(blocks_65536_high) {
    int *d_count = zeros<int>(1);
    count_kernel<<<dim3(1, 65536), 32>>>(d_count); // expect: launch refused; 65536
    return sum_and_free(d_count, 1);
}

CASE(blocks_65536_deep) {
    int *d_count = zeros<int>(1);
    count_kernel<<<dim3(1, 1, 65536), 32>>>(d_count); // expect: launch refused; 65536
    return sum_and_free(d_count, 1);
}

CASE(negative_blocks) {
    int *d_count = zeros<int>(1), blocks = -1;
    count_kernel<<<blocks, 32>>>(d_count); // expect: launch refused; too large
    return sum_and_free(d_count, 1);
}

CASE(many_blocks) { // expect nothing
    return launched(65536, 1) + launched(dim3(3, 5, 7), 32) - 65536 - 105 * 32;
}

// ---- Shared memory -----------------------------------------------------------------------------------------

__global__ void dynamic_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_dynamic[threadIdx.x];
}
CASE(dynamic_over_48_kib) {
    int *d_out = zeros<int>(32);
    dynamic_kernel<<<1, 32, 48 * 1024 + 4>>>(d_out); // expect: launch refused; 49156 bytes; up to 49152
    return sum_and_free(d_out, 32);
}

__global__ void both_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    __shared__ int s_static[1024]; // other place
    s_static[threadIdx.x] = 1;
    s_dynamic[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_static[threadIdx.x] + s_dynamic[threadIdx.x];
}
CASE(both_over_48_kib) {
    int *d_out = zeros<int>(32);
    both_kernel<<<1, 32, 44 * 1024 + 4>>>(d_out); // expect: launch refused; both_kernel; 49156 bytes; no room for this
    return sum_and_free(d_out, 32);
}

CASE(size_of_pointer) {
    int *d_out = zeros<int>(32);
    size_t bytes = (size_t)0 - 4;
    dynamic_kernel<<<1, 32, bytes>>>(d_out); // expect: launch refused; shared memory
    return sum_and_free(d_out, 32);
}

CASE(exactly_48_kib) { // expect nothing
    int *d_out = zeros<int>(32);
    dynamic_kernel<<<1, 32, 48 * 1024>>>(d_out);
    int sum = sum_and_free(d_out, 32);
    d_out = zeros<int>(32);
    both_kernel<<<1, 32, 44 * 1024>>>(d_out);
    return sum + sum_and_free(d_out, 32) - 96;
}

CASE(dynamic_unused) { // expect nothing
    int *d_count = zeros<int>(1);
    count_kernel<<<1, 32, 1024, 0>>>(d_count);
    return sum_and_free(d_count, 1) - 32;
}

// ---- Errors ------------------------------------------------------------------------------------------------

CASE(no_memory) {
    int *d_a = NULL;
    cudaMalloc(&d_a, (size_t)1 << 60); // expect: CUDA error; cudaMalloc; cudaErrorMemoryAllocation
    return d_a != NULL;                // expect reason: cudaErrorMemoryAllocation
}

CASE(no_such_device) {
    cudaSetDevice(3); // expect: CUDA error; cudaSetDevice; cudaErrorInvalidDevice
    return 0;         // expect reason: cudaErrorInvalidDevice
}

CASE(first_of_two_errors) {
    int *d_a = NULL;
    cudaMalloc(NULL, 4); // expect: CUDA error; cudaMalloc; cudaErrorInvalidValue
    cudaMalloc(&d_a, 4);
    cudaFree(d_a);
    return 0;
}

CASE(free_of_the_middle) {
    int *d_a = zeros<int>(8);
    cudaFree(d_a + 1); // expect: CUDA error; cudaFree of a pointer into the middle
    cudaFree(d_a);
    return 0;
}

// Every call after a stopped kernel returns its error; here it is never checked.
__global__ void stray_kernel(int *d_a) {
    d_a[8] = 1; // expect: out of bounds; thread 0 of block 0
}
CASE(stopped_kernel) {
    int *d_a = zeros<int>(8); // other place in conformance.h
    stray_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a); // expect reason: cudaErrorIllegalAddress
    return 0;
}

CASE(errors_looked_at) { // expect nothing
    int *d_a = NULL, bad = 0;
    bad += cudaMalloc(&d_a, (size_t)1 << 60) != cudaErrorMemoryAllocation;
    bad += cudaPeekAtLastError() != cudaErrorMemoryAllocation;
    bad += cudaGetLastError() != cudaErrorMemoryAllocation;
    bad += cudaGetLastError() != cudaSuccess;
    bad += cudaSetDevice(5) != cudaErrorInvalidDevice;
    bad += cudaGetLastError() != cudaErrorInvalidDevice;
    return bad;
}

CASE(no_error_at_all) { // expect nothing
    int devices = 0, device = 7;
    cudaGetDeviceCount(&devices);
    cudaSetDevice(0);
    cudaGetDevice(&device);
    return devices - 1 + device + (cudaDeviceSynchronize() != cudaSuccess);
}

CASE(asked_after_each_launch) { // expect nothing
    int *d_count = zeros<int>(1);
    count_kernel<<<3, 32>>>(d_count);
    int bad = cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
    return bad + sum_and_free(d_count, 1) - 96;
}
