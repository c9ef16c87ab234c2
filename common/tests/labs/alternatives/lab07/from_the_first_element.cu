// lab07 with sums that begin with an element instead of the identity: N (N - 1) / 2 applications. In part
// mend a thread keeps its own value in a register and writes it out for the others.
#include "lab.h"

#include "cuda_check.h"

__global__ void naive_kernel(const value_t *d_in, value_t *d_out, size_t n, size_t own) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const size_t count = i + own; // elements of this output
        value_t sum = count > 0 ? d_in[0] : identity();
        for (size_t k = 1; k < count; k++) {
            sum = combine(sum, d_in[k]);
        }
        d_out[i] = sum;
    }
}

__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE];
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + threadIdx.x;
    value_t own = identity();
    if (i < n) {
        own = d_in[i];
    }
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        s_scan[threadIdx.x] = own;
        __syncthreads();
        if (threadIdx.x >= stride) {
            own = combine(s_scan[threadIdx.x - stride], own);
        }
        __syncthreads();
    }
    if (i < n) {
        d_out[i] = own;
    }
}

static unsigned blocks_for(size_t n, size_t size) {
    return (unsigned)((n + size - 1) / size);
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        naive_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n, 1);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        naive_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n, 0);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_sections(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        section_kernel<<<blocks_for(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
}
