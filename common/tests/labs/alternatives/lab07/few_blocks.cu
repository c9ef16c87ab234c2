// lab07 with at most two blocks, which go over the outputs and sections in strides of the grid. In part mend the
// shared array is used again for the next section, so there is a barrier after each section.
#include "lab.h"

#include "cuda_check.h"

static const unsigned BLOCKS_MAX = 2;

__global__ void naive_kernel(const value_t *d_in, value_t *d_out, size_t n, bool inclusive) {
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        value_t sum = identity();
        for (size_t k = 0; inclusive ? k <= i : k < i; k++) {
            sum = combine(sum, d_in[k]);
        }
        d_out[i] = sum;
    }
}

__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t all = (size_t)gridDim.x * SECTION_SIZE; // elements of all blocks' sections
    for (size_t begin = (size_t)blockIdx.x * SECTION_SIZE; begin < n; begin += all) {
        if (begin + tid < n) {
            s_scan[tid] = d_in[begin + tid];
        }
        __syncthreads();
        for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
            const bool has_partner = tid >= stride && begin + tid < n; // nothing past n is written back
            value_t sum = identity();
            if (has_partner) {
                sum = combine(s_scan[tid - stride], s_scan[tid]);
            }
            __syncthreads();
            if (has_partner) {
                s_scan[tid] = sum;
            }
            __syncthreads();
        }
        if (begin + tid < n) {
            d_out[begin + tid] = s_scan[tid];
        }
        __syncthreads();
    }
}

static unsigned blocks_for(size_t n, size_t size) {
    const size_t needed = (n + size - 1) / size;
    return needed < BLOCKS_MAX ? (unsigned)needed : BLOCKS_MAX;
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    naive_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n, true);
    CUDA_CHECK_LAUNCH();
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    naive_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n, false);
    CUDA_CHECK_LAUNCH();
}

void scan_sections(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    section_kernel<<<blocks_for(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
