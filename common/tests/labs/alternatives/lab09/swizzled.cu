// lab09 with elements swizzled instead of padded: element i stays in its row of 32, in bank (i xor row)
// mod 32.
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
    const size_t start = (size_t)blockIdx.x * 2 * blockDim.x;
    for (unsigned at = threadIdx.x; at < 2 * blockDim.x; at += blockDim.x) {
        s_section[at] = start + at < n ? d_in[start + at] : identity();
    }
}

// The inclusive scan of s_section, in place. It waits for all threads of the block before its first read and
// after its last write.
//
// What is still wrong with it: the threads of a warp access the same banks. Part "padded" keeps them apart.
__device__ void scan_section(value_t *s_section) {
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads(); // between the load's or the previous step's writes, and this step's reads
        const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
        if (right < 2 * blockDim.x) {
            s_section[right] = combine(s_section[right - stride], s_section[right]);
        }
    }

    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads(); // between the previous step's writes and this step's reads
        const unsigned left = (threadIdx.x + 1) * 2 * stride - 1;
        if (left + stride < 2 * blockDim.x) {
            s_section[left + stride] = combine(s_section[left], s_section[left + stride]);
        }
    }
    __syncthreads(); // between the last writes and the caller's reads of the section
}

// Stores s_section into the block's section of d_out.
__device__ void store_section(const value_t *s_section, value_t *d_out, size_t n) {
    const size_t start = (size_t)blockIdx.x * 2 * blockDim.x;
    for (unsigned at = threadIdx.x; at < 2 * blockDim.x && start + at < n; at += blockDim.x) {
        d_out[start + at] = s_section[at];
    }
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

    const size_t start = (size_t)blockIdx.x * 2 * blockDim.x;
    for (unsigned at = threadIdx.x; at < 2 * blockDim.x; at += blockDim.x) {
        s_section[at] = at > 0 && start + at < n ? d_in[start + at - 1] : identity();
    }

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
    return i ^ (i / 32 % 32);
}

// What is still wrong with it: a section knows nothing of the sections before it. lab10 scans any number of
// elements.
__global__ void padded_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_section[SECTION_SIZE];
    const size_t start = (size_t)blockIdx.x * 2 * blockDim.x;
    for (unsigned at = threadIdx.x; at < 2 * blockDim.x; at += blockDim.x) {
        s_section[place(at)] = start + at < n ? d_in[start + at] : identity();
    }
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads(); // between the load's or the previous step's writes, and this step's reads
        const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
        if (right < 2 * blockDim.x) {
            s_section[place(right)] = combine(s_section[place(right - stride)], s_section[place(right)]);
        }
    }
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads(); // between the previous step's writes and this step's reads
        const unsigned right = (threadIdx.x + 1) * 2 * stride - 1 + stride;
        if (right < 2 * blockDim.x) {
            s_section[place(right)] = combine(s_section[place(right - stride)], s_section[place(right)]);
        }
    }
    __syncthreads(); // between the last writes and the reads below
    for (unsigned at = threadIdx.x; at < 2 * blockDim.x && start + at < n; at += blockDim.x) {
        d_out[start + at] = s_section[place(at)];
    }
}

void scan_padded(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const size_t sections = (n + SECTION_SIZE - 1) / SECTION_SIZE;
    padded_kernel<<<(unsigned)sections, SECTION_SIZE / 2>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
