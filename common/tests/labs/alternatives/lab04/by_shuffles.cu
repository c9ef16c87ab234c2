// lab04 with the methods of the next labs: each warp combines its values by shuffles, and one barrier is
// enough. In part "atomic" each thread loads 16 bytes at a time.
// tier: small
#include "lab.h"
#include "shuffle.h"

#include "cuda_check.h"

enum { WARPS = BLOCK_SIZE / 32 };

template <unsigned FACTOR>
__global__ void warps_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_warps[WARPS];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    // Strided by the warp, not by the block: each warp has FACTOR * 32 neighbouring values.
    const size_t first = ((size_t)blockIdx.x * WARPS + warp) * 32 * FACTOR + lane;
    value_t value = identity();
    for (unsigned k = 0; k < FACTOR; k++) {
        if (first + k * 32 < n) {
            value = combine(value, d_values[first + k * 32]);
        }
    }
    for (unsigned delta = 16; delta > 0; delta /= 2) {
        value = combine(value, shuffle_down(0xffffffffu, value, delta));
    }
    if (lane == 0) {
        s_warps[warp] = value;
    }
    __syncthreads();
    if (tid == 0) {
        for (unsigned other = 1; other < WARPS; other++) {
            value = combine(value, s_warps[other]);
        }
        d_results[blockIdx.x] = value;
    }
}

__global__ void vector_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_warps[WARPS];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const int4 *vectors = (const int4 *)d_in;
    int sum = 0;
    for (unsigned k = 0; k < COARSE_FACTOR / 4; k++) {
        const size_t i = ((size_t)blockIdx.x * (COARSE_FACTOR / 4) + k) * BLOCK_SIZE + tid;
        if (i < n / 4) {
            const int4 four = vectors[i];
            sum += four.x + four.y + four.z + four.w;
        }
    }
    if (blockIdx.x == gridDim.x - 1 && tid < n % 4) {
        sum += d_in[n - 1 - tid];
    }
    for (unsigned delta = 16; delta > 0; delta /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, (int)delta);
    }
    if (lane == 0) {
        s_warps[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < WARPS ? s_warps[lane] : 0;
        for (unsigned delta = WARPS / 2; delta > 0; delta /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, delta);
        }
        if (lane == 0) {
            atomicAdd(d_sum, sum);
        }
    }
}

template <unsigned FACTOR>
static value_t reduce(const value_t *d_in, size_t n) {
    value_t result = identity(), *d_buffers[2] = {NULL, NULL};
    const value_t *d_values = d_in;
    int turn = 0;
    while (n > 1) {
        const size_t blocks = (n + FACTOR * BLOCK_SIZE - 1) / (FACTOR * BLOCK_SIZE);
        if (d_buffers[turn] == NULL) {
            CUDA_CHECK(cudaMalloc(&d_buffers[turn], blocks * sizeof(value_t)));
        }
        warps_kernel<FACTOR><<<(unsigned)blocks, BLOCK_SIZE>>>(d_values, d_buffers[turn], n);
        CUDA_CHECK_LAUNCH();
        d_values = d_buffers[turn];
        turn = 1 - turn;
        n = blocks;
    }
    if (n == 1) {
        CUDA_CHECK(cudaMemcpy(&result, d_values, sizeof(value_t), cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaFree(d_buffers[0]));
    CUDA_CHECK(cudaFree(d_buffers[1]));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce<2>(d_in, n);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce<COARSE_FACTOR>(d_in, n);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce<COARSE_FACTOR>(d_in, n);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0, *d_sum;
    if (n == 0) {
        return sum;
    }
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(int)));
    vector_kernel<<<(unsigned)((n + COARSE_FACTOR * BLOCK_SIZE - 1) / (COARSE_FACTOR * BLOCK_SIZE)),
                    BLOCK_SIZE>>>(d_in, d_sum, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}
