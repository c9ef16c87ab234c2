// lab03 with at most 256 blocks, which step through the input with the stride of the grid: two launches are
// enough for any n. Cooperative groups instead of __syncthreads(), and both arrays of block sums in one
// allocation.
#include "lab.h"

#include <cooperative_groups.h>

#include <vector>

#include "cuda_check.h"

namespace cg = cooperative_groups;

__global__ void __launch_bounds__(BLOCK_SIZE)
    striding_kernel(const int *__restrict__ d_in, int *__restrict__ d_out, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    cg::thread_block block = cg::this_thread_block();
    const unsigned t = block.thread_rank();
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t; i < n; i += (size_t)gridDim.x * BLOCK_SIZE) {
        mine += d_in[i];
    }
    s_partial[t] = mine;
    block.sync();
    for (unsigned half = BLOCK_SIZE >> 1; half; half >>= 1) {
        if (t < half) {
            s_partial[t] = mine = mine + s_partial[t + half];
        }
        block.sync();
    }
    if (t == 0) {
        d_out[blockIdx.x] = mine;
    }
}

static unsigned blocks_for(size_t n) {
    const size_t wanted = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    return wanted < BLOCK_SIZE ? (unsigned)wanted : BLOCK_SIZE;
}

int reduce_sequential(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    std::vector<int> h_sums(blocks_for(n));
    int *d_sums, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, h_sums.size() * sizeof(int)));
    striding_kernel<<<(unsigned)h_sums.size(), BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_sums.data(), d_sums, h_sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums));
    for (int value : h_sums) {
        sum += value;
    }
    return sum;
}

int reduce_repeated(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    const unsigned blocks = blocks_for(n);
    int *d_sums, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, (BLOCK_SIZE + 1) * sizeof(int)));
    int *d_sum = d_sums + BLOCK_SIZE;
    striding_kernel<<<blocks, BLOCK_SIZE>>>(d_in, blocks == 1 ? d_sum : d_sums, n);
    CUDA_CHECK_LAUNCH();
    if (blocks > 1) {
        striding_kernel<<<1, BLOCK_SIZE>>>(d_sums, d_sum, blocks);
        CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}
