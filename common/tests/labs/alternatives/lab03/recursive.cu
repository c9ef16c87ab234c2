// lab03 with a recursion on the host, two values per thread, and one launch even for a single value. Blocks
// of 64 threads, so the host of part "sequential" adds one sum for every 128 elements.
// tier: small
#include "lab.h"

#include "cuda_check.h"

template <unsigned THREADS>
__global__ void halving_kernel(const int *d_values, int *d_sums, size_t n) {
    __shared__ int s_partial[2 * THREADS];
    const size_t first = (size_t)blockIdx.x * (2 * THREADS) + threadIdx.x;
    s_partial[threadIdx.x] = first < n ? d_values[first] : 0;
    s_partial[threadIdx.x + THREADS] = first + THREADS < n ? d_values[first + THREADS] : 0;
    unsigned stride = THREADS;
    do {
        __syncthreads();
        if (threadIdx.x < stride) {
            s_partial[threadIdx.x] += s_partial[threadIdx.x + stride];
        }
    } while ((stride /= 2) != 0);
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

static int reduce_again(const int *d_values, size_t n) {
    const unsigned elements = 2 * BLOCK_SIZE;
    const size_t blocks = (n + elements - 1) / elements;
    int *d_sums = NULL, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    halving_kernel<BLOCK_SIZE><<<(unsigned)blocks, BLOCK_SIZE>>>(d_values, d_sums, n);
    CUDA_CHECK_LAUNCH();
    if (blocks > 1) {
        sum = reduce_again(d_sums, blocks);
    } else {
        CUDA_CHECK(cudaMemcpy(&sum, d_sums, sizeof(int), cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_repeated(const int *d_in, size_t n) {
    return n == 0 ? 0 : reduce_again(d_in, n);
}

int reduce_sequential(const int *d_in, size_t n) {
    const unsigned threads = 64, blocks = (unsigned)((n + 2 * threads - 1) / (2 * threads));
    if (blocks == 0) {
        return 0;
    }
    int *d_sums = NULL, *h_sums = new int[blocks], sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    halving_kernel<64><<<blocks, threads>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums));
    for (unsigned block = 0; block < blocks; block++) {
        sum += h_sums[block];
    }
    delete[] h_sums;
    return sum;
}
