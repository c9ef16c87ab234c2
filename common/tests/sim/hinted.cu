// Loads and stores with hints are checked as others are.
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
