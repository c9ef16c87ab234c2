// expect: note: value never used at here
// expect: is in[0] + in[1] + in[2] + in[4] + in[8] + ..., of the others nothing
// lab03: sequential addressing, a tree without bank conflicts; and again, until one value is left; two parts.
//
// You are given n ints in device memory, which must not change, and return their sum (lab.h says it in full).
// Shared memory: BLOCK_SIZE ints a block.
// Do the TODOs in their order and check after each one:   ./lab check lab03
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ---------------------------------------------------------------------------------- both parts: the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring values, in shared memory. It begins and ends as
// lab02's interleaved_kernel did. Only the places of the partial sums are new.
//
//   d_values   n ints, only read: the input, or the block sums of a launch before
//   d_sums     one int a block: d_sums[b] receives the sum of block b's values
//
// What is still wrong with it: half of the threads never add at all. They bring one value each and then wait,
// through nine barriers, for the others. lab04 starts here.
__global__ void sequential_kernel(const int *d_values, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int a thread: its value, later a partial sum
    const unsigned tid = threadIdx.x;

    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_values[i] : 0; // past the end the identity, which changes no sum
    __syncthreads(); // between each thread's write of its value and the reads of the first step

    // TODO(1): s_partial[0] is the sum of all of s_partial, by 12 warps as in lab02, but without a conflict.
    // After each step the partial sums that are left lie side by side, at the beginning of s_partial: half as
    // many as before it. In each step they are added in such a way that neighbouring threads add to
    // neighbouring places.
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride]; // <-- here
        }
        __syncthreads(); // between this step's writes and the next one's reads, by other threads
    }
    // END TODO(1)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

// Blocks, and so block sums, for `count` values: one for each BLOCK_SIZE of them, rounded up. 257 take 2.
static size_t blocks_for(size_t count) {
    return (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
}

// ----------------------------------------------- part "sequential": the host's side, complete, as in lab02
int reduce_sequential(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // a launch of no blocks is an error
    }
    const size_t blocks = blocks_for(n);
    int *d_sums = NULL; // one int a block
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

// ------------------------------------------------------------------------ part "repeated": the host's side
// What is still wrong with it: launches come one after the other, and each waits for the last block of the
// one before. lab04 does with a single one.
int reduce_repeated(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int sum = 0;

    // TODO(2): d_sums[0] and d_sums[1] point to device memory for the block sums of two launches in a row.
    // One has room for those of the first launch, the other for those of the second, which adds the first's.
    int *d_sums[2] = {NULL, NULL};
    CUDA_CHECK(cudaMalloc(&d_sums[0], blocks_for(n) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_sums[1], blocks_for(blocks_for(n)) * sizeof(int)));
    // END TODO(2)

    // TODO(3): `d_values` points to a single value in device memory, the sum of all.
    // In the beginning the values that are to be added are the n of d_in. As long as there is more than one,
    // sequential_kernel adds them, and its block sums are the values that are left. No launch writes to the
    // array that it reads: block 0 would read there what block 1 may have overwritten.
    const int *d_values = d_in;
    size_t count = n;
    for (int launch = 0; count > 1; launch++) {
        int *d_out = d_sums[launch % 2]; // the launch before wrote to the other one
        sequential_kernel<<<(unsigned)blocks_for(count), BLOCK_SIZE>>>(d_values, d_out, count);
        CUDA_CHECK_LAUNCH();
        d_values = d_out;
        count = blocks_for(count);
    }
    // END TODO(3)

    // TODO(4): `sum` is that value, and what was allocated in TODO(2) is free again.
    // It is the only value that is copied to the host.
    CUDA_CHECK(cudaMemcpy(&sum, d_values, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums[0]));
    CUDA_CHECK(cudaFree(d_sums[1]));
    // END TODO(4)

    return sum;
}
