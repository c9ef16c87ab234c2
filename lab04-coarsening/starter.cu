// lab04: coarsening. Fewer threads with more work each, and then one atomic per block; in three parts.
//
// Input: n values in device memory, which must not change. Result: the values combined with combine(). See
// lab.h for the details. Shared memory: BLOCK_SIZE values per block.
// Do the TODOs in order and check after each one:   ./lab check lab04
#include "lab.h"

#include "cuda_check.h"

// ------------------------------------------------------------------------------ all parts: the tree of lab03
// Combines the block's values, one per thread, with combine() instead of lab03's `+`. The result is in
// s_partial[0].
__device__ void combine_block(value_t *s_partial, unsigned tid) {
    __syncthreads(); // between each thread's write of its value and the reads of the first step
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] = combine(s_partial[tid], s_partial[tid + stride]);
        }
        __syncthreads(); // between this step's writes and the next step's reads, by other threads
    }
}

// ----------------------------------------------------------------------------- part "first_add": the kernel
// A block combines 2 * BLOCK_SIZE neighbouring values. Each thread combines two before the tree begins.
//
//   d_values   n values, unchanged: the input, or the results of the previous launch
//   d_results  one value per block: its values combined
__global__ void first_add_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_partial[BLOCK_SIZE]; // one value per thread
    const unsigned tid = threadIdx.x;
    value_t value = identity();

    // TODO(1): `value` is this thread's two values, combined.
    // The block's values begin at index 2 * BLOCK_SIZE * (the block's number). This thread's values are
    // number tid and number tid + BLOCK_SIZE of them: in both loads, neighbouring threads read neighbouring
    // values. Values past the end are left out.
    // END TODO(1)

    s_partial[tid] = value;
    combine_block(s_partial, tid);
    if (tid == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

// ---------------------------------------------------------------- part "adjacent": complete, for comparison
// Thread tid combines COARSE_FACTOR of the block's values, from number COARSE_FACTOR * tid on, as you would
// divide a loop on a CPU. What is wrong: in one load, the threads of a warp read values that are
// COARSE_FACTOR places apart, each in a sector of its own.
__global__ void adjacent_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_partial[BLOCK_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t first = ((size_t)blockIdx.x * BLOCK_SIZE + tid) * COARSE_FACTOR; // the thread's first value

    value_t value = identity();
    for (unsigned k = 0; k < COARSE_FACTOR && first + k < n; k++) {
        value = combine(value, d_values[first + k]);
    }

    s_partial[tid] = value;
    combine_block(s_partial, tid);
    if (tid == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

// -------------------------------------------------------------------------------- part "coarse": the kernel
// A block combines COARSE_FACTOR * BLOCK_SIZE neighbouring values, COARSE_FACTOR per thread.
//
// What is still wrong: at six of its nine barriers the block waits for a single warp. lab05 starts there.
__global__ void coarse_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_partial[BLOCK_SIZE];
    const unsigned tid = threadIdx.x;
    value_t value = identity();

    // TODO(2): `value` is this thread's COARSE_FACTOR values, combined.
    // The block has COARSE_FACTOR * BLOCK_SIZE neighbouring values. This thread's values are number
    // tid, tid + BLOCK_SIZE, tid + 2 * BLOCK_SIZE, ... of them. Values past the end are left out.
    // END TODO(2)

    s_partial[tid] = value;
    combine_block(s_partial, tid);
    if (tid == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

// -------------------------------------------------------------------------------- part "atomic": the kernel
// Like coarse_kernel, for ints and `+`. Each block adds its sum to one place that all blocks share.
//
//   d_sum   one int: 0 before the launch, the sum of all elements after it
//
// What is still wrong: it works only for operators for which the hardware has an atomic.
__global__ void atomic_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * COARSE_FACTOR * BLOCK_SIZE;

    int sum = 0;
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        const size_t i = first + k * BLOCK_SIZE + tid;
        if (i < n) {
            sum += d_in[i];
        }
    }
    s_partial[tid] = sum;
    __syncthreads(); // between each thread's write of its sum and the reads of the first step
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads(); // between this step's writes and the next step's reads, by other threads
    }

    // TODO(3): the block sum, which is now in s_partial[0], is added to *d_sum.
    // Other blocks add theirs at the same time.
    // END TODO(3)
}

// -------------------------------------------------------------------------------------------- the host code
typedef void (*reduce_kernel)(const value_t *, value_t *, size_t);

// The number of blocks for `count` values, if each block combines `block_elements` of them.
static size_t blocks_for(size_t count, size_t block_elements) {
    return (count + block_elements - 1) / block_elements;
}

// Launches the kernel again and again, on its own results, until one value is left, as in lab03.
static value_t reduce_by(reduce_kernel kernel, size_t block_elements, const value_t *d_in, size_t n) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    value_t *d_results[2] = {NULL, NULL}; // for two consecutive launches: none writes where it reads
    CUDA_CHECK(cudaMalloc(&d_results[0], blocks_for(n, block_elements) * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_results[1], blocks_for(n, block_elements) * sizeof(value_t)));

    const value_t *d_values = d_in;
    size_t count = n;
    for (int launch = 0; count > 1; launch++) {
        const size_t blocks = blocks_for(count, block_elements);
        kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_values, d_results[launch % 2], count);
        CUDA_CHECK_LAUNCH();
        d_values = d_results[launch % 2];
        count = blocks;
    }

    CUDA_CHECK(cudaMemcpy(&result, d_values, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results[0]));
    CUDA_CHECK(cudaFree(d_results[1]));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce_by(first_add_kernel, 2 * BLOCK_SIZE, d_in, n);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce_by(adjacent_kernel, COARSE_FACTOR * BLOCK_SIZE, d_in, n);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce_by(coarse_kernel, COARSE_FACTOR * BLOCK_SIZE, d_in, n);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0;
    if (n == 0) {
        return sum;
    }

    // TODO(4): `sum` is the sum of the n ints, by a single launch of atomic_kernel.
    // The place that the blocks add to is in device memory. It holds 0 before the launch, and it is freed at
    // the end. The launch is checked.
    // END TODO(4)

    return sum;
}
