// operators: sum affine
// part: single_pass
// lab10 whose tiles publish with release stores and inspect with acquire loads: cuda::atomic_ref instead of
// volatile and __threadfence(). The lesson shows publish() and inspect() from this file.
#include "lab.h"

#include <cuda/atomic>

#include "cuda_check.h"
#include "shuffle.h"

#define WARP      32
#define ALL_LANES 0xffffffffu // the mask if all threads of the warp take part

// ------------------------------------------------------------------------- both scans: a warp and its rows
// PIECE values side by side in memory, which one instruction loads or stores.
struct alignas(PIECE == 1 ? 4 : 16) piece {
    value_t values[PIECE];
};

// The index in d_in of the first value of this thread's piece in the warp's first row. The `count` rows of a
// warp are consecutive in memory, and so are the warps of a block and the blocks.
__device__ size_t first_value(unsigned block, unsigned count) {
    const size_t warp = (size_t)block * (blockDim.x / WARP) + threadIdx.x / WARP; // of the whole grid
    return warp * count * ROW_SIZE + threadIdx.x % WARP * PIECE;
}

// Loads this thread's pieces of d_in (n values), one in each of the warp's rows. `first` is from first_value.
__device__ void load_rows(struct piece *rows, unsigned count, const value_t *d_in, size_t first, size_t n) {
#pragma unroll
    for (unsigned k = 0; k < count; k++) {
        const size_t i = first + k * ROW_SIZE;
        if (i + PIECE <= n) {
            rows[k] = *(const struct piece *)&d_in[i];
        } else {
            for (unsigned j = 0; j < PIECE; j++) {
                rows[k].values[j] = i + j < n ? d_in[i + j] : identity();
            }
        }
    }
}

// Stores these pieces to d_out.
__device__ void store_rows(const struct piece *rows, unsigned count, value_t *d_out, size_t first, size_t n) {
#pragma unroll
    for (unsigned k = 0; k < count; k++) {
        const size_t i = first + k * ROW_SIZE;
        if (i + PIECE <= n) {
            *(struct piece *)&d_out[i] = rows[k];
        } else {
            for (unsigned j = 0; j < PIECE && i + j < n; j++) {
                d_out[i + j] = rows[k].values[j];
            }
        }
    }
}

// Puts `before` in front of each value of the rows.
__device__ void put_before(value_t before, struct piece *rows, unsigned count) {
#pragma unroll
    for (unsigned k = 0; k < count; k++) {
        for (unsigned j = 0; j < PIECE; j++) {
            rows[k].values[j] = combine(before, rows[k].values[j]);
        }
    }
}

// The inclusive scan over the warp, one value per lane. All lanes must call this function and those below.
__device__ value_t scan_warp(value_t value) {
    const unsigned lane = threadIdx.x % WARP;
    for (unsigned offset = 1; offset < WARP; offset *= 2) {
        const value_t before = shuffle_up(ALL_LANES, value, offset);
        if (lane >= offset) {
            value = combine(before, value);
        }
    }

    return value;
}

// The value of the previous lane, or the identity for lane 0.
__device__ value_t from_lane_before(value_t value) {
    const value_t before = shuffle_up(ALL_LANES, value, 1);
    return threadIdx.x % WARP > 0 ? before : identity();
}

// The inclusive scan of all values of the warp's rows, in place. Returns the sum of all of them.
__device__ value_t scan_rows(struct piece *rows, unsigned count) {
    value_t all = identity();

#pragma unroll
    for (unsigned k = 0; k < count; k++) {
        for (unsigned j = 1; j < PIECE; j++) {
            rows[k].values[j] = combine(rows[k].values[j - 1], rows[k].values[j]);
        }
        const value_t up_to = scan_warp(rows[k].values[PIECE - 1]);
        put_before(combine(all, from_lane_before(up_to)), &rows[k], 1);
        all = combine(all, shuffle_from(ALL_LANES, up_to, WARP - 1));
    }

    return all;
}

// `warp_all` is the sum of the warp's values. Returns the sum of all warps before this one, and sets
// *block_all to the sum of the whole block.
//
//   s_warps   room for one value per warp of the block, at most 32
__device__ value_t scan_block(value_t warp_all, value_t *s_warps, value_t *block_all) {
    value_t before = identity();
    *block_all = identity();

    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == 0) {
        s_warps[warp] = warp_all;
    }
    __syncthreads(); // between each warp's write of its value and all warps' reads
    const value_t up_to = scan_warp(lane < blockDim.x / WARP ? s_warps[lane] : identity());
    *block_all = shuffle_from(ALL_LANES, up_to, WARP - 1);
    before = shuffle_from(ALL_LANES, from_lane_before(up_to), (int)warp);

    return before;
}

// -------------------------------------------------------------------------------------- part "single_pass"
// What a tile has published. At first every tile's word is 0: NOTHING.
enum status {
    NOTHING,    // nothing yet
    TILE_ALONE, // the sum of the tile's own values
    ALL_SO_FAR  // the sum of all values from the first one to the tile's last one
};

#define VALUE_FITS (sizeof(value_t) == 4) // in a word, next to the status

struct progress {
    unsigned *ticket; // the number of the next tile to be taken
    unsigned long long
        *words;      // one per tile: its status in the upper 32 bits, and a value that fits below it
    value_t *values; // if it does not fit: two per tile, for TILE_ALONE and for ALL_SO_FAR
};

__device__ unsigned bits_of(value_t value) { // of 4 bytes
    const union value_words parts = {value};
    return parts.bits;
}

__device__ value_t value_of(unsigned bits) {
    union value_words parts;
    parts.bits = bits;
    return parts.value;
}

typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> device_word;

// Publishes the status and the value of a tile. One thread calls it.
__device__ void publish(struct progress progress, unsigned tile, enum status status, value_t value) {
    unsigned long long word = (unsigned long long)status << 32;
    if (VALUE_FITS) {
        word |= bits_of(value);
    } else {
        progress.values[2 * tile + status - 1] = value;
    }
    device_word(progress.words[tile]).store(word, cuda::memory_order_release);
}

// Waits until the tile has published a status, and returns its word. Its value may be read afterwards.
__device__ unsigned long long inspect(struct progress progress, unsigned tile) {
    unsigned long long word;
    do {
        word = device_word(progress.words[tile]).load(cuda::memory_order_acquire);
    } while (word >> 32 == NOTHING);
    return word;
}

// The sum of all values before the tile, in lane 0 of the warp that calls. Waits for the tiles before it.
__device__ value_t look_back(struct progress progress, unsigned tile) {
    value_t before = identity();

    const unsigned lane = threadIdx.x % WARP;
    bool done = tile == 0;
    for (unsigned end = tile; !done; end -= WARP) { // the 32 tiles before number `end`
        const unsigned long long word =
            lane < end ? inspect(progress, end - 1 - lane) : (unsigned long long)TILE_ALONE << 32;
        const unsigned status = (unsigned)(word >> 32);
        const unsigned all_so_far = __ballot_sync(ALL_LANES, status == ALL_SO_FAR); // one bit per lane
        done = all_so_far != 0;
        const unsigned last =
            done ? (unsigned)__ffs((int)all_so_far) - 1 : WARP - 1; // the last lane that is needed
        value_t value = identity();
        if (lane <= last && VALUE_FITS) {
            value = value_of((unsigned)word);
        } else if (lane <= last) {
            value = progress.values[2 * (end - 1 - lane) + status - 1];
        }
        for (unsigned offset = 1; offset < WARP; offset *= 2) { // higher lanes have earlier tiles
            value = combine(shuffle_down(ALL_LANES, value, offset), value);
        }
        before = combine(value, before);
    }

    return before;
}

__global__ void __launch_bounds__(TILE_THREADS)
    single_pass_kernel(const value_t *d_in, value_t *d_out, size_t n, struct progress progress) {
    __shared__ value_t s_warps[TILE_THREADS / WARP];
    __shared__ value_t s_before;
    unsigned tile = 0;

    __shared__ unsigned s_tile;
    if (threadIdx.x == 0) {
        s_tile = atomicAdd(progress.ticket, 1u);
    }
    __syncthreads(); // between thread 0's write of the number and all threads' reads
    tile = s_tile;

    struct piece rows[TILE_ROWS];
    const size_t first = first_value(tile, TILE_ROWS);
    load_rows(rows, TILE_ROWS, d_in, first, n);
    value_t tile_all;
    const value_t warp_all = scan_rows(rows, TILE_ROWS);
    const value_t before_warp = scan_block(warp_all, s_warps, &tile_all);

    if (threadIdx.x < WARP) {
        if (threadIdx.x == 0 && tile > 0) {
            publish(progress, tile, TILE_ALONE, tile_all);
        }
        const value_t before = look_back(progress, tile);
        if (threadIdx.x == 0) {
            publish(progress, tile, ALL_SO_FAR, combine(before, tile_all));
            s_before = before;
        }
    }
    __syncthreads(); // between thread 0's write of s_before and all threads' reads

    put_before(combine(s_before, before_warp), rows, TILE_ROWS);
    store_rows(rows, TILE_ROWS, d_out, first, n);
}

void scan_single_pass(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t tiles = (n + TILE_SIZE - 1) / TILE_SIZE;
    unsigned long long *d_words = NULL; // one per tile, and one more for the ticket
    struct progress progress = {NULL, NULL, NULL};
    CUDA_CHECK(cudaMalloc(&d_words, (tiles + 1) * sizeof(*d_words)));
    CUDA_CHECK(cudaMemset(d_words, 0, (tiles + 1) * sizeof(*d_words)));
    progress.words = d_words;
    progress.ticket = (unsigned *)&d_words[tiles];
    if (!VALUE_FITS) {
        CUDA_CHECK(cudaMalloc(&progress.values, 2 * tiles * sizeof(value_t)));
    }
    single_pass_kernel<<<(unsigned)tiles, TILE_THREADS>>>(d_in, d_out, n, progress);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(progress.values));
    CUDA_CHECK(cudaFree(d_words));
}

// The test checks only part "single_pass".
void scan_three_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    scan_single_pass(d_in, d_out, n);
}
#if OPERATOR_IS(sum)
void compact(const int *d_in, int *d_out, size_t n) {
    scan_single_pass(d_in, d_out, n);
}
void cut_sausage(const int *d_wishes, int *d_cuts, size_t n) {
    scan_single_pass(d_wishes, d_cuts, n);
}
#elif OPERATOR_IS(affine)
void solve_recurrence(const int *d_in, int *d_out, size_t n) {
    CUDA_CHECK(cudaMemcpy(d_out, d_in, n * sizeof(*d_out), cudaMemcpyDeviceToDevice));
}
#endif
