// What the simulated GPU does not see yet: cases that belong into the other suites, and fail. Not registered.
#include "conformance.h"

// GCC's pass leaves out the store of a struct that a call returns: nothing calls a hook here.
__global__ void half_pair_kernel(int2 *d_a) {
    d_a[threadIdx.x] = make_int2(1, 2); // expect: out of bounds; thread 2 of block 0 writes d_zeros[4]; 5 elements
}
CASE(half_pair) {
    int *d_a = zeros<int>(5);
    half_pair_kernel<<<1, 3>>>((int2 *)d_a);
    return sum_and_free(d_a, 5);
}

// An index so far off that it is in the next array.
__global__ void far_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    s_b[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_a[threadIdx.x + 64]; // expect: out of bounds; thread 0 of block 0 reads s_a[64]
}
CASE(far_in_next_array) {
    int *d_out = zeros<int>(32);
    far_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}
