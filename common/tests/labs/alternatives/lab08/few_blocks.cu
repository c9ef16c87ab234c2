// lab08 with at most three blocks, each of which scans one section after the other in dynamic shared memory.
// Nothing past the end of the input is combined, so the tail needs no identity. One kernel serves all parts.
#include "lab.h"

#include "cuda_check.h"

__global__ void scan_kernel(const value_t *d_in, value_t *d_out, size_t n, bool exclusive) {
    extern __shared__ value_t s_scan[];
    const unsigned tid = threadIdx.x, size = blockDim.x;
    for (size_t begin = (size_t)blockIdx.x * size; begin < n; begin += (size_t)gridDim.x * size) {
        const unsigned count = n - begin < size ? (unsigned)(n - begin) : size;
        value_t *s_from = s_scan, *s_to = s_scan + size;
        if (tid < count) {
            s_from[tid] = !exclusive ? d_in[begin + tid] : tid == 0 ? identity() : d_in[begin + tid - 1];
        }
        for (unsigned stride = 1; stride < count; stride *= 2) {
            __syncthreads();
            if (tid < count) {
                s_to[tid] = tid < stride ? s_from[tid] : combine(s_from[tid - stride], s_from[tid]);
            }
            value_t *s_old = s_from;
            s_from = s_to;
            s_to = s_old;
        }
        if (tid < count) {
            d_out[begin + tid] = s_from[tid];
        }
        __syncthreads(); // between the reads of this section and the load of the next
    }
}

__global__ void shift_kernel(const value_t *d_scan, value_t *d_out) {
    d_out[(size_t)blockIdx.x * SECTION_SIZE + threadIdx.x + 1] =
        d_scan[(size_t)blockIdx.x * SECTION_SIZE + threadIdx.x];
}

__global__ void first_kernel(value_t *d_out) {
    d_out[(size_t)blockIdx.x * SECTION_SIZE] = identity();
}

__global__ void append_kernel(const value_t *d_in, const value_t *d_scan, value_t *d_out, size_t n) {
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        d_out[i] = combine(d_scan[i], d_in[i]);
    }
}

static void scan(const value_t *d_in, value_t *d_out, size_t n, unsigned size, bool exclusive) {
    const size_t sections = (n + size - 1) / size;
    const unsigned blocks = sections < 3 ? (unsigned)sections : 3;
    if (n == 0) {
        return;
    }
    scan_kernel<<<blocks, size, 2 * size * sizeof(value_t)>>>(d_in, d_out, n, exclusive);
    CUDA_CHECK_LAUNCH();
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    scan(d_in, d_out, n, SECTION_SIZE, false);
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    scan(d_in, d_out, n, SECTION_SIZE, true);
}

void scan_ping_pong(const value_t *d_in, value_t *d_out, size_t n) {
    scan(d_in, d_out, n, SECTION_SIZE, false);
}

void scan_full_block(const value_t *d_in, value_t *d_out, size_t n) {
    scan(d_in, d_out, n, SECTION_MAX, false);
}

// The first value of each section, then the others of whole sections, then those of the last section.
void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    value_t *d_scan;
    const unsigned whole = (unsigned)(n / SECTION_SIZE), rest = (unsigned)(n % SECTION_SIZE);
    if (n == 0) {
        return;
    }
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(*d_scan)));
    scan_inclusive(d_in, d_scan, n);
    first_kernel<<<whole + (rest > 0), 1>>>(d_out);
    CUDA_CHECK_LAUNCH();
    if (whole > 0) {
        shift_kernel<<<whole, SECTION_SIZE - 1>>>(d_scan, d_out);
    }
    if (rest > 1) {
        shift_kernel<<<1, rest - 1>>>(d_scan + n - rest, d_out + n - rest);
    }
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}

void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    value_t *d_scan;
    if (n == 0) {
        return;
    }
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(*d_scan)));
    scan_exclusive(d_in, d_scan, n);
    append_kernel<<<1, 1024>>>(d_in, d_scan, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}
