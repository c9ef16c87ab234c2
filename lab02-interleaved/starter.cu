// lab02: interleaved addressing. The tree of lab01, with other threads doing the additions.
//
// Input: n ints in device memory, which must not change. Result: their sum. See lab.h for the details.
// Shared memory: BLOCK_SIZE ints per block.
// Do the TODO and check:   ./lab check lab02
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ------------------------------------------------------------------------------------------------ the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring elements, in shared memory. The beginning and
// the end are those of lab01's modulo_kernel. Only the choice of the adding threads is new.
//
//   d_in     n ints, unchanged
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: in each step, neighbouring threads add to places that are farther apart. In the step
// of stride 16 these are 32 apart: all are in one bank of shared memory, which serves them one after the
// other. lab03 starts here.
__global__ void interleaved_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int per thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_in[i] : 0; // past the end: the identity, which changes no sum
    __syncthreads(); // between each thread's write of its element and the reads of the first step

    // TODO(1): s_partial[0] is the sum of all of s_partial, and 12 warps did the adding.
    // In steps of stride 1, 2, 4, ... the same pairs become sums in the same places as in lab01: the places 0
    // and stride, 2 * stride and 3 * stride, ... But in each step the first threads of the block add: thread
    // t adds pair number t, counted from 0. Threads without a pair do not add.
    // END TODO(1)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// ---------------------------------------------------------------------- the host code, complete, as in lab01
int reduce_interleaved(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // launching zero blocks is an error
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE; // rounded up
    int *d_sums = NULL;                                      // one int per block
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));

    interleaved_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
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
    return sum;
}
