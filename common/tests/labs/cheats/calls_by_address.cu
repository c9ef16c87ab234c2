// expect: wrong memory space at here
// expect: thread 0 of block 0 runs strncpy(), which is host code
// One thread of each block copies its elements with a function of the C library, whose loads nothing counts.
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include "cuda_check.h"

typedef char *(*copy_t)(char *, const char *, size_t);
struct operation {
    copy_t copy;
};

__global__ void sum_kernel(const int *d_in, int *d_sums, size_t n, operation by) {
    const size_t first = (size_t)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0) {
        int own[BLOCK_SIZE], sum = 0;
        const size_t count = n - first < BLOCK_SIZE ? n - first : BLOCK_SIZE;
        for (size_t i = 0; i < count * sizeof(int); i++) {
            by.copy((char *)own + i, (const char *)(d_in + first) + i, 1); // <-- here
        }
        for (size_t i = 0; i < count; i++) {
            sum += own[i];
        }
        d_sums[blockIdx.x] = sum;
    }
}

int reduce_interleaved(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int *d_sums = NULL, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    sum_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n, operation{strncpy});
    CUDA_CHECK_LAUNCH();
    int *h_sums = (int *)malloc(blocks * sizeof(int));
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t block = 0; block < blocks; block++) {
        sum += h_sums[block];
    }
    free(h_sums);
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}
