// lab01 with while loops, masks instead of remainders, signed indices, one extra barrier in each step, and
// dynamic shared memory. The tree's scratch copy is padded with the identity, so no step tests n.
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

__device__ bool is_multiple(int number, int power_of_two) {
    return (number & (power_of_two - 1)) == 0;
}

__global__ void tree_kernel(int *d_data, int *d_sums) {
    const int tid = (int)threadIdx.x, span = 2 * (int)blockDim.x;
    int *block = d_data + (long long)blockIdx.x * span;
    int stride = 1;
    while (stride < span) {
        if (is_multiple(2 * tid, 2 * stride)) {
            block[2 * tid] = block[2 * tid] + block[2 * tid + stride];
        }
        __syncthreads();
        __syncthreads();
        stride <<= 1;
    }
    if (tid == (int)blockDim.x - 1) {
        d_sums[blockIdx.x] = block[0];
    }
}

// Part "shared": the second elements first, and the stride counted in elements.
__global__ void shared_kernel(const int *d_in, int *d_sums, long long n) {
    extern __shared__ int s_partial[];
    const int tid = (int)threadIdx.x, span = 2 * (int)blockDim.x;
    const int *block = d_in + (long long)blockIdx.x * span;
    const long long left = n - (long long)blockIdx.x * span;
    for (int place = tid + (int)blockDim.x; place >= 0; place -= (int)blockDim.x) {
        s_partial[place] = place >= left ? 0 : block[place];
    }
    int stride = 1;
    while (stride < span) {
        __syncthreads();
        __syncthreads();
        if (is_multiple(2 * tid, 2 * stride)) {
            s_partial[2 * tid] = s_partial[2 * tid] + s_partial[2 * tid + stride];
        }
        stride <<= 1;
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = *s_partial;
    }
}

__global__ void modulo_kernel(const int *d_in, int *d_sums, long long n) {
    extern __shared__ int s_partial[];
    const int tid = (int)threadIdx.x;
    const long long i = (long long)blockIdx.x * (int)blockDim.x + tid;
    if (i >= n) {
        s_partial[tid] = 0;
    } else {
        s_partial[tid] = d_in[i];
    }
    __syncthreads();
    int stride = 1;
    while (2 * stride <= (int)blockDim.x) {
        const bool adds = is_multiple(tid, 2 * stride);
        const int partner = adds ? s_partial[tid + stride] : 0;
        __syncthreads();
        if (adds) {
            s_partial[tid] += partner;
        }
        __syncthreads();
        stride *= 2;
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = *s_partial;
    }
}

// Adds the block sums and frees them.
static int add(int *d_sums, long long blocks) {
    int *h_sums = (int *)calloc((size_t)blocks, sizeof(int));
    unsigned sum = 0;
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, (size_t)blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (long long block = blocks - 1; block >= 0; block--) {
        sum += (unsigned)h_sums[block];
    }
    free(h_sums);
    CUDA_CHECK(cudaFree(d_sums));
    return (int)sum;
}

int reduce_tree(const int *d_in, size_t n) {
    const long long span = 2 * BLOCK_SIZE, blocks = ((long long)n + span - 1) / span;
    const size_t bytes = (size_t)(blocks * span) * sizeof(int);
    int *d_data = NULL, *d_sums = NULL;
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_data, bytes));
    CUDA_CHECK(cudaMemset(d_data, 0, bytes));
    CUDA_CHECK(cudaMemcpy(d_data, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMalloc(&d_sums, (size_t)blocks * sizeof(int)));
    tree_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_data, d_sums);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_data));
    return add(d_sums, blocks);
}

int reduce_shared(const int *d_in, size_t n) {
    const long long span = 2 * BLOCK_SIZE, blocks = ((long long)n + span - 1) / span;
    int *d_sums = NULL;
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_sums, (size_t)blocks * sizeof(int)));
    shared_kernel<<<(unsigned)blocks, BLOCK_SIZE, 2 * BLOCK_SIZE * sizeof(int)>>>(d_in, d_sums, (long long)n);
    CUDA_CHECK_LAUNCH();
    return add(d_sums, blocks);
}

int reduce_modulo(const int *d_in, size_t n) {
    const long long blocks = (long long)n / BLOCK_SIZE + (n % BLOCK_SIZE != 0);
    int *d_sums = NULL;
    if (blocks == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_sums, (size_t)blocks * sizeof(int)));
    modulo_kernel<<<(unsigned)blocks, BLOCK_SIZE, BLOCK_SIZE * sizeof(int)>>>(d_in, d_sums, (long long)n);
    CUDA_CHECK_LAUNCH();
    return add(d_sums, blocks);
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
