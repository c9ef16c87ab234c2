// lab04 in two passes: a few blocks step through the input with the stride of the grid, and a single block
// combines their results. In part "atomic" the block that finishes last does so in the same launch; the
// atomic counts blocks.
#include "lab.h"

#include "cuda_check.h"

static const unsigned MOST_BLOCKS = 128;

// Combines the values of the block's threads; thread 0 gets the result.
template <typename type>
static __device__ type tree(type *s_values, type value, type (*both)(type, type)) {
    s_values[threadIdx.x] = value;
    __syncthreads();
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) {
            s_values[threadIdx.x] = value = both(value, s_values[threadIdx.x + stride]);
        }
        __syncthreads();
    }
    return value;
}

static __device__ value_t combined(value_t a, value_t b) {
    return combine(a, b);
}

static __device__ int added(int a, int b) {
    return a + b;
}

__global__ void pass_kernel(const value_t *__restrict__ d_values, value_t *__restrict__ d_results, size_t n) {
    __shared__ value_t s_values[BLOCK_SIZE];
    value_t value = identity();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        value = combine(value, d_values[i]);
    }
    value = tree(s_values, value, combined);
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = value;
    }
}

__global__ void finishing_kernel(const int *d_in, int *d_sums, unsigned *d_done, int *d_total, size_t n) {
    __shared__ int s_values[BLOCK_SIZE];
    __shared__ bool s_last;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        sum += d_in[i];
    }
    sum = tree(s_values, sum, added);
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = sum;
        __threadfence(); // the sum is visible before the count
        s_last = atomicAdd(d_done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!s_last) {
        return; // the whole block
    }
    __threadfence(); // read the sums only after all blocks have counted
    sum = tree(s_values, threadIdx.x < gridDim.x ? d_sums[threadIdx.x] : 0, added);
    if (threadIdx.x == 0) {
        *d_total = sum;
    }
}

static unsigned blocks_for(size_t n, unsigned factor) {
    const size_t blocks = (n + factor * BLOCK_SIZE - 1) / (factor * BLOCK_SIZE);
    return blocks < MOST_BLOCKS ? (unsigned)blocks : MOST_BLOCKS;
}

static value_t reduce(const value_t *d_in, size_t n, unsigned factor) {
    value_t result = identity(), *d_results = NULL;
    if (n == 0) {
        return result;
    }
    const unsigned blocks = blocks_for(n, factor);
    CUDA_CHECK(cudaMalloc(&d_results, (blocks + 1) * sizeof(value_t)));
    pass_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_results + (blocks > 1), n);
    if (blocks > 1) {
        pass_kernel<<<1, BLOCK_SIZE>>>(d_results + 1, d_results, blocks);
    }
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&result, d_results, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results));
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
    int total = 0, *d_ints = NULL; // the total, the count, and the sums of the blocks
    if (n == 0) {
        return total;
    }
    const unsigned blocks = blocks_for(n, COARSE_FACTOR);
    CUDA_CHECK(cudaMalloc(&d_ints, (2 + blocks) * sizeof(int)));
    CUDA_CHECK(cudaMemset(d_ints + 1, 0, sizeof(int)));
    finishing_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_ints + 2, (unsigned *)(d_ints + 1), d_ints, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_ints, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_ints));
    return total;
}
