// lab07 with blocks of 96 and of 1,024 threads, and two-dimensional ones; in part mend a warp scans its 32
// values by shuffles, then the warps' sums, then adds them.
#include "lab.h"
#include "shuffle.h"

#include "cuda_check.h"

__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const unsigned tid = threadIdx.y * blockDim.x + threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x * blockDim.y + tid;
    if (i < n) {
        value_t sum = d_in[0];
        for (const value_t *d_next = d_in + 1; d_next <= d_in + i; d_next++) {
            sum = combine(sum, *d_next);
        }
        d_out[i] = sum;
    }
}

__global__ void exclusive_kernel(const value_t *__restrict__ d_in, value_t *__restrict__ d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    value_t sum = identity();
    for (size_t k = 0; i < n && k < i; k++) {
        sum = combine(sum, d_in[k]);
    }
    if (i < n) {
        d_out[i] = sum;
    }
}

// The inclusive scan of the 32 values of a warp.
static __device__ value_t warp_scan(value_t value, unsigned lane) {
    for (unsigned stride = 1; stride < 32; stride *= 2) {
        const value_t left = shuffle_up(0xffffffffu, value, stride);
        if (lane >= stride) {
            value = combine(left, value);
        }
    }
    return value;
}

__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_sums[SECTION_SIZE / 32]; // the sum of each warp, then of all warps up to it
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;
    value_t value = warp_scan(i < n ? d_in[i] : identity(), lane);
    if (lane == 31) {
        s_sums[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        const value_t sum = warp_scan(lane < SECTION_SIZE / 32 ? s_sums[lane] : identity(), lane);
        if (lane < SECTION_SIZE / 32) {
            s_sums[lane] = sum;
        }
    }
    __syncthreads();
    if (warp > 0) {
        value = combine(s_sums[warp - 1], value);
    }
    if (i < n) {
        d_out[i] = value;
    }
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        inclusive_kernel<<<(unsigned)((n + 95) / 96), dim3(12, 8)>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        exclusive_kernel<<<(unsigned)((n + 1023) / 1024), 1024>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}

void scan_sections(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        section_kernel<<<(unsigned)((n + SECTION_SIZE - 1) / SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}
