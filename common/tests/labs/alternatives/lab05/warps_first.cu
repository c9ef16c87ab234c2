// lab05 in the opposite order: each warp first combines its own 32 values, in its own part of shared memory
// and with warp barriers only. Then, after a block barrier, the first warp combines the warps' results. Two
// block barriers in total.
#include "lab.h"

#include "cuda_check.h"

enum { WARP = 32 };

// Combines 32 consecutive values, by a warp's 32 threads; values past `count` are left out.
static __device__ void combine_row(value_t *s_row, unsigned lane, unsigned count) {
    for (unsigned stride = WARP / 2; stride >= 1; stride >>= 1) {
        __syncwarp();
        if (lane < stride && lane + stride < count) {
            s_row[lane] = combine(s_row[lane], s_row[lane + stride]);
        }
    }
    __syncwarp();
}

template <unsigned threads, unsigned factor>
__global__ void warps_first(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_rows[threads / WARP][WARP];
    __shared__ value_t s_warps[WARP];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    value_t value = identity();
    size_t i = (size_t)blockIdx.x * threads * factor + threadIdx.x;
    for (unsigned k = 0; k < factor && i < n; k++, i += threads) {
        value = combine(value, d_values[i]);
    }
    s_rows[warp][lane] = value;
    combine_row(s_rows[warp], lane, WARP);
    if (lane == 0) {
        s_warps[warp] = s_rows[warp][0];
    }
    __syncthreads();
    if (warp > 0) {
        return;
    }
    combine_row(s_warps, lane, threads / WARP);
    if (lane == 0) {
        d_results[blockIdx.x] = s_warps[0];
    }
}

template <unsigned threads, unsigned factor>
static value_t reduce_with(const value_t *d_in, size_t n) {
    value_t result = identity();
    const size_t a_block = (size_t)threads * factor;
    const value_t *d_values = d_in;
    value_t *d_last = NULL;
    while (n > 1) {
        const size_t blocks = (n - 1) / a_block + 1;
        value_t *d_next = NULL;
        CUDA_CHECK(cudaMalloc(&d_next, blocks * sizeof(value_t)));
        warps_first<threads, factor><<<(unsigned)blocks, threads>>>(d_values, d_next, n);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaFree(d_last));
        d_values = d_last = d_next;
        n = blocks;
    }
    if (n == 1) {
        CUDA_CHECK(cudaMemcpy(&result, d_values, sizeof(value_t), cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaFree(d_last));
    return result;
}

value_t reduce_last_warp(const value_t *d_in, size_t n) {
    return reduce_with<256, 8>(d_in, n);
}

value_t reduce_unrolled(const value_t *d_in, size_t n) {
    return reduce_with<128, 16>(d_in, n);
}
