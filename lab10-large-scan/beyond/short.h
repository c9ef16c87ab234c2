// The scan of a short input: each block holds one tile in its registers, from the load to the store.
#ifndef SHORT_H
#define SHORT_H

#include "tiles.h"

// How often a block looks before it does without the other blocks' sums: about 10 ms on an H200.
#ifndef ROUNDS
#define ROUNDS 10000
#endif

// A lane's share of the sum of all tiles before this block's. tile: int4 per tile. Waits for the blocks before, but not
// forever: an ordinary launch does not promise that they run at the same time as this one, or earlier.
__device__ int sum_before(const int4 *d_in, size_t tile, unsigned call) {
    int sum;
    if (look(call, 0, blockIdx.x, &sum)) { // mostly; in a loop this look would take longer
        return sum;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (look(call, 0, blockIdx.x, &sum)) {
            return sum;
        }
    }
    sum = 0; // of the tiles whose words are this lane's
    for (size_t block = threadIdx.x % WARP; block < blockIdx.x; block += WARP) {
        for (size_t i = block * tile; i < (block + 1) * tile; i++) {
            sum += sum_of(d_in[i]);
        }
    }
    return sum;
}

// Scans an input of which each block holds one tile in registers, ROWS int4 per thread. At most LOOKS * WARP blocks.
template <unsigned ROWS, unsigned THREADS>
__global__ void __launch_bounds__(THREADS, 1)
    short_kernel(const int4 *d_in, int4 *d_out, size_t pieces, unsigned call) {
    __shared__ int s_warp_sums[THREADS / WARP], s_before;
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t begin = (size_t)blockIdx.x * THREADS * ROWS + warp * WARP * ROWS + lane;
    int4 rows[ROWS];
    int sum = 0;
    if (threadIdx.x == THREADS - 1) {
        prefetch(&d_words[blockIdx.x]); // nothing has used this array in this launch yet
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) { // all loads start at once
        const size_t i = begin + row * WARP;
        rows[row] = i < pieces ? __ldcs(&d_in[i]) : make_int4(0, 0, 0, 0);
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        sum += sum_of(rows[row]);
    }
    sum = __reduce_add_sync(ALL_LANES, sum);
    if (lane == 0) {
        s_warp_sums[warp] = sum;
    }
    __syncthreads();
    const int warp_sum = lane < THREADS / WARP ? s_warp_sums[lane] : 0;
    if (warp == 0) {
        const int all = __reduce_add_sync(ALL_LANES, warp_sum);
        if (lane == 0) {
            publish(&d_words[blockIdx.x], published(call, all));
        }
    }
    const int before_warp = __reduce_add_sync(ALL_LANES, lane < warp ? warp_sum : 0);
    scan_rows<ROWS>(rows); // before the look: meanwhile the other blocks' sums arrive
    if (warp == 0) {
        const int share = sum_before(d_in, THREADS * ROWS, call);
        __syncwarp();
        const int before = __reduce_add_sync(ALL_LANES, share);
        if (lane == 0) {
            s_before = before;
        }
    }
    __syncthreads();
    store_rows<ROWS>(rows, s_before + before_warp, d_out, begin, pieces, false);
}

#endif
