// Shared by the suites' sources. A suite is a lab, and a case is a function of it:
//
//     CASE(name) { ... }    gets no input, and must return 0: its kernels' results were correct
//     SUM(name) { ... }     gets n ints at d_in, and must return their sum
//     SCAN(name) { ... }    gets n ints at d_in, and must leave their inclusive scan at d_out
//
// A suite has either CASEs or the other two. The expected reports are written beside the code: expectation.h.
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#if defined(__CUDA_ARCH_LIST__) && __CUDA_ARCH_LIST__ < 800 // a GPU that does not have them
#define __reduce_add_sync(mask, value) (value)
#define __reduce_max_sync(mask, value) (value)
#endif

#define CASE(name) extern "C" int name(const int *, size_t)
#define SUM(name)  extern "C" int name(const int *d_in, size_t n)
#define SCAN(name) extern "C" void name(const int *d_in, int *d_out, size_t n)

enum { WARP = 32,
       FULL = -1 }; // FULL: a mask of all lanes

// Kernels that check their own values: each thread has an `int wrong` and writes its verdict to d_wrong.
#define CHECK(...) wrong |= !(__VA_ARGS__)
#define VERDICT    d_wrong[blockIdx.x * blockDim.x + threadIdx.x] = wrong

// n values in device memory: 0, 1, 2, and so on.
template <class T>
static T *counted(size_t n) {
    T *h_values = (T *)malloc(n * sizeof(T)), *d_counted;
    for (size_t i = 0; i < n; i++) {
        h_values[i] = (T)i;
    }
    cudaMalloc(&d_counted, n * sizeof(T));
    cudaMemcpy(d_counted, h_values, n * sizeof(T), cudaMemcpyHostToDevice);
    free(h_values);
    return d_counted;
}

// n values in device memory, all 0.
template <class T>
static T *zeros(size_t n) {
    T *d_zeros;
    cudaMalloc(&d_zeros, n * sizeof(T));
    cudaMemset(d_zeros, 0, n * sizeof(T));
    return d_zeros;
}

// As an unsigned number. A double that a kernel has not written may be too large for one.
template <class T>
static unsigned number_of(T value) {
    return (unsigned)value;
}
static inline unsigned number_of(double value) {
    return value > -1 && value < 4e9 ? (unsigned)value : 0;
}

// Frees n values of device memory and returns their sum.
template <class T>
static int sum_and_free(T *d_values, size_t n) {
    T *h_values = (T *)malloc(n * sizeof(T));
    unsigned sum = 0;
    cudaMemcpy(h_values, d_values, n * sizeof(T), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        sum += number_of(h_values[i]);
    }
    free(h_values);
    cudaFree(d_values);
    return (int)sum;
}

#endif
