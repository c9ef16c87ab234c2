// lab09: Brent-Kung, a scan with less than twice as many applications of the operator as a loop; in three parts.
//
// You are given n values in device memory and write the scan of each section by itself (see lab.h).
// Shared memory: one section per block; in part "padded" one more place for every 32 elements.
// Do the TODOs in order, and check after each one:   ./lab check lab09
#include "lab.h"

#include "cuda_check.h"

// -------------------------------------------------- parts "inclusive" and "exclusive": what both are made of
// All threads of a block call these functions, one after the other. The block's section has 2 * blockDim.x
// elements, two per thread. Block 0 has the first section, block 1 the second, and so on.
//
//   s_section   2 * blockDim.x values in shared memory
//   d_in        n values, only read
//   d_out       n values

// Loads the block's section from d_in into s_section.
__device__ void load_section(value_t *s_section, const value_t *d_in, size_t n) {
    // TODO(1): s_section holds the block's section of d_in, and the identity past the end of d_in.
    // Each thread loads two elements that are blockDim.x apart, so the threads of a warp read neighbours.
    // END TODO(1)
}

// The inclusive scan of s_section, in place. It waits for all threads of the block before its first read and
// after its last write.
//
// What is still wrong with it: the threads of a warp access the same banks. Part "padded" keeps them apart.
__device__ void scan_section(value_t *s_section) {
    // TODO(2): the reduction phase. The last element of s_section is the sum of the whole section, the last
    // element of the first half is the sum of that half, and so on: the inner nodes of a tree, in place.
    // In steps of stride 1, 2, 4, ..., blockDim.x the first threads of the block take one pair each: the last
    // elements of two neighbouring stretches of `stride` elements. Their sum replaces the right one.
    // END TODO(2)

    // TODO(3): the reverse phase. Every element of s_section is the sum of all elements up to and including
    // it, and any thread may read it. In steps of stride blockDim.x / 2, ..., 2, 1 the last element of each
    // stretch of 2 * stride elements is finished. It goes in front of the element that is `stride` places
    // further on, if there is one.
    // END TODO(3)
}

// Stores s_section into the block's section of d_out.
__device__ void store_section(const value_t *s_section, value_t *d_out, size_t n) {
    // TODO(4): the block's section of d_out holds s_section, up to the end of d_out; two elements per thread.
    // END TODO(4)
}

// ---------------------------------------------------------------------------------------- part "inclusive"
__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_section[SECTION_SIZE];
    load_section(s_section, d_in, n);
    scan_section(s_section);
    store_section(s_section, d_out, n);
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return; // a launch with 0 blocks is an error
    }
    const size_t sections = (n + SECTION_SIZE - 1) / SECTION_SIZE;
    inclusive_kernel<<<(unsigned)sections, SECTION_SIZE / 2>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// ---------------------------------------------------------------------------------------- part "exclusive"
__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_section[SHORT_SECTION_SIZE];

    // TODO(5): s_section holds the block's section of d_in, shifted by one place. The inclusive scan of that
    // is the exclusive scan of the section. The identity is in the first place, and past the end of d_in.
    // END TODO(5)

    scan_section(s_section);
    store_section(s_section, d_out, n);
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t sections = (n + SHORT_SECTION_SIZE - 1) / SHORT_SECTION_SIZE;
    exclusive_kernel<<<(unsigned)sections, SHORT_SECTION_SIZE / 2>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// ------------------------------------------------------------------------------------------- part "padded"
// The place of a section's element i in a padded array.
__device__ unsigned place(unsigned i) {
    unsigned skipped = 0; // unused places before it

    // TODO(6): one place is skipped after every 32 elements, so elements 32 apart are in neighbouring banks.
    // END TODO(6)

    return i + skipped;
}

// What is still wrong with it: a section knows nothing of the sections before it. lab10 scans any number of
// elements.
__global__ void padded_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    // TODO(7): d_out holds the same values as in part "inclusive". Load, phases and store are as in that
    // part, but element i of the section is s_section[place(i)], in an array with room for the skipped
    // places.
    // END TODO(7)
}

void scan_padded(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t sections = (n + SECTION_SIZE - 1) / SECTION_SIZE;
    padded_kernel<<<(unsigned)sections, SECTION_SIZE / 2>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
