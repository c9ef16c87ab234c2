// lab07 with the exclusive scan made from the inclusive scan of all elements except the last. Part mend uses
// dynamic shared memory, and a thread does not fetch a value but passes its own to the thread `stride` further
// on.
#include "lab.h"

#include "cuda_check.h"

__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    value_t sum = identity();
    for (size_t k = 0; k <= i; k++) {
        sum = combine(sum, d_in[k]);
    }
    d_out[i] = sum;
}

__global__ void first_kernel(value_t *d_out) {
    *d_out = identity();
}

__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    extern __shared__ value_t s_scan[]; // two values per thread: its own, and the one passed to it
    value_t *s_coming = s_scan + blockDim.x;
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_scan[tid] = i < n ? d_in[i] : identity();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid + stride < blockDim.x) {
            s_coming[tid + stride] = s_scan[tid];
        }
        __syncthreads();
        if (tid >= stride) {
            s_scan[tid] = combine(s_coming[tid], s_scan[tid]);
        }
        __syncthreads();
    }
    if (i < n) {
        d_out[i] = s_scan[tid];
    }
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        inclusive_kernel<<<(unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        first_kernel<<<1, 1>>>(d_out);
        CUDA_CHECK_LAUNCH();
        scan_inclusive(d_in, d_out + 1, n - 1);
    }
}

void scan_sections(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        section_kernel<<<(unsigned)((n + SECTION_SIZE - 1) / SECTION_SIZE), SECTION_SIZE,
                         2 * SECTION_SIZE * sizeof(value_t)>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}
