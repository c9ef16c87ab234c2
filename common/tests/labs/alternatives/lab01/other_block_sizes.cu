// lab01 with another block size, dynamic shared memory, device helpers, a two-dimensional grid, and
// neighbouring threads that add. The same kernel adds the block sums until one is left.
#include "lab.h"

#include "cuda_check.h"

enum { THREADS = 64, GRID_WIDTH = 100 };

__device__ static unsigned block_number() {
    return blockIdx.y * gridDim.x + blockIdx.x;
}

__device__ static inline int element_or_zero(const int *d_values, size_t i, size_t n) {
    return i < n ? d_values[i] : 0;
}

// Sets d_out[block] to the sum of the 2 * THREADS elements of d_values from 2 * THREADS * block on.
template <typename value>
__global__ void halving_kernel(const value *__restrict__ d_values, value *__restrict__ d_out, size_t n) {
    extern __shared__ int s_values[];
    size_t first = (size_t)block_number() * 2 * blockDim.x;
    if (first >= n) {
        return; // the whole block has nothing to do
    }
    for (unsigned k = threadIdx.x; k < 2 * blockDim.x; k += blockDim.x) {
        s_values[k] = element_or_zero(d_values, first + k, n);
    }
    __syncthreads();
    for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) {
            s_values[threadIdx.x] += s_values[threadIdx.x + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        d_out[block_number()] = s_values[0];
    }
}

static size_t blocks_for(size_t n) {
    return (n + 2 * THREADS - 1) / (2 * THREADS);
}

static int reduce(const int *d_in, size_t n) {
    int *d_from = NULL, *d_to = NULL, sum = 0;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_from, blocks_for(n) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_to, blocks_for(blocks_for(n)) * sizeof(int)));
    const int *d_values = d_in;
    int *d_sums = d_from, *d_other = d_to;
    for (;;) {
        size_t blocks = blocks_for(n);
        dim3 grid(GRID_WIDTH, (unsigned)((blocks + GRID_WIDTH - 1) / GRID_WIDTH));
        halving_kernel<int><<<grid, THREADS, 2 * THREADS * sizeof(int)>>>(d_values, d_sums, n);
        CUDA_CHECK_LAUNCH();
        if (blocks == 1) {
            break;
        }
        n = blocks;
        d_values = d_sums;
        d_sums = d_other;
        d_other = (int *)d_values;
    }
    CUDA_CHECK(cudaMemcpy(&sum, d_sums, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_to));
    CUDA_CHECK(cudaFree(d_from));
    return sum;
}

int reduce_tree(const int *d_in, size_t n) {
    return reduce(d_in, n);
}

int reduce_shared(const int *d_in, size_t n) {
    return reduce(d_in, n);
}

int reduce_modulo(const int *d_in, size_t n) {
    return reduce(d_in, n);
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
