// lab02 with at most 40 blocks, which step through the input with the stride of the grid. Each step writes
// its sums to the front of another array, so the two places of a pair are always neighbours. One atomic
// addition per block.
// tier: small
#include "lab.h"

#include "cuda_check.h"

static const unsigned BLOCKS_MAX = 40;

__global__ void compacting_kernel(const int *d_in, int *d_total, size_t n) {
    __shared__ int s_partial[2][BLOCK_SIZE]; // each step reads one half and writes the other
    const unsigned tid = threadIdx.x;
    int from = 0, sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += (size_t)gridDim.x * blockDim.x) {
        sum += d_in[i];
    }
    s_partial[0][tid] = sum;
    __syncthreads();
    for (unsigned pairs = blockDim.x / 2; pairs >= 1; pairs /= 2) {
        if (tid < pairs) {
            s_partial[1 - from][tid] = s_partial[from][2 * tid] + s_partial[from][2 * tid + 1];
        }
        from = 1 - from;
        __syncthreads();
    }
    if (tid == 0) {
        atomicAdd(d_total, s_partial[from][0]);
    }
}

int reduce_interleaved(const int *d_in, size_t n) {
    const size_t wanted = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int *d_total, total = 0;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_total, 0, sizeof(int)));
    const unsigned blocks = wanted < BLOCKS_MAX ? (unsigned)wanted : BLOCKS_MAX;
    compacting_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_total, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_total));
    return total;
}
