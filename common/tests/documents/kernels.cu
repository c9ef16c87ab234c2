// The reduction kernels of the course's documents as written there, so that their numbers are measured
// instead of repeated. Changed everywhere: the type of an element is int, the arrays are called d_in and
// d_sums (d_data if the kernel writes to it), each kernel and helper has a name of its own, and a fragment became
// a whole kernel. Every other change is
// marked "fixed:".
//
// n must be a multiple of the elements per block, because none of the kernels tests n.
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

#pragma GCC diagnostic ignored "-Wsign-compare" // document 003 compares an int with blockDim.x
#ifdef __NVCC__
#pragma nv_diag_suppress 68 // its masks are -1: "integer conversion resulted in a change of sign"
#endif

// ---- Documents 000 and 001: the lecture notes (4.2, 4.3) and the slides (module 9) have the same kernels ----

enum { LARGE_BLOCK = 1024 };

__global__ void modulo_1024_kernel(const int *d_in, int *d_sums) {
    __shared__ int partialSum[2 * LARGE_BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int start = 2 * blockIdx.x * blockDim.x;
    partialSum[t] = d_in[start + t];
    partialSum[blockDim.x + t] = d_in[start + blockDim.x + t]; // fixed: partialSum[blockDim + t]
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        if (t % stride == 0) {
            partialSum[2 * t] += partialSum[2 * t + stride];
        }
    }
    if (t == 0) {
        d_sums[blockIdx.x] = partialSum[0]; // described in words there
    }
}

__global__ void sequential_1024_kernel(const int *d_in, int *d_sums) {
    __shared__ int partialSum[2 * LARGE_BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int start = 2 * blockIdx.x * blockDim.x;
    partialSum[t] = d_in[start + t];
    partialSum[blockDim.x + t] = d_in[start + blockDim.x + t];
    for (unsigned int stride = blockDim.x; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) {
            partialSum[t] += partialSum[t + stride];
        }
    }
    if (t == 0) {
        d_sums[blockIdx.x] = partialSum[0];
    }
}

// ---- Document 003: the seminar's six kernels, in its order -----------------------------------------------

enum { SMALL_BLOCK = 256 };

__global__ void modulo_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x + threadIdx.x;

    shared_data[tid] = d_in[index];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            shared_data[tid] += shared_data[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

__global__ void strided_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x + threadIdx.x;

    shared_data[tid] = d_in[index];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int i = 2 * s * tid;

        if (i < blockDim.x) {
            shared_data[i] += shared_data[i + s];
        }
        __syncthreads();
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

__global__ void sequential_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x + threadIdx.x;

    shared_data[tid] = d_in[index];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            shared_data[tid] += shared_data[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

// The document says "half as many blocks", but the kernel loads four elements per thread.
__global__ void four_loads_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x * 4 + threadIdx.x;

    shared_data[tid] =
        d_in[index] + d_in[index + blockDim.x] + d_in[index + blockDim.x * 2] + d_in[index + blockDim.x * 3];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            shared_data[tid] += shared_data[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

// Nothing orders the steps of the last warp: volatile does not. The simulated GPU reports the race.
__device__ void last_warp_reduce(volatile int *shared_data, int tid) {
    shared_data[tid] += shared_data[tid + 32];
    shared_data[tid] += shared_data[tid + 16];
    shared_data[tid] += shared_data[tid + 8];
    shared_data[tid] += shared_data[tid + 4];
    shared_data[tid] += shared_data[tid + 2];
    shared_data[tid] += shared_data[tid + 1];
}

__global__ void last_warp_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x * 2 + threadIdx.x;

    shared_data[tid] = d_in[index] + d_in[index + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) {
            shared_data[tid] += shared_data[tid + s];
        }
        __syncthreads();
    }

    if (tid < 32) {
        last_warp_reduce(shared_data, tid);
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

__device__ void shuffle_reduce(volatile int *shared_data, int tid) {
    shared_data[tid] += shared_data[tid + 32];
    int val = shared_data[tid];
    val += __shfl_down_sync(-1, val, 16);
    val += __shfl_down_sync(-1, val, 8);
    val += __shfl_down_sync(-1, val, 4);
    val += __shfl_down_sync(-1, val, 2);
    val += __shfl_down_sync(-1, val, 1);
    shared_data[tid] = val;
}

__global__ void shuffle_256_kernel(const int *d_in, int *d_sums) {
    extern __shared__ int shared_data[];

    unsigned int tid = threadIdx.x;
    unsigned int index = blockIdx.x * blockDim.x * 2 + threadIdx.x;

    shared_data[tid] = d_in[index] + d_in[index + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) {
            shared_data[tid] += shared_data[tid + s];
        }
        __syncthreads();
    }

    if (tid < 32) {
        shuffle_reduce(shared_data, tid);
    }

    if (tid == 0) {
        d_sums[blockIdx.x] = shared_data[0];
    }
}

// ---- Document 004: the notes' naive kernel, which overwrites its input, and the coarsened one ------------

enum { STRIDE_FACTOR = 2 }; // not stated there; two elements per thread

__global__ void in_place_256_kernel(int *__restrict__ d_data, int *__restrict__ d_sums) {
    const unsigned int i = STRIDE_FACTOR * threadIdx.x;

    d_data += blockDim.x * blockIdx.x * STRIDE_FACTOR;
    d_sums += blockIdx.x;

    for (unsigned int stride = 1; stride <= blockDim.x; stride *= STRIDE_FACTOR) {
        if (threadIdx.x % stride == 0) {
            d_data[i] += d_data[i + stride];
        }
        __syncthreads();
    }

    if (threadIdx.x == 0) {
        *d_sums = d_data[0];
    }
}

enum { COARSE_FACTOR = 8 }; // not stated there either

__global__ void coarsened_256_kernel(const int *__restrict__ d_in, int *__restrict__ d_sums) {
    __shared__ int input_s[SMALL_BLOCK];
    const unsigned int t = threadIdx.x;

    d_in += blockDim.x * blockIdx.x * COARSE_FACTOR;
    d_sums += blockIdx.x;

    int sum = d_in[t];
    for (unsigned int tile = 1; tile < COARSE_FACTOR; ++tile) {
        sum += d_in[t + tile * SMALL_BLOCK];
    }
    input_s[t] = sum;

    for (unsigned int stride = blockDim.x / STRIDE_FACTOR; stride >= 1; stride /= STRIDE_FACTOR) {
        __syncthreads();
        if (t < stride) {
            input_s[t] += input_s[t + stride];
        }
    }

    if (threadIdx.x == 0) {
        *d_sums = input_s[0];
    }
}

// ---- Host ------------------------------------------------------------------------------------------------

// Launches a kernel over n / elements blocks of `threads` and adds their sums.
template <typename value>
static int sum_of_blocks(void (*kernel)(value *, int *), value *d_values, size_t n, unsigned threads,
                         unsigned elements, size_t shared_bytes) {
    const size_t blocks = n / elements;
    int *d_sums, *h_sums = (int *)malloc(blocks * sizeof(int)), sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    kernel<<<(unsigned)blocks, threads, shared_bytes>>>(d_values, d_sums);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t block = 0; block < blocks; block++) {
        sum += h_sums[block];
    }
    CUDA_CHECK(cudaFree(d_sums));
    free(h_sums);
    return sum;
}

int modulo_1024(const int *d_in, size_t n) {
    return sum_of_blocks(modulo_1024_kernel, d_in, n, LARGE_BLOCK, 2 * LARGE_BLOCK, 0);
}

int sequential_1024(const int *d_in, size_t n) {
    return sum_of_blocks(sequential_1024_kernel, d_in, n, LARGE_BLOCK, 2 * LARGE_BLOCK, 0);
}

int modulo_256(const int *d_in, size_t n) {
    return sum_of_blocks(modulo_256_kernel, d_in, n, SMALL_BLOCK, SMALL_BLOCK, SMALL_BLOCK * sizeof(int));
}

int strided_256(const int *d_in, size_t n) {
    return sum_of_blocks(strided_256_kernel, d_in, n, SMALL_BLOCK, SMALL_BLOCK, SMALL_BLOCK * sizeof(int));
}

int sequential_256(const int *d_in, size_t n) {
    return sum_of_blocks(sequential_256_kernel, d_in, n, SMALL_BLOCK, SMALL_BLOCK, SMALL_BLOCK * sizeof(int));
}

int in_place_256(const int *d_in, size_t n) {
    return sum_of_blocks(in_place_256_kernel, (int *)d_in, n, SMALL_BLOCK, STRIDE_FACTOR * SMALL_BLOCK, 0);
}

int four_loads_256(const int *d_in, size_t n) {
    return sum_of_blocks(four_loads_256_kernel, d_in, n, SMALL_BLOCK, 4 * SMALL_BLOCK,
                         SMALL_BLOCK * sizeof(int));
}

int last_warp_256(const int *d_in, size_t n) {
    return sum_of_blocks(last_warp_256_kernel, d_in, n, SMALL_BLOCK, 2 * SMALL_BLOCK,
                         SMALL_BLOCK * sizeof(int));
}

int shuffle_256(const int *d_in, size_t n) {
    return sum_of_blocks(shuffle_256_kernel, d_in, n, SMALL_BLOCK, 2 * SMALL_BLOCK,
                         SMALL_BLOCK * sizeof(int));
}

int coarsened_256(const int *d_in, size_t n) {
    return sum_of_blocks(coarsened_256_kernel, d_in, n, SMALL_BLOCK, COARSE_FACTOR * SMALL_BLOCK, 0);
}
