// expect: out of bounds: thread 0 of block 0 writes
// A kernel writes next to the input, into memory of the harness.
#include "lab.h"

#include "cuda_check.h"

// The solution's kernel. The cheat is elsewhere.
__global__ void interleaved_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_in[i] : 0;
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        const unsigned left = 2 * stride * tid;
        if (left < blockDim.x) {
            s_partial[left] += s_partial[left + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

static int right_sum(const int *d_in, size_t n) {
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int *d_sums = NULL, sum = 0;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    interleaved_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    for (size_t block = 0; block < blocks; block++) {
        int one;
        CUDA_CHECK(cudaMemcpy(&one, d_sums + block, sizeof(int), cudaMemcpyDeviceToHost));
        sum += one;
    }
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

__global__ void overwrite_kernel(int *d_before) {
    d_before[-1] = 0; // <-- here
}

int reduce_interleaved(const int *d_in, size_t n) {
    overwrite_kernel<<<1, 1>>>((int *)d_in);
    CUDA_CHECK_LAUNCH();
    return right_sum(d_in, n);
}
