// lab08: the scan of Kogge and Stone, each section in one block; and each kind of scan made from the other.
//
// You are given n values in device memory, which must not change, and write n values (see lab.h).
// Shared memory: one value per thread, and two in parts "ping_pong" and "full_block".
// Do the TODOs in order, and check after each one:   ./lab check lab08
#include "lab.h"

#include "cuda_check.h"

// ------------------------------------------- parts "inclusive" and "exclusive": the steps of both, complete
// Scans the SECTION_SIZE values of s_scan in place, with the loop that you corrected in lab07. Each thread of the
// block has just written its own value, and reads only its own value afterwards.
//
// What is still wrong with it: two waits per step, where part "ping_pong" has one; and log2 N applications
// per element, where a loop has one. lab09 starts there.
static __device__ void kogge_stone(value_t *s_scan, unsigned tid) {
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        value_t left = identity();
        __syncthreads(); // between the previous step's writes, or the load's, and this step's reads
        if (tid >= stride) {
            left = s_scan[tid - stride];
        }
        __syncthreads(); // between the read of s_scan[tid - stride] and the write by that value's own thread
        if (tid >= stride) {
            s_scan[tid] = combine(left, s_scan[tid]);
        }
    }
}

// d_in and d_out: n values. Block b scans the SECTION_SIZE values from number b * SECTION_SIZE on.
__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE]; // one value per thread: its element, later a sum that ends there
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;

    // TODO(1): s_scan[tid] is this thread's element of d_in, or the identity past the end of d_in.
    // END TODO(1)
    kogge_stone(s_scan, tid);

    if (i < n) {
        d_out[i] = s_scan[tid]; // this thread wrote it: no further barrier
    }
}

__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;

    // TODO(2): s_scan holds the section's elements, shifted by one place; the last element is left out.
    // Then the inclusive scan of s_scan is the exclusive scan of the section. What belongs at the front?
    // END TODO(2)
    kogge_stone(s_scan, tid);
    if (i < n) {
        d_out[i] = s_scan[tid];
    }
}

// ----------------------------------------------------- parts "ping_pong" and "full_block": one wait per step
// Scans the blockDim.x values of s_now. Each step reads one array and writes the other: no thread overwrites
// a value that another thread still has to read. Returns the array with the scan; each thread reads its own
// value.
//
//   s_now    blockDim.x values; each thread has just written its own
//   s_next   room for as many
static __device__ value_t *ping_pong(value_t *s_now, value_t *s_next, unsigned tid) {
    // TODO(3): s_now[tid] is the sum of the values that were in s_now up to this thread's. One barrier per
    // step. Each step writes all values to the other array, also those of threads that had nothing to
    // combine; that array is then s_now. blockDim.x is 512 or 1,024, so there are nine steps or ten.
    // END TODO(3)
    return s_now;
}

__global__ void ping_pong_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[2][SECTION_MAX]; // two arrays; blockDim.x values of each are used
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_scan[0][tid] = i < n ? d_in[i] : identity();
    const value_t *s_result = ping_pong(s_scan[0], s_scan[1], tid);
    if (i < n) {
        d_out[i] = s_result[tid];
    }
}

// ------------------------------------------- parts "from_inclusive" and "from_exclusive": the second kernels
// d_scan: n values, the inclusive scan of each section of SECTION_SIZE. d_out: n values, the exclusive scan.
__global__ void shift_kernel(const value_t *d_scan, value_t *d_out, size_t n) {
    // TODO(4): if this thread's i is below n, d_out[i] is the exclusive scan of its section at that place.
    // There are SECTION_SIZE threads per block, one per output. No application of the operator is needed.
    // END TODO(4)
}

// d_in: n values. d_scan: n values, the exclusive scan of its sections. d_out: n values, the inclusive scan.
__global__ void append_kernel(const value_t *d_in, const value_t *d_scan, value_t *d_out, size_t n) {
    // TODO(5): if this thread's i is below n, d_out[i] is the inclusive scan of its section at that place.
    // One application of the operator is needed.
    // END TODO(5)
}

// ------------------------------------------------------------------------------ the host's side, complete
static unsigned section_count(size_t n, size_t section_size) {
    return (unsigned)((n + section_size - 1) / section_size); // rounded up
}

#define SCAN(function, kernel, section_size)                                                                 \
    void function(const value_t *d_in, value_t *d_out, size_t n) {                                           \
        if (n > 0) {                                                                                         \
            kernel<<<section_count(n, section_size), section_size>>>(d_in, d_out, n);                        \
            CUDA_CHECK_LAUNCH();                                                                             \
        }                                                                                                    \
    }
SCAN(scan_inclusive, inclusive_kernel, SECTION_SIZE)
SCAN(scan_exclusive, exclusive_kernel, SECTION_SIZE)
SCAN(scan_ping_pong, ping_pong_kernel, SECTION_SIZE)
SCAN(scan_full_block, ping_pong_kernel, SECTION_MAX)

void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    value_t *d_scan = NULL; // n values; in d_out a thread would overwrite a value its neighbour must read
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(value_t)));
    scan_inclusive(d_in, d_scan, n);
    shift_kernel<<<section_count(n, SECTION_SIZE), SECTION_SIZE>>>(d_scan, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}

void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    value_t *d_scan = NULL; // n values
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(value_t)));
    scan_exclusive(d_in, d_scan, n);
    append_kernel<<<section_count(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_scan, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}
