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
//
// Short inputs fit into the registers of all blocks together. short_kernel scans them there.
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

#include "bulk_copy.h"
#include "cuda_check.h"

#define WARP          32
#define ALL_LANES     0xffffffffu
#define SCANNING      16                      // warps
#define LOADING       SCANNING                // the number of the loading warp
#define PUBLISHING    (SCANNING + 1)          // of the publishing warp
#define LOOKING       (SCANNING + 2)          // of the looking warp
#define THREADS       ((SCANNING + 3) * WARP) // per block
#define TILES_MAX     (1u << 21)              // 2^34 ints in the smallest tiles of the ring
#define L2_MOST       ((size_t)64 << 20)      // bytes; an H200's L2 cache has 50 MiB
#define LONG_INPUT    (2 * L2_MOST)           // bytes; a longer input is loaded by evict_last
#define SHORT_THREADS 1024                    // per block of short_kernel
#define EXIT_SKIPPED  77

// One word per tile: the tile's sum in the lower 32 bits, and in the upper ones the number of the call that published
// it. Each call has a number of its own, so no call has to clear the words of the one before. Two calls must not run
// at the same time.
__device__ unsigned long long d_words[TILES_MAX];

__device__ unsigned long long published(unsigned call, int sum) {
    return (unsigned long long)call << 32 | (unsigned)sum;
}

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

// Scans the lane's four values of a row. Returns the sum of the row up to and including them.
__device__ int scan_row(int4 *piece) {
    piece->y += piece->x;
    piece->z += piece->y;
    piece->w += piece->z;
    return scan_warp(piece->w);
}

// Stores a warp's rows, each scanned by scan_row, with what comes before them added. first: where the lane's piece of
// the first row belongs, in int4; pieces: int4 in the whole array. stream: the L2 cache evicts these values first.
template <unsigned ROWS>
__device__ void store_rows(const int4 *rows, const int *up_to, int before, int4 *d_out, size_t first,
                           size_t pieces, bool stream) {
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        const int add = before + up_to[row] - rows[row].w;
        const int4 piece = rows[row];
        if (first + row * WARP < pieces) {
            const int4 scanned = make_int4(piece.x + add, piece.y + add, piece.z + add, piece.w + add);
            if (stream) {
                __stcs(&d_out[first + row * WARP], scanned);
            } else {
                d_out[first + row * WARP] = scanned;
            }
        }
        before += __shfl_sync(ALL_LANES, up_to[row], WARP - 1);
    }
}

// Adds the sums of the tiles from number `first` to the one before `tile`, and returns each lane's share. Waits for
// those tiles. LOOKS: words per lane that are loaded at once.
template <unsigned LOOKS>
__device__ int sum_of_tiles(unsigned call, unsigned first, unsigned tile) {
    int sum = 0;
    for (unsigned begin = first + threadIdx.x % WARP; begin < tile; begin += LOOKS * WARP) {
        unsigned long long words[LOOKS];
#pragma unroll
        for (unsigned k = 0; k < LOOKS; k++) { // all loads are on their way before the first value is needed
            words[k] = begin + k * WARP < tile ? look_at(&d_words[begin + k * WARP]) : published(call, 0);
        }
#pragma unroll
        for (unsigned k = 0; k < LOOKS; k++) {
            while (words[k] >> 32 != call) {
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
//   pieces      int4 in d_in
//   tiles       at most TILES_MAX
//   call        the number of this call
template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
__global__ void __launch_bounds__(THREADS, 1)
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
                    up_to[row] = scan_row(&rows[row]);
                }
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
                store_rows<ROWS>(rows, up_to, before, d_out, begin + warp * WARP * ROWS + lane, pieces,
                                 is_long);
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
            const unsigned first = k > 0 ? tile - gridDim.x + 1 : 0;
            const int before = up_to + __reduce_add_sync(ALL_LANES, sum_of_tiles<5>(call, first, tile));
            up_to = before + stage->sum;
            __syncwarp(); // between every lane's read and the arrival, after which other warps may write
            if (lane == 0) {
                stage->before = before;
                arrive(&stage->known);
            }
        }
    }
}

// Scans an input of which each block holds one tile in registers, ROWS int4 per thread.
template <unsigned ROWS>
__global__ void __launch_bounds__(SHORT_THREADS, 1)
    short_kernel(const int4 *d_in, int4 *d_out, size_t pieces, unsigned call) {
    __shared__ int s_warp_sums[WARP], s_before;
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t begin = (size_t)blockIdx.x * SHORT_THREADS * ROWS + warp * WARP * ROWS + lane;
    int4 rows[ROWS];
    int up_to[ROWS], sum = 0;
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) { // all loads start at once
        const size_t i = begin + row * WARP;
        rows[row] = i < pieces ? d_in[i] : make_int4(0, 0, 0, 0);
    }
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        sum += rows[row].x + rows[row].y + rows[row].z + rows[row].w;
    }
    sum = __reduce_add_sync(ALL_LANES, sum);
    if (lane == 0) {
        s_warp_sums[warp] = sum;
    }
    __syncthreads();
    const int warp_sum = s_warp_sums[lane];
    if (warp == 0) {
        const int all = __reduce_add_sync(ALL_LANES, warp_sum);
        if (lane == 0) {
            publish(&d_words[blockIdx.x], published(call, all));
        }
    }
    const int before_warp = __reduce_add_sync(ALL_LANES, lane < warp ? warp_sum : 0);
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        up_to[row] = scan_row(&rows[row]);
    }
    if (warp == 0) {
        const int before = __reduce_add_sync(ALL_LANES, sum_of_tiles<4>(call, 0, blockIdx.x));
        if (lane == 0) {
            s_before = before;
        }
    }
    __syncthreads();
    store_rows<ROWS>(rows, up_to, s_before + before_warp, d_out, begin, pieces, false);
}

// The values after the last int4, at most three.
__global__ void last_values_kernel(const int *d_in, int *d_out, size_t n) {
    for (size_t i = n - n % 4; i < n; i++) {
        d_out[i] = d_in[i] + (i > 0 ? d_out[i - 1] : 0);
    }
}

// ------------------------------------------------------------------------------------------ the host's side
// None of these functions waits for the GPU.
static int device_attribute(enum cudaDeviceAttr attribute, int device) {
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

// Blocks wait for each other, so all of them must run at once. A cooperative launch guarantees that.
static void launch(const void *kernel, size_t blocks, unsigned threads, void **arguments, size_t shared) {
    if (shared > 0) { // not for a short input, whose scan takes hardly longer than a few such calls
        CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    }
    CUDA_CHECK(
        cudaLaunchCooperativeKernel(kernel, dim3((unsigned)blocks), dim3(threads), arguments, shared, 0));
}

// The number of this call, from 1. After 2^32 calls the words are cleared, so that no old one has a new number.
static unsigned next_call(void) {
    static unsigned call;
    if (++call == 0) {
        void *words = NULL;
        CUDA_CHECK(cudaGetSymbolAddress(&words, d_words));
        CUDA_CHECK(cudaMemset(words, 0, sizeof(d_words)));
        call = 1;
    }
    return call;
}

static size_t divide_up(size_t a, size_t b) {
    return (a + b - 1) / b;
}

// Exits if the GPU lacks the instructions. Returns the number of its multiprocessors. Each GPU is asked once.
static size_t multiprocessors(void) {
    static int known = -1, count;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    if (device != known) {
        if (device_attribute(cudaDevAttrComputeCapabilityMajor, device) < 9) {
            fprintf(stderr, "lab10, beyond: this needs a GPU of compute capability 9.0 or newer\n");
            exit(EXIT_SKIPPED);
        }
        count = device_attribute(cudaDevAttrMultiProcessorCount, device);
        known = device;
    }
    return (size_t)count;
}

static void scan_last_values(const int *d_in, int *d_out, size_t n) {
    if (n % 4 != 0) {
        last_values_kernel<<<1, 1>>>(d_in, d_out, n);
        CUDA_CHECK(cudaGetLastError());
    }
}

template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
static void scan(const int *d_in, int *d_out, size_t n) {
    const size_t most = multiprocessors();
    size_t pieces = n / 4;
    unsigned tiles = (unsigned)divide_up(pieces, SCANNING * WARP * ROWS);
    if (tiles > TILES_MAX) {
        fprintf(stderr, "lab10, beyond: at most 2^34 ints\n");
        exit(EXIT_SKIPPED);
    }
    if (tiles > 0) {
        unsigned call = next_call();
        void *arguments[] = {&d_in, &d_out, &pieces, &tiles, &call};
        launch((const void *)ring_kernel<ROWS, STAGES, BEHIND>, tiles < most ? tiles : most, THREADS,
               arguments, STAGES * SCANNING * WARP * ROWS * sizeof(int4));
    }
    scan_last_values(d_in, d_out, n);
}

// Returns false if more than `most` blocks would be needed.
template <unsigned ROWS>
static bool scan_short(const int *d_in, int *d_out, size_t n, size_t most) {
    size_t pieces = n / 4;
    const size_t blocks = divide_up(pieces, SHORT_THREADS * ROWS);
    if (blocks > most) {
        return false;
    }
    if (blocks > 0) {
        unsigned call = next_call();
        void *arguments[] = {&d_in, &d_out, &pieces, &call};
        launch((const void *)short_kernel<ROWS>, blocks, SHORT_THREADS, arguments, 0);
    }
    scan_last_values(d_in, d_out, n);
    return true;
}

void scan_at_once(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 0>(d_in, d_out, n);
}

void scan_one_behind(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 1>(d_in, d_out, n);
}

// Tiles of 32 KB, three of them between a tile's sum and its scan.
void scan_ring(const int *d_in, int *d_out, size_t n) {
    scan<4, 6, 3>(d_in, d_out, n);
}

// In registers while they suffice: the fewest per thread, so that as many blocks as possible load.
void scan_best(const int *d_in, int *d_out, size_t n) {
    const size_t most = multiprocessors();
    if (!scan_short<1>(d_in, d_out, n, most) && !scan_short<2>(d_in, d_out, n, most) &&
        !scan_short<4>(d_in, d_out, n, most) && !scan_short<8>(d_in, d_out, n, most)) {
        scan_ring(d_in, d_out, n);
    }
}
