// lab01 with one atomic addition per block instead of block sums.
#include "lab.h"

#include "cuda_check.h"

__global__ void tree_kernel(int *d_data, int *d_total, size_t n) {
    size_t i = (size_t)blockIdx.x * (2 * BLOCK_SIZE) + 2 * threadIdx.x;
    for (unsigned stride = 1; stride <= BLOCK_SIZE; stride *= 2) {
        if (threadIdx.x % stride == 0 && i + stride < n) {
            d_data[i] += d_data[i + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(d_total, d_data[i]);
    }
}

// Part "shared": each thread loads two neighbouring elements, and keeps its own partial sum in a register.
__global__ void shared_kernel(const int *d_in, int *d_total, size_t n) {
    __shared__ int s_partial[2 * BLOCK_SIZE];
    const unsigned own = 2 * threadIdx.x;
    const size_t i = (size_t)blockIdx.x * (2 * BLOCK_SIZE) + own;
    int mine = i < n ? d_in[i] : 0;
    s_partial[own] = mine;
    s_partial[own + 1] = i + 1 < n ? d_in[i + 1] : 0;
    for (unsigned stride = 1; stride <= BLOCK_SIZE; stride *= 2) {
        if (threadIdx.x % stride == 0) {
            mine += s_partial[own + stride];
            s_partial[own] = mine;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(d_total, mine);
    }
}

__global__ void modulo_kernel(const int *d_in, int *d_total, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int mine = 0;
    if (i < n) {
        mine = d_in[i];
    }
    s_partial[threadIdx.x] = mine;
    for (unsigned stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * stride) == 0) {
            mine += s_partial[threadIdx.x + stride];
            s_partial[threadIdx.x] = mine;
        }
    }
    if (threadIdx.x == 0) {
        atomicAdd(d_total, mine);
    }
}

int reduce_tree(const int *d_in, size_t n) {
    int *d_data, *d_total, total = 0;
    if (n == 0) {
        return total;
    }
    CUDA_CHECK(cudaMalloc(&d_data, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_data, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemset(d_total, 0, sizeof(int)));
    tree_kernel<<<(unsigned)((n + 2 * BLOCK_SIZE - 1) / (2 * BLOCK_SIZE)), BLOCK_SIZE>>>(d_data, d_total, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_total));
    CUDA_CHECK(cudaFree(d_data));
    return total;
}

int reduce_shared(const int *d_in, size_t n) {
    int *d_total, total = 0;
    if (n == 0) {
        return total;
    }
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_total, &total, sizeof(total), cudaMemcpyHostToDevice));
    shared_kernel<<<(unsigned)((n + 2 * BLOCK_SIZE - 1) / (2 * BLOCK_SIZE)), BLOCK_SIZE>>>(d_in, d_total, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_total));
    return total;
}

int reduce_modulo(const int *d_in, size_t n) {
    int *d_total, total = 0;
    if (n == 0) {
        return total;
    }
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_total, &total, sizeof(total), cudaMemcpyHostToDevice));
    modulo_kernel<<<(unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_total, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_total));
    return total;
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
