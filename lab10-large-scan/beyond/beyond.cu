// lab10, beyond: a scan of ints that takes hardly longer than a copy, on GPUs of compute capability 9.0 and newer.
// README.md in this folder explains it step by step.
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
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

#include "bulk_copy.h"
#include "cuda_check.h"

#define WARP         32
#define ALL_LANES    0xffffffffu
#define SCANNING     16                      // warps
#define LOADING      SCANNING                // the number of the loading warp
#define PUBLISHING   (SCANNING + 1)          // of the publishing warp
#define LOOKING      (SCANNING + 2)          // of the looking warp
#define THREADS      ((SCANNING + 3) * WARP) // per block
#define LOOKS        5                       // words per lane at once when looking back: 160 per warp
#define PUBLISHED    (1ull << 32)            // in a tile's word: the lower 32 bits are its sum
#define EXIT_SKIPPED 77

// What the warps of a block pass to each other for the tile in one stage of the ring.
struct stage {
    phase_barrier loaded, // the tile is in shared memory
        free,             // the scanning warps no longer need it
        summed,           // warp_sums is set
        published,        // sum and before_warp are set
        known;            // before is set
    int warp_sums[SCANNING], before_warp[SCANNING], sum, before;
};

// The inclusive scan over the warp, one value per lane.
__device__ int scan_warp(int value) {
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (unsigned offset = 1; offset < WARP; offset *= 2) {
        const int before = __shfl_up_sync(ALL_LANES, value, offset);
        value += lane >= offset ? before : 0;
    }
    return value;
}

// Adds the sums of the tiles from number `first` to the one before `tile`, and returns each lane's share. Waits for
// those tiles.
__device__ int sum_of_tiles(const unsigned long long *d_words, unsigned first, unsigned tile) {
    int sum = 0;
    for (unsigned begin = first + threadIdx.x % WARP; begin < tile; begin += LOOKS * WARP) {
        unsigned long long words[LOOKS];
#pragma unroll
        for (unsigned k = 0; k < LOOKS; k++) { // all loads are on their way before the first value is needed
            words[k] = begin + k * WARP < tile ? look_at(&d_words[begin + k * WARP]) : PUBLISHED;
        }
#pragma unroll
        for (unsigned k = 0; k < LOOKS; k++) {
            while ((words[k] & PUBLISHED) == 0) {
                words[k] = look_at(&d_words[begin + k * WARP]);
            }
            sum += (int)(unsigned)words[k];
        }
    }
    return sum;
}

//   ROWS        int4 per lane and tile: a tile has SCANNING * WARP * ROWS of them
//   STAGES      tiles in the ring
//   BEHIND      tiles that are summed before the scan of one waits for the tiles before it; less than STAGES
//   d_words     one per tile, all 0 at the start
//   pieces      int4 in d_in
template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
__global__ void __launch_bounds__(THREADS, 1)
    ring_kernel(const int4 *d_in, int4 *d_out, unsigned long long *d_words, size_t pieces, unsigned tiles) {
    constexpr unsigned TILE = SCANNING * WARP * ROWS; // in int4
    extern __shared__ __align__(128) int4 s_ring[];   // STAGES tiles
    __shared__ struct stage s_stages[STAGES];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
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
                        const int4 piece = s_tile[row * WARP];
                        sum += piece.x + piece.y + piece.z + piece.w;
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
                int up_to[ROWS];
#pragma unroll
                for (unsigned row = 0; row < ROWS; row++) {
                    const bool there = warp * WARP * ROWS + row * WARP + lane < left;
                    rows[row] = there ? s_tile[row * WARP] : make_int4(0, 0, 0, 0);
                    rows[row].y += rows[row].x;
                    rows[row].z += rows[row].y;
                    rows[row].w += rows[row].z;
                    up_to[row] = scan_warp(rows[row].w);
                }
                wait(&stage->known, j / STAGES & 1);
                int before = stage->before + stage->before_warp[warp];
                __syncwarp();
                if (lane == 0) {
                    arrive(&stage->free);
                }
#pragma unroll
                for (unsigned row = 0; row < ROWS; row++) {
                    const int all = __shfl_sync(ALL_LANES, up_to[row], WARP - 1);
                    const int add = before + up_to[row] - rows[row].w;
                    const unsigned i = warp * WARP * ROWS + row * WARP + lane;
                    if (i < left) {
                        d_out[begin + i] = make_int4(rows[row].x + add, rows[row].y + add, rows[row].z + add,
                                                     rows[row].w + add);
                    }
                    before += all;
                }
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
                      &stage->loaded);
        }
    } else if (warp == PUBLISHING) {
        for (unsigned k = 0; k < mine; k++) {
            struct stage *stage = &s_stages[k % STAGES];
            wait(&stage->summed, k / STAGES & 1);
            const int sum = lane < SCANNING ? stage->warp_sums[lane] : 0;
            const int up_to = scan_warp(sum);
            if (lane == WARP - 1) {
                publish(&d_words[blockIdx.x + k * gridDim.x], PUBLISHED | (unsigned)up_to);
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
            const unsigned first = k > 0 ? tile - gridDim.x + 1 : 0;
            const int before = up_to + __reduce_add_sync(ALL_LANES, sum_of_tiles(d_words, first, tile));
            up_to = before + stage->sum;
            __syncwarp(); // between every lane's read and the arrival, after which other warps may write
            if (lane == 0) {
                stage->before = before;
                arrive(&stage->known);
            }
        }
    }
}

// The values after the last int4, at most three.
__global__ void last_values_kernel(const int *d_in, int *d_out, size_t n) {
    for (size_t i = n - n % 4; i < n; i++) {
        d_out[i] = d_in[i] + (i > 0 ? d_out[i - 1] : 0);
    }
}

// ------------------------------------------------------------------------------------------ the host's side
static int device_attribute(enum cudaDeviceAttr attribute) {
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
static void scan(const int *d_in, int *d_out, size_t n) {
    if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 9) {
        fprintf(stderr, "lab10, beyond: this needs a GPU of compute capability 9.0 or newer\n");
        exit(EXIT_SKIPPED);
    }
    const int4 *d_pieces = (const int4 *)d_in;
    int4 *d_scanned = (int4 *)d_out;
    size_t pieces = n / 4;
    unsigned tiles = (unsigned)((pieces + SCANNING * WARP * ROWS - 1) / (SCANNING * WARP * ROWS));
    if (tiles > 0) {
        const unsigned multiprocessors = (unsigned)device_attribute(cudaDevAttrMultiProcessorCount);
        const size_t ring_bytes = STAGES * SCANNING * WARP * ROWS * sizeof(int4);
        const void *kernel = (const void *)ring_kernel<ROWS, STAGES, BEHIND>;
        unsigned long long *d_words = NULL;
        CUDA_CHECK(cudaMalloc(&d_words, tiles * sizeof(*d_words)));
        CUDA_CHECK(cudaMemset(d_words, 0, tiles * sizeof(*d_words)));
        CUDA_CHECK(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)ring_bytes));
        // Blocks wait for each other, so all of them must run at once. A cooperative launch guarantees that.
        void *arguments[] = {&d_pieces, &d_scanned, &d_words, &pieces, &tiles};
        CUDA_CHECK(cudaLaunchCooperativeKernel(kernel,
                                               dim3(tiles < multiprocessors ? tiles : multiprocessors),
                                               dim3(THREADS), arguments, ring_bytes, 0));
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaFree(d_words));
    }
    if (n % 4 != 0) {
        last_values_kernel<<<1, 1>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}

void scan_at_once(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 0>(d_in, d_out, n);
}

void scan_one_behind(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 1>(d_in, d_out, n);
}

// Tiles of 48 KB. For short arrays, tiles of 64 KB: there are only one or two per block, and the latency of one tile
// takes most of the time.
void scan_ring(const int *d_in, int *d_out, size_t n) {
    if (n > (size_t)1 << 22) {
        scan<6, 4, 2>(d_in, d_out, n);
    } else {
        scan<8, 3, 1>(d_in, d_out, n);
    }
}
