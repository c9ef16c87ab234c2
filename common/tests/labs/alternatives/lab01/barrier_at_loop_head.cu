// lab01 with the barrier at the head of the loop, as in lecture notes, 32-bit indices where they fit, and
// more barriers than are needed.
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

__global__ void tree_kernel(int *d_data, int *d_sums, unsigned n) {
    unsigned start = 2 * blockIdx.x * blockDim.x;
    unsigned t = threadIdx.x;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads(); // the sums of the previous step are written
        if (t % stride != 0) {
            continue;
        }
        if (start + 2 * t + stride < n) {
            d_data[start + 2 * t] += d_data[start + 2 * t + stride];
        }
    }
    __syncthreads();
    if (t == 0) {
        d_sums[blockIdx.x] = d_data[start];
    }
}

// Part "shared", with a barrier after the loading and one at the end of each step.
__global__ void shared_kernel(const int *d_in, int *d_sums, unsigned n) {
    __shared__ int s_partial[2 * BLOCK_SIZE];
    unsigned t = threadIdx.x, start = 2 * blockIdx.x * blockDim.x;
    for (unsigned place = t; place < 2 * BLOCK_SIZE; place += blockDim.x) {
        s_partial[place] = 0;
        if (start + place < n) {
            s_partial[place] = d_in[start + place];
        }
    }
    __syncthreads();
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        if ((t & (stride - 1)) == 0) {
            s_partial[2 * t] += s_partial[2 * t + stride];
        }
        __syncthreads();
    }
    if (t == blockDim.x / 2) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

__global__ void modulo_kernel(const int *d_in, int *d_sums, unsigned n) {
    __shared__ int s_partial[BLOCK_SIZE];
    unsigned t = threadIdx.x;
    s_partial[t] = 0;
    __syncthreads();
    if (blockIdx.x * blockDim.x + t < n) {
        s_partial[t] = d_in[blockIdx.x * blockDim.x + t];
    }
    unsigned stride = 1;
    do {
        __syncthreads(); // the elements, or the sums of the previous step, are written
        if ((t & (2 * stride - 1)) == 0) {
            s_partial[t] = s_partial[t] + s_partial[t + stride];
        }
        stride <<= 1;
    } while (stride < BLOCK_SIZE);
    __syncthreads();
    __syncthreads();
    if (t != 0) {
        return;
    }
    d_sums[blockIdx.x] = *s_partial;
}

// Returns the sum of `count` ints in device memory and frees them.
static int add_and_free(int *d_sums, unsigned count) {
    int *h_sums = (int *)malloc(count * sizeof(*h_sums)), sum = 0;
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, count * sizeof(*h_sums), cudaMemcpyDeviceToHost));
    while (count > 0) {
        sum += h_sums[--count];
    }
    free(h_sums);
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_tree(const int *d_in, size_t n) {
    int *d_data, *d_sums;
    unsigned blocks = (unsigned)(n / (2 * BLOCK_SIZE) + (n % (2 * BLOCK_SIZE) != 0));
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc((void **)&d_data, n * sizeof(*d_data)));
    CUDA_CHECK(cudaMalloc((void **)&d_sums, blocks * sizeof(*d_sums)));
    CUDA_CHECK(cudaMemcpy(d_data, d_in, n * sizeof(*d_data), cudaMemcpyDeviceToDevice));
    tree_kernel<<<dim3(blocks), dim3(BLOCK_SIZE)>>>(d_data, d_sums, (unsigned)n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_data));
    return add_and_free(d_sums, blocks);
}

int reduce_shared(const int *d_in, size_t n) {
    int *d_sums;
    unsigned blocks = (unsigned)(n / (2 * BLOCK_SIZE) + (n % (2 * BLOCK_SIZE) != 0));
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc((void **)&d_sums, blocks * sizeof(*d_sums)));
    shared_kernel<<<dim3(blocks), dim3(BLOCK_SIZE)>>>(d_in, d_sums, (unsigned)n);
    CUDA_CHECK_LAUNCH();
    return add_and_free(d_sums, blocks);
}

int reduce_modulo(const int *d_in, size_t n) {
    int *d_sums;
    unsigned blocks = (unsigned)(n / BLOCK_SIZE + (n % BLOCK_SIZE != 0));
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc((void **)&d_sums, blocks * sizeof(*d_sums)));
    modulo_kernel<<<dim3(blocks), dim3(BLOCK_SIZE)>>>(d_in, d_sums, (unsigned)n);
    CUDA_CHECK_LAUNCH();
    return add_and_free(d_sums, blocks);
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
