// The kernels that measure the simulated GPU's speed: a reduction and two scans, of `n` ints.
//
// Tree shapes and block sizes as in the labs that teach them: modulo reduction with blocks of 256 (9
// barriers), Kogge-Stone with blocks of 1,024 (20), Brent-Kung with blocks of 1,024 on sections of 2,048 (22).
#include "bench.h"

enum { REDUCE_BLOCK = 256, SCAN_BLOCK = 1024, SECTION = 2 * SCAN_BLOCK };

__global__ void modulo_reduce(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[REDUCE_BLOCK];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_in[i] : 0;
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// The same for any power of two up to 1,024 threads per block.
__global__ void modulo_any_reduce(const int *d_in, int *d_sums, size_t n) {
    extern __shared__ int s_values[];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_values[tid] = i < n ? d_in[i] : 0;
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            s_values[tid] += s_values[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = s_values[0];
    }
}

__global__ void kogge_stone_scan(const int *d_in, int *d_out, size_t n) {
    __shared__ int s_scan[SCAN_BLOCK];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_scan[tid] = i < n ? d_in[i] : 0;
    for (unsigned stride = 1; stride < SCAN_BLOCK; stride *= 2) {
        __syncthreads();
        int sum = s_scan[tid];
        if (tid >= stride) {
            sum += s_scan[tid - stride];
        }
        __syncthreads();
        s_scan[tid] = sum;
    }
    if (i < n) {
        d_out[i] = s_scan[tid];
    }
}

__global__ void brent_kung_scan(const int *d_in, int *d_out, size_t n) {
    __shared__ int s_scan[SECTION];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * SECTION;
    for (unsigned i = tid; i < SECTION; i += SCAN_BLOCK) {
        s_scan[i] = first + i < n ? d_in[first + i] : 0;
    }
    for (unsigned stride = 1; stride <= SCAN_BLOCK; stride *= 2) {
        __syncthreads();
        const unsigned i = (tid + 1) * 2 * stride - 1;
        if (i < SECTION) {
            s_scan[i] += s_scan[i - stride];
        }
    }
    for (unsigned stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        const unsigned i = (tid + 1) * 2 * stride - 1;
        if (i + stride < SECTION) {
            s_scan[i + stride] += s_scan[i];
        }
    }
    __syncthreads();
    for (unsigned i = tid; i < SECTION; i += SCAN_BLOCK) {
        if (first + i < n) {
            d_out[first + i] = s_scan[i];
        }
    }
}

static unsigned blocks_for(size_t n, size_t elements) {
    return (unsigned)((n + elements - 1) / elements);
}

size_t bench_modulo(const int *d_in, int *d_out, size_t n) {
    modulo_reduce<<<blocks_for(n, REDUCE_BLOCK), REDUCE_BLOCK>>>(d_in, d_out, n);
    return (size_t)blocks_for(n, REDUCE_BLOCK) * REDUCE_BLOCK;
}

size_t bench_modulo_any(const int *d_in, int *d_out, size_t n, unsigned block) {
    modulo_any_reduce<<<blocks_for(n, block), block, block * sizeof(int)>>>(d_in, d_out, n);
    return (size_t)blocks_for(n, block) * block;
}

size_t bench_kogge_stone(const int *d_in, int *d_out, size_t n) {
    kogge_stone_scan<<<blocks_for(n, SCAN_BLOCK), SCAN_BLOCK>>>(d_in, d_out, n);
    return (size_t)blocks_for(n, SCAN_BLOCK) * SCAN_BLOCK;
}

size_t bench_brent_kung(const int *d_in, int *d_out, size_t n) {
    brent_kung_scan<<<blocks_for(n, SECTION), SCAN_BLOCK>>>(d_in, d_out, n);
    return (size_t)blocks_for(n, SECTION) * SCAN_BLOCK;
}
