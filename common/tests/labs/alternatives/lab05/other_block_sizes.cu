// lab05 with blocks of 64 threads (no steps of the whole block) and of 1,024 (four of them). The steps are a
// recursive template, and a last launch of a single block leaves one value.
// tier: small
#include "lab.h"

#include "cuda_check.h"

template <unsigned stride>
static __device__ void block_steps(value_t *s_values, unsigned tid) {
    if constexpr (stride > 32) {
        if (tid < stride) {
            s_values[tid] = combine(s_values[tid], s_values[tid + stride]);
        }
        __syncthreads();
        block_steps<stride / 2>(s_values, tid);
    }
}

template <unsigned stride>
static __device__ void warp_steps(value_t *s_values, unsigned tid) {
    if constexpr (stride > 0) {
        const value_t partner = s_values[tid + stride];
        __syncwarp();
        s_values[tid] = combine(s_values[tid], partner);
        __syncwarp();
        warp_steps<stride / 2>(s_values, tid);
    }
}

template <unsigned threads, unsigned factor>
__global__ void __launch_bounds__(threads)
    reduce_block(const value_t *__restrict__ d_values, value_t *d_results, size_t n) {
    extern __shared__ char s_memory[];
    value_t *s_values = (value_t *)s_memory;
    const unsigned tid = threadIdx.x;
    value_t value = identity();
#pragma unroll
    for (unsigned k = 0; k < factor; k++) {
        const size_t i = (blockIdx.x * (size_t)factor + k) * threads + tid;
        value = i < n ? combine(value, d_values[i]) : value;
    }
    s_values[tid] = value;
    __syncthreads();
    block_steps<threads / 2>(s_values, tid);
    if (tid / 32 == 0) {
        warp_steps<32>(s_values, tid);
    }
    if (tid == 0) {
        d_results[blockIdx.x] = s_values[0];
    }
}

template <unsigned threads, unsigned factor>
static value_t reduce_with(const value_t *d_in, size_t n) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    const size_t a_block = (size_t)threads * factor, blocks = (n + a_block - 1) / a_block;
    value_t *d_results = NULL;
    CUDA_CHECK(cudaMalloc((void **)&d_results, 2 * blocks * sizeof(value_t)));
    value_t *d_to = d_results, *d_other = d_results + blocks;
    for (const value_t *d_from = d_in;; d_from = d_other) {
        const size_t now = (n + a_block - 1) / a_block;
        reduce_block<threads, factor><<<(unsigned)now, threads, threads * sizeof(value_t)>>>(d_from, d_to, n);
        CUDA_CHECK(cudaGetLastError());
        value_t *d_made = d_to;
        d_to = d_other;
        d_other = d_made;
        n = now;
        if (n == 1) {
            break;
        }
    }
    CUDA_CHECK(cudaMemcpy(&result, d_other, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results));
    return result;
}

value_t reduce_last_warp(const value_t *d_in, size_t n) {
    return reduce_with<64, 32>(d_in, n);
}

value_t reduce_unrolled(const value_t *d_in, size_t n) {
    return reduce_with<1024, 8>(d_in, n);
}
