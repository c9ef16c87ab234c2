// expect: is the expected sum and 255 times what a thread's variable holds that nothing has set
// lab01: naive reduction, the sum of n ints by a tree of additions; in two parts.
//
// You are given n ints in device memory, which must not change, and return their sum (lab.h says it in full).
// Shared memory: none in part "tree", BLOCK_SIZE ints a block in part "modulo".
// Do the TODOs in their order and check after each one:   ./lab check lab01
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ---------------------------------------------------------------------------------- part "tree": the kernel
// A block of BLOCK_SIZE threads adds 2 * BLOCK_SIZE neighbouring elements, in place, in global memory.
//
//   d_data   n ints, a copy of the input: the kernel overwrites them with partial sums
//   d_sums   one int a block: d_sums[b] receives the sum of block b's elements
//
// What is still wrong with it: every partial sum goes to global memory and comes back from there, the slowest
// memory there is, and the input has to be copied first. Part "modulo" keeps the partial sums in the block.
__global__ void tree_kernel(int *d_data, int *d_sums, size_t n) {
    // TODO(1): `tid` is the thread's number in its block, `i` the index in d_data of its first element.
    // The threads of block 0 are responsible for elements 0, 2, 4, ..., those of block 1 for 2 * BLOCK_SIZE,
    // 2 * BLOCK_SIZE + 2, ...; i is a size_t, because n may be larger than an unsigned int.
    const unsigned tid = threadIdx.x;
    const size_t i = 2 * ((size_t)blockIdx.x * blockDim.x + tid);
    // END TODO(1)

    // TODO(2): the first element of the block is the sum of the block's elements.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of the stride adds the element
    // `stride` further to its own, if there is one below n. No thread starts a step before all have done the
    // one before.
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        if (tid % stride == 0 && i + stride < n) {
            d_data[i] += d_data[i + stride];
        }
        __syncthreads(); // between this step's write of d_data[i] and the partner's read in the next one
    }
    // END TODO(2)

    // TODO(3): one thread of the block has written the block's sum to its place in d_sums.
    if (tid == 0) {
        d_sums[blockIdx.x] = d_data[i]; // thread 0 wrote this element itself: no further barrier
    }
    // END TODO(3)
}

// ------------------------------------------------------- part "tree": the host's side, complete, as a model
int reduce_tree(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // a launch of no blocks is an error
    }
    const size_t elements_a_block = 2 * BLOCK_SIZE;
    const size_t blocks = (n + elements_a_block - 1) / elements_a_block; // rounded up

    int *d_data = NULL; // n ints, the scratch copy
    int *d_sums = NULL; // one int a block
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
//   d_in     n ints, only read
//   d_sums   one int a block: d_sums[b] receives the sum of block b's elements
//
// What is still wrong with it: the threads that add lie further and further apart, so nearly every warp works
// in nearly every step with only a few of its lanes, and `%` is a slow operation. lab02 starts here.
__global__ void modulo_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int a thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    // TODO(4): s_partial[tid] is this thread's element of d_in, or the identity past the end of d_in.
    // The identity is the value that changes no sum. All of s_partial is ready before any thread goes on.
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    int element;
    if (i < n) {
        element = d_in[i];
    }
    s_partial[tid] = element;
    __syncthreads(); // between each thread's write of its element and its partner's read in the first step
    // END TODO(4)

    // TODO(5): s_partial[0] is the sum of all of s_partial.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of 2 * stride adds the partial
    // sum `stride` further to its own.
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads(); // between this step's write and the partner's read in the next one
    }
    // END TODO(5)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// ---------------------------------------------------------------------- part "modulo": the host's side
int reduce_modulo(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int sum = 0;

    // TODO(6): `blocks` is the number of blocks, and `d_sums` points to device memory for one int a block.
    // There are as few blocks as give each of the n elements a thread.
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int *d_sums = NULL;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    // END TODO(6)

    // TODO(7): modulo_kernel has run without an error and left the block sums in d_sums.
    modulo_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    // END TODO(7)

    // TODO(8): `sum` is the sum of all block sums, added here on the host.
    // Everything that was allocated in TODO(6) and here is free again.
    int *h_sums = (int *)malloc(blocks * sizeof(int));
    if (h_sums == NULL) {
        abort();
    }
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t block = 0; block < blocks; block++) {
        sum += h_sums[block];
    }
    free(h_sums);
    CUDA_CHECK(cudaFree(d_sums));
    // END TODO(8)

    return sum;
}
