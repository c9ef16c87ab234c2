// lab00: the sum of n ints, one element per thread. Replace this kernel with your own.
//
// Input: n ints in device memory, which must not change. Result: their sum. See lab.h for the details.
// Shared memory: BLOCK_SIZE ints per block.
// Do the TODOs in order and check after each one:   ./lab check lab00
#include "lab.h"

#include "cuda_check.h"

// ------------------------------------------------------------------------------------ part "sum": the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring elements.
//
//   d_in    n ints, unchanged
//   d_sum   one int: 0 before the launch, the sum of all elements after it
//
// What is still wrong: say it here; the next lab starts there.
__global__ void sum_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int per thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    // TODO(1): s_partial[tid] is this thread's element of d_in, or 0 past the end of d_in.
    // No thread continues before all of s_partial is written.
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + tid;
    s_partial[tid] = i < n ? d_in[i] : 0;
    __syncthreads(); // between each thread's write of its element and the reads of the first step
    // END TODO(1)

    // TODO(2): s_partial[0] is the sum of all of s_partial.
    // In steps of stride 128, 64, 32, ... 1, the first `stride` threads add the partial sum `stride` places
    // further on to their own.
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads(); // between this step's writes and the next step's reads, by other threads
    }
    // END TODO(2)

    if (tid == 0) {
        atomicAdd(d_sum, s_partial[0]);
    }
}

// --------------------------------------------------------------------- part "sum": the host code, complete
int reduce_sum(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // launching zero blocks is an error
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE; // rounded up
    int *d_sum = NULL;                                       // one int
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(int)));

    sum_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sum, n);
    CUDA_CHECK_LAUNCH();

    int sum = 0;
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}
