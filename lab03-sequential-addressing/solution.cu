// lab03: sequential addressing. A tree without bank conflicts, and launches until one value is left.
//
// Input: n ints in device memory, which must not change. Result: their sum. See lab.h for the details.
// Shared memory: BLOCK_SIZE ints per block.
// Do the TODOs in order and check after each one:   ./lab check lab03
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ---------------------------------------------------------------------------------- both parts: the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring values, in shared memory. The beginning and the
// end are those of lab02's interleaved_kernel. Only the places of the partial sums are new.
//
//   d_values   n ints, unchanged: the input, or the block sums of the previous launch
//   d_sums     one int per block: d_sums[b] is set to the sum of block b's values
//
// What is still wrong: half of the threads never add. They load one value each and then wait for the others,
// through nine barriers. lab04 starts here.
__global__ void sequential_kernel(const int *d_values, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int per thread: its value, later a partial sum
    const unsigned tid = threadIdx.x;

    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_values[i] : 0; // past the end: the identity, which changes no sum
    __syncthreads(); // between each thread's write of its value and the reads of the first step

    // TODO(1): s_partial[0] is the sum of all of s_partial, added by 12 warps without bank conflicts.
    // Each step leaves half as many partial sums as there were before it, next to each other at the beginning
    // of s_partial. In each step, neighbouring threads add to neighbouring places.
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads(); // between this step's writes and the next step's reads, by other threads
    }
    // END TODO(1)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// The number of blocks for `count` values, which is also the number of block sums. 257 values take 2 blocks.
static size_t blocks_for(size_t count) {
    return (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
}

// -------------------------------------------------- part "sequential": the host code, complete, as in lab02
int reduce_sequential(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // launching zero blocks is an error
    }
    const size_t blocks = blocks_for(n);
    int *d_sums = NULL; // one int per block
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));

    sequential_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
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

// -------------------------------------------------------------------------- part "repeated": the host code
// What is still wrong: the launches run one after the other, and each one waits for the last block of the
// previous one. lab04 needs only one launch.
int reduce_repeated(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int sum = 0;

    // TODO(2): d_sums[0] and d_sums[1] point to device memory for the block sums of two consecutive launches.
    // One is large enough for the block sums of the first launch. The other is large enough for those of the
    // second launch, which adds the sums of the first.
    int *d_sums[2] = {NULL, NULL};
    CUDA_CHECK(cudaMalloc(&d_sums[0], blocks_for(n) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_sums[1], blocks_for(blocks_for(n)) * sizeof(int)));
    // END TODO(2)

    // TODO(3): `d_values` points to one value in device memory, the sum of all elements.
    // At first the values to add are the n elements of d_in. As long as there is more than one value,
    // sequential_kernel adds them, and its block sums are the new values. No launch writes to the array that
    // it reads: block 1 could overwrite a value there before block 0 reads it. Each launch is checked.
    const int *d_values = d_in;
    size_t count = n;
    for (int launch = 0; count > 1; launch++) {
        int *d_out = d_sums[launch % 2]; // the previous launch wrote to the other one
        sequential_kernel<<<(unsigned)blocks_for(count), BLOCK_SIZE>>>(d_values, d_out, count);
        CUDA_CHECK_LAUNCH();
        d_values = d_out;
        count = blocks_for(count);
    }
    // END TODO(3)

    // TODO(4): `sum` is that value, and what TODO(2) allocated is freed.
    // No other value is copied to the host.
    CUDA_CHECK(cudaMemcpy(&sum, d_values, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums[0]));
    CUDA_CHECK(cudaFree(d_sums[1]));
    // END TODO(4)

    return sum;
}
