// Shifts by as many bits as the value has, or more: class SHIFT. A CPU shifts by 32 bits less, a GPU shifts all out.
#include "conformance.h"

__global__ void shift_kernel(unsigned *d_out, unsigned by) {
    d_out[threadIdx.x] = 1u << (by + threadIdx.x); // expect: shift too far; thread 31 of block 0 shifts a value of 32 bits by 32
}
CASE(shift_by_the_width) {
    unsigned *d_out = zeros<unsigned>(32);
    shift_kernel<<<1, 32>>>(d_out, 1);
    return 0 * sum_and_free(d_out, 32);
}

__global__ void shift_back_kernel(int *d_out, int by) {
    d_out[threadIdx.x] = -1 >> by; // expect: shift too far; thread 0 of block 0 shifts a value of 32 bits by -1
}
CASE(shift_by_less_than_nothing) {
    int *d_out = zeros<int>(1);
    shift_back_kernel<<<1, 1>>>(d_out, -1);
    return 0 * sum_and_free(d_out, 1);
}

CASE(shift_on_the_host) {
    unsigned bits = (unsigned)atoi("40");
    return (1u << bits) == 3; // expect: shift too far; host code shifts a value of 32 bits by 40
}

__global__ void narrow_shifts_kernel(unsigned long long *d_out, unsigned char narrow) {
    d_out[threadIdx.x] = (1ull << 63 >> 63) + (narrow << 24) + (((1u << threadIdx.x) - 1) >> 31);
}
CASE(shifts_within_the_width) { // expect nothing
    unsigned long long *d_out = zeros<unsigned long long>(32);
    narrow_shifts_kernel<<<1, 32>>>(d_out, 0);
    return sum_and_free(d_out, 32) - 32;
}
