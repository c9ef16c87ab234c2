// lab01 with at most 40 blocks, which step through the input with the stride of the grid. The partial sums of
// the tree kernel are farther apart than necessary, and the host adds unsigned numbers.
// tier: small
#include "lab.h"

#include <vector>

#include "cuda_check.h"

static const unsigned BLOCKS_MAX = 40, GAP = 3;

__global__ void tree_kernel(const int *d_in, int *d_data, int *d_sums, size_t n) {
    const unsigned tid = threadIdx.x, width = 2 * GAP * blockDim.x;
    int *mine = d_data + (size_t)blockIdx.x * width + 2 * GAP * tid;
    int even = 0, odd = 0;
    for (size_t i = 2 * ((size_t)blockIdx.x * blockDim.x + tid); i < n;
         i += 2 * (size_t)gridDim.x * blockDim.x) {
        even += d_in[i];
        if (i + 1 < n) {
            odd += d_in[i + 1];
        }
    }
    mine[0] = even;
    mine[GAP] = odd;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        if (tid % stride == 0) {
            mine[0] += mine[GAP * stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = mine[0];
    }
}

__global__ void modulo_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[2][BLOCK_SIZE]; // each step reads one half and writes the other
    const unsigned tid = threadIdx.x;
    int now = 0, sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += (size_t)gridDim.x * blockDim.x) {
        sum += d_in[i];
    }
    s_partial[0][tid] = sum;
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        s_partial[1 - now][tid] = tid % (2 * stride) == 0 ? s_partial[now][tid] + s_partial[now][tid + stride]
                                                          : s_partial[now][tid];
        now = 1 - now;
        __syncthreads();
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[now][0];
    }
}

static int add(const int *d_sums, unsigned blocks) {
    std::vector<int> h_sums(blocks);
    CUDA_CHECK(cudaMemcpy(h_sums.data(), d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (int value : h_sums) {
        sum += (unsigned)value;
    }
    return (int)sum;
}

int reduce_tree(const int *d_in, size_t n) {
    size_t needed = (n + 2 * BLOCK_SIZE - 1) / (2 * BLOCK_SIZE);
    unsigned blocks = needed < BLOCKS_MAX ? (unsigned)needed : BLOCKS_MAX;
    int *d_data = nullptr, *d_sums = nullptr;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_data, blocks * (2 * GAP * BLOCK_SIZE) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    tree_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_data, d_sums, n);
    CUDA_CHECK_LAUNCH();
    int sum = add(d_sums, blocks);
    CUDA_CHECK(cudaFree(d_data));
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_modulo(const int *d_in, size_t n) {
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned blocks = needed < BLOCKS_MAX ? (unsigned)needed : BLOCKS_MAX;
    int *d_sums = nullptr;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    modulo_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    int sum = add(d_sums, blocks);
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_shared(const int *d_in, size_t n) {
    return reduce_modulo(d_in, n);
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
