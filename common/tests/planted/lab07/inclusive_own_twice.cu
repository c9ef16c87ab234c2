// expect: out[0]: expected 3, got 6; 10 of 10 elements are wrong
// expect: has in[0] once more in each of out[0] to out[9]
// part: inclusive
// lab07: naive scan, one thread for each output; and a scan in shared memory with a mistake to mend.
//
// You are given n values in device memory, which must not change, and fill n more (lab.h says it in full).
// Shared memory: none in parts "inclusive" and "exclusive", SECTION_SIZE values a block in part "mend".
// Do the TODOs in their order and check after each one:   ./lab check lab07
#include "lab.h"

#include "cuda_check.h"

// ----------------------------------------------------------------------------- part "inclusive": the kernel
// Thread i combines elements 0 to i, all by itself.
//
//   d_in     n values, only read
//   d_out    n values: d_out[i] receives d_in[0] + ... + d_in[i]
//
// What is still wrong with it: every thread begins at element 0 again and does what others do, too: together
// N (N + 1) / 2 applications of the operator, and the last thread takes as long as a loop. lab08 shares.
__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(1): `i` is the index of this thread's output; threads that have none have left the kernel.
    // i is a size_t, because n may be larger than an unsigned int.
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return; // no barrier follows at which the thread would be missed
    }
    // END TODO(1)

    // TODO(2): d_out[i] is what elements 0 to i make, combined from left to right.
    value_t sum = d_in[0];
    for (size_t k = 0; k <= i; k++) {
        sum = combine(sum, d_in[k]);
    }
    d_out[i] = sum;
    // END TODO(2)
}

// ------------------------------------------------------------------------- part "inclusive": the host's side
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(3): inclusive_kernel has run, with BLOCK_SIZE threads a block and a thread for each output.
    // The launch is checked. n may be 0, but a launch of no blocks is an error.
    if (n == 0) {
        return;
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE; // rounded up
    inclusive_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
    // END TODO(3)
}

// ----------------------------------------------------------------------------- part "exclusive": the kernel
// Thread i combines the elements before its own, 0 to i - 1.
//
//   d_in     n values, only read
//   d_out    n values: d_out[i] receives d_in[0] + ... + d_in[i - 1], d_out[0] the identity
__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(4): d_out[i] is what elements 0 to i - 1 make, for this thread's i if it is below n.
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    value_t sum = identity();
    for (size_t k = 0; k < i; k++) {
        sum = combine(sum, d_in[k]);
    }
    d_out[i] = sum;
    // END TODO(4)
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    exclusive_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// ---------------------------------------------------------------------------------- part "mend": the kernel
// A block of SECTION_SIZE threads scans a section of as many elements, in place, in shared memory. After the
// step of stride s each value is the sum of the 2 s elements that end at its place, or of all up to there.
//
//   d_in     n values, only read
//   d_out    n values: each receives the sum from the begin of its section to its own element
//
// What is still wrong with it, once it is mended: every step waits twice. lab08 gets by with one wait.
__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE]; // one value a thread: its element, later a sum that ends there
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;
    s_scan[tid] = i < n ? d_in[i] : identity();

    // TODO(5): the loop stands here as it should be. The one below gives wrong sums now and then.
    // `./lab check lab07 --part mend` tells which two accesses meet with nothing between them. Copy the loop,
    // mend it, and say in a comment which two your barrier separates; `#define MENDED` takes the other away.
#define MENDED
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads(); // between the writes of the step before, or of the load, and the reads of this one
        value_t left = identity();
        if (tid >= stride) {
            left = s_scan[tid - stride];
        }
        __syncthreads(); // between the read of s_scan[tid - stride] and that value's own thread's write
        if (tid >= stride) {
            s_scan[tid] = combine(left, s_scan[tid]);
        }
    }
    // END TODO(5)

#ifndef MENDED
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads(); // between the writes of the step before, or of the load, and the reads of this one
        if (tid >= stride) {
            s_scan[tid] = combine(s_scan[tid - stride], s_scan[tid]);
        }
    }
#endif

    if (i < n) {
        d_out[i] = s_scan[tid]; // written by this thread itself: no further barrier
    }
}

void scan_sections(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t sections = (n + SECTION_SIZE - 1) / SECTION_SIZE;
    section_kernel<<<(unsigned)sections, SECTION_SIZE>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
