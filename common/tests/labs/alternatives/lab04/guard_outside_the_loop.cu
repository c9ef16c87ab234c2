// lab04 in another style: each block computes its range first and loops over it. A barrier at the head of
// each step, halves instead of strides, and a two-dimensional grid for the atomic.
#include "lab.h"

#include "cuda_check.h"

struct range {
    size_t begin, end; // end: one past the last
};

static __device__ range range_of_block(size_t block, size_t elements, size_t n) {
    const size_t begin = block * elements < n ? block * elements : n;
    return {begin, begin + elements < n ? begin + elements : n};
}

__global__ void ranged_kernel(const value_t *d_values, value_t *d_results, size_t n, size_t elements) {
    __shared__ value_t s_partial[BLOCK_SIZE];
    const range mine = range_of_block(blockIdx.x, elements, n);
    value_t &own = s_partial[threadIdx.x];
    own = identity();
    for (size_t base = mine.begin; base < mine.end; base += BLOCK_SIZE) {
        if (threadIdx.x < mine.end - base) {
            own = combine(own, d_values[base + threadIdx.x]);
        }
    }
    unsigned left = BLOCK_SIZE;
    do {
        __syncthreads();
        left /= 2;
        if (threadIdx.x < left) {
            own = combine(own, s_partial[left + threadIdx.x]);
        }
    } while (left > 1);
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = own;
    }
}

__global__ void grid_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    const size_t block = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
    const range mine = range_of_block(block, COARSE_FACTOR * BLOCK_SIZE, n);
    if (mine.begin == mine.end) {
        return; // the whole block, in the grid's last row
    }
    int sum = 0;
    for (size_t i = mine.begin + threadIdx.x; i < mine.end; i += BLOCK_SIZE) {
        sum += d_in[i];
    }
    s_partial[threadIdx.x] = sum;
    for (unsigned left = BLOCK_SIZE / 2; left > 0; left /= 2) {
        __syncthreads();
        if (threadIdx.x < left) {
            s_partial[threadIdx.x] += s_partial[threadIdx.x + left];
        }
    }
    if (threadIdx.x == 0) {
        atomicSub(d_sum, -s_partial[0]);
    }
}

static value_t reduce(const value_t *d_in, size_t n, size_t elements) {
    if (n == 0) {
        return identity();
    }
    const size_t blocks = (n + elements - 1) / elements;
    value_t result, *d_results;
    CUDA_CHECK(cudaMalloc(&d_results, blocks * sizeof(value_t)));
    ranged_kernel<<<dim3((unsigned)blocks), dim3(BLOCK_SIZE)>>>(d_in, d_results, n, elements);
    CUDA_CHECK_LAUNCH();
    if (blocks == 1) {
        CUDA_CHECK(cudaMemcpy(&result, d_results, sizeof(value_t), cudaMemcpyDeviceToHost));
    } else {
        result = reduce(d_results, blocks, elements);
    }
    CUDA_CHECK(cudaFree(d_results));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce(d_in, n, 2 * BLOCK_SIZE);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR * BLOCK_SIZE);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR * BLOCK_SIZE);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0, *d_sum;
    if (n == 0) {
        return sum;
    }
    const unsigned blocks = (unsigned)((n + COARSE_FACTOR * BLOCK_SIZE - 1) / (COARSE_FACTOR * BLOCK_SIZE));
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(int)));
    grid_kernel<<<dim3(16, (blocks + 15) / 16), BLOCK_SIZE>>>(d_in, d_sum, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}
