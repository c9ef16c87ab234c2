// lab06: shuffles, and as fast as memory allows; two parts.
//
// You are given n values in device memory, which must not change. Combine them into one value and return it
// (see lab.h). Shared memory: one value per warp.
// Do the TODOs in order, and check after each one:   ./lab check lab06
#include "lab.h"

#include "cuda_check.h"

#define WARP                      32
#define WARPS_PER_BLOCK           (BLOCK_SIZE / WARP) // at most 32, so that one warp can combine them
#define ALL_LANES                 0xffffffffu         // the mask if all threads of the warp take part
#define BLOCKS_PER_MULTIPROCESSOR 32                  // in part "grid_stride", at most

// ------------------------------------------------------------------------------------- both parts: a warp
// Combines the values of the warp's 32 threads. Only lane 0, the first thread of the warp, gets the result,
// but all threads of the warp must call this function.
//
// shuffle_down(mask, value, offset) returns the `value` of the thread `offset` lanes further on. It waits for
// all lanes of the mask. If there is no such lane, the thread gets its own value back.
__device__ value_t combine_warp(value_t value) {
    // TODO(1): lane 0 returns all 32 values combined, after steps of offset 16, 8, 4, 2, 1.
    // All lanes take part in all steps. The results of the lanes without a partner are not used.
    for (unsigned offset = WARP / 2; offset > 0; offset /= 2) {
        value = combine(value, shuffle_down(ALL_LANES, value, offset));
    }
    // END TODO(1)

    return value;
}

// ------------------------------------------------------------------------------------ both parts: a block
// Combines the values of the block's BLOCK_SIZE threads. Only thread 0 gets the result, but all threads of
// the block must call this function.
//
//   s_warp   room for WARPS_PER_BLOCK values
__device__ value_t combine_block(value_t value, value_t *s_warp) {
    value = combine_warp(value);

    // TODO(2): thread 0 returns all values of the block combined.
    // Lane 0 of each warp has its warp's result, and the first warp combines these results. Its lanes without
    // a result contribute the identity. One barrier is enough.
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == 0) {
        s_warp[warp] = value;
    }
    __syncthreads(); // between each warp's write of its value and the first warp's reads
    if (warp == 0) {
        value = lane < WARPS_PER_BLOCK ? s_warp[lane] : identity();
        value = combine_warp(value);
    }
    // END TODO(2)

    return value;
}

// -------------------------------------------------------------------- part "shuffle": the kernel, complete
//   d_values   n values, only read: the input, or the block results of the previous launch
//   d_results  one value per block: its block result
__global__ void shuffle_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_warp[WARPS_PER_BLOCK]; // one value per warp
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
// Number of values that one load reads: 16 bytes, the most that one instruction loads on most GPUs. Values that
// do not fill 16 bytes, such as points, are read one at a time.
#define PIECE (16 % sizeof(value_t) == 0 ? 16 / sizeof(value_t) : 1)
struct alignas(PIECE == 1 ? 4 : 16) piece {
    value_t values[PIECE];
};

// Combines the values of a piece. Let `piece` point to a copy of the piece in a variable: the copy is one
// load.
__device__ value_t combine_piece(const struct piece *piece) {
    value_t value = piece->values[0];
    for (unsigned k = 1; k < PIECE; k++) {
        value = combine(value, piece->values[k]);
    }
    return value;
}

// All threads of the grid go through the input together, one piece per thread at a time.
//
// What is still wrong with it: nothing that we know of. It moves each byte once, as fast as the memory can.
__global__ void grid_stride_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_warp[WARPS_PER_BLOCK];
    value_t value = identity();

    // TODO(3): the `value`s of all threads of the grid contain every whole piece exactly once.
    // Each piece is read by one load. Thread number i of the grid begins with piece i. Its next piece is as
    // many pieces further on as the grid has threads. (For speed: read four pieces before you use the first
    // one, to have four loads on their way at once.)
    const struct piece *d_pieces = (const struct piece *)d_values;
    const size_t pieces = n / PIECE; // whole pieces; up to PIECE - 1 values are left after them
    const size_t step = (size_t)gridDim.x * BLOCK_SIZE; // threads of the grid
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (; i + 3 * step < pieces; i += 4 * step) {
        const struct piece a = d_pieces[i], b = d_pieces[i + step];
        const struct piece c = d_pieces[i + 2 * step], d = d_pieces[i + 3 * step];
        value = combine(value, combine(combine(combine_piece(&a), combine_piece(&b)),
                                       combine(combine_piece(&c), combine_piece(&d))));
    }
    for (; i < pieces; i += step) {
        const struct piece a = d_pieces[i];
        value = combine(value, combine_piece(&a));
    }
    // END TODO(3)

    // TODO(4): one thread's `value` also contains the values after the last whole piece, at most PIECE - 1.
    // It may be any thread of the grid, but only one.
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        for (size_t k = n - n % PIECE; k < n; k++) {
            value = combine(value, d_values[k]);
        }
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
    value_t *d_results[2] = {NULL, NULL}; // used in turn: no launch writes the array it reads
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
    const size_t most = (size_t)multiprocessors * BLOCKS_PER_MULTIPROCESSOR;
    const size_t wanted = (n / PIECE + 4 * BLOCK_SIZE - 1) / (4 * BLOCK_SIZE); // four pieces per thread
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
