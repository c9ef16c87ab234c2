// Errors with __device__ and __constant__ variables.
#include "conformance.h"

__device__ int d_cells[4];
__device__ int d_next[1024];
__device__ int d_last[4];
__constant__ int c_weights[4];
__device__ int c; // compilers abbreviate char so
static int host_cells[4];

CASE(to_symbol_too_many_bytes) {
    const int h_a[5] = {1, 2, 3, 4, 5};
    cudaMemcpyToSymbol(c_weights, h_a, sizeof(h_a)); // expect: out of bounds; accesses 20 bytes at byte 0 of c_weights, which has 16
    return 0;
}

CASE(to_symbol_offset_in_elements) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(d_cells, h_a, sizeof(h_a), 1); // expect: out of bounds; accesses 16 bytes at byte 1 of d_cells
    return 0;
}

CASE(from_symbol_too_many_bytes) {
    int h_a[8];
    cudaMemcpyFromSymbol(h_a, d_cells, sizeof(h_a)); // expect: out of bounds; accesses 32 bytes at byte 0 of d_cells
    return 0;
}

CASE(from_symbol_offset_past_the_end) {
    int a;
    cudaMemcpyFromSymbol(&a, d_cells, sizeof(a), sizeof(d_cells)); // expect: out of bounds; accesses 4 bytes at byte 16 of d_cells
    return 0;
}

CASE(symbol_of_the_host) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(host_cells, h_a, sizeof(h_a)); // expect: wrong memory space; the argument of cudaMemcpyToSymbol is not a __device__ or __constant__ variable
    return 0;
}

CASE(symbol_in_the_wrong_direction) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(d_cells, h_a, sizeof(h_a), 0, cudaMemcpyDeviceToHost); // expect: CUDA error; cudaErrorInvalidMemcpyDirection
    return 0;
}

CASE(symbol_from_a_device_pointer) {
    int *d_a = zeros<int>(4);
    cudaMemcpyToSymbol(d_cells, d_a, 4 * sizeof(int)); // expect: wrong memory space; receives d_zeros, a device pointer
    cudaFree(d_a);
    return 0;
}

CASE(symbol_into_too_little) {
    int *d_a = zeros<int>(2);                                                         // other place in conformance.h
    cudaMemcpyFromSymbol(d_a, d_cells, sizeof(d_cells), 0, cudaMemcpyDeviceToDevice); // expect: out of bounds; accesses 16 bytes at byte 0 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(symbol_by_memcpy) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpy(d_cells, h_a, sizeof(h_a), cudaMemcpyHostToDevice); // expect: wrong memory space; cudaMemcpyToSymbol
    return 0;
}

CASE(read_by_the_host) {
    return d_cells[2]; // expect: wrong memory space; host code reads d_cells, a __device__ variable
}

CASE(read_by_the_host_short_name) {
    return c; // expect: wrong memory space; host code reads c, a __device__ variable
}

CASE(written_by_the_host) {
    c_weights[1] = 3; // expect: wrong memory space; host code writes c_weights, a __constant__ variable
    return 0;
}

__global__ void fill_kernel(int *d_a) {
    d_a[threadIdx.x] = 1;
}
CASE(passed_by_its_name) {
    fill_kernel<<<1, 4>>>(d_cells); // expect: wrong memory space; gets the host address of d_cells
    return 0;
}
CASE(passed_by_its_address) { // expect nothing
    int *d_a;
    cudaGetSymbolAddress((void **)&d_a, d_cells);
    fill_kernel<<<1, 4>>>(d_a);
    int h_a[4];
    cudaMemcpyFromSymbol(h_a, d_cells, sizeof(h_a));
    return h_a[0] + h_a[3] - 2;
}

__global__ void write_constant_kernel() {
    c_weights[threadIdx.x] = 1; // expect: wrong memory space; thread 0 of block 0 writes c_weights[0], which is constant
}
CASE(constant_written_by_a_kernel) {
    write_constant_kernel<<<1, 4>>>();
    return 0;
}

__global__ void update_constant_kernel() {
    atomicAdd(&c_weights[2], 1); // expect: wrong memory space; atomically updates c_weights[2], which is constant
}
CASE(constant_updated_by_a_kernel) {
    update_constant_kernel<<<1, 4>>>();
    return 0;
}

__global__ void past_constant_kernel(int *d_out) {
    d_out[threadIdx.x] = c_weights[threadIdx.x]; // expect: out of bounds; reads c_weights[4], but c_weights has 4
}
CASE(past_a_constant) {
    int *d_out = zeros<int>(8);
    past_constant_kernel<<<1, 8>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void past_variable_kernel() {
    d_cells[threadIdx.x] = 1; // expect: out of bounds; writes d_cells[4], but d_cells has 4
}
CASE(past_a_variable) {
    past_variable_kernel<<<1, 5>>>();
    return 0;
}

__global__ void before_variable_kernel(int index) {
    d_next[index] = 1; // expect: out of bounds; writes d_next[-1], but d_next has 1024
}
CASE(before_a_variable) {
    before_variable_kernel<<<1, 1>>>(-1);
    return 0;
}

__global__ void before_first_kernel(int index) {
    d_cells[index] = 1; // expect: out of bounds; writes d_cells[-1], but d_cells has 4
}
CASE(before_the_first_variable) {
    before_first_kernel<<<1, 1>>>(-1);
    return 0;
}

// A variable that ends where the next one might begin.
__global__ void past_pages_kernel() {
    d_next[threadIdx.x + 1] = 1; // expect: out of bounds; writes d_next[1024], but d_next has 1024
}
CASE(past_whole_pages) {
    past_pages_kernel<<<1, 1024>>>();
    return 0;
}

__global__ void race_on_variable_kernel() {
    d_cells[0] = threadIdx.x; // expect: race in global memory; d_cells[0]
}
CASE(race_on_a_variable) {
    race_on_variable_kernel<<<1, 2>>>();
    return 0;
}

// Static variables of kernels and device functions are in device memory, and stay from launch to launch.
__device__ int count_calls() {
    static int calls;
    return atomicAdd(&calls, 1);
}
__global__ void static_variables_kernel(int *d_out) {
    static __device__ int sums[2] = {3, 4};
    if (threadIdx.x == 0) {
        d_out[0] = count_calls();
        d_out[1] = atomicAdd(&sums[1], 1);
    }
}
CASE(static_variables) { // expect nothing
    int *d_out = zeros<int>(2);
    static_variables_kernel<<<1, 32>>>(d_out);
    static_variables_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 2) - 6;
}

__global__ void past_static_kernel(int *d_out) {
    static int s_table[4];
    d_out[threadIdx.x] = s_table[threadIdx.x]; // expect: out of bounds; s_table[4]
}
CASE(past_static) {
    int *d_out = zeros<int>(5);
    past_static_kernel<<<1, 5>>>(d_out);
    return sum_and_free(d_out, 5);
}

// Qualifiers behind macros.
#define DEVICE   __device__
#define CONSTANT static __constant__
#define SHARED   __shared__
#define DYNAMIC  extern __shared__
DEVICE int d_by_macro[2] = {1, 2};
CONSTANT int c_by_macro = 3;
DEVICE int sum_by_macro(const int *s_values) {
    return s_values[0] + s_values[31] + d_by_macro[1] + c_by_macro;
}
__global__ void macros_kernel(int *d_out) {
    SHARED int s_values[32];
    DYNAMIC int s_more[];
    s_values[threadIdx.x] = threadIdx.x;
    s_more[threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = sum_by_macro(s_values) + s_more[31 - threadIdx.x];
}
CASE(qualifiers_by_macro) { // expect nothing
    int *d_out = zeros<int>(32);
    macros_kernel<<<1, 32, 32 * sizeof(int)>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * 37;
}
__global__ void past_macro_kernel(int *d_out) {
    SHARED int s_few[32];
    s_few[threadIdx.x + 1] = 1; // expect: out of bounds; s_few[32]
    __syncthreads();
    d_out[threadIdx.x] = d_by_macro[threadIdx.x % 2];
}
CASE(past_shared_by_macro) {
    int *d_out = zeros<int>(32);
    past_macro_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}
