// uses: an exclusive scan of any length and of any type, and what it is good for.
//
// You are given n values in device memory, and write as many (see lab.h).
// Shared memory: one value per warp in the scan; one count per warp and digit in the sort.
// Do the TODOs in order, and check after each one:   ./lab check uses
#include "lab.h"

#include "cuda_check.h"

#define WARP      32
#define WARPS     (BLOCK_SIZE / WARP)
#define ALL_LANES 0xffffffffu // the mask if all threads of the warp take part

// The number of blocks, with `each` values per block.
static unsigned blocks_for(size_t n, unsigned each) {
    return (unsigned)((n + each - 1) / each);
}

// A warp has ROWS rows of 32 values. The rows of a warp are consecutive in memory, and so are the warps of a
// block and the blocks. The index of this thread's value in row k:
__device__ size_t index_in_row(unsigned k) {
    const size_t warp = (size_t)blockIdx.x * WARPS + threadIdx.x / WARP; // of the whole grid
    return (warp * ROWS + k) * WARP + threadIdx.x % WARP;
}

// ---------------------------------------------------------------------- part "exclusive", for values of any type
// The kernels are templates: `value` is any type that has these three functions. Here they are for ints.
__device__ int combine(int a, int b) {
    return a + b;
}

__device__ int shuffle_up(int value, unsigned offset) {
    return __shfl_up_sync(ALL_LANES, value, offset);
}

__device__ int from_last_lane(int value) {
    return __shfl_sync(ALL_LANES, value, WARP - 1);
}

// The inclusive scan over the warp, one value per lane. All lanes must call this function.
template <class value>
__device__ value scan_warp(value up_to) {
#pragma unroll
    for (unsigned offset = 1; offset < WARP; offset *= 2) {
        const value before = shuffle_up(up_to, offset);
        if (threadIdx.x % WARP >= offset) {
            up_to = combine(before, up_to);
        }
    }
    return up_to;
}

// The exclusive scan of all values is the inclusive scan of the same values, each moved one place to the right.
// This kernel moves them and scans each section by itself. d_sums gets one value per section: its sum.
template <class value>
__global__ void sections_kernel(const value *d_in, value *d_out, value *d_sums, size_t n, value identity) {
    __shared__ value s_warps[WARPS];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    value values[ROWS];

    // TODO(1): values[k] is the value before this thread's place in row k, d_in[i - 1] for the place
    // i = index_in_row(k). Where d_in has no such value, and past the end, it is the identity.
    // END TODO(1)

    value all = identity; // the sum of the warp's values so far
#pragma unroll
    for (unsigned k = 0; k < ROWS; k++) {
        values[k] = combine(all, scan_warp(values[k]));
        all = from_last_lane(values[k]);
    }
    if (lane == 0) {
        s_warps[warp] = all;
    }
    __syncthreads(); // between the write of every warp's sum and the reads
    value before = identity, section_all = identity;
    for (unsigned other = 0; other < WARPS; other++) {
        if (other == warp) {
            before = section_all;
        }
        section_all = combine(section_all, s_warps[other]);
    }
    for (unsigned k = 0; k < ROWS; k++) {
        const size_t i = index_in_row(k);
        if (i < n) {
            d_out[i] = combine(before, values[k]);
        }
    }
    if (threadIdx.x == 0) {
        d_sums[blockIdx.x] = section_all;
    }
}

// d_before is the exclusive scan of the sections' sums. Block b has section b + 1, because the first section
// needs nothing.
template <class value>
__global__ void add_kernel(value *d_out, const value *d_before, size_t n) {
    // TODO(2): the sum of all sections before section blockIdx.x + 1 is in front of each of its values in d_out.
    // END TODO(2)
}

// Scans n values of any type. d_in and d_out must not overlap: a block reads one value of the section before
// its own, which another block would overwrite.
template <class value>
static void scan_values(const value *d_in, value *d_out, size_t n, value identity) {
    if (n == 0) {
        return; // a launch with 0 blocks is an error
    }
    const unsigned sections = blocks_for(n, SECTION_SIZE);
    value *d_sums = NULL; // one value per section
    CUDA_CHECK(cudaMalloc(&d_sums, sections * sizeof(value)));
    sections_kernel<value><<<sections, BLOCK_SIZE>>>(d_in, d_out, d_sums, n, identity);
    CUDA_CHECK_LAUNCH();

    // TODO(3): d_out is the scan of all values, even if there is more than one section. For that, this function
    // scans the sums, however many, and add_kernel runs for all sections except the first. Each launch is checked.
    // END TODO(3)

    CUDA_CHECK(cudaFree(d_sums));
}

void scan_exclusive(const int *d_in, int *d_out, size_t n) {
    scan_values<int>(d_in, d_out, n, 0);
}

// ------------------------------------------------------------------------------------------ part "segmented"
// A stretch of text. Aligned to 8 bytes, so that one access moves both words.
struct alignas(8) stretch {
    int breaks; // 1 if a line ends in it, otherwise 0
    int width;  // of what follows the last line break in it, or of all of it
};

// The stretch `a` and then the stretch `b`, as one.
__device__ struct stretch combine(struct stretch a, struct stretch b) {
    struct stretch both = {0, 0};
    // TODO(4): `both` is the whole stretch. The operator must be associative.
    // END TODO(4)
    return both;
}

__device__ struct stretch shuffle_up(struct stretch value, unsigned offset) {
    value.breaks = shuffle_up(value.breaks, offset);
    value.width = shuffle_up(value.width, offset);
    return value;
}

__device__ struct stretch from_last_lane(struct stretch value) {
    value.breaks = from_last_lane(value.breaks);
    value.width = from_last_lane(value.width);
    return value;
}

__global__ void stretch_kernel(const int *d_in, struct stretch *d_stretches, size_t n) {
    // TODO(5): d_stretches[i] is character i alone.
    // END TODO(5)
}

//   d_before   n stretches: the exclusive scan of those of stretch_kernel
__global__ void begin_kernel(const struct stretch *d_before, int *d_out, size_t n) {
    // TODO(6): d_out[i] is where character i begins.
    // END TODO(6)
}

void place_characters(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const struct stretch nothing = {0, 0};
    struct stretch *d_stretches = NULL, *d_before = NULL;
    CUDA_CHECK(cudaMalloc(&d_stretches, n * sizeof(struct stretch)));
    CUDA_CHECK(cudaMalloc(&d_before, n * sizeof(struct stretch)));
    stretch_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_stretches, n);
    CUDA_CHECK_LAUNCH();
    scan_values<struct stretch>(d_stretches, d_before, n, nothing);
    begin_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_before, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_before));
    CUDA_CHECK(cudaFree(d_stretches));
}

// ------------------------------------------------------------------------------------------ part "partition"
__global__ void mark_kernel(const int *d_in, int *d_marks, size_t n) {
    // TODO(7): d_marks[i] is 1 if d_in[i] is less than PIVOT, and 0 otherwise.
    // END TODO(7)
}

//   d_before   n ints: the exclusive scan of the marks
__global__ void move_kernel(const int *d_in, const int *d_before, int *d_out, size_t n) {
    // TODO(8): each element is at its place in d_out. d_before[i] is the number of elements before d_in[i] that
    // are less than PIVOT; all the other elements before it are not.
    // END TODO(8)
}

void partition(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    int *d_marks = NULL, *d_before = NULL;
    CUDA_CHECK(cudaMalloc(&d_marks, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_before, n * sizeof(int)));
    mark_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_marks, n);
    CUDA_CHECK_LAUNCH();
    scan_exclusive(d_marks, d_before, n);
    move_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_before, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_before));
    CUDA_CHECK(cudaFree(d_marks));
}

// ---------------------------------------------------------------------- parts "radix_pass" and "radix_sort"
// The digit of a key that begins at bit `shift`. Keys are compared by their first digits, and if those are
// equal, by the next ones.
__device__ unsigned digit_of(int key, unsigned shift) {
    unsigned digit = 0;
    // TODO(9): `digit` is less than DIGITS. Of two keys the smaller one has the smaller first digit, or the same
    // and the smaller second one, and so on. This is true for negative keys, too.
    // END TODO(9)
    return digit;
}

// d_counts has one row per digit, with one count per section.
__global__ void count_kernel(const int *d_in, int *d_counts, size_t n, unsigned shift) {
    // TODO(10): d_counts[digit * gridDim.x + blockIdx.x] is the number of keys in this block's section that have
    // that digit. They are counted in shared memory.
    // END TODO(10)
}

// Counts the keys of a warp by digit. All lanes must call this function.
//
//   s_counts   one int per digit, of this warp, all 0
//   ranks      ROWS ints, of this thread
__device__ void rank_keys(const int *d_in, size_t n, unsigned shift, int *s_counts, int *ranks) {
    // TODO(11): ranks[k] is the number of keys in this warp that come before this thread's key of row k and have
    // the same digit; s_counts[digit] is the number of all keys of the warp with that digit. For each row let
    // every lane find the lanes with its digit by votes, one vote per bit.
    // END TODO(11)
}

// d_places is the exclusive scan of d_counts: where in d_out the section's first key of each digit belongs.
__global__ void place_kernel(const int *d_in, int *d_out, const int *d_places, size_t n, unsigned shift) {
    __shared__ int s_counts[WARPS][DIGITS]; // per warp and digit
    int ranks[ROWS] = {0};                  // of this thread's keys
    if (threadIdx.x < WARPS * DIGITS) {
        s_counts[threadIdx.x / DIGITS][threadIdx.x % DIGITS] = 0;
    }
    __syncthreads(); // between the counters' first value and the count
    rank_keys(d_in, n, shift, s_counts[threadIdx.x / WARP], ranks);
    __syncthreads(); // between the count and the reads of other warps' counts

    // TODO(12): each key is at its place in d_out: after the keys with smaller digits, those with its digit in
    // the sections before, those in the warps before, and those before it in its warp. All threads take part in
    // barriers.
    // END TODO(12)
}

// Sorts by one digit. Keys with the same digit keep their order.
static void radix_pass(const int *d_in, int *d_out, size_t n, unsigned shift) {
    if (n == 0) {
        return;
    }
    const unsigned sections = blocks_for(n, SECTION_SIZE);
    int *d_counts = NULL, *d_places = NULL;
    CUDA_CHECK(cudaMalloc(&d_counts, DIGITS * sections * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_places, DIGITS * sections * sizeof(int)));
    count_kernel<<<sections, BLOCK_SIZE>>>(d_in, d_counts, n, shift);
    CUDA_CHECK_LAUNCH();
    scan_exclusive(d_counts, d_places, (size_t)DIGITS * sections);
    place_kernel<<<sections, BLOCK_SIZE>>>(d_in, d_out, d_places, n, shift);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_places));
    CUDA_CHECK(cudaFree(d_counts));
}

void sort_by_last_digit(const int *d_in, int *d_out, size_t n) {
    radix_pass(d_in, d_out, n, 0);
}

void radix_sort(const int *d_in, int *d_out, size_t n) {
    int *d_other = NULL; // between two passes, the keys are here or in d_out
    CUDA_CHECK(cudaMalloc(&d_other, (n > 0 ? n : 1) * sizeof(int)));

    // TODO(13): d_out is d_in, sorted. One pass sorts by one digit; no pass works in place.
    // END TODO(13)

    CUDA_CHECK(cudaFree(d_other));
}
