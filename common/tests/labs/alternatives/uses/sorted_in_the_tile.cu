// Each pass sorts its tile by one bit after the other, in shared memory, and then stores runs of equal digits. The scan
// has blocked items, and its loads are function objects.
#include "lab.h"
#include "cuda_check.h"
#include <utility>

constexpr int kBlock = BLOCK_SIZE;
constexpr int kItems = 4;
constexpr int kTile = kBlock * kItems;
constexpr int kWarp = 32;

struct Sum {
    using type = int;
    static __device__ __forceinline__ int identity() {
        return 0;
    }
    __device__ __forceinline__ int operator()(int a, int b) const {
        return a + b;
    }
};
struct Pair {
    int flag, value;
};
struct SegSum {
    using type = Pair;
    static __device__ __forceinline__ Pair identity() {
        return Pair{0, 0};
    }
    __device__ __forceinline__ Pair operator()(const Pair &a, const Pair &b) const {
        return Pair{a.flag | b.flag, b.flag ? b.value : a.value + b.value};
    }
};
__device__ __forceinline__ int shfl_up(int v, int d) {
    return __shfl_up_sync(0xffffffffu, v, d);
}
__device__ __forceinline__ Pair shfl_up(const Pair &v, int d) {
    return Pair{shfl_up(v.flag, d), shfl_up(v.value, d)};
}

template <class Op, class T = typename Op::type>
__device__ T warp_inclusive(T v, Op op) {
    const int lane = threadIdx.x & (kWarp - 1);
#pragma unroll
    for (int d = 1; d < kWarp; d <<= 1) {
        const T o = shfl_up(v, d);
        if (lane >= d) {
            v = op(o, v);
        }
    }
    return v;
}

template <class Op, class T = typename Op::type>
__device__ T block_exclusive(T v, Op op, T *total) {
    __shared__ T warp_sums[kBlock / kWarp];
    const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
    const T inc = warp_inclusive(v, op);
    T exc = shfl_up(inc, 1);
    if (lane == 0) {
        exc = Op::identity();
    }
    if (lane == kWarp - 1) {
        warp_sums[warp] = inc;
    }
    __syncthreads();
    T before = Op::identity(), all = Op::identity();
#pragma unroll
    for (int w = 0; w < kBlock / kWarp; ++w) {
        if (w == warp) {
            before = all;
        }
        all = op(all, warp_sums[w]);
    }
    if (total) {
        *total = all;
    }
    return op(before, exc);
}

template <class Op, class Load, class T = typename Op::type>
__global__ void __launch_bounds__(kBlock) scan_tiles(Load load, T *out, T *sums, size_t n, Op op) {
    __shared__ T tile[kTile + kTile / 32 + 1];
    auto pad = [](int i) { return i + i / 32; };
    const size_t base = (size_t)blockIdx.x * kTile;
    for (int k = 0; k < kItems; ++k) {
        const int j = threadIdx.x + k * kBlock;
        tile[pad(j)] = base + j < n ? load(base + j) : Op::identity();
    }
    __syncthreads();
    T items[kItems], run = Op::identity();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
        items[k] = run;
        run = op(run, tile[pad(threadIdx.x * kItems + k)]);
    }
    T total;
    const T before = block_exclusive(run, op, &total);
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
        tile[pad(threadIdx.x * kItems + k)] = op(before, items[k]);
    }
    __syncthreads();
    for (int k = 0; k < kItems; ++k) {
        const int j = threadIdx.x + k * kBlock;
        if (base + j < n) {
            out[base + j] = tile[pad(j)];
        }
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
    }
}
template <class Op, class T = typename Op::type>
__global__ void add_before(T *out, const T *sums, size_t n, Op op) {
    const T before = sums[blockIdx.x + 1];
    for (int k = 0; k < kItems; ++k) {
        const size_t i = (size_t)(blockIdx.x + 1) * kTile + k * kBlock + threadIdx.x;
        if (i < n) {
            out[i] = op(before, out[i]);
        }
    }
}
template <class T>
struct Plain {
    const T *p;
    __device__ T operator()(size_t i) const {
        return p[i];
    }
};

template <class T>
class Device {
    T *p_ = nullptr;

  public:
    explicit Device(size_t n) {
        if (n) {
            CUDA_CHECK(cudaMalloc(&p_, n * sizeof(T)));
        }
    }
    Device(Device &&o) noexcept : p_(std::exchange(o.p_, nullptr)) {
    }
    Device(const Device &) = delete;
    ~Device() {
        if (p_) {
            cudaFree(p_);
        }
    }
    operator T *() const {
        return p_;
    }
};
static unsigned grid(size_t n, size_t each) {
    return (unsigned)((n + each - 1) / each);
}

template <class Op, class Load, class T = typename Op::type>
static void exclusive(Load load, T *out, size_t n, Op op = Op()) {
    if (n == 0) {
        return;
    }
    const unsigned tiles = grid(n, kTile);
    Device<T> sums(tiles);
    scan_tiles<Op, Load, T><<<tiles, kBlock>>>(load, out, sums, n, op);
    CUDA_CHECK_LAUNCH();
    if (tiles == 1) {
        return;
    }
    Device<T> before(tiles);
    exclusive<Op>(Plain<T>{(T *)sums}, (T *)before, tiles, op);
    add_before<Op><<<tiles - 1, kBlock>>>(out, (const T *)before, n, op);
    CUDA_CHECK_LAUNCH();
}

void scan_exclusive(const int *d_in, int *d_out, size_t n) {
    exclusive<Sum>(Plain<int>{d_in}, d_out, n);
}

struct CharLoad {
    const int *p;
    __device__ Pair operator()(size_t i) const {
        return Pair{p[i] == LINE_BREAK, p[i]};
    }
};
__global__ void take_value(const Pair *p, int *out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = p[i].value;
    }
}
void place_characters(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    Device<Pair> pairs(n);
    exclusive<SegSum>(CharLoad{d_in}, (Pair *)pairs, n);
    take_value<<<grid(n, kBlock), kBlock>>>(pairs, d_out, n);
    CUDA_CHECK_LAUNCH();
}

struct LessLoad {
    const int *p;
    __device__ int operator()(size_t i) const {
        return p[i] < PIVOT;
    }
};
__global__ void scatter(const int *in, const int *before, int *out, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const int less = before[n - 1] + (in[n - 1] < PIVOT);
    const bool is_less = in[i] < PIVOT;
    out[is_less ? before[i] : less + (int)i - before[i]] = in[i];
}
void partition(const int *d_in, int *d_out, size_t n) {
    if (n == 0) {
        return;
    }
    Device<int> before(n);
    exclusive<Sum>(LessLoad{d_in}, (int *)before, n);
    scatter<<<grid(n, kBlock), kBlock>>>(d_in, before, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// counts[digit][block]
__device__ __forceinline__ unsigned digit_at(int key, int shift) {
    return ((unsigned)key ^ (1u << 31)) >> shift & (DIGITS - 1);
}
__global__ void histogram(const int *in, int *counts, size_t n, int shift) {
    __shared__ int h[DIGITS];
    for (int d = threadIdx.x; d < DIGITS; d += blockDim.x) {
        h[d] = 0;
    }
    __syncthreads();
    for (int k = 0; k < kItems; ++k) {
        const size_t i = (size_t)blockIdx.x * kTile + k * kBlock + threadIdx.x;
        if (i < n) {
            atomicAdd(&h[digit_at(in[i], shift)], 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < DIGITS) {
        counts[threadIdx.x * gridDim.x + blockIdx.x] = h[threadIdx.x];
    }
}
// local sort of the tile by 4 one-bit splits, then scatter with runs
__global__ void __launch_bounds__(kBlock)
    reorder(const int *in, int *out, const int *places, size_t n, int shift) {
    __shared__ int keys[kTile];
    __shared__ int starts[DIGITS];
    const size_t base = (size_t)blockIdx.x * kTile;
    const int count = (int)(n - base < kTile ? n - base : kTile);
    int mine[kItems];
    for (int k = 0; k < kItems; ++k) {
        const int j = k * kBlock + threadIdx.x;
        if (j < count) {
            keys[j] = in[base + j];
        }
    }
    __syncthreads();
    for (int bit = 0; bit < DIGIT_BITS; ++bit) {
        int zeros = 0, flags = 0;
        for (int k = 0; k < kItems; ++k) {
            const int j = threadIdx.x * kItems + k;
            const bool in_tile = j < count;
            mine[k] = in_tile ? keys[j] : -1;
            const int zero = in_tile && !(digit_at(mine[k], shift) >> bit & 1);
            flags |= zero << k;
            zeros += zero;
        }
        int total;
        int before = block_exclusive(zeros, Sum(), &total);
        __syncthreads();
        for (int k = 0; k < kItems; ++k) {
            const int j = threadIdx.x * kItems + k;
            if (j < count) {
                const bool zero = flags >> k & 1;
                keys[zero ? before : total + j - before] = mine[k];
                before += zero;
            }
        }
        __syncthreads();
    }
    for (int k = 0; k < kItems; ++k) {
        const int j = k * kBlock + threadIdx.x;
        if (j < count) {
            const unsigned d = digit_at(keys[j], shift);
            if (j == 0 || digit_at(keys[j - 1], shift) != d) {
                starts[d] = j;
            }
        }
    }
    __syncthreads();
    for (int k = 0; k < kItems; ++k) {
        const int j = k * kBlock + threadIdx.x;
        if (j < count) {
            const unsigned d = digit_at(keys[j], shift);
            out[places[d * gridDim.x + blockIdx.x] + j - starts[d]] = keys[j];
        }
    }
}
static void pass(const int *in, int *out, size_t n, int shift) {
    if (n == 0) {
        return;
    }
    const unsigned tiles = grid(n, kTile);
    const size_t cells = (size_t)tiles * DIGITS;
    Device<int> counts(cells), places(cells);
    histogram<<<tiles, kBlock>>>(in, counts, n, shift);
    CUDA_CHECK_LAUNCH();
    exclusive<Sum>(Plain<int>{counts}, (int *)places, cells);
    reorder<<<tiles, kBlock>>>(in, out, places, n, shift);
    CUDA_CHECK_LAUNCH();
}
void sort_by_last_digit(const int *d_in, int *d_out, size_t n) {
    pass(d_in, d_out, n, 0);
}
void radix_sort(const int *d_in, int *d_out, size_t n) {
    Device<int> other(n);
    const int *from = d_in;
    for (int shift = 0, k = 0; shift < 32; shift += DIGIT_BITS, ++k) {
        int *to = k & 1 ? d_out : (int *)other;
        pass(from, to, n, shift);
        from = to;
    }
}
