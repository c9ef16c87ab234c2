// Loads and stores with hints are checked as others are. And __ldg may not read what its launch has written: class
// READ_ONLY.
#include "conformance.h"

__global__ void hinted_load_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = __ldg(&d_a[threadIdx.x]); // expect: out of bounds; reads d_zeros[32]
}
CASE(hinted_load_past_the_end) {
    int *d_a = zeros<int>(32), *d_out = zeros<int>(64); // other place in conformance.h
    hinted_load_kernel<<<1, 64>>>(d_a, d_out);
    cudaFree(d_a);
    cudaFree(d_out);
    return 0;
}

__global__ void hinted_vector_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = __ldcs((const int4 *)(d_a + 1)).x; // expect: misaligned access; 16 bytes at byte 4 of d_zeros
}
CASE(hinted_load_misaligned) {
    int *d_a = zeros<int>(32), *d_out = zeros<int>(64);
    hinted_vector_kernel<<<1, 1>>>(d_a, d_out);
    cudaFree(d_a);
    cudaFree(d_out);
    return 0;
}

__global__ void hinted_store_kernel(int *d_a) {
    __stcs(&d_a[threadIdx.x / 2], (int)threadIdx.x); // expect: race in global memory; d_zeros[0]
}
CASE(hinted_store_races) {
    int *d_a = zeros<int>(32);
    hinted_store_kernel<<<1, 64>>>(d_a);
    cudaFree(d_a);
    return 0;
}

// ---- __ldg: read-only while the kernel runs ----------------------------------------------------------------

__global__ void read_only_behind_barrier_kernel(int *d_a, int *d_out) {
    d_a[threadIdx.x] = (int)threadIdx.x; // other place
    __syncthreads();
    d_out[threadIdx.x] = __ldg(&d_a[63 - threadIdx.x]); // expect: not read-only; thread 0 of block 0 reads d_zeros[63]; thread 63 of block 0 wrote
}
CASE(read_only_behind_barrier) {
    int *d_a = zeros<int>(64), *d_out = zeros<int>(64);
    read_only_behind_barrier_kernel<<<1, 64>>>(d_a, d_out);
    return sum_and_free(d_a, 64) - sum_and_free(d_out, 64);
}

__global__ void read_only_own_kernel(int *d_a) {
    d_a[threadIdx.x] = 1;                         // other place
    d_a[threadIdx.x] += __ldg(&d_a[threadIdx.x]); // expect: not read-only; reads d_zeros[0]; thread 0 of block 0 wrote
}
CASE(read_only_own) {
    int *d_a = zeros<int>(64);
    read_only_own_kernel<<<1, 64>>>(d_a);
    return sum_and_free(d_a, 64) - 128;
}

__global__ void read_only_vector_kernel(int *d_a, int *d_out) {
    if (threadIdx.x == 1) {
        d_a[2] = 7; // other place
    }
    __syncwarp();
    if (threadIdx.x == 0) {
        d_out[0] = __ldg((const int4 *)d_a).z; // expect: not read-only; reads d_zeros[2]; thread 1 of block 0 wrote
    }
}
CASE(read_only_vector) {
    int *d_a = zeros<int>(4), *d_out = zeros<int>(1);
    read_only_vector_kernel<<<1, 32>>>(d_a, d_out);
    return sum_and_free(d_a, 4) - sum_and_free(d_out, 1);
}

__device__ int read_only_total;

__global__ void read_only_variable_kernel(int *d_out) {
    atomicAdd(&read_only_total, 1); // other place
    __syncthreads();
    if (threadIdx.x == 0) {
        d_out[0] = __ldg(&read_only_total); // expect: not read-only; reads read_only_total[0]; atomically updated
    }
}
CASE(read_only_variable) {
    const int zero = 0;
    cudaMemcpyToSymbol(read_only_total, &zero, sizeof(zero));
    int *d_out = zeros<int>(1);
    read_only_variable_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1) - 64;
}

// Nothing orders the two: a race, whatever the load.
__global__ void read_only_race_kernel(int *d_a, int *d_out) {
    d_a[threadIdx.x] = 0;                               // expect: race in global memory; d_zeros[32]
    d_out[threadIdx.x] = __ldg(&d_a[threadIdx.x ^ 32]); // other place
}
CASE(read_only_race) {
    int *d_a = zeros<int>(64), *d_out = zeros<int>(64);
    read_only_race_kernel<<<1, 64>>>(d_a, d_out);
    return sum_and_free(d_a, 64) + sum_and_free(d_out, 64);
}

// ---- Correct ----

__global__ void write_kernel(int *d_a) {
    d_a[threadIdx.x] = (int)threadIdx.x;
}
__global__ void read_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = __ldg(&d_a[threadIdx.x ^ 1]);
}
CASE(read_only_of_the_launch_before) { // expect nothing
    int *d_a = zeros<int>(64), *d_out = zeros<int>(64);
    write_kernel<<<1, 64>>>(d_a);
    read_kernel<<<1, 64>>>(d_a, d_out);
    return sum_and_free(d_a, 64) - sum_and_free(d_out, 64);
}

// Each thread reads its element before it writes it.
__global__ void in_place_kernel(int *d_a) {
    d_a[threadIdx.x] = __ldg(&d_a[threadIdx.x]) + 1;
}
CASE(read_only_before_own_write) { // expect nothing
    int *d_a = zeros<int>(64);
    in_place_kernel<<<1, 64>>>(d_a);
    return sum_and_free(d_a, 64) - 64;
}

__global__ void neighbours_kernel(int *d_a) {
    d_a[2 * threadIdx.x] = 1;
    __syncthreads();
    d_a[2 * threadIdx.x] += __ldg(&d_a[2 * (31 - threadIdx.x) + 1]);
}
CASE(read_only_between_written) { // expect nothing
    int *d_a = zeros<int>(64);
    neighbours_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_a, 64) - 32;
}

// __ldcg reads where all writes arrive.
__global__ void coherent_kernel(int *d_a, int *d_out) {
    d_a[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    d_out[threadIdx.x] = __ldcg(&d_a[63 - threadIdx.x]);
}
CASE(coherent_behind_barrier) { // expect nothing
    int *d_a = zeros<int>(64), *d_out = zeros<int>(64);
    coherent_kernel<<<1, 64>>>(d_a, d_out);
    return sum_and_free(d_a, 64) - sum_and_free(d_out, 64);
}
