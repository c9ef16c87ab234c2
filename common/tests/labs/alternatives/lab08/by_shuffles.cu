// lab08 with shuffles: the steps of stride 1 to 16 need no barrier; only the steps between warps do. The
// elements of the exclusive scan are moved on by the stores, not by the loads.
#include "lab.h"
#include "shuffle.h"

#include "cuda_check.h"

static __device__ value_t warp_scan(value_t value, unsigned lane) {
    for (unsigned stride = 1; stride < 32; stride *= 2) {
        const value_t left = shuffle_up(0xffffffffu, value, stride);
        if (lane >= stride) {
            value = combine(left, value);
        }
    }
    return value;
}

__global__ void scan_kernel(const value_t *d_in, value_t *d_out, size_t n, bool exclusive) {
    __shared__ value_t s_sums[32]; // the warps' sums, scanned
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32, warps = blockDim.x / 32;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    value_t value = i < n ? d_in[i] : identity();
    value = warp_scan(value, lane);
    if (lane == 31) {
        s_sums[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        value_t sum = identity();
        if (lane < warps) {
            sum = s_sums[lane];
        }
        sum = warp_scan(sum, lane);
        if (lane < warps) {
            s_sums[lane] = sum;
        }
    }
    __syncthreads();
    if (warp > 0) {
        value = combine(s_sums[warp - 1], value);
    }
    if (!exclusive && i < n) {
        d_out[i] = value;
    }
    if (exclusive && tid == 0 && i < n) {
        d_out[i] = identity();
    }
    if (exclusive && tid + 1 < blockDim.x && i + 1 < n) {
        d_out[i + 1] = value;
    }
}

__global__ void append_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_out[i] = combine(d_out[i], d_in[i]);
    }
}

static void scan(const value_t *d_in, value_t *d_out, size_t n, unsigned size, bool exclusive) {
    if (n > 0) {
        scan_kernel<<<(unsigned)((n + size - 1) / size), size>>>(d_in, d_out, n, exclusive);
    }
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

void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n) {
    scan(d_in, d_out, n, SECTION_SIZE, true);
}

void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    scan(d_in, d_out, n, SECTION_SIZE, true);
    append_kernel<<<(unsigned)((n + 127) / 128), 128>>>(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}
