// lab02 with blocks of 64 threads in a two-dimensional grid, dynamic shared memory, and device helpers. The
// same kernel adds the block sums until one is left.
#include "lab.h"

#include "cuda_check.h"

enum { THREADS = 64, GRID_WIDTH = 100 };

__device__ static unsigned block_number() {
    return blockIdx.y * gridDim.x + blockIdx.x;
}

__device__ static void add_pair(int *s_values, unsigned pair, unsigned stride) {
    const unsigned left = 2 * stride * pair;
    if (left + stride < blockDim.x) {
        s_values[left] += s_values[left + stride];
    }
}

template <typename value>
__global__ void pairs_kernel(const value *__restrict__ d_values, value *__restrict__ d_out, size_t n) {
    extern __shared__ int s_values[];
    const size_t first = (size_t)block_number() * blockDim.x;
    if (first >= n) {
        return; // the whole block has nothing to do
    }
    s_values[threadIdx.x] = first + threadIdx.x < n ? d_values[first + threadIdx.x] : 0;
    unsigned stride = 1;
    while (stride < blockDim.x) {
        __syncthreads();
        add_pair(s_values, threadIdx.x, stride);
        stride += stride;
    }
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        d_out[block_number()] = s_values[0];
    }
}

static size_t blocks_for(size_t n) {
    return (n + THREADS - 1) / THREADS;
}

int reduce_interleaved(const int *d_in, size_t n) {
    int *d_from = NULL, *d_to = NULL, sum = 0;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_from, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_to, blocks_for(n) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_from, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice));
    while (n > 1) {
        const size_t blocks = blocks_for(n);
        const dim3 grid(GRID_WIDTH, (unsigned)((blocks + GRID_WIDTH - 1) / GRID_WIDTH));
        pairs_kernel<int><<<grid, THREADS, THREADS * sizeof(int)>>>(d_from, d_to, n);
        CUDA_CHECK_LAUNCH();
        int *d_done = d_from;
        d_from = d_to;
        d_to = d_done;
        n = blocks;
    }
    CUDA_CHECK(cudaMemcpy(&sum, d_from, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_from));
    CUDA_CHECK(cudaFree(d_to));
    return sum;
}
