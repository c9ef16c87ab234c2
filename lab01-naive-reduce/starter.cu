// lab01: naive reduction. The sum of n ints by a tree of additions, in two parts.
//
// Input: n ints in device memory, which must not change. Result: their sum. See lab.h for the details.
// Shared memory: none in part "tree", BLOCK_SIZE ints per block in part "modulo".
// Do the TODOs in order and check after each one:   ./lab check lab01
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ---------------------------------------------------------------------------------- part "tree": the kernel
// A block of BLOCK_SIZE threads adds 2 * BLOCK_SIZE neighbouring elements, in place, in global memory.
//
//   d_data   n ints, a copy of the input: the kernel overwrites them with partial sums
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: every partial sum is written to global memory, the slowest memory of the device, and
// read back. The input must also be copied first. Part "modulo" keeps the partial sums in shared memory.
__global__ void tree_kernel(int *d_data, int *d_sums, size_t n) {
    // TODO(1): `tid` is the thread's number in its block, `i` the index in d_data of its first element.
    // The threads of block 0 are responsible for elements 0, 2, 4, ..., those of block 1 for 2 * BLOCK_SIZE,
    // 2 * BLOCK_SIZE + 2, ... The type of i is size_t, because n may not fit into an unsigned int.
    // END TODO(1)

    // TODO(2): the first element of the block is the sum of the block's elements.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of the stride adds to its
    // element the one `stride` places further on, if the index of that is below n. No thread starts a step
    // before all threads have finished the previous one.
    // END TODO(2)

    // TODO(3): one thread of the block has written the block sum to its place in d_sums.
    // END TODO(3)
}

// --------------------------------------------------------- part "tree": the host code, complete, as a model
int reduce_tree(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // launching zero blocks is an error
    }
    const size_t elements_a_block = 2 * BLOCK_SIZE;
    const size_t blocks = (n + elements_a_block - 1) / elements_a_block; // rounded up

    int *d_data = NULL; // n ints, the scratch copy
    int *d_sums = NULL; // one int per block
    CUDA_CHECK(cudaMalloc(&d_data, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_data, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice));

    tree_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_data, d_sums, n);
    CUDA_CHECK_LAUNCH();

    int *h_sums = (int *)malloc(blocks * sizeof(int)); // the same sums in host memory
    if (h_sums == NULL) {
        abort();
    }
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    int sum = 0;
    for (size_t block = 0; block < blocks; block++) {
        sum += h_sums[block];
    }

    free(h_sums);
    CUDA_CHECK(cudaFree(d_sums));
    CUDA_CHECK(cudaFree(d_data));
    return sum;
}

// -------------------------------------------------------------------------------- part "modulo": the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring elements, in shared memory.
//
//   d_in     n ints, unchanged
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: the adding threads are farther apart in each step. So nearly every warp works in
// nearly every step, for only a few of its threads. Also, `%` is a slow operation. lab02 starts here.
__global__ void modulo_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int per thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    // TODO(4): s_partial[tid] is this thread's element of d_in, or the identity past the end of d_in.
    // The identity is the value that changes no sum. No thread continues before all of s_partial is written.
    // END TODO(4)

    // TODO(5): s_partial[0] is the sum of all of s_partial.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of 2 * stride adds to its
    // partial sum the one `stride` places further on.
    // END TODO(5)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// ---------------------------------------------------------------------------- part "modulo": the host code
int reduce_modulo(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int sum = 0;

    // TODO(6): `blocks` is the number of blocks, and `d_sums` points to device memory for one int a block.
    // There are just enough blocks to give each of the n elements a thread.
    // END TODO(6)

    // TODO(7): modulo_kernel has run without an error, and the block sums are in d_sums.
    // END TODO(7)

    // TODO(8): `sum` is the sum of all block sums, added here on the host.
    // Everything allocated in TODO(6) and here is freed.
    // END TODO(8)

    return sum;
}
