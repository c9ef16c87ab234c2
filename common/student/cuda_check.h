// CUDA_CHECK(call): stops with file, line and error name when a CUDA runtime call fails. For lab code.
//
//     CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
//     kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
//     CUDA_CHECK_LAUNCH();
#ifndef LABS_CUDA_CHECK_H
#define LABS_CUDA_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                                     \
    do {                                                                                                     \
        cudaError_t cuda_check_error_ = (call);                                                              \
        if (cuda_check_error_ != cudaSuccess) {                                                              \
            fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call,                               \
                    cudaGetErrorName(cuda_check_error_), cudaGetErrorString(cuda_check_error_));             \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

// After every launch: was it accepted, and did it run to its end?
#define CUDA_CHECK_LAUNCH()                                                                                  \
    do {                                                                                                     \
        CUDA_CHECK(cudaGetLastError());                                                                      \
        CUDA_CHECK(cudaDeviceSynchronize());                                                                 \
    } while (0)

#endif
