// lab08 with a quarter of the threads: each scans four elements in registers, the threads' sums are scanned
// in shared memory, and each thread puts the sum of the threads before it in front.
// tier: small
#include "lab.h"

#include "cuda_check.h"

enum { EACH = 4 };

__global__ void scan_kernel(const value_t *d_in, value_t *d_out, size_t n, bool exclusive) {
    __shared__ value_t s_sum[2][SECTION_MAX / EACH];
    const unsigned tid = threadIdx.x;
    const size_t begin = ((size_t)blockIdx.x * blockDim.x + tid) * EACH;
    value_t values[EACH];
    for (unsigned k = 0; k < EACH; k++) {
        values[k] = begin + k < n ? d_in[begin + k] : identity();
        if (k > 0) {
            values[k] = combine(values[k - 1], values[k]);
        }
    }
    unsigned now = 0;
    s_sum[0][tid] = values[EACH - 1];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid >= stride) {
            s_sum[1 - now][tid] = combine(s_sum[now][tid - stride], s_sum[now][tid]);
        } else {
            s_sum[1 - now][tid] = s_sum[now][tid];
        }
        now = 1 - now;
        __syncthreads();
    }
    const value_t before = tid > 0 ? s_sum[now][tid - 1] : identity();
    for (unsigned k = 0; k < EACH && begin + k < n; k++) {
        if (exclusive) {
            d_out[begin + k] = k == 0 ? before : combine(before, values[k - 1]);
        } else {
            d_out[begin + k] = combine(before, values[k]);
        }
    }
}

static void scan(const value_t *d_in, value_t *d_out, size_t n, unsigned size, bool exclusive) {
    if (n > 0) {
        scan_kernel<<<(unsigned)((n + size - 1) / size), size / EACH>>>(d_in, d_out, n, exclusive);
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
    scan(d_in, d_out, n, SECTION_SIZE, false);
}
