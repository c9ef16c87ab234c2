// Floating-point values that an integer type cannot hold: class CONVERSION. A CPU makes them the smallest integer, a
// GPU the nearest one. None of NVIDIA's tools checks this.
#include "conformance.h"

__global__ void double_kernel(int *d_out, double value) {
    d_out[threadIdx.x] = (int)(value * (threadIdx.x + 1)); // expect: value out of range; thread 2 of block 0 converts 3e+09 to int, which cannot hold it
}
CASE(double_to_int) {
    int *d_out = zeros<int>(4);
    double_kernel<<<1, 4>>>(d_out, 1e9);
    return 0 * sum_and_free(d_out, 4);
}

__global__ void float_kernel(unsigned *d_out, float value) {
    d_out[threadIdx.x] = (unsigned)value; // expect: value out of range; thread 0 of block 0 converts -1.5 to unsigned int
}
CASE(float_below_unsigned) {
    unsigned *d_out = zeros<unsigned>(1);
    float_kernel<<<1, 1>>>(d_out, -1.5f);
    return 0 * sum_and_free(d_out, 1);
}

__global__ void byte_kernel(unsigned char *d_out, float value) {
    d_out[threadIdx.x] = (unsigned char)value; // expect: value out of range; converts 256 to unsigned char
}
CASE(float_to_byte) {
    unsigned char *d_out = zeros<unsigned char>(1);
    byte_kernel<<<1, 1>>>(d_out, 256.0f);
    return 0 * sum_and_free(d_out, 1);
}

__global__ void not_a_number_kernel(long long *d_out, float zero) {
    d_out[threadIdx.x] = (long long)(zero / zero); // expect: value out of range; which cannot hold it
}
CASE(not_a_number) {
    long long *d_out = zeros<long long>(1);
    not_a_number_kernel<<<1, 1>>>(d_out, 0.0f);
    return 0 * sum_and_free(d_out, 1);
}

CASE(on_the_host) {
    const double large = atof("5e9");
    const int wide = (int)large; // expect: value out of range; host code converts 5e+09 to int, which cannot hold it
    return wide == 7;
}

__global__ void within_kernel(int *d_out, double value) {
    int wrong = 0;
    CHECK((int)(value * 2147483647.9) == 2147483647);
    CHECK((int)(value * -2147483648.9) == -2147483647 - 1);
    CHECK((unsigned char)(float)(value * 255.9f) == 255);
    CHECK((unsigned)(value * -0.9) == 0 && (unsigned)(value * 4294967295.0) == 4294967295u);
    CHECK((long long)(value * 3e9) == 3000000000ll && (size_t)(value * 1e10f) == 10000000000ull);
    d_out[threadIdx.x] = wrong;
}
CASE(within_the_range) { // expect nothing
    int *d_out = zeros<int>(32);
    within_kernel<<<1, 32>>>(d_out, 1);
    return sum_and_free(d_out, 32) + (int)atof("0.5");
}
