// lab08 seen from the other side: a thread passes its value to the thread `stride` further on, through a second
// array, with one barrier before and one after. The loop ends with the number of elements, not of threads.
#include "lab.h"

#include "cuda_check.h"

__global__ void two_barriers_kernel(const value_t *d_in, value_t *d_out, size_t n, size_t moved) {
    __shared__ value_t s_coming[SECTION_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t begin = (size_t)blockIdx.x * SECTION_SIZE, i = begin + tid;
    const size_t count = n - begin < SECTION_SIZE ? n - begin : SECTION_SIZE;
    value_t own = tid >= moved && tid < count ? d_in[i - moved] : identity();
    for (unsigned stride = 1; stride < count; stride *= 2) {
        if (tid + stride < SECTION_SIZE) {
            s_coming[tid + stride] = own;
        }
        __syncthreads();
        if (tid >= stride) {
            own = combine(s_coming[tid], own);
        }
        __syncthreads();
    }
    if (tid < count) {
        d_out[i] = own;
    }
}

template <unsigned SIZE>
__global__ void one_barrier_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_odd[SIZE], s_even[SIZE];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * SIZE + tid;
    value_t own = i < n ? d_in[i] : identity();
    bool odd = false;
    for (unsigned stride = SIZE; stride > 1; stride /= 2, odd = !odd) {
        const unsigned further = SIZE / stride;
        value_t *s_coming = odd ? s_odd : s_even;
        if (tid + further < SIZE) {
            s_coming[tid + further] = own;
        }
        __syncthreads();
        if (tid >= further) {
            own = combine(s_coming[tid], own);
        }
    }
    if (i < n) {
        d_out[i] = own;
    }
}

__global__ void shift_kernel(const value_t *d_scan, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + threadIdx.x;
    if (i >= n) {
        return;
    }
    if (threadIdx.x == 0) {
        d_out[i] = identity();
    }
    if (threadIdx.x + 1 < SECTION_SIZE && i + 1 < n) {
        d_out[i + 1] = d_scan[i];
    }
}

__global__ void append_kernel(const value_t *d_in, const value_t *d_scan, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + threadIdx.x;
    if (i < n) {
        const bool last = threadIdx.x + 1 == SECTION_SIZE || i + 1 == n;
        d_out[i] =
            last ? combine(d_scan[i], d_in[i]) : d_scan[i + 1]; // the next thread's value is this one's sum
    }
}

static unsigned sections(size_t n, size_t size) {
    return (unsigned)((n + size - 1) / size);
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    two_barriers_kernel<<<sections(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n, 0);
    CUDA_CHECK_LAUNCH();
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    two_barriers_kernel<<<sections(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n, 1);
    CUDA_CHECK_LAUNCH();
}

void scan_ping_pong(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    one_barrier_kernel<SECTION_SIZE><<<sections(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

void scan_full_block(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    one_barrier_kernel<SECTION_MAX><<<sections(n, SECTION_MAX), SECTION_MAX>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

static void through(void (*scan)(const value_t *, value_t *, size_t), const value_t *d_in, value_t *d_out,
                    size_t n, bool shift) {
    value_t *d_scan;
    if (n == 0) {
        return;
    }
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(*d_scan)));
    scan(d_in, d_scan, n);
    if (shift) {
        shift_kernel<<<sections(n, SECTION_SIZE), SECTION_SIZE>>>(d_scan, d_out, n);
    } else {
        append_kernel<<<sections(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_scan, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}

void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    through(scan_inclusive, d_in, d_out, n, true);
}

void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    through(scan_exclusive, d_in, d_out, n, false);
}
