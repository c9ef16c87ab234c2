// lab07: naive scan, one thread per output; and a scan in shared memory with a mistake to fix.
//
// You are given n values in device memory, which must not change, and write n values (see lab.h).
// Shared memory: none in parts "inclusive" and "exclusive", SECTION_SIZE values per block in part "mend".
// Do the TODOs in order, and check after each one:   ./lab check lab07
#include "lab.h"

#include "cuda_check.h"

// ----------------------------------------------------------------------------- part "inclusive": the kernel
// Thread i combines elements 0 to i by itself.
//
//   d_in     n values, only read
//   d_out    n values: d_out[i] receives d_in[0] + ... + d_in[i]
//
// What is still wrong with it: every thread begins at element 0 and repeats what other threads do. Together
// they do N (N + 1) / 2 applications of the operator, and the last thread takes as long as a loop. In lab08
// the threads share their sums.
__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(1): `i` is the index of this thread's output. Threads without an output have left the kernel.
    // i is a size_t, because n may be larger than any unsigned int.
    // END TODO(1)

    // TODO(2): d_out[i] is the result of combining elements 0 to i from left to right.
    // END TODO(2)
}

// ------------------------------------------------------------------------- part "inclusive": the host's side
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(3): inclusive_kernel has run, with BLOCK_SIZE threads per block and one thread per output.
    // The launch is checked. n may be 0, but a launch with 0 blocks is an error.
    // END TODO(3)
}

// ----------------------------------------------------------------------------- part "exclusive": the kernel
// Thread i combines the elements before its own, 0 to i - 1.
//
//   d_in     n values, only read
//   d_out    n values: d_out[i] receives d_in[0] + ... + d_in[i - 1], and d_out[0] the identity
__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(4): if this thread's i is below n, d_out[i] is the result of combining elements 0 to i - 1.
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
// step of stride s, each value is the sum of the 2 s elements that end at its place, or of all elements up to
// there if there are fewer.
//
//   d_in     n values, only read
//   d_out    n values: each receives the sum of its section's elements, up to and including its own
//
// What is still wrong with it, once the mistake is fixed: every step waits twice. lab08 needs only one wait.
__global__ void section_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE]; // one value per thread: its element, later a sum that ends there
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;
    s_scan[tid] = i < n ? d_in[i] : identity();

    // TODO(5): a corrected copy replaces the loop below, which sometimes gives wrong sums.
    // `./lab check lab07 --part mend` reports the two accesses that nothing orders. Copy the loop, correct
    // it, and say in a comment which two accesses your barrier separates. `#define MENDED` switches off the
    // old loop. As in the old loop, only threads that have something to add call combine().
    // END TODO(5)

#ifndef MENDED
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads(); // between the previous step's writes, or the load's, and this step's reads
        if (tid >= stride) {
            s_scan[tid] = combine(s_scan[tid - stride], s_scan[tid]);
        }
    }
#endif

    if (i < n) {
        d_out[i] = s_scan[tid]; // this thread wrote it: no further barrier
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
