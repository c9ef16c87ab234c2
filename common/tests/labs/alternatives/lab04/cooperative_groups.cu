// lab04 with cooperative groups: the group's barrier, and its rank instead of threadIdx.x. In part "atomic" a
// warp's tile adds the last 32 sums by shuffles.
#include "lab.h"

#include <cooperative_groups.h>

#include "cuda_check.h"

namespace cg = cooperative_groups;

__global__ void group_kernel(const value_t *d_values, value_t *d_results, size_t n, unsigned factor) {
    __shared__ value_t s_partial[BLOCK_SIZE];
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank = block.thread_rank(), size = block.size();
    const size_t begin = (size_t)blockIdx.x * factor * size;
    value_t value = identity();
    for (size_t i = begin + rank; i < n && i < begin + (size_t)factor * size; i += size) {
        value = combine(value, d_values[i]);
    }
    s_partial[rank] = value;
    block.sync();
    for (unsigned left = size / 2; left > 0; left /= 2) {
        if (rank < left) {
            value = combine(value, s_partial[rank + left]); // the thread's own value stays in its register
            s_partial[rank] = value;
        }
        block.sync();
    }
    if (rank == 0) {
        d_results[blockIdx.x] = value;
    }
}

__global__ void tile_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const unsigned rank = block.thread_rank();
    int sum = 0;
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        const size_t i = ((size_t)blockIdx.x * COARSE_FACTOR + k) * BLOCK_SIZE + rank;
        sum += i < n ? d_in[i] : 0;
    }
    s_partial[rank] = sum;
    block.sync();
    if (rank >= 32) {
        return; // whole warps, after the last barrier
    }
    for (unsigned i = rank + 32; i < BLOCK_SIZE; i += 32) {
        sum += s_partial[i];
    }
    for (unsigned delta = 16; delta > 0; delta /= 2) {
        sum += warp.shfl_down(sum, delta);
    }
    if (warp.thread_rank() == 0) {
        atomicAdd(d_sum, sum);
    }
}

static value_t reduce(const value_t *d_in, size_t n, unsigned factor) {
    value_t result = identity();
    value_t *d_last = NULL; // the results of the previous launch
    const value_t *d_values = d_in;
    if (n == 0) {
        return result;
    }
    do {
        const size_t blocks = (n + factor * BLOCK_SIZE - 1) / (factor * BLOCK_SIZE);
        value_t *d_results = NULL;
        CUDA_CHECK(cudaMalloc(&d_results, blocks * sizeof(value_t)));
        group_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_values, d_results, n, factor);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaFree(d_last));
        d_values = d_last = d_results;
        n = blocks;
    } while (n > 1);
    CUDA_CHECK(cudaMemcpy(&result, d_last, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_last));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce(d_in, n, 2);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0, *d_sum = NULL;
    if (n == 0) {
        return sum;
    }
    const unsigned blocks = (unsigned)((n + COARSE_FACTOR * BLOCK_SIZE - 1) / (COARSE_FACTOR * BLOCK_SIZE));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof(int), stream));
    tile_kernel<<<blocks, BLOCK_SIZE, 0, stream>>>(d_in, d_sum, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpyAsync(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaFree(d_sum));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return sum;
}
