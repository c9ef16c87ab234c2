// Errors behind text that the preprocessor skips, and in text that it keeps: each is at its line. KEPT is defined, and
// SKIPPED is not.
#include "conformance.h"

#define KEPT       1
#define WORDS(...) __VA_ARGS__

enum { BLOCK = 32 };

#ifdef SKIPPED
__device__ int twice(int x) {
    int y = 2 * x;
    return y + x - x;
}
__global__ void unused_kernel(int *d_out) {
    __shared__ int s_out[BLOCK];
    s_out[threadIdx.x] = twice(d_out[threadIdx.x]);
    d_out[threadIdx.x] = s_out[threadIdx.x];
}
#endif

__global__ void behind_if_kernel(int *d_out) {
    int x = threadIdx.x;
#if SKIPPED
    x = x + 1;
    x = x + 2;
    d_out[x] = x + 1;
#endif
    d_out[x + BLOCK] = x; // expect: out of bounds; writes d_zeros[32]
}
CASE(behind_if) {
    int *d_out = zeros<int>(BLOCK); // other place in conformance.h
    behind_if_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void in_else_kernel(int *d_out) {
    int x = threadIdx.x;
#ifndef KEPT
    x = x + 1;
    d_out[x] = x + 1;
#else
    d_out[x + BLOCK] = x; // expect: out of bounds; writes d_zeros[32]
#endif
}
CASE(in_else) {
    int *d_out = zeros<int>(BLOCK); // other place in conformance.h
    in_else_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void in_elif_kernel(int *d_out) {
    int x = threadIdx.x;
#ifdef SKIPPED
    x = x + 1;
    d_out[x] = x + 1;
#elif KEPT > 1
    x = x + 2;
    d_out[x] = x + 2;
#elif KEPT
    d_out[x] = x - x;
    d_out[x + BLOCK] = x; // expect: out of bounds; writes d_zeros[32]
#else
    x = x + 3;
    d_out[x] = x + 3;
#endif
}
CASE(in_elif) {
    int *d_out = zeros<int>(BLOCK); // other place in conformance.h
    in_elif_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void behind_else_kernel(int *d_out) {
    int x = threadIdx.x;
#if KEPT
    d_out[x] = x + 1;
#else
    x = x + 1;
    x = x + 2;
    x = x + 3;
#endif // KEPT
    if (x > 0) {
        d_out[x + BLOCK] = x; // expect: out of bounds; writes d_zeros[33]
    }
}
CASE(behind_else) {
    int *d_out = zeros<int>(BLOCK); // other place in conformance.h
    behind_else_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void nested_kernel(int *d_out) {
    __shared__ int s_out[BLOCK];
    int x = threadIdx.x;
#if 0
    if (x > 0) {
        d_out[x] = x + 1;
#else
#ifdef SKIPPED
    x = x + 1;
#if KEPT
    x = x + 2;
    x = x + 3;
#else
    x = x + 4;
#endif
    x = x + 5;
#else
    s_out[x] = d_out[x]; // expect: race in shared memory
#endif
#endif
    d_out[x] = s_out[BLOCK - 1 - x]; // other place
}
CASE(nested) {
    int *d_out = zeros<int>(BLOCK);
    nested_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void in_arguments_kernel(int *d_out) {
    int x = threadIdx.x;
    WORDS(d_out[x] = x + 1;
#if SKIPPED
          d_out[x] = x + 2; d_out[x] = x + 3;
          d_out[x] = x + 4;
#endif
          d_out[x] = x + 5;)
    d_out[x + BLOCK] = x; // expect: out of bounds; writes d_zeros[32]
}
CASE(behind_arguments) {
    int *d_out = zeros<int>(BLOCK); // other place in conformance.h
    in_arguments_kernel<<<1, BLOCK>>>(d_out);
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void fill_kernel(int *d_out) {
    d_out[threadIdx.x] = 1;
}
CASE(in_host_code) {
    int *d_out = zeros<int>(BLOCK);
#ifdef SKIPPED
    fill_kernel<<<1, BLOCK>>>(d_out);
    fill_kernel<<<1, BLOCK>>>(d_out);
    fill_kernel<<<2, BLOCK>>>(d_out);
#elif !KEPT
    fill_kernel<<<1, BLOCK>>>(d_out);
    fill_kernel<<<1, BLOCK>>>(d_out);
#endif
    fill_kernel<<<1, 2000>>>(d_out); // expect: launch refused; 2000 threads
    return 0 * sum_and_free(d_out, BLOCK);
}

__global__ void right_kernel(int *d_out) {
    const int x = threadIdx.x;
#ifdef SKIPPED
    d_out[x + 1] = x + 1;
#else
    d_out[x] = x + 1;
#endif
}
CASE(nothing_wrong) { // expect nothing
    int *d_out = zeros<int>(BLOCK);
    right_kernel<<<1, BLOCK>>>(d_out);
    return sum_and_free(d_out, BLOCK) != BLOCK * (BLOCK + 1) / 2;
}
