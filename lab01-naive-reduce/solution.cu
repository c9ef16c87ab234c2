// lab01: naive reduction. A warm-up of three kernels, then the sum of n ints by a tree of additions, in three parts.
//
// Input: n ints in device memory, which must not change. Result: their sum. See lab.h for the details.
// Shared memory: none in part "tree", per block 2 * BLOCK_SIZE ints in part "shared", BLOCK_SIZE in part "modulo".
// Do the TODOs in order and check after each one:   ./lab check lab01
#include "lab.h"

#include <stdlib.h>

#include "cuda_check.h"

// ------------------------------------------------------------------- warm-up: three kernels of one line each
// All three write twice the elements of d_in to d_out. Many threads run a kernel at once, and each of them has a number
// of its own. So no kernel here has a loop: each thread does its one element.
//
//   d_in    n ints, unchanged
//   d_out   n ints: d_out[i] is set to twice d_in[i]

// Part "index": a block of just n threads.
__global__ void index_kernel(const int *d_in, int *d_out) {
    // TODO(1): d_out holds twice this thread's element of d_in, in the same place. The number of the thread in
    // its block, from 0, is threadIdx.x.
    d_out[threadIdx.x] = 2 * d_in[threadIdx.x];
    // END TODO(1)
}

// Part "guard": a block of BLOCK_SIZE threads, of which only the first n have an element.
__global__ void guard_kernel(const int *d_in, int *d_out, size_t n) {
    // TODO(2): d_out holds twice this thread's element, as before; a thread whose number is n or more does nothing.
    if (threadIdx.x < n) {
        d_out[threadIdx.x] = 2 * d_in[threadIdx.x];
    }
    // END TODO(2)
}

// Part "blocks": as many blocks of BLOCK_SIZE threads as n elements need. The last one may have threads without one.
__global__ void blocks_kernel(const int *d_in, int *d_out, size_t n) {
    // TODO(3): d_out holds twice this thread's element, if it has one. The blocks before this one have taken
    // blockIdx.x * blockDim.x elements. Convert blockIdx.x to size_t before you multiply: a product of 32-bit
    // numbers has 32 bits.
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_out[i] = 2 * d_in[i];
    }
    // END TODO(3)
}

// The host code of the warm-up, complete. The first two launch one block after the other.
void twice_by_index(const int *d_in, int *d_out, size_t n) {
    for (size_t first = 0; first < n; first += BLOCK_SIZE) {
        const size_t left = n - first;
        index_kernel<<<1, (unsigned)(left < BLOCK_SIZE ? left : BLOCK_SIZE)>>>(d_in + first, d_out + first);
        CUDA_CHECK_LAUNCH();
    }
}

void twice_with_guard(const int *d_in, int *d_out, size_t n) {
    for (size_t first = 0; first < n; first += BLOCK_SIZE) {
        guard_kernel<<<1, BLOCK_SIZE>>>(d_in + first, d_out + first, n - first);
        CUDA_CHECK_LAUNCH();
    }
}

void twice_in_blocks(const int *d_in, int *d_out, size_t n) {
    if (n > 0) { // launching zero blocks is an error
        blocks_kernel<<<(unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
        CUDA_CHECK_LAUNCH();
    }
}

// ---------------------------------------------------------------------------------- part "tree": the kernel
// A block of BLOCK_SIZE threads adds 2 * BLOCK_SIZE neighbouring elements, in place, in global memory.
//
//   d_data   n ints, a copy of the input: the kernel overwrites them with partial sums
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: every partial sum is written to global memory, the slowest memory of the device, and
// read back. The input must also be copied first. Part "shared" keeps the partial sums in shared memory.
__global__ void tree_kernel(int *d_data, int *d_sums, size_t n) {
    // TODO(4): `tid` is the thread's number in its block, `i` the index in d_data of its first element.
    // The first elements of the threads of block 0 are 0, 2, 4, ..., those of block 1 are 2 * BLOCK_SIZE,
    // 2 * BLOCK_SIZE + 2, ... The type of i is size_t, because n may not fit into an unsigned int.
    const unsigned tid = threadIdx.x;
    const size_t i = 2 * ((size_t)blockIdx.x * blockDim.x + tid);
    // END TODO(4)

    // TODO(5): the first element of the block is the sum of the block's elements.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of the stride adds to its first
    // element the one `stride` places further on, if the index of that is below n. No thread starts a step
    // before all threads have finished the previous one.
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        if (tid % stride == 0 && i + stride < n) {
            d_data[i] += d_data[i + stride];
        }
        __syncthreads(); // between this step's writes and the next step's reads, by other threads
    }
    // END TODO(5)

    // TODO(6): one thread of the block has written the block sum to its place in d_sums.
    if (tid == 0) {
        d_sums[blockIdx.x] = d_data[i]; // thread 0 wrote this element itself: no barrier needed
    }
    // END TODO(6)
}

// --------------------------------------------------------- part "tree": the host code, complete, as a model
int reduce_tree(const int *d_in, size_t n) {
    if (n == 0) {
        return 0; // launching zero blocks is an error
    }
    const size_t elements_per_block = 2 * BLOCK_SIZE;
    const size_t blocks = (n + elements_per_block - 1) / elements_per_block; // rounded up

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

// -------------------------------------------------------------------------------- part "shared": the kernel
// A block of BLOCK_SIZE threads adds 2 * BLOCK_SIZE neighbouring elements, in shared memory.
//
//   d_in     n ints, unchanged
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: the adding threads are farther apart in each step, so nearly every warp works in nearly every
// step. And a block has at most 1,024 threads, so one block can add no more than 2,048 elements.
__global__ void shared_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[2 * BLOCK_SIZE]; // two ints per thread: elements, later partial sums
    const unsigned tid = threadIdx.x;

    // TODO(7): s_partial holds the block's 2 * BLOCK_SIZE elements of d_in, in their order, and the identity past
    // the end of d_in. The identity is the value that changes no sum. Each thread loads two elements, one for
    // s_partial[tid] and one for s_partial[blockDim.x + tid]. `start` is the index in d_in of the block's first.
    const size_t start = 2 * (size_t)blockIdx.x * blockDim.x;
    s_partial[tid] = start + tid < n ? d_in[start + tid] : 0;
    s_partial[blockDim.x + tid] = start + blockDim.x + tid < n ? d_in[start + blockDim.x + tid] : 0;
    // END TODO(7)

    // TODO(8): s_partial[0] is the sum of all of s_partial.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of the stride adds to
    // s_partial[2 * tid] the partial sum `stride` places further on. No thread starts a step before all threads
    // have finished the previous one, or the loading.
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads(); // between the loading, or the previous step's writes, and this step's reads
        if (tid % stride == 0) {
            s_partial[2 * tid] += s_partial[2 * tid + stride];
        }
    }
    // END TODO(8)

    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0]; // thread 0 wrote it in the last step: no barrier needed
    }
}

// ------------------------------------------------------------------ part "shared": the host code, complete
// As in part "tree", but without the scratch copy: the kernel doesn't change its input.
int reduce_shared(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    const size_t elements_per_block = 2 * BLOCK_SIZE;
    const size_t blocks = (n + elements_per_block - 1) / elements_per_block;
    int *d_sums = NULL;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));

    shared_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();

    int *h_sums = (int *)malloc(blocks * sizeof(int));
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

// -------------------------------------------------------------------------------- part "modulo": the kernel
// A block of BLOCK_SIZE threads adds BLOCK_SIZE neighbouring elements, in shared memory.
//
//   d_in     n ints, unchanged
//   d_sums   one int per block: d_sums[b] is set to the sum of block b's elements
//
// What is still wrong: the same as in part "shared", and half of the threads never add. Also, `%` is a slow
// operation. lab02 starts here.
__global__ void modulo_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE]; // one int per thread: its element, later a partial sum
    const unsigned tid = threadIdx.x;

    // TODO(9): s_partial[tid] is this thread's element of d_in, or the identity past the end of d_in.
    // No thread continues before all of s_partial is written.
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_partial[tid] = i < n ? d_in[i] : 0;
    __syncthreads(); // between each thread's write of its element and the reads of the first step
    // END TODO(9)

    // TODO(10): s_partial[0] is the sum of all of s_partial.
    // In steps of stride 1, 2, 4, ... every thread whose number is a multiple of 2 * stride adds to its
    // partial sum the one `stride` places further on.
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads(); // between this step's writes and the next step's reads
    }
    // END TODO(10)

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

    // TODO(11): `sum` is the sum of the n ints, from modulo_kernel's block sums, which are added here on the host.
    // There are just enough blocks to give each element a thread. The kernel has run without an error, and
    // everything allocated here is freed.
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int *d_sums = NULL;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));

    modulo_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();

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
    // END TODO(11)

    return sum;
}
