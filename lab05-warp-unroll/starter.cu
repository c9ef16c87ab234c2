// lab05: the last warp. No block barriers where one warp works alone, and no loop where its bounds are known;
// in two parts.
//
// Input: n values in device memory, which must not change. Result: the values combined with combine(). See
// lab.h for the details. Shared memory: BLOCK_SIZE values per block.
// Do the TODOs in order and check after each one:   ./lab check lab05
#include "lab.h"

#include "cuda_check.h"

// ------------------------------------------------------------------------ both parts: the loads, as in lab04
// Combines the COARSE_FACTOR values of thread tid: the block's values number tid, tid + block_size, ...
template <unsigned block_size>
__device__ value_t load(const value_t *d_values, size_t n, unsigned tid) {
    const size_t first = (size_t)blockIdx.x * COARSE_FACTOR * block_size; // the block's first value
    value_t value = identity();
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        const size_t i = first + k * block_size + tid;
        if (i < n) {
            value = combine(value, d_values[i]);
        }
    }
    return value;
}

// --------------------------------------------------------------------------- both parts: the last six steps
// Combines the first 64 values of s_partial into s_partial[0]. All threads of the first warp, and no others,
// must call it after a barrier.
//
// A warp's threads do not stay in step by themselves: since Volta, each of them may run ahead. So each step
// has two warp barriers, one after the reads and one after the writes.
__device__ void combine_warp(value_t *s_partial, unsigned tid) {
    // TODO(1): s_partial[0] is the first 64 values combined, in steps of stride 32, 16, 8, 4, 2, 1, without a loop.
    // All 32 threads take part in all steps; the results of those without a partner are not used. In each
    // step, every thread reads its partner's value before any thread writes. Every thread writes before any
    // thread reads in the next step.
    // END TODO(1)
}

// ----------------------------------------------------------------------------- part "last_warp": the kernel
//   d_values   n values, unchanged: the input, or the results of the previous launch
//   d_results  one value per block: its values combined
__global__ void last_warp_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_partial[BLOCK_SIZE]; // one value per thread
    const unsigned tid = threadIdx.x;

    s_partial[tid] = load<BLOCK_SIZE>(d_values, n, tid);
    __syncthreads(); // between each thread's write of its value and the reads of the first step

    // TODO(2): s_partial[0] is all values of s_partial, combined.
    // The whole block takes steps until 64 values are left. Only these steps have block barriers. Then the
    // first warp continues alone.
    // END TODO(2)

    if (tid == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

// ------------------------------------------------------------------------------ part "unrolled": the kernel
// The same for blocks of block_size threads: 64, 128, 256, 512 or 1,024. The compiler knows block_size, so an
// `if` that tests nothing else costs nothing.
//
// What is still wrong: in each step partial results go through shared memory and two warp barriers, although
// they never leave the warp. lab06 starts there.
template <unsigned block_size>
__global__ void unrolled_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_partial[block_size];
    const unsigned tid = threadIdx.x;

    s_partial[tid] = load<block_size>(d_values, n, tid);
    __syncthreads(); // between each thread's write of its value and the reads of the first step

    // TODO(3): the same as in part "last_warp", without a loop.
    // There is one `if` for each step of stride 512, 256, 128 and 64; a block of block_size threads may have
    // only some of these. Then the first warp continues alone.
    // END TODO(3)

    if (tid == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

// -------------------------------------------------------------------------------- the host code, complete
typedef void (*reduce_kernel)(const value_t *, value_t *, size_t);

// A kernel and its block size.
struct shape {
    unsigned threads;
    reduce_kernel kernel;
};

// Returns the first shape whose block can combine all `count` values, or the last shape if there is none.
static struct shape choose(const struct shape *shapes, size_t shape_count, size_t count) {
    size_t i = 0;
    while (i + 1 < shape_count && shapes[i].threads * COARSE_FACTOR < count) {
        i++;
    }
    return shapes[i];
}

// Launches kernels again and again, each on the results of the previous one, until one value is left.
static value_t reduce_by(const struct shape *shapes, size_t shape_count, const value_t *d_in, size_t n) {
    value_t result = identity();
    if (n == 0) {
        return result;
    }
    const size_t block_elements = shapes[shape_count - 1].threads * COARSE_FACTOR;
    const size_t most = (n + block_elements - 1) / block_elements; // at least the blocks of the first launch
    value_t *d_results[2] = {NULL, NULL};                          // for two consecutive launches
    CUDA_CHECK(cudaMalloc(&d_results[0], most * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_results[1], most * sizeof(value_t)));

    const value_t *d_values = d_in;
    size_t count = n;
    for (int launch = 0; count > 1; launch++) {
        const struct shape shape = choose(shapes, shape_count, count);
        const size_t blocks = (count + shape.threads * COARSE_FACTOR - 1) / (shape.threads * COARSE_FACTOR);
        shape.kernel<<<(unsigned)blocks, shape.threads>>>(d_values, d_results[launch % 2], count);
        CUDA_CHECK_LAUNCH();
        d_values = d_results[launch % 2];
        count = blocks;
    }

    CUDA_CHECK(cudaMemcpy(&result, d_values, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results[0]));
    CUDA_CHECK(cudaFree(d_results[1]));
    return result;
}

value_t reduce_last_warp(const value_t *d_in, size_t n) {
    static const struct shape shapes[] = {{BLOCK_SIZE, last_warp_kernel}};
    return reduce_by(shapes, 1, d_in, n);
}

// Blocks of BLOCK_SIZE threads. If one block is enough, it has as many threads as it needs.
value_t reduce_unrolled(const value_t *d_in, size_t n) {
    static const struct shape shapes[] = {
        {64, unrolled_kernel<64>},   {128, unrolled_kernel<128>},   {256, unrolled_kernel<256>},
        {512, unrolled_kernel<512>}, {1024, unrolled_kernel<1024>}, {BLOCK_SIZE, unrolled_kernel<BLOCK_SIZE>},
    };
    return reduce_by(shapes, sizeof(shapes) / sizeof(shapes[0]), d_in, n);
}
