// lab10, correct in another way: sections of 2,048 in shared memory by Kogge and Stone, as textbooks write them, and a
// single pass in which one thread of each small tile looks back and polls by atomic operations.
#include "lab.h"
#include "cuda_check.h"

#define SECTION 512
#define COARSE  4

// ---- PMPP 11.6: Kernel 1 scans each section and stores its last value in S; Kernel 2 scans S; Kernel 3 adds
__device__ void block_inclusive_scan(value_t *buf, unsigned t) {
    for (unsigned stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        value_t temp = buf[t];
        if (t >= stride) {
            temp = combine(buf[t - stride], temp);
        }
        __syncthreads();
        buf[t] = temp;
    }
    __syncthreads();
}
__global__ void scan_sections(const value_t *X, value_t *Y, value_t *S, size_t N) {
    __shared__ value_t totals[SECTION];
    __shared__ value_t stage[SECTION * COARSE];
    const unsigned t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * SECTION * COARSE;
    for (unsigned k = 0; k < COARSE; k++) {
        const size_t i = base + k * SECTION + t;
        stage[k * SECTION + t] = i < N ? X[i] : identity();
    }
    __syncthreads();
    for (unsigned k = 1; k < COARSE; k++) {
        stage[t * COARSE + k] = combine(stage[t * COARSE + k - 1], stage[t * COARSE + k]);
    }
    totals[t] = stage[t * COARSE + COARSE - 1];
    block_inclusive_scan(totals, t);
    if (t > 0) {
        const value_t before = totals[t - 1];
        for (unsigned k = 0; k < COARSE; k++) {
            stage[t * COARSE + k] = combine(before, stage[t * COARSE + k]);
        }
    }
    __syncthreads();
    for (unsigned k = 0; k < COARSE; k++) {
        const size_t i = base + k * SECTION + t;
        if (i < N) {
            Y[i] = stage[k * SECTION + t];
        }
    }
    if (t == SECTION - 1) {
        S[blockIdx.x] = totals[SECTION - 1];
    }
}
__global__ void add_sums(value_t *Y, const value_t *S, size_t N) {
    __shared__ value_t before;
    if (threadIdx.x == 0) {
        before = S[blockIdx.x];
    }
    __syncthreads();
    const size_t base = (size_t)(blockIdx.x + 1) * SECTION * COARSE;
    for (unsigned k = threadIdx.x; k < SECTION * COARSE && base + k < N; k += blockDim.x) {
        Y[base + k] = combine(before, Y[base + k]);
    }
}
void scan_three_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const unsigned blocks = (unsigned)((n + SECTION * COARSE - 1) / (SECTION * COARSE));
    value_t *d_S;
    CUDA_CHECK(cudaMalloc(&d_S, blocks * sizeof(value_t)));
    scan_sections<<<blocks, SECTION>>>(d_in, d_out, d_S, n);
    CUDA_CHECK(cudaGetLastError());
    if (blocks > 1) {
        scan_three_kernel(d_S, d_S, blocks);
        add_sums<<<blocks - 1, SECTION>>>(d_out, d_S, n);
        CUDA_CHECK(cudaGetLastError());
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_S));
}

#if OPERATOR_IS(sum)
__global__ void flag_kernel(const int *in, int *flags, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        flags[i] = in[i] > 0;
    }
}
__global__ void scatter_kernel(const int *in, const int *places, int *out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const int kept = places[n - 1];
    const int x = in[i];
    if (x > 0) {
        out[places[i] - 1] = x;
    }
    if ((size_t)kept + i < n && i < n) {
        out[kept + i] = 0;
    }
}
void compact(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    int *d_flags;
    CUDA_CHECK(cudaMalloc(&d_flags, 2 * n * sizeof(int)));
    int *d_places = d_flags + n;
    const unsigned grid = (unsigned)((n + 255) / 256);
    flag_kernel<<<grid, 256>>>(d_in, d_flags, n);
    CUDA_CHECK_LAUNCH();
    scan_three_kernel(d_flags, d_places, n);
    scatter_kernel<<<grid, 256>>>(d_in, d_places, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_flags));
}
__global__ void clamp_kernel(int *cuts, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cuts[i] = min(cuts[i], SAUSAGE_LENGTH);
    }
}
void cut_sausage(const int *d_wishes, int *d_cuts, size_t n) {
    if (n == 0) {
        return;
    }
    scan_three_kernel(d_wishes, d_cuts, n);
    clamp_kernel<<<(unsigned)((n + 255) / 256), 256>>>(d_cuts, n);
    CUDA_CHECK_LAUNCH();
}
#elif OPERATOR_IS(affine)
__global__ void maps_kernel(const int *in, value_t *maps, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        maps[i].a = RECURRENCE_FACTOR;
        maps[i].b = (unsigned)in[i];
    }
}
__global__ void apply_kernel(const value_t *maps, int *out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = (int)(maps[i].a * RECURRENCE_START + maps[i].b);
    }
}
void solve_recurrence(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    value_t *d_maps, *d_all;
    const unsigned grid = (unsigned)((n + 255) / 256);
    CUDA_CHECK(cudaMalloc(&d_maps, n * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d_all, n * sizeof(value_t)));
    maps_kernel<<<grid, 256>>>(d_in, d_maps, n);
    CUDA_CHECK_LAUNCH();
    scan_three_kernel(d_maps, d_all, n);
    apply_kernel<<<grid, 256>>>(d_all, d_out, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_maps));
    CUDA_CHECK(cudaFree(d_all));
}
#endif

// ---- single pass
#define THREADS    256
#define ITEMS      16
#define TILE_ITEMS (THREADS * ITEMS)
enum Flag : unsigned { kInvalid = 0, kAggregate = 1, kPrefix = 2 };
struct Descriptors {
    unsigned *ticket;
    unsigned *flags;
    value_t *aggregate;
    value_t *prefix;
};

__device__ __forceinline__ void publish(Descriptors d, unsigned tile, Flag f, value_t v) {
    value_t *slot = f == kAggregate ? &d.aggregate[tile] : &d.prefix[tile];
    *slot = v;
    __threadfence();
    atomicExch(&d.flags[tile], (unsigned)f);
}

__device__ value_t serial_look_back(Descriptors d, unsigned tile) {
    value_t sum = identity();
    for (int p = (int)tile - 1; p >= 0;) {
        const unsigned f = atomicAdd(&d.flags[p], 0u);
        if (f == kInvalid) {
            continue;
        }
        __threadfence();
        if (f == kPrefix) {
            sum = combine(d.prefix[p], sum);
            break;
        }
        sum = combine(d.aggregate[p], sum);
        --p;
    }
    return sum;
}

__device__ value_t warp_scan(value_t v, unsigned lane) {
    for (unsigned o = 1; o < 32; o <<= 1) {
        const value_t up = shuffle_up(0xffffffffu, v, o);
        if (lane >= o) {
            v = combine(up, v);
        }
    }
    return v;
}

__global__ void single_pass(const value_t *in, value_t *out, size_t n, Descriptors d) {
    extern __shared__ __align__(16) unsigned char bytes[];
    value_t *s = (value_t *)bytes;
    __shared__ unsigned s_tile;
    __shared__ value_t s_warp[THREADS / 32], s_prefix;
    const unsigned t = threadIdx.x, lane = t & 31, w = t >> 5;
    if (t == 0) {
        s_tile = atomicAdd(d.ticket, 1);
    }
    __syncthreads();
    const unsigned tile = s_tile;
    const size_t base = (size_t)tile * TILE_ITEMS;
    for (unsigned k = t; k < TILE_ITEMS; k += THREADS) {
        s[k + k / 16] = base + k < n ? in[base + k] : identity();
    }
    __syncthreads();
    value_t x[ITEMS];
    for (unsigned k = 0; k < ITEMS; k++) {
        x[k] = s[t * 17 + k];
    }
    for (unsigned k = 1; k < ITEMS; k++) {
        x[k] = combine(x[k - 1], x[k]);
    }
    const value_t inc = warp_scan(x[ITEMS - 1], lane);
    value_t exc = shuffle_up(0xffffffffu, inc, 1);
    if (lane == 31) {
        s_warp[w] = inc;
    }
    __syncthreads();
    if (w == 0) {
        value_t v = lane < THREADS / 32 ? s_warp[lane] : identity();
        v = warp_scan(v, lane);
        if (lane < THREADS / 32) {
            s_warp[lane] = v;
        }
        if (lane == THREADS / 32 - 1) {
            if (tile == 0) {
                publish(d, 0, kPrefix, v);
                s_prefix = identity();
            } else {
                publish(d, tile, kAggregate, v);
                const value_t before = serial_look_back(d, tile);
                publish(d, tile, kPrefix, combine(before, v));
                s_prefix = before;
            }
        }
    }
    __syncthreads();
    value_t before = s_prefix;
    if (w > 0) {
        before = combine(before, s_warp[w - 1]);
    }
    if (lane > 0) {
        before = combine(before, exc);
    }
    for (unsigned k = 0; k < ITEMS; k++) {
        s[t * 17 + k] = combine(before, x[k]);
    }
    __syncthreads();
    for (unsigned k = t; k < TILE_ITEMS; k += THREADS) {
        if (base + k < n) {
            out[base + k] = s[k + k / 16];
        }
    }
}

void scan_single_pass(const value_t *d_in, value_t *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    const unsigned tiles = (unsigned)((n + TILE_ITEMS - 1) / TILE_ITEMS);
    Descriptors d;
    CUDA_CHECK(cudaMalloc(&d.ticket, sizeof(unsigned)));
    CUDA_CHECK(cudaMalloc(&d.flags, tiles * sizeof(unsigned)));
    CUDA_CHECK(cudaMalloc(&d.aggregate, tiles * sizeof(value_t)));
    CUDA_CHECK(cudaMalloc(&d.prefix, tiles * sizeof(value_t)));
    CUDA_CHECK(cudaMemset(d.ticket, 0, sizeof(unsigned)));
    CUDA_CHECK(cudaMemset(d.flags, 0, tiles * sizeof(unsigned)));
    const size_t shared = (TILE_ITEMS + TILE_ITEMS / 16) * sizeof(value_t);
    CUDA_CHECK(cudaFuncSetAttribute(single_pass, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    single_pass<<<tiles, THREADS, shared>>>(d_in, d_out, n, d);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d.ticket));
    CUDA_CHECK(cudaFree(d.flags));
    CUDA_CHECK(cudaFree(d.aggregate));
    CUDA_CHECK(cudaFree(d.prefix));
}
