// lab08 with each thread's value in a register: shared memory only passes it on. The barriers are at the ends
// of the loops, and the kernels that make one kind of scan from the other have different block sizes.
#include "lab.h"

#include "cuda_check.h"

static __device__ value_t scan_value(value_t own) {
    __shared__ value_t s_value[SECTION_SIZE];
    const unsigned tid = threadIdx.x;
    s_value[tid] = own;
    __syncthreads();
    for (unsigned stride = 1; stride < SECTION_SIZE; stride <<= 1) {
        if (stride <= tid) {
            own = combine(s_value[tid - stride], own);
        }
        __syncthreads();
        s_value[tid] = own;
        if (stride < SECTION_SIZE / 2) {
            __syncthreads();
        }
    }
    return own;
}

__global__ void inclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + threadIdx.x;
    const value_t sum = scan_value(i < n ? d_in[i] : identity());
    if (i < n) {
        d_out[i] = sum;
    }
}

__global__ void exclusive_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * SECTION_SIZE + threadIdx.x;
    const value_t sum = scan_value(threadIdx.x > 0 && i <= n ? d_in[i - 1] : identity());
    if (i < n) {
        d_out[i] = sum;
    }
}

__global__ void ping_pong_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_both[2 * SECTION_MAX];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    unsigned out = 0;
    value_t own = i < n ? d_in[i] : identity();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        s_both[out + tid] = own;
        __syncthreads();
        if (tid >= stride) {
            own = combine(s_both[out + tid - stride], own);
        }
        out = SECTION_MAX - out;
    }
    if (i < n) {
        d_out[i] = own;
    }
}

__global__ void shift_kernel(const value_t *d_scan, value_t *d_out, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        value_t before = identity();
        if (i % SECTION_SIZE != 0) {
            before = d_scan[i - 1];
        }
        d_out[i] = before;
    }
}

__global__ void append_kernel(const value_t *d_in, value_t *d_out,
                              size_t n) { // d_out holds the exclusive scan
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_out[i] = combine(d_out[i], d_in[i]);
    }
}

static unsigned blocks_for(size_t n, size_t size) {
    return (unsigned)((n + size - 1) / size);
}

void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        inclusive_kernel<<<blocks_for(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        exclusive_kernel<<<blocks_for(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_ping_pong(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        ping_pong_kernel<<<blocks_for(n, SECTION_SIZE), SECTION_SIZE>>>(d_in, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_full_block(const value_t *d_in, value_t *d_out, size_t n) {
    if (n > 0) {
        ping_pong_kernel<<<blocks_for(n, SECTION_MAX), SECTION_MAX>>>(d_in, d_out, n);
    }
    CUDA_CHECK_LAUNCH();
}

void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    value_t *d_scan;
    if (n == 0) {
        return;
    }
    CUDA_CHECK(cudaMalloc(&d_scan, n * sizeof(*d_scan)));
    scan_inclusive(d_in, d_scan, n);
    shift_kernel<<<3, 96>>>(d_scan, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_scan));
}

void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    scan_exclusive(d_in, d_out, n);
    append_kernel<<<blocks_for(n, 1024), 1024>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
