// The scan of a long input: a ring of tiles in shared memory.
//
// One block per multiprocessor runs from the start of the launch to its end. Its tiles are numbers blockIdx.x,
// blockIdx.x + gridDim.x, ...: all blocks together go through the input wave by wave. In shared memory a block has a
// ring of STAGES tiles, and each of its warps has one role:
//
//   16 scanning warps   compute a tile's sums, one per warp; BEHIND tiles later they scan it and store the result
//   1 loading warp      starts the copy of the next tile as soon as a stage of the ring is free
//   1 publishing warp   adds the sums of the warps, and publishes the tile's sum to all blocks
//   1 looking warp      adds the sums of the tiles between the block's last tile and this one
//
// No barrier stops a whole block. A warp that hands something on arrives at a barrier of the stage; a warp that needs
// it waits there.
#ifndef RING_H
#define RING_H

#include "bulk_copy.h"
#include "tiles.h"

#define SCANNING     16                      // warps
#define LOADING      SCANNING                // the number of the loading warp
#define PUBLISHING   (SCANNING + 1)          // of the publishing warp
#define LOOKING      (SCANNING + 2)          // of the looking warp
#define RING_THREADS ((SCANNING + 3) * WARP) // per block
#define L2_MOST      ((size_t)64 << 20)      // bytes; an H200 reports an L2 cache of 60 MiB
#define LONG_INPUT   (2 * L2_MOST)           // bytes; a longer input is loaded by evict_last

// What the warps of a block pass to each other for the tile in one stage of the ring.
struct stage {
    phase_barrier loaded, // the tile is in shared memory
        free,             // the scanning warps no longer need it
        summed,           // warp_sums is set
        published,        // sum and before_warp are set
        known;            // before is set
    int warp_sums[SCANNING], before_warp[SCANNING], sum, before;
};

//   ROWS        int4 per lane and tile: a tile has SCANNING * WARP * ROWS of them
//   STAGES      tiles in the ring
//   BEHIND      tiles that are summed before the scan of one waits for the tiles before it; less than STAGES
//   pieces      int4 in d_in
//   tiles       at most TILES_MAX
//   call        the number of this call
template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
__global__ void __launch_bounds__(RING_THREADS, 1)
    ring_kernel(const int4 *d_in, int4 *d_out, size_t pieces, unsigned tiles, unsigned call) {
    constexpr unsigned TILE = SCANNING * WARP * ROWS; // in int4
    extern __shared__ __align__(128) int4 s_ring[];   // STAGES tiles
    __shared__ struct stage s_stages[STAGES];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const bool is_long = pieces * sizeof(int4) > LONG_INPUT;
    // The tiles of this block.
    const unsigned mine = blockIdx.x < tiles ? (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x : 0;

    if (threadIdx.x == 0) {
        for (unsigned k = 0; k < STAGES; k++) {
            phase_barrier_set(&s_stages[k].loaded, 1);
            phase_barrier_set(&s_stages[k].free, SCANNING);
            phase_barrier_set(&s_stages[k].summed, SCANNING);
            phase_barrier_set(&s_stages[k].published, 1);
            phase_barrier_set(&s_stages[k].known, 1);
        }
        phase_barriers_are_set();
    }
    __syncthreads();

    // The block's k-th tile is in stage k % STAGES, in phase k / STAGES of the stage's barriers.
    if (warp < SCANNING) {
        for (unsigned k = 0; k < mine + BEHIND; k++) {
            if (k < mine) {
                struct stage *stage = &s_stages[k % STAGES];
                const size_t begin = (size_t)(blockIdx.x + k * gridDim.x) * TILE;
                const int4 *s_tile = &s_ring[k % STAGES * TILE + warp * WARP * ROWS + lane];
                const size_t left = pieces - begin; // pieces of the whole input
                wait(&stage->loaded, k / STAGES & 1);
                int sum = 0;
#pragma unroll
                for (unsigned row = 0; row < ROWS; row++) {
                    if (warp * WARP * ROWS + row * WARP + lane < left) {
                        sum += sum_of(s_tile[row * WARP]);
                    }
                }
                sum = __reduce_add_sync(ALL_LANES, sum);
                if (lane == 0) {
                    stage->warp_sums[warp] = sum;
                    arrive(&stage->summed);
                }
            }
            if (k + 1 > BEHIND) {
                const unsigned j = k - BEHIND;
                struct stage *stage = &s_stages[j % STAGES];
                const size_t begin = (size_t)(blockIdx.x + j * gridDim.x) * TILE;
                const int4 *s_tile = &s_ring[j % STAGES * TILE + warp * WARP * ROWS + lane];
                const size_t left = pieces - begin;
                int4 rows[ROWS];
#pragma unroll
                for (unsigned row = 0; row < ROWS; row++) {
                    const bool there = warp * WARP * ROWS + row * WARP + lane < left;
                    rows[row] = there ? s_tile[row * WARP] : make_int4(0, 0, 0, 0);
                }
                scan_rows<ROWS>(rows);
                wait(&stage->known, j / STAGES & 1);
                const int before = stage->before + stage->before_warp[warp];
                __syncwarp();
                if (lane == 0) {
                    arrive(&stage->free);
                }
                if (is_long && left * sizeof(int4) <= L2_MOST &&
                    lane < WARP * ROWS * sizeof(int4) / L2_LINE) {
                    const size_t line = warp * WARP * ROWS + lane * (L2_LINE / sizeof(int4));
                    if (line < left) {
                        evict_normally(&d_in[begin + line]);
                    }
                }
                store_rows<ROWS>(rows, before, d_out, begin + warp * WARP * ROWS + lane, pieces, is_long);
            }
        }
    } else if (warp == LOADING) {
        for (unsigned k = 0; k < mine && lane == 0; k++) {
            struct stage *stage = &s_stages[k % STAGES];
            const size_t begin = (size_t)(blockIdx.x + k * gridDim.x) * TILE;
            const size_t count = pieces - begin < TILE ? pieces - begin : TILE;
            if (k >= STAGES) {
                wait(&stage->free, (k / STAGES - 1) & 1);
            }
            copy_tile(&s_ring[k % STAGES * TILE], &d_in[begin], (unsigned)(count * sizeof(int4)),
                      &stage->loaded, is_long);
        }
    } else if (warp == PUBLISHING) {
        for (unsigned k = 0; k < mine; k++) {
            struct stage *stage = &s_stages[k % STAGES];
            wait(&stage->summed, k / STAGES & 1);
            const int sum = lane < SCANNING ? stage->warp_sums[lane] : 0;
            const int up_to = scan_warp(sum);
            if (lane == WARP - 1) {
                publish(&d_words[blockIdx.x + k * gridDim.x], published(call, up_to));
                stage->sum = up_to;
            }
            if (lane < SCANNING) {
                stage->before_warp[lane] = up_to - sum;
            }
            __syncwarp();
            if (lane == 0) {
                arrive(&stage->published);
            }
        }
    } else if (warp == LOOKING) {
        int up_to = 0; // the sum of all tiles up to and including this block's last one
        for (unsigned k = 0; k < mine; k++) {
            struct stage *stage = &s_stages[k % STAGES];
            const unsigned tile = blockIdx.x + k * gridDim.x;
            wait(&stage->published, k / STAGES & 1);
            int before = up_to;
            for (unsigned first = k > 0 ? tile - gridDim.x + 1 : 0; first < tile; first += LOOKS * WARP) {
                int sum;
                while (!look(call, first, tile, &sum)) {
                }
                __syncwarp();
                before += __reduce_add_sync(ALL_LANES, sum);
            }
            up_to = before + stage->sum;
            __syncwarp(); // between every lane's read and the arrival, after which other warps may write
            if (lane == 0) {
                stage->before = before;
                arrive(&stage->known);
            }
        }
    }
}

#endif
