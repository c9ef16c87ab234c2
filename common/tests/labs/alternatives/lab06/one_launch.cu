// lab06 with blocks of 1,024 and of 128 threads, dynamic shared memory and one launch: the first warp of the block that
// draws the last ticket combines the results of all blocks. 16-byte loads of int4 that bypass the L1 cache.
#include "lab.h"

#include "cuda_check.h"

enum { LANES = 32, MOST_BLOCKS = 96 };

// All lanes get the result.
static __device__ value_t warp_reduce(value_t value) {
    for (int lanes = LANES / 2; lanes > 0; lanes >>= 1) {
        value = combine(value, shuffle_down(~0u, value, lanes));
    }
    return shuffle_from(~0u, value, 0);
}

union piece_words {
    int4 words;
    value_t values[sizeof(int4) / sizeof(value_t)];
};

template <unsigned threads>
__global__ void __launch_bounds__(threads)
    reduce_all(const value_t *__restrict__ d_in, value_t *d_blocks, unsigned *d_ticket, size_t n) {
    extern __shared__ int s_words[];
    value_t *s_warps = (value_t *)s_words; // one per lane of a warp
    const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    const size_t start = blockIdx.x * (size_t)threads + threadIdx.x, width = gridDim.x * (size_t)threads;
    value_t sum = identity();
    size_t done = 0;
    if (sizeof(int4) % sizeof(value_t) == 0) {
        const size_t in_a_piece = sizeof(int4) / sizeof(value_t);
        for (size_t i = start; i < n / in_a_piece; i += width) {
            union piece_words piece;
            piece.words = __ldcs((const int4 *)d_in + i);
            for (size_t k = 0; k < in_a_piece; k++) {
                sum = combine(sum, piece.values[k]);
            }
        }
        done = n / in_a_piece * in_a_piece;
    }
    for (size_t i = done + start; i < n; i += width) {
        sum = combine(sum, d_in[i]);
    }

    sum = warp_reduce(sum);
    if (lane == 0) {
        s_warps[warp] = sum;
    }
    __syncthreads();
    if (warp != 0) {
        return;
    }
    sum = warp_reduce(lane < threads / LANES ? s_warps[lane] : identity());
    unsigned ticket = 0;
    if (lane == 0) {
        d_blocks[blockIdx.x] = sum;
        __threadfence(); // between the write of the block's value and its ticket
        ticket = atomicInc(d_ticket, gridDim.x - 1);
        __threadfence(); // between the tickets and the reads of the other blocks' values
    }
    if (__shfl_sync(~0u, ticket, 0) != gridDim.x - 1) {
        return;
    }
    __syncwarp(); // between lane 0's fence and the reads of all lanes: the shuffle passes on only the ticket
    sum = identity();
    for (unsigned block = lane; block < gridDim.x; block += LANES) {
        sum = combine(sum, d_blocks[block]);
    }
    sum = warp_reduce(sum);
    if (lane == 0) {
        d_blocks[0] = sum;
    }
}

template <unsigned threads>
static value_t reduce_with(const value_t *d_in, size_t n, unsigned most) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    const size_t wanted = (n + 8 * threads - 1) / (8 * threads);
    const unsigned blocks = wanted < most ? (unsigned)wanted : most;
    value_t *d_blocks = NULL;
    unsigned *d_ticket = NULL;
    CUDA_CHECK(cudaMalloc(&d_blocks, blocks * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_ticket, sizeof(unsigned)));
    CUDA_CHECK(cudaMemset(d_ticket, 0, sizeof(unsigned)));
    reduce_all<threads><<<blocks, threads, LANES * sizeof(value_t)>>>(d_in, d_blocks, d_ticket, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&result, d_blocks, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_ticket));
    CUDA_CHECK(cudaFree(d_blocks));
    return result;
}

value_t reduce_shuffle(const value_t *d_in, size_t n) {
    return reduce_with<128>(d_in, n, MOST_BLOCKS);
}

value_t reduce_grid_stride(const value_t *d_in, size_t n) {
    return reduce_with<1024>(d_in, n, 7);
}
