// expect: note: value never used at here
// expect: 19686 is the expected sum and in[1] 7 times more
// lab02: interleaved addressing, the tree of lab01 with its threads in another order.
//
// You are given n ints in device memory, which must not change, and return their sum (lab.h says it in full).
// Shared memory: BLOCK_SIZE ints a block.
// Do the TODO and check:   ./lab check lab02
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ------------------------------------------------------------------------------------------------ the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring elements, in shared memory. It begins and ends
// as lab01's modulo_kernel did. Only the choice of the threads that add is new.
//
//   d_in     n ints, only read
//   d_sums   one int a block: d_sums[b] receives the sum of block b's elements
//
// What is still wrong with it: neighbouring threads add to places that lie further and further apart. In the
// step of stride 16 these are 32 apart: all in one bank of shared memory, which serves one after the other.
// lab03 starts here.
__global__ void interleaved_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int a thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_in[i] : 0; // past the end the identity, which changes no sum
    __syncthreads(); // between each thread's write of its element and the reads of the first step

    // TODO(1): s_partial[0] is the sum of all of s_partial, and 12 warps did the adding.
    // In steps of stride 1, 2, 4, ... the same pairs become sums in the same places as in lab01: the places
    // 0 and stride, 2 * stride and 3 * stride, ... But in each step the first threads of the block add:
    // thread t the pair number t, counted from 0. Threads for which no pair is left do not add.
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        const unsigned left = 2 * stride * tid; // the left place of pair number tid
        if (left < blockDim.x) {
            s_partial[left] += s_partial[left + 1]; // <-- here
        }
        __syncthreads(); // between this step's writes and the next one's reads, by other threads
    }
    // END TODO(1)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// -------------------------------------------------------------------- the host's side, complete, as in lab01
int reduce_interleaved(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // a launch of no blocks is an error
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE; // rounded up
    int *d_sums = NULL;                                      // one int a block
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
