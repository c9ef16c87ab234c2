// lab06 by exclusive or: every lane ends with the result of its warp, every warp with that of its block. The values behind
// the last piece are shared out over the last block, from back to front, and the pieces are read in a plain loop.
#include "lab.h"

#include "cuda_check.h"

#define WARP                    32
#define WARPS_A_BLOCK           (BLOCK_SIZE / WARP) // at most 32, so that one warp can combine them
#define ALL_LANES               0xffffffffu         // the mask of a warp whose threads all take part
#define BLOCKS_A_MULTIPROCESSOR 32                  // in part "grid_stride", at most

// ------------------------------------------------------------------------------------- both parts: a warp
// What the values of the warp's 32 threads make, for lane 0 (the first thread of the warp) alone. All of them
// have to call it.
//
// shuffle_down(mask, value, offset) gives a thread the `value` of the thread `offset` lanes further on. It
// waits for all lanes of the mask. Where there is no such lane, the thread gets its own value back.
__device__ value_t combine_warp(value_t value) {
    // TODO(1): lane 0 returns what all 32 values make, after the steps of offset 16, 8, 4, 2, 1.
    // All lanes take part in all steps; what the ones without a partner compute, nobody uses.
    for (unsigned distance = 1; distance < WARP; distance <<= 1) {
        union value_words mine = {value}, other;
        for (int k = 0; k < VALUE_WORDS; k++) {
            other.words[k] = __shfl_xor_sync(ALL_LANES, mine.words[k], (int)distance);
        }
        value = combine(value, other.value);
    }
    // END TODO(1)

    return value;
}

// ------------------------------------------------------------------------------------ both parts: a block
// What the values of the block's BLOCK_SIZE threads make, for thread 0 alone. All of them have to call it.
//
//   s_warp   room for WARPS_A_BLOCK values
__device__ value_t combine_block(value_t value, value_t *s_warp) {
    value = combine_warp(value);

    // TODO(2): thread 0 returns what all of the block's values make.
    // Lane 0 of each warp has what its warp's make; the first warp combines those. Its lanes that have no
    // warp to look after bring the identity. One barrier is enough.
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == warp) {
        s_warp[warp] = value;
    }
    __syncthreads(); // between each warp's write of its value and the first warp's reads
    value = combine_warp(lane < WARPS_A_BLOCK ? s_warp[lane] : identity());
    // END TODO(2)

    return value;
}

// -------------------------------------------------------------------- part "shuffle": the kernel, complete
//   d_values   n values, only read: the input, or the block results of a launch before
//   d_results  one value a block: what its values make
__global__ void shuffle_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_warp[WARPS_A_BLOCK]; // one value a warp
    const size_t first = (size_t)blockIdx.x * COARSE_FACTOR * BLOCK_SIZE + threadIdx.x;
    value_t value = identity();
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        const size_t i = first + k * BLOCK_SIZE;
        if (i < n) {
            value = combine(value, d_values[i]);
        }
    }
    value = combine_block(value, s_warp);
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = value;
    }
}

// --------------------------------------------------------------------------- part "grid_stride": the kernel
// Values that are read at once: 16 bytes, the most that one load instruction brings. Of values that do not
// fill 16 bytes, such as points, one at a time.
#define PIECE (16 % sizeof(value_t) == 0 ? 16 / sizeof(value_t) : 1)
struct alignas(PIECE == 1 ? 4 : 16) piece {
    value_t values[PIECE];
};

// What the values of a piece make. One load brings the piece when it is copied into a variable; so `piece`
// should be such a copy.
__device__ value_t combine_piece(const struct piece *piece) {
    value_t value = piece->values[0];
    for (unsigned k = 1; k < PIECE; k++) {
        value = combine(value, piece->values[k]);
    }
    return value;
}

// All threads of the grid go through the input together, a grid's width of pieces at a time.
//
// What is still wrong with it: nothing that we know. It moves each byte once, and as fast as the memory can.
__global__ void grid_stride_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_warp[WARPS_A_BLOCK];
    value_t value = identity();

    // TODO(3): over all threads of the grid, `value` is what the whole pieces make.
    // Each piece is read once, by one load. Thread number i of the grid begins with piece i; the next one of
    // a thread lies as many pieces further as the grid has threads. (For speed: read four pieces before the
    // first is used, so that four loads are on their way at once.)
    const size_t pieces = n / PIECE;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < pieces; i += (size_t)gridDim.x * blockDim.x) {
        const struct piece here = ((const struct piece *)d_values)[i];
        value = combine(value, combine_piece(&here));
    }
    // END TODO(3)

    // TODO(4): the values behind the last whole piece, PIECE - 1 at most, are in `value`, too.
    // In that of one thread: any of the grid may have them, but no two.
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < n % PIECE) {
        value = combine(value, d_values[n - 1 - threadIdx.x]);
    }
    // END TODO(4)

    value = combine_block(value, s_warp);
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = value;
    }
}

// ------------------------------------------------------------------------------------------ the host's side
// Blocks of shuffle_kernel for `count` values.
static size_t blocks_for(size_t count) {
    return (count + BLOCK_SIZE * COARSE_FACTOR - 1) / (BLOCK_SIZE * COARSE_FACTOR);
}

value_t reduce_shuffle(const value_t *d_in, size_t n) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    value_t *d_results[2] = {NULL, NULL}; // of two launches in a row: none writes to what it reads
    CUDA_CHECK(cudaMalloc(&d_results[0], blocks_for(n) * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_results[1], blocks_for(n) * sizeof(value_t)));

    const value_t *d_values = d_in;
    size_t count = n;
    for (int launch = 0; count > 1; launch++) {
        shuffle_kernel<<<(unsigned)blocks_for(count), BLOCK_SIZE>>>(d_values, d_results[launch % 2], count);
        CUDA_CHECK_LAUNCH();
        d_values = d_results[launch % 2];
        count = blocks_for(count);
    }

    CUDA_CHECK(cudaMemcpy(&result, d_values, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results[0]));
    CUDA_CHECK(cudaFree(d_results[1]));
    return result;
}

value_t reduce_grid_stride(const value_t *d_in, size_t n) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    int multiprocessors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const size_t most = (size_t)multiprocessors * BLOCKS_A_MULTIPROCESSOR;
    const size_t wanted = (n / PIECE + 4 * BLOCK_SIZE - 1) / (4 * BLOCK_SIZE); // four pieces a thread
    const size_t blocks = wanted < 1 ? 1 : wanted < most ? wanted : most;
    value_t *d_results = NULL, *d_result = NULL;
    CUDA_CHECK(cudaMalloc(&d_results, blocks * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_result, sizeof(value_t)));

    grid_stride_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_results, n);
    CUDA_CHECK_LAUNCH();
    grid_stride_kernel<<<1, BLOCK_SIZE>>>(d_results, d_result, blocks);
    CUDA_CHECK_LAUNCH();

    CUDA_CHECK(cudaMemcpy(&result, d_result, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results));
    CUDA_CHECK(cudaFree(d_result));
    return result;
}
