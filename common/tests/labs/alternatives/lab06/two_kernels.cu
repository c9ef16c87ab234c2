// lab06 with a second kernel for the block results, blocks of 64 threads, which leave many results, and loops that are
// unrolled by eight. The steps of the warp are written one by one.
#include "lab.h"

#include "cuda_check.h"

static __device__ value_t of_warp(value_t v) {
    v = combine(v, shuffle_down(0xffffffff, v, 16));
    v = combine(v, shuffle_down(0xffffffff, v, 8));
    v = combine(v, shuffle_down(0xffffffff, v, 4));
    v = combine(v, shuffle_down(0xffffffff, v, 2));
    return combine(v, shuffle_down(0xffffffff, v, 1));
}

template <unsigned threads>
static __device__ void leave(value_t value, value_t *d_result) {
    __shared__ value_t s_warps[threads / 32];
    value = of_warp(value);
    if (threadIdx.x % 32 == 0) {
        s_warps[threadIdx.x / 32] = value;
    }
    __syncthreads();
    if (threadIdx.x >= 32) {
        return;
    }
    value = of_warp(threadIdx.x < threads / 32 ? s_warps[threadIdx.x] : identity());
    if (threadIdx.x == 0) {
        *d_result = value;
    }
}

template <unsigned threads, unsigned factor>
__global__ void many(const value_t *d_values, value_t *d_results, size_t n) {
    value_t value = identity();
    const size_t first = blockIdx.x * (size_t)(threads * factor) + threadIdx.x;
#pragma unroll 8
    for (unsigned k = 0; k < factor; k++) {
        if (first + k * threads < n) {
            value = combine(value, d_values[first + k * threads]);
        }
    }
    leave<threads>(value, &d_results[blockIdx.x]);
}

template <unsigned threads>
__global__ void pieces(const value_t *d_values, value_t *d_results, size_t n) {
    constexpr size_t in_a_piece = sizeof(value_t) == 4 ? 4 : 1;
    struct alignas(in_a_piece * 4) several {
        value_t values[in_a_piece];
    };
    value_t value = identity();
    const size_t self = blockIdx.x * (size_t)threads + threadIdx.x, all = (size_t)gridDim.x * threads;
    size_t i = self;
    for (; i + 7 * all < n / in_a_piece; i += 8 * all) {
        several taken[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            taken[k] = reinterpret_cast<const several *>(d_values)[i + k * all];
        }
#pragma unroll
        for (int k = 0; k < 8; k++) {
            for (size_t j = 0; j < in_a_piece; j++) {
                value = combine(value, taken[k].values[j]);
            }
        }
    }
    for (; i < n / in_a_piece; i += all) {
        const several one = reinterpret_cast<const several *>(d_values)[i];
        for (size_t j = 0; j < in_a_piece; j++) {
            value = combine(value, one.values[j]);
        }
    }
    for (size_t k = n / in_a_piece * in_a_piece + self; k < n; k += all) {
        value = combine(value, d_values[k]);
    }
    leave<threads>(value, &d_results[blockIdx.x]);
}

static value_t fetch(const value_t *d_value) {
    value_t value;
    CUDA_CHECK(cudaMemcpy(&value, d_value, sizeof(value), cudaMemcpyDeviceToHost));
    return value;
}

value_t reduce_shuffle(const value_t *d_in, size_t n) {
    if (n == 0) {
        return identity();
    }
    const size_t a_block = 64 * 32, blocks = (n - 1) / a_block + 1;
    value_t *d_results = NULL;
    CUDA_CHECK(cudaMalloc(&d_results, (blocks + 1) * sizeof(value_t)));
    many<64, 32><<<(unsigned)blocks, 64>>>(d_in, d_results + 1, n);
    CUDA_CHECK_LAUNCH();
    many<1024, 8192><<<1, 1024>>>(d_results + 1, d_results, blocks);
    CUDA_CHECK_LAUNCH();
    const value_t result = fetch(d_results);
    CUDA_CHECK(cudaFree(d_results));
    return result;
}

value_t reduce_grid_stride(const value_t *d_in, size_t n) {
    if (n == 0) {
        return identity();
    }
    const size_t wanted = n / 1024 + 1, blocks = wanted < 200 ? wanted : 200;
    value_t *d_results = NULL;
    CUDA_CHECK(cudaMalloc(&d_results, (blocks + 4) * sizeof(value_t)));
    pieces<256><<<(unsigned)blocks, 256>>>(d_in, d_results, n);
    CUDA_CHECK_LAUNCH();
    pieces<512><<<1, 512>>>(d_results, d_results + blocks, blocks);
    CUDA_CHECK_LAUNCH();
    const value_t result = fetch(d_results + blocks);
    CUDA_CHECK(cudaFree(d_results));
    return result;
}
