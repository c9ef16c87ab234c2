// lab07 with the elements of each output combined from its own back to the first, with the operands still in
// order; part mend in two buffers, with one barrier per step.
// tier: small
#include "lab.h"

#include "cuda_check.h"

__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    value_t sum = identity();
    for (size_t k = i + 1; k > 0; k--) {
        sum = combine(d_in[k - 1], sum);
    }
    d_out[i] = sum;
}

__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    value_t sum = identity();
    for (size_t k = i; k > 0; k--) {
        sum = combine(d_in[k - 1], sum);
    }
    d_out[i] = sum;
}

__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_first[SECTION_SIZE], s_second[SECTION_SIZE];
    value_t *s_from = s_first, *s_to = s_second;
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;
    s_from[tid] = i < n ? d_in[i] : identity();
    __syncthreads();
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        s_to[tid] = tid < stride ? s_from[tid] : combine(s_from[tid - stride], s_from[tid]);
        value_t *s_next = s_from;
        s_from = s_to;
        s_to = s_next;
        __syncthreads();
    }
    if (i < n) {
        d_out[i] = s_from[tid];
    }
}

#define SCAN(function, kernel, size)                                                                         \
    void function(const value_t *d_in, value_t *d_out, size_t n) {                                           \
        if (n > 0) {                                                                                         \
            kernel<<<(unsigned)((n + (size)-1) / (size)), (size)>>>(d_in, d_out, n);                         \
            CUDA_CHECK_LAUNCH();                                                                             \
        }                                                                                                    \
    }
SCAN(scan_inclusive, inclusive_kernel, BLOCK_SIZE)
SCAN(scan_exclusive, exclusive_kernel, BLOCK_SIZE)
SCAN(scan_sections, section_kernel, SECTION_SIZE)
