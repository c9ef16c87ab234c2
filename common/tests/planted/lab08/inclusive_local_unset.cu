// expect: out[0]: expected
// part: inclusive
// lab08: the scan of Kogge and Stone, each section in one block; and each kind of scan made from the other.
//
// You are given n values in device memory, which must not change, and fill n more (lab.h says it in full).
// Shared memory: one value a thread, in parts "ping_pong" and "full_block" two.
// Do the TODOs in their order and check after each one:   ./lab check lab08
#include "lab.h"

#include "cuda_check.h"

// ----------------------------------------------------- parts "inclusive" and "exclusive": the steps of both
// Scans the SECTION_SIZE values of s_scan in place. Each thread of the block has written its own one just
// before, and reads only its own one afterwards.
//
// What is still wrong with it: two waits a step, where part "ping_pong" has one; and log2 N applications for
// each element, where a loop has one. lab09 starts there.
static __device__ void kogge_stone(value_t *s_scan, unsigned tid) {
    // TODO(1): s_scan[tid] is what the values s_scan[0] to s_scan[tid] were together.
    // In steps of stride 1, 2, 4, ... each thread whose number is large enough puts the value `stride` places
    // before its own in front of its own. In a step all have read before one writes; between two steps all
    // have written before one reads.
    for (unsigned stride = 1; stride < SECTION_SIZE; stride *= 2) {
        value_t left;
        __syncthreads(); // between the writes of the step before, or of the load, and the reads of this one
        if (tid >= stride) {
            left = s_scan[tid - stride];
        }
        __syncthreads(); // between the read of s_scan[tid - stride] and that value's own thread's write
        s_scan[tid] = combine(left, s_scan[tid]);
    }
    // END TODO(1)
}

// d_in and d_out: n values, of which block b has the SECTION_SIZE from b * SECTION_SIZE on.
__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE]; // one value a thread: its element, later a sum that ends there
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;

    // TODO(2): s_scan[tid] is this thread's element of d_in, or the identity past the end of d_in.
    s_scan[tid] = i < n ? d_in[i] : identity();
    // END TODO(2)
    kogge_stone(s_scan, tid);

    if (i < n) {
        d_out[i] = s_scan[tid]; // written by this thread itself: no further barrier
    }
}

__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[SECTION_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + tid;

    // TODO(3): s_scan holds the section's elements moved on by one place: the last one is not there.
    // Then the inclusive scan of s_scan is the exclusive scan of the section. What belongs in front?
    s_scan[tid] = tid > 0 && i < n ? d_in[i - 1] : identity();
    // END TODO(3)
    kogge_stone(s_scan, tid);
    if (i < n) {
        d_out[i] = s_scan[tid];
    }
}

// ------------------------------------------------------- parts "ping_pong" and "full_block": one wait a step
// Scans the blockDim.x values of s_now. Each step reads one array and writes the other: no thread overwrites
// what another one still has to read. Returns the array with the scan; each thread reads its own value.
//
//   s_now    blockDim.x values; each thread has written its own one just before
//   s_next   room for as many
static __device__ value_t *ping_pong(value_t *s_now, value_t *s_next, unsigned tid) {
    // TODO(4): s_now[tid] is what the values of s_now up to this thread's were together. One barrier a step.
    // After a step all values are in the array that it wrote, also those of threads that had nothing to
    // combine; that array is then s_now. blockDim.x is 512 or 1,024, so there are nine steps or ten.
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads(); // between the last step's writes of s_now and the reads of it here, and between the
                         // last step's reads of s_next and the writes of it here
        value_t sum = s_now[tid];
        if (tid >= stride) {
            sum = combine(s_now[tid - stride], sum);
        }
        s_next[tid] = sum;
        value_t *s_last = s_now;
        s_now = s_next;
        s_next = s_last;
    }
    // END TODO(4)
    return s_now;
}

__global__ void ping_pong_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_scan[2][SECTION_MAX]; // two arrays, of each of which blockDim.x values are in use
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    s_scan[0][tid] = i < n ? d_in[i] : identity();
    const value_t *s_result = ping_pong(s_scan[0], s_scan[1], tid);
    if (i < n) {
        d_out[i] = s_result[tid];
    }
}

// ------------------------------------------- parts "from_inclusive" and "from_exclusive": the second kernels
// d_scan: n values, the inclusive scan of each section of SECTION_SIZE. d_out: n values, the exclusive one.
__global__ void shift_kernel(const value_t *d_scan, value_t *d_out, size_t n) {
    // TODO(5): d_out[i] is its section's exclusive scan, for this thread's i if it is below n.
    // SECTION_SIZE threads a block, and one thread an output. No application of the operator is needed.
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_out[i] = i % SECTION_SIZE == 0 ? identity() : d_scan[i - 1];
    }
    // END TODO(5)
}

// d_in: n values. d_scan: n values, the exclusive scan of its sections. d_out: n values, the inclusive one.
__global__ void append_kernel(const value_t *d_in, const value_t *d_scan, value_t *d_out, size_t n) {
    // TODO(6): d_out[i] is its section's inclusive scan, for this thread's i if it is below n.
    // One application of the operator is needed.
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_out[i] = combine(d_scan[i], d_in[i]);
    }
    // END TODO(6)
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
    value_t *d_scan = NULL; // n values; in d_out a thread would overwrite what its neighbour has to read
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
