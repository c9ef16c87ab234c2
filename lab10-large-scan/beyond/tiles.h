// What ring.h and short.h share: a warp's rows of values in its registers, and the words in which tiles publish their
// sums.
#ifndef TILES_H
#define TILES_H

#define WARP      32
#define ALL_LANES 0xffffffffu
#define LOOKS     5          // words per lane that are loaded at once
#define TILES_MAX (1u << 21) // 2^34 ints in the smallest tiles of the ring

// ------------------------------------------------------------------------------------------ rows
__device__ int sum_of(int4 piece) {
    return piece.x + piece.y + piece.z + piece.w;
}

__device__ int4 plus(int4 piece, int value) {
    return make_int4(piece.x + value, piece.y + value, piece.z + value, piece.w + value);
}

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

// Scans a warp's rows, one after the other: of each row, a lane has four values in a row.
template <unsigned ROWS>
__device__ void scan_rows(int4 *rows) {
    int before = 0; // the sum of the rows before
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        int4 *piece = &rows[row];
        piece->y += piece->x;
        piece->z += piece->y;
        piece->w += piece->z;
        const int up_to = scan_warp(piece->w);
        *piece = plus(*piece, before + up_to - piece->w);
        before += __shfl_sync(ALL_LANES, up_to, WARP - 1);
    }
}

// Stores a warp's rows, scanned by scan_rows, with what comes before them added. first: where the lane's piece of the
// first row belongs, in int4; pieces: int4 in the whole array. stream: the L2 cache evicts these values first.
template <unsigned ROWS>
__device__ void store_rows(const int4 *rows, int before, int4 *d_out, size_t first, size_t pieces,
                           bool stream) {
#pragma unroll
    for (unsigned row = 0; row < ROWS; row++) {
        const size_t i = first + row * WARP;
        if (i < pieces && stream) {
            __stcs(&d_out[i], plus(rows[row], before));
        } else if (i < pieces) {
            d_out[i] = plus(rows[row], before);
        }
    }
}

// ------------------------------------------------------------------------------------------ words
// One word per tile: the tile's sum in the lower 32 bits, and in the upper ones the number of the call that published
// it. Each call has a number of its own, so no call has to clear the words of the one before. Two calls must not run
// at the same time.
__device__ unsigned long long d_words[TILES_MAX];

__device__ unsigned long long published(unsigned call, int sum) {
    return (unsigned long long)call << 32 | (unsigned)sum;
}

// A word that one thread writes while others poll it.
__device__ inline unsigned long long look_at(const unsigned long long *d_word) {
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(d_word) : "memory");
    return word;
}

__device__ inline void publish(unsigned long long *d_word, unsigned long long word) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(d_word), "l"(word) : "memory");
}

// Brings a word into the L2 cache, without waiting for it.
__device__ inline void prefetch(const unsigned long long *d_word) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(d_word));
}

// Looks once at the words of the tiles from number `first` to the one before `end`, LOOKS * WARP of them at most. *sum:
// the sums of this lane's share of them. Returns whether the lane found them all; otherwise *sum is undefined.
__device__ bool look(unsigned call, unsigned first, unsigned end, int *sum) {
    bool known = true;
    *sum = 0;
#pragma unroll
    for (unsigned k = 0; k < LOOKS; k++) { // all loads are on their way before the first value is needed
        const unsigned tile = first + k * WARP + threadIdx.x % WARP;
        const unsigned long long word = tile < end ? look_at(&d_words[tile]) : published(call, 0);
        known = known && word >> 32 == call;
        *sum += (int)(unsigned)word;
    }
    return known;
}

#endif
