#include "bench/peer.h"

#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#include "operator/operator.h"
#include "bench/peer_uses.h"
#include "data/value.h"

#define PASTE(before, name)  before##name
#define EXPAND(before, name) PASTE(before, name)
#define STRING(name)         #name
#define NAME_OF(name)        STRING(name)

enum { THREADS = 256, CEILING_THREADS = 512, CEILING_LOADS = 4 };

extern "C" {
extern const char *const peer_operator = NAME_OF(LABS_OPERATOR);
extern const size_t peer_value_size = sizeof(value_t);
extern const char *const peer_kind_names[PEER_KIND_COUNT] = {
    "reduce", "inclusive", "exclusive", "segmented", "partition", "digit", "sort"};
}

static unsigned blocks_for(size_t n) {
    size_t blocks = (n + THREADS - 1) / THREADS;
    return (unsigned)(blocks < 1 ? 1 : blocks);
}

// ---- Input and check -------------------------------------------------------------------------------------

__global__ void fill_kernel(value_t *d_in, size_t n, uint64_t seed) {
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < n) {
        d_in[i] = EXPAND(data_value_, LABS_OPERATOR)(seed, i, n);
    }
}

void peer_fill(void *d_in, size_t n, uint64_t seed) {
    fill_kernel<<<blocks_for(n), THREADS>>>(static_cast<value_t *>(d_in), n, seed);
}

__device__ static bool differ(const value_t &a, const value_t &b) {
    const int *a_words = reinterpret_cast<const int *>(&a), *b_words = reinterpret_cast<const int *>(&b);
    bool differ = false;
    for (unsigned i = 0; i < sizeof(value_t) / 4; i++) {
        differ |= a_words[i] != b_words[i];
    }
    return differ;
}

__global__ void check_scan_kernel(bool inclusive, const value_t *d_in, const value_t *d_out, size_t n,
                                  size_t section, unsigned long long *d_wrong) {
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) {
        return;
    }
    bool first = i == 0 || (section > 0 && i % section == 0);
    value_t expected = first ? identity() : d_out[i - 1];
    if (inclusive) {
        expected = combine(expected, d_in[i]);
    } else if (!first) {
        expected = combine(expected, d_in[i - 1]);
    }
    if (differ(expected, d_out[i])) {
        atomicAdd(d_wrong, 1ull);
    }
}

void peer_check_scan(enum peer_kind kind, const void *d_in, const void *d_out, size_t n, size_t section,
                     unsigned long long *d_wrong) {
    check_scan_kernel<<<blocks_for(n), THREADS>>>(kind == PEER_INCLUSIVE_SCAN,
                                                  static_cast<const value_t *>(d_in),
                                                  static_cast<const value_t *>(d_out), n, section, d_wrong);
}

// ---- CUB -------------------------------------------------------------------------------------------------

// CUB has kernels tuned for the operators that it knows, so it gets those if possible. Counts of values are
// 32-bit numbers if they fit, as in most programs.
struct combine_functor {
    __host__ __device__ value_t operator()(const value_t &a, const value_t &b) const {
        return combine(a, b);
    }
};
using functor_sum = cuda::std::plus<>;
using functor_product = cuda::std::multiplies<>;
using functor_min = cuda::minimum<>;
using functor_max = cuda::maximum<>;
using functor_float_sum = cuda::std::plus<>;
using functor_double_sum = cuda::std::plus<>;
using functor_farthest = combine_functor;
using functor_affine = combine_functor;
using functor = EXPAND(functor_, LABS_OPERATOR);

template <class Count>
static void run_cub_with(enum peer_kind kind, const value_t *d_in, value_t *d_out, Count n, void *d_scratch,
                         size_t &scratch_bytes) {
    if (kind == PEER_REDUCE) {
        cub::DeviceReduce::Reduce(d_scratch, scratch_bytes, d_in, d_out, n, functor(), identity());
    } else if (kind == PEER_INCLUSIVE_SCAN) {
        cub::DeviceScan::InclusiveScan(d_scratch, scratch_bytes, d_in, d_out, functor(), n);
    } else {
        cub::DeviceScan::ExclusiveScan(d_scratch, scratch_bytes, d_in, d_out, functor(), identity(), n);
    }
}

static void run_cub(enum peer_kind kind, const value_t *d_in, value_t *d_out, size_t n, void *d_scratch,
                    size_t &scratch_bytes) {
    if (kind > PEER_EXCLUSIVE_SCAN) {
        peer_use(kind, (const int *)d_in, (int *)d_out, n, d_scratch, scratch_bytes);
    } else if (n <= 0x7fffffff) {
        run_cub_with<int>(kind, d_in, d_out, (int)n, d_scratch, scratch_bytes);
    } else {
        run_cub_with<size_t>(kind, d_in, d_out, n, d_scratch, scratch_bytes);
    }
}

int peer_cccl_version(void) {
    return CCCL_VERSION;
}

size_t peer_scratch_bytes(enum peer_kind kind, size_t n) {
    size_t bytes = 0;
    run_cub(kind, nullptr, nullptr, n, nullptr, bytes);
    return bytes > 0 ? bytes : 1;
}

void peer_cub(enum peer_kind kind, const void *d_in, void *d_out, size_t n, void *d_scratch,
              size_t scratch_bytes) {
    run_cub(kind, static_cast<const value_t *>(d_in), static_cast<value_t *>(d_out), n, d_scratch,
            scratch_bytes);
}

// ---- Ceilings --------------------------------------------------------------------------------------------

// Enough threads to fill the GPU, each with several 16-byte accesses in flight.
static unsigned ceiling_blocks(size_t words) {
    size_t blocks = (words + CEILING_THREADS * CEILING_LOADS - 1) / (CEILING_THREADS * CEILING_LOADS);
    return (unsigned)(blocks < 1 ? 1 : blocks);
}

__global__ void copy_kernel(const int4 *d_from, int4 *d_to, size_t words) {
    size_t i = (size_t)blockIdx.x * CEILING_THREADS * CEILING_LOADS + threadIdx.x;
    int4 held[CEILING_LOADS];
#pragma unroll
    for (int k = 0; k < CEILING_LOADS; k++) {
        if (i + k * CEILING_THREADS < words) {
            held[k] = d_from[i + k * CEILING_THREADS];
        }
    }
#pragma unroll
    for (int k = 0; k < CEILING_LOADS; k++) {
        if (i + k * CEILING_THREADS < words) {
            d_to[i + k * CEILING_THREADS] = held[k];
        }
    }
}

void peer_copy(const void *d_from, void *d_to, size_t bytes) {
    copy_kernel<<<ceiling_blocks(bytes / 16), CEILING_THREADS>>>(static_cast<const int4 *>(d_from),
                                                                 static_cast<int4 *>(d_to), bytes / 16);
}

// The values affect a condition that is never true. So the compiler cannot remove the reads.
__global__ void read_kernel(const int4 *d_from, int *d_sink, size_t words) {
    size_t step = (size_t)gridDim.x * CEILING_THREADS;
    int sum = 0;
    size_t i = (size_t)blockIdx.x * CEILING_THREADS + threadIdx.x;
    for (; i + 3 * step < words; i += 4 * step) {
        int4 a = d_from[i], b = d_from[i + step], c = d_from[i + 2 * step], d = d_from[i + 3 * step];
        sum += a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w ^ c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
    }
    for (; i < words; i += step) {
        sum += d_from[i].x ^ d_from[i].y ^ d_from[i].z ^ d_from[i].w;
    }
    if (sum == 0x5f5f5f5f) {
        *d_sink = sum;
    }
}

void peer_read(const void *d_from, void *d_sink, size_t bytes) {
    int device = 0, processors = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    read_kernel<<<4 * processors, CEILING_THREADS>>>(static_cast<const int4 *>(d_from),
                                                     static_cast<int *>(d_sink), bytes / 16);
}

void peer_memcpy(const void *d_from, void *d_to, size_t bytes) {
    cudaMemcpyAsync(d_to, d_from, bytes, cudaMemcpyDeviceToDevice);
}

// ---- Waiting ---------------------------------------------------------------------------------------------

__global__ void wait_kernel() {
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin)); // in ns
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - begin < 30000);
}

void peer_wait(cudaStream_t stream) {
    wait_kernel<<<1, 1, 0, stream>>>();
}
