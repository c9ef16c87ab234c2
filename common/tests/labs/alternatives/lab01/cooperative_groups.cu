// lab01 with cooperative groups: shuffles in a tile add a warp's elements, and the steps of a tree add the
// warps' sums. One template serves all parts, which differ in where a block keeps its sums. The same kernel
// adds the block sums.
#include "lab.h"

#include <cooperative_groups.h>

#include "cuda_check.h"

namespace cg = cooperative_groups;

static const unsigned WARP = 32, WARPS = BLOCK_SIZE / WARP;

// Adds n values, `per_thread` per thread, to one sum per block. d_scratch: WARPS ints per block, or NULL for
// shared memory.
template <int per_thread>
__global__ void sum_kernel(const int *d_values, int *d_sums, int *d_scratch, size_t n) {
    __shared__ int s_sums[WARPS];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<WARP>(block);
    int *sums = d_scratch != nullptr ? d_scratch + (size_t)WARPS * blockIdx.x : s_sums;

    int sum = 0;
    for (int k = 0; k < per_thread; k++) {
        const size_t i = ((size_t)blockIdx.x * per_thread + k) * block.size() + block.thread_rank();
        if (i < n) {
            sum += d_values[i];
        }
    }
    for (unsigned offset = warp.size() / 2; offset > 0; offset /= 2) {
        sum += warp.shfl_down(sum, offset);
    }
    const unsigned number = block.thread_rank() / WARP;
    if (warp.thread_rank() == 0) {
        sums[number] = sum;
    }
    block.sync();
    for (unsigned stride = 1; stride < WARPS; stride <<= 1) {
        const bool adds = warp.thread_rank() == 0 && (number & (2 * stride - 1)) == 0;
        if (adds) {
            sums[number] += sums[number + stride];
        }
        block.sync();
    }
    if (block.thread_rank() == 0) {
        d_sums[blockIdx.x] = sums[0];
    }
}

template <int per_thread>
static int reduce(const int *d_in, size_t n, bool in_global_memory) {
    if (n == 0) {
        return 0;
    }
    const size_t block_elements = (size_t)per_thread * BLOCK_SIZE;
    int *d_sums[2] = {nullptr, nullptr}, *d_scratch = nullptr;
    size_t count = n, blocks = (count + block_elements - 1) / block_elements;
    for (int *&sums : d_sums) {
        CUDA_CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
    }
    if (in_global_memory) {
        CUDA_CHECK(cudaMalloc(&d_scratch, blocks * WARPS * sizeof(int)));
    }
    const int *d_values = d_in;
    int which = 0;
    do {
        blocks = (count + block_elements - 1) / block_elements;
        sum_kernel<per_thread><<<(unsigned)blocks, BLOCK_SIZE>>>(d_values, d_sums[which], d_scratch, count);
        CUDA_CHECK_LAUNCH();
        d_values = d_sums[which];
        which = 1 - which;
        count = blocks;
    } while (count > 1);
    int sum = 0;
    CUDA_CHECK(cudaMemcpy(&sum, d_values, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums[0]));
    CUDA_CHECK(cudaFree(d_sums[1]));
    CUDA_CHECK(cudaFree(d_scratch));
    return sum;
}

int reduce_tree(const int *d_in, size_t n) {
    return reduce<2>(d_in, n, true);
}

int reduce_shared(const int *d_in, size_t n) {
    return reduce<2>(d_in, n, false);
}

int reduce_modulo(const int *d_in, size_t n) {
    return reduce<1>(d_in, n, false);
}

// The warm-up: the threads of one block or of 24 take the elements in turn.
__global__ void double_kernel(const int *d_in, int *d_out, size_t n) {
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        d_out[i] = d_in[i] + d_in[i];
    }
}

void twice_by_index(const int *d_in, int *d_out, size_t n) {
    double_kernel<<<1, 96>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

void twice_with_guard(const int *d_in, int *d_out, size_t n) {
    twice_by_index(d_in, d_out, n);
}

void twice_in_blocks(const int *d_in, int *d_out, size_t n) {
    double_kernel<<<24, 96>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
