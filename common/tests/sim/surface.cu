// What the functions of docs/cuda-surface.md compute, also for extreme values. No case may be reported, and a real GPU
// must give the same results.
#include "conformance.h"

#include <atomic>
#include <memory>

#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/utility>

__global__ void shuffles_kernel(int *d_wrong) {
    int lane = threadIdx.x, wrong = 0;
    unsigned number, lower, same;
    asm volatile("mov.u32 %0, %%laneid;"
                 : "=r"(number));
    asm("mov.u32 %0, %%lanemask_lt;"
        : "=r"(lower));
    asm("mov.u32 %0, %%lanemask_eq;"
        : "=r"(same));
    CHECK(number == (unsigned)lane && lower == (1u << lane) - 1 && same == 1u << lane);
    asm("mov.u32 %0, %%lanemask_le;"
        : "=r"(lower));
    asm("mov.u32 %0, %%lanemask_gt;"
        : "=r"(number));
    asm("mov.u32 %0, %%lanemask_ge;"
        : "=r"(same));
    CHECK(lower == ~number && (same & lower) == 1u << lane && (same | lower) == ~0u);
    CHECK(__shfl_sync(FULL, lane, 3) == 3);
    CHECK(__shfl_sync(FULL, lane, 35) == 3); // modulo the width
    CHECK(__shfl_sync(FULL, lane, 9, 8) == lane / 8 * 8 + 1);
    CHECK(__shfl_up_sync(FULL, lane, 1) == (lane == 0 ? 0 : lane - 1));
    CHECK(__shfl_down_sync(FULL, lane, 1) == (lane == 31 ? 31 : lane + 1)); // the last one keeps its own
    CHECK(__shfl_down_sync(FULL, lane, 2, 4) == (lane % 4 < 2 ? lane + 2 : lane));
    CHECK(__shfl_xor_sync(FULL, lane, 5) == (lane ^ 5));
    CHECK(__shfl_sync(FULL, lane * 0.5, 7) == 3.5);
    CHECK(__shfl_sync(FULL, (long long)lane << 40, 2) == 2ll << 40);
    VERDICT;
}
CASE(shuffles) { // expect nothing
    int *d_wrong = zeros<int>(32);
    shuffles_kernel<<<1, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 32);
}

__global__ void votes_kernel(int *d_wrong) {
    int lane = threadIdx.x, wrong = 0, all = 0;
    CHECK(__ballot_sync(FULL, lane % 2) == 0xaaaaaaaa);
    CHECK(__any_sync(FULL, lane == 31) && !__any_sync(FULL, lane == 32));
    CHECK(__all_sync(FULL, lane < 32) && !__all_sync(FULL, lane < 31));
    CHECK(__match_any_sync(FULL, lane / 8) == 0xffu << lane / 8 * 8);
    CHECK(__match_all_sync(FULL, 5, &all) == 0xffffffff && all);
    CHECK(__match_all_sync(FULL, lane, &all) == 0 && !all);
    if (lane < 8) {
        CHECK(__ballot_sync(0xff, lane > 3) == 0xf0);
    }
    VERDICT;
}
CASE(votes) { // expect nothing
    int *d_wrong = zeros<int>(32);
    votes_kernel<<<1, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 32);
}

__global__ void warp_reductions_kernel(int *d_wrong) {
    int lane = threadIdx.x, wrong = 0;
#if !defined(__CUDA_ARCH_LIST__) || __CUDA_ARCH_LIST__ >= 800
    CHECK(__reduce_add_sync(FULL, lane) == 496);
    CHECK(__reduce_min_sync(FULL, lane - 5) == -5);
    CHECK(__reduce_max_sync(FULL, 5 - lane) == 5);
    CHECK(__reduce_min_sync(FULL, (unsigned)(lane - 5)) == 0); // unsigned
    CHECK(__reduce_and_sync(FULL, lane | 64u) == 64 && __reduce_or_sync(FULL, 1u << lane) == 0xffffffff);
    CHECK(__reduce_xor_sync(FULL, 1u << lane / 2) == 0);
#endif
    VERDICT;
}
CASE(warp_reductions) { // expect nothing
    int *d_wrong = zeros<int>(32);
    warp_reductions_kernel<<<1, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 32);
}

__global__ void counting_barriers_kernel(int *d_wrong) {
    int t = threadIdx.x, wrong = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(__syncthreads_count(t > i) == 64 - 1 - i);
    }
    CHECK(__syncthreads_and(t >= 0) && !__syncthreads_and(t > 0));
    CHECK(__syncthreads_or(t == 63) && !__syncthreads_or(t > 63));
    VERDICT;
}
CASE(counting_barriers) { // expect nothing
    int *d_wrong = zeros<int>(128);
    counting_barriers_kernel<<<2, 64>>>(d_wrong);
    return sum_and_free(d_wrong, 128);
}

struct cells {
    int i;
    unsigned u, wrap;
    unsigned long long l;
    float f;
    int bits;
};

__global__ void atomics_kernel(struct cells *d_cells) {
    atomicAdd(&d_cells->i, 2);
    atomicSub(&d_cells->i, 1);
    atomicMax(&d_cells->u, threadIdx.x);
    atomicInc(&d_cells->wrap, 9);
    atomicAdd(&d_cells->l, 1ull << 33);
    atomicAdd(&d_cells->f, 0.5f);
    atomicOr(&d_cells->bits, 1 << threadIdx.x % 32);
}
CASE(atomics_of_all_types) { // expect nothing
    struct cells h_cells = {0, 0, 0, 0, 0, 0}, *d_cells;
    cudaMalloc(&d_cells, sizeof(h_cells));
    cudaMemcpy(d_cells, &h_cells, sizeof(h_cells), cudaMemcpyHostToDevice);
    atomics_kernel<<<2, 64>>>(d_cells);
    cudaMemcpy(&h_cells, d_cells, sizeof(h_cells), cudaMemcpyDeviceToHost);
    cudaFree(d_cells);
    return h_cells.i != 128 || h_cells.u != 63 || h_cells.wrap != 8 || h_cells.l != 128ull << 33 ||
           h_cells.f != 64 || h_cells.bits != -1;
}

__global__ void old_values_kernel(int *d_a, int *d_wrong) {
    int wrong = 0;
    CHECK(atomicCAS(d_a, 5, 7) == 0 && atomicCAS(d_a, 0, 7) == 0);
    CHECK(atomicExch(d_a, 3) == 7);
    CHECK(atomicMin(d_a, 1) == 3 && atomicMin(d_a, 4) == 1);
    CHECK(atomicXor(d_a, 3) == 1 && atomicAnd(d_a, 6) == 2 && atomicAdd(d_a, 0) == 2);
    VERDICT;
}
CASE(old_values) { // expect nothing
    int *d_a = zeros<int>(1), *d_wrong = zeros<int>(1);
    old_values_kernel<<<1, 1>>>(d_a, d_wrong);
    return sum_and_free(d_wrong, 1) + sum_and_free(d_a, 1) - 2;
}

__global__ void integers_kernel(int *d_wrong, unsigned u, int zero, int five) {
    int wrong = 0;
    CHECK(__popc(u) == 16 && __clz(zero) == 32 && __clz(five) == 29 && __ffs(five * 4) == 3 && __ffs(zero) == 0);
    CHECK(__brev(1u + zero) == 0x80000000u && __fns(u, 0, 2) == 5);
    CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531) == 0x77553311u);
    CHECK(__byte_perm(0x33221180u, 0x77665544u, 0xf9b8) == 0x77113380u); // a digit's fourth bit has no meaning
    CHECK(__funnelshift_l(0x80000000u, 1u + zero, 1) == 3);
    CHECK(__mulhi(five << 29, 8) == -3 && __umulhi(u, 16u) == 0xf);
    CHECK(__hadd(five, 8) == 6 && __rhadd(five, 8) == 7 && __sad(five, 9, 1u) == 5);
    CHECK(min(five, 3) == 3 && max(-five, 3) == 3 && min(u, 7u) == 7);
    VERDICT;
}
CASE(integers) { // expect nothing
    int *d_wrong = zeros<int>(1);
    integers_kernel<<<1, 1>>>(d_wrong, 0xf0f0f0f0u, 0, 5);
    return sum_and_free(d_wrong, 1);
}

__global__ void floats_kernel(int *d_wrong, float x) {
    int wrong = 0;
    CHECK(__float_as_int(x) == 0x3fc00000 && __int_as_float(0x3fc00000) == x);
    CHECK(__float2int_rn(x) == 2 && __float2int_rz(-x) == -1 && __float2int_ru(x) == 2 && __float2int_rd(-x) == -2);
    CHECK(__saturatef(x) == 1 && __saturatef(-x) == 0);
    CHECK(__fmaf_rn(x, x, x) == 3.75f && fmaxf(x, 2) == 2);
    CHECK(__float2ll_rd(-x) == -2 && __double2ull_ru(x) == 2 && __ll2float_rn(3) == 2 * x);
    CHECK(__hiloint2double(__double2hiint(x), __double2loint(x)) == x && __double2hiint(1) == 0x3ff00000);
    CHECK(norm3df(2 * x, 4, 0) == 5 && rnorm4d(x, x, x, x) * 3 == 1 && rcbrtf(x * 18) * 3 == 1);
    CHECK(sinpif(x) == -1 && fabsf(cospif(x)) < 1e-6f && normcdf(0.0) == 0.5);
    VERDICT;
}
CASE(floats) { // expect nothing
    int *d_wrong = zeros<int>(1);
    floats_kernel<<<1, 1>>>(d_wrong, 1.5f);
    return sum_and_free(d_wrong, 1);
}

__device__ int d_total = 40;
__constant__ int c_weights[4];

__global__ void symbols_kernel() {
    atomicAdd(&d_total, c_weights[threadIdx.x]);
}
CASE(variables_by_symbol) { // expect nothing
    const int weights[4] = {1, 2, 3, 4};
    int total = 40;
    size_t bytes = 0;
    cudaMemcpyToSymbol(d_total, &total, sizeof(total));
    cudaMemcpyToSymbol(c_weights, weights, 2 * sizeof(int));
    cudaMemcpyToSymbol(c_weights, weights + 2, 2 * sizeof(int), 2 * sizeof(int));
    symbols_kernel<<<1, 4>>>();
    cudaMemcpyFromSymbol(&total, d_total, sizeof(total));
    cudaGetSymbolSize(&bytes, c_weights);
    return total - 50 + (bytes != sizeof(c_weights));
}

__global__ void add_kernel(int *d_a, int amount) {
    d_a[threadIdx.x] += amount;
}
CASE(streams_and_events) { // expect nothing
    int *d_a = zeros<int>(32), h_a[32];
    cudaStream_t first, second;
    cudaEvent_t done;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    add_kernel<<<1, 32, 0, first>>>(d_a, 3);
    cudaEventRecord(done, first);
    cudaStreamWaitEvent(second, done, 0);
    add_kernel<<<1, 32, 0, second>>>(d_a, 4);
    cudaMemcpyAsync(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost, second);
    cudaStreamSynchronize(second);
    cudaEventDestroy(done);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    return h_a[0] + h_a[31] - 14 + sum_and_free(d_a, 32) - 7 * 32;
}

CASE(devices) { // expect nothing
    int count = 0, device = -1, value = 0, bad;
    cudaDeviceProp properties;
    bad = cudaGetDeviceCount(&count) != cudaSuccess || count < 1;
    for (int i = 0; i < count; i++) {
        bad += cudaGetDeviceProperties(&properties, i) != cudaSuccess || properties.warpSize != 32;
        bad += cudaDeviceGetAttribute(&value, cudaDevAttrL2CacheSize, i) != cudaSuccess || value != properties.l2CacheSize;
        bad += cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, i) != cudaSuccess;
        bad += cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, i) != cudaSuccess || value != cudaComputeModeDefault;
    }
    bad += cudaSetDevice(count) != cudaErrorInvalidDevice || cudaGetLastError() != cudaErrorInvalidDevice;
    bad += cudaGetLastError() != cudaSuccess || cudaPeekAtLastError() != cudaSuccess;
    bad += cudaSetDevice(0) != cudaSuccess || cudaGetDevice(&device) != cudaSuccess || device != 0;
    bad += strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code") != 0;
    return bad;
}

// The value means nothing on the simulated GPU, but it can be divided by.
CASE(elapsed_time) { // expect nothing
    int *d_a = zeros<int>(32), bad = 0;
    float milliseconds = 0;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    add_kernel<<<1, 32>>>(d_a, 3);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    bad += cudaEventElapsedTime(&milliseconds, start, stop) != cudaSuccess || !(milliseconds > 0);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return bad + sum_and_free(d_a, 32) - 96;
}

// Handles as a program names their types, and flags that change nothing here.
CASE(handles) { // expect nothing
    struct destroys {
        void operator()(CUstream_st *stream) const {
            cudaStreamDestroy(stream);
        }
        void operator()(CUevent_st *event) const {
            cudaEventDestroy(event);
        }
    };
    cudaStream_t made;
    cudaEvent_t done;
    int *h_a = NULL, *d_a = zeros<int>(32), bad = 0;
    bad += cudaStreamCreate(&made) != cudaSuccess;
    bad += cudaEventCreate(&done, cudaEventBlockingSync | cudaEventDisableTiming) != cudaSuccess;
    const std::unique_ptr<CUstream_st, destroys> stream(made);
    const std::unique_ptr<CUevent_st, destroys> event(done);
    bad += cudaHostAlloc(&h_a, 32 * sizeof(int), cudaHostAllocPortable | cudaHostAllocMapped) != cudaSuccess;
    add_kernel<<<1, 32, 0, stream.get()>>>(d_a, 3);
    bad += cudaMemcpyAsync(h_a, d_a, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream.get()) != cudaSuccess;
    bad += cudaEventRecord(event.get(), stream.get()) != cudaSuccess;
    bad += cudaEventSynchronize(event.get()) != cudaSuccess || h_a[31] != 3;
    cudaFreeHost(h_a);
    return bad + sum_and_free(d_a, 32) - 96;
}

CASE(occupancy) { // expect nothing
    int blocks = 0, flagged = 0, grid = 0, size = 0, processors = 0, bad = 0;
    size_t most = 0;
    const auto bytes_of = [](int threads) { return threads * sizeof(int); };
    bad += cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess;
    bad += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_kernel, 256, 0) != cudaSuccess || blocks < 4;
    bad += cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&flagged, add_kernel, 256, 0,
                                                                  cudaOccupancyDefault) != cudaSuccess ||
           flagged != blocks;
    bad += cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, add_kernel, bytes_of) != cudaSuccess;
    bad += size < 256 || size > 1024 || grid < processors;
    bad += cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, add_kernel, bytes_of, 96) != cudaSuccess;
    bad += size < 32 || size > 96 || size % 32 != 0;
    bad += cudaOccupancyAvailableDynamicSMemPerBlock(&most, add_kernel, 4, 256) != cudaSuccess;
    bad += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_kernel, 256, most) != cudaSuccess || blocks < 4;
    return bad;
}

CASE(memory_pool) { // expect nothing
    cudaMemPool_t pool = NULL;
    uint64_t threshold = UINT64_MAX, was = 0;
    int *d_a = NULL, *d_b = NULL, bad = 0;
    bad += cudaDeviceGetDefaultMemPool(&pool, 0) != cudaSuccess || pool == NULL;
    bad += cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) != cudaSuccess;
    bad += cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &was) != cudaSuccess || was != threshold;
    bad += cudaMallocFromPoolAsync(&d_a, 128, pool, 0) != cudaSuccess;
    bad += cudaMallocAsync(&d_b, 128, pool, 0) != cudaSuccess;
    bad += cudaMemsetAsync(d_a, 0, 128) != cudaSuccess || cudaFreeAsync(d_b, 0) != cudaSuccess;
    bad += cudaMemPoolTrimTo(pool, 0) != cudaSuccess;
    return bad + sum_and_free(d_a, 32);
}

__device__ int sum_of(cuda::std::span<const int> values) {
    int sum = 0;
    for (int value : values) {
        sum += value;
    }
    return sum;
}
__global__ void span_kernel(cuda::std::span<int> out) {
    __shared__ int s[32];
    cuda::std::span tile(s); // of 32, known to the compiler
    static_assert(decltype(tile)::extent == 32, "");
    tile[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        out.front() = sum_of(s) - sum_of(tile.subspan(30)) - sum_of(tile.first(2)) - tile.first<3>().back();
        out.last(1)[0] = (int)out.size() + (int)tile.size_bytes() + out.empty();
    }
}
CASE(spans) { // expect nothing
    int *d_a = zeros<int>(2);
    span_kernel<<<1, 32>>>({d_a, 2});
    return sum_and_free(d_a, 2) - (496 - 61 - 1 - 2) - (2 + 128);
}

__global__ void vectors_kernel(const int4 *d_in, int4 *d_out) {
    int4 v = d_in[threadIdx.x];
    d_out[threadIdx.x] = make_int4(v.w, v.z, v.y, v.x);
}
CASE(vectors) { // expect nothing
    int *d_in = counted<int>(128), *d_out = zeros<int>(128), h_out[128];
    vectors_kernel<<<1, 32>>>((const int4 *)d_in, (int4 *)d_out);
    cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
    return h_out[0] - 3 + h_out[127] - 124 + sum_and_free(d_out, 128) - sum_and_free(d_in, 128);
}

__host__ __device__ static int doubled(int x) {
#ifdef __CUDA_ARCH__ // defined on both sides of the simulated GPU, so both branches must do the same
    return x << 1;
#else
    return 2 * x;
#endif
}
struct alignas(16) four {
    int values[4];
};
__global__ void words_kernel(int *d_wrong) {
    int wrong = 0, sum = 0;
    for (int s : {4, 2, 1}) {
        sum += s;
    }
    __builtin_assume(sum == 7);
    CHECK(sum == 7 && doubled(sum) == 14);
#if __CUDA_ARCH__ < 600
    wrong = 1;
#endif
    cuda::std::array<int, 3> three = {1, 2, 3};
    cuda::std::pair<int, float> two(three[2], 0.5f);
    CHECK(two.first == 3 && cuda::std::max(three[0], three[1]) == 2);
    CHECK(cuda::std::numeric_limits<int>::max() == 0x7fffffff);
    CHECK(cuda::std::popcount(0xf0u) == 4 && cuda::std::bit_cast<unsigned>(1.0f) == 0x3f800000);
    const int4 whole = cuda::std::bit_cast<int4>(four{{1, 2, 3, 4}});
    CHECK(whole.z == 3 && cuda::std::bit_cast<four>(make_int4(5, 6, 7, 8)).values[1] == 6);
    CHECK(cuda::std::bit_cast<unsigned long long>(make_uint2(3, 2)) == 0x200000003ull);
    CHECK(cuda::std::countl_zero((unsigned short)1) == 15 && cuda::std::countr_zero(8ull) == 3);
    CHECK(cuda::std::countl_one(0xc0000000u) == 2 && cuda::std::countr_one((unsigned char)7) == 3);
    CHECK(cuda::std::countl_zero(0u) == 32 && cuda::std::countr_zero((unsigned char)0) == 8);
    CHECK(cuda::std::rotl(0x80000001u, 1) == 3 && cuda::std::rotr((unsigned char)1, 1) == 128);
    CHECK(cuda::std::has_single_bit(8u) && !cuda::std::has_single_bit(0u) && cuda::std::bit_width(8u) == 4);
    CHECK(cuda::std::bit_ceil(9u) == 16 && cuda::std::bit_ceil(0u) == 1 && cuda::std::bit_floor(9u) == 8);
    CHECK(cuda::ceil_div(7, 2) == 4 && cuda::ceil_div(8u, 2ull) == 4 && cuda::ceil_div(0, 5) == 0);
    CHECK(cuda::round_up(7u, 4) == 8 && cuda::round_down(7, 4) == 4 && cuda::ilog2(9u) == 3);
    CHECK(cuda::maximum<int>()(2, -3) == 2 && cuda::minimum<>()(2u, 3ull) == 2);
    auto half = cuda::proclaim_return_type<int>([](float x) { return (int)x / 2; });
    CHECK(half(5.0f) == 2);
    CHECK(__dp4a(0x01ff0203, 0x01010201, 10) == 10 + 1 - 1 + 4 + 3 && __dp4a(0xffu, 0xffu, 1u) == 65026u);
    VERDICT;
}
CASE(words_of_the_language) { // expect nothing
    int *d_wrong = zeros<int>(1);
    words_kernel<<<1, 1>>>(d_wrong);
    return sum_and_free(d_wrong, 1) + doubled(3) - 6;
}

__global__ void three_dimensions_kernel(int *d_seen) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    d_seen[block * 24 + thread] = 1;
}
CASE(three_dimensions) { // expect nothing
    int *d_seen = zeros<int>(24 * 24);
    three_dimensions_kernel<<<dim3(2, 3, 4), dim3(4, 3, 2)>>>(d_seen);
    return sum_and_free(d_seen, 24 * 24) - 24 * 24;
}

__global__ void much_shared_kernel(int *d_out) {
    extern __shared__ int s_much[];
    s_much[threadIdx.x * 256] = threadIdx.x;
    __syncthreads();
    d_out[threadIdx.x] = s_much[(63 - threadIdx.x) * 256];
}
CASE(over_48_kib_of_shared_memory) { // expect nothing
    int *d_out = zeros<int>(64);
    cudaFuncSetAttribute(much_shared_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    much_shared_kernel<<<1, 64, 65536>>>(d_out);
    return sum_and_free(d_out, 64) - 2016;
}

template <class T, int N>
__device__ void much_shared_template_body(T *d_out) {
    extern __shared__ int s_more[];
    s_more[threadIdx.x * 256] = threadIdx.x + N;
    __syncthreads();
    d_out[threadIdx.x] = s_more[(63 - threadIdx.x) * 256];
}
template <class T, int N>
__global__ void much_shared_template(T *d_out) {
    much_shared_template_body<T, N>(d_out);
}
CASE(over_48_kib_in_templates) { // expect nothing
    int *d_out = zeros<int>(64);
    void *arguments[] = {&d_out};
    cudaFuncSetAttribute(much_shared_template<int, 1>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaFuncSetAttribute((much_shared_template<int, 2>), cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaFuncSetAttribute((const void *)&much_shared_template<int, 3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    much_shared_template<int, 1><<<1, 64, 65536>>>(d_out);
    (much_shared_template<int, 2>)<<<1, 64, 65536>>>(d_out);
    cudaLaunchKernel((const void *)much_shared_template<int, 3>, dim3(1), dim3(64), arguments, 65536, 0);
    cudaLaunchKernel(much_shared_template<int, 2>, dim3(1), dim3(64), arguments, 65536, 0);
    return sum_and_free(d_out, 64) - 2016 - 2 * 64;
}

template <class T>
__global__ void other_shared_template(T *d_out) {
    much_shared_template_body<T, 3>(d_out);
}
CASE(over_48_kib_by_other_names) { // expect nothing
    int *d_out = zeros<int>(64);
    void (*kernel)(int *) = much_shared_template<int, 4>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaFuncSetAttribute(other_shared_template<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaFuncSetAttribute(much_shared_template<int, 5>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    much_shared_template<int, 4><<<1, 64, 65536>>>(d_out);
    other_shared_template<<<1, 64, 65536>>>(d_out); // its arguments determine T
    kernel = much_shared_template<int, 5>;
    kernel<<<1, 64, 65536>>>(d_out);
    return sum_and_free(d_out, 64) - 2016 - 5 * 64;
}

// The C++ library in host code.
CASE(library_on_the_host) { // expect nothing
    std::atomic<int> count(3);
    std::atomic<unsigned char> small(250);
    std::shared_ptr<int> shared = std::make_shared<int>(5);
    int expected = 8;
    count += *shared;
    count.compare_exchange_strong(expected, 10);
    long long old = count.exchange(20) + count.fetch_sub(1) + small.fetch_add(10);
    return (int)(old - 280) + (count != 19) + (small != 4);
}

__global__ void clock_kernel(int *d_wrong) {
    const long long begin = clock64();
    int wrong = 0;
    while (clock64() - begin < 5000) {
    }
    CHECK(clock() > 0);
    VERDICT;
}
CASE(clocks) { // expect nothing
    const clock_t begin = clock();
    int *d_wrong = zeros<int>(64);
    clock_kernel<<<2, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 64) + (clock() < begin) + (clock() == (clock_t)-1);
}

// ---- Inline PTX ---------------------------------------------------------------------------------------------------

__device__ __forceinline__ int ptx_add(int *address, int value) {
    int old;
    asm volatile("atom.global.add.s32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(address), "r"(value)
                 : "memory");
    return old;
}

// For one thread of one block.
__global__ void ptx_kernel(int *d_wrong, int *d_int, float *d_float, double *d_double, unsigned long long *d_long) {
    int lane = 0, wrong = 0, old;
    unsigned number;
    float x;
    double y;
    asm("ld.global.nc.f32 %0, [%1];"
        : "=f"(x)
        : "l"(d_float));
    CHECK(x == 0);
    asm volatile("st.global.cg.f32 [%0], %1;" ::"l"(d_float + 1), "f"(2.5f)
                 : "memory");
    asm volatile("ld.global.b32 %0, [%1];"
                 : "=f"(x)
                 : "l"(d_float + 1)
                 : "memory");
    CHECK(x == 2.5f && d_float[1] == 2.5f);
    asm volatile("st.volatile.global.f64 [%0], %1;\n" ::"l"(d_double), "d"(0.25)
                 : "memory");
    asm volatile("ld.volatile.global.f64 %0, [%1];"
                 : "=d"(y)
                 : "l"(d_double));
    CHECK(y == 0.25);
    asm volatile("red.global.add.u64 [%0], %1;" ::"l"(d_long), "l"(5ull)
                 : "memory");
    asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(d_long), "l"(1ull << 40)
                 : "memory");
    CHECK(d_long[0] == (1ull << 40) + 5);
    CHECK(ptx_add(d_int, 3) == 0 && ptx_add(d_int, -5) == 3 && d_int[0] == -2);
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(d_int), "r"(-2), "r"(9)
                 : "memory");
    CHECK(old == -2 && d_int[0] == 9);
    asm volatile("atom.global.max.s32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(d_int), "r"(20)
                 : "memory");
    asm volatile("atom.global.inc.u32 %0, [%1], %2;"
                 : "=r"(number)
                 : "l"(d_int), "r"(20)
                 : "memory");
    CHECK(old == 9 && number == 20 && d_int[0] == 0);
    asm volatile("st.global.u8 [%0], %1;" ::"l"(d_int), "r"(0x1c8)
                 : "memory");
    asm volatile("ld.relaxed.cta.global.s32 %0, [%1];"
                 : "=r"(d_int[1])
                 : "l"(d_int)
                 : "memory");
    CHECK(d_int[1] == 0xc8);
    asm("mov.u32 %0, %%ntid.x;"
        : "=r"(number));
    asm("mov.u32 %0, %%nctaid.x;"
        : "=r"(old));
    CHECK(number == blockDim.x && old == 1);
    asm volatile("fence.sc.gpu;" ::
                     : "memory");
    asm volatile("membar.cta;" ::
                     : "memory");
    asm volatile("bar.sync 0;" ::
                     : "memory");
    VERDICT;
}
CASE(ptx) { // expect nothing
    int *d_wrong = zeros<int>(1), *d_int = zeros<int>(2);
    float *d_float = zeros<float>(2);
    double *d_double = zeros<double>(1);
    unsigned long long *d_long = zeros<unsigned long long>(1);
    ptx_kernel<<<1, 1>>>(d_wrong, d_int, d_float, d_double, d_long);
    cudaDeviceSynchronize();
    cudaFree(d_int);
    cudaFree(d_float);
    cudaFree(d_double);
    cudaFree(d_long);
    return sum_and_free(d_wrong, 1);
}

// ---- Atomic functions that are built from atomicCAS -------------------------------------------------------------

// As the CUDA programming guide builds them: the first read is a plain one.
__device__ double add_double(double *address, double value) {
    unsigned long long *word = (unsigned long long *)address, old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ float max_float(float *address, float value) {
    int old = __float_as_int(*address), assumed;
    do {
        assumed = old;
        old = atomicCAS((int *)address, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void built_kernel(double *d_sum, float *d_max) {
    __shared__ float s_max[1];
    if (threadIdx.x == 0) {
        s_max[0] = 0;
    }
    __syncthreads();
    add_double(d_sum, 0.5);
    max_float(&s_max[0], threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        max_float(d_max, s_max[0] + blockIdx.x);
    }
}
CASE(built_atomics) { // expect nothing
    double *d_sum = zeros<double>(1), sum;
    float *d_max = zeros<float>(1), max;
    built_kernel<<<8, 128>>>(d_sum, d_max);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaMemcpy(&max, d_max, sizeof(max), cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_max);
    return (sum != 512) + (max != 134);
}

// ---- Shared variables at file scope -----------------------------------------------------------------------------

struct pair_at_file_scope {
    int a, b;
};
__shared__ bool s_last;
__shared__ int s_count, s_table[32];
__shared__ pair_at_file_scope s_pair;
__device__ int both_of_pair() {
    return s_pair.a + s_pair.b;
}
__global__ void file_scope_kernel(int *d_wrong) {
    int wrong = 0;
    if (threadIdx.x == 0) {
        s_last = blockIdx.x + 1 == gridDim.x;
        s_count = 1;
        s_count += 2;
        s_count++;
        s_pair.a = 3;
        s_pair.b = blockIdx.x;
    }
    s_table[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int s_count = 0; s_count < 2; s_count++) { // another one
        CHECK(s_table[31 - threadIdx.x] == (int)(31 - threadIdx.x));
    }
    CHECK(s_last == (blockIdx.x == 1) && s_count == 4 && both_of_pair() == (int)(3 + blockIdx.x));
    VERDICT;
}
CASE(shared_at_file_scope) { // expect nothing
    int *d_wrong = zeros<int>(64);
    file_scope_kernel<<<2, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 64);
}

__global__ void captured_kernel(int *d_wrong) {
    __shared__ int s_values[32], s_total;
    auto put = [=](int i, int value) { s_values[i] = value; };
    auto clear = [] { s_total = 0; };
    int wrong = 0;
    put(threadIdx.x, 2 * threadIdx.x);
    if (threadIdx.x == 0) {
        clear();
    }
    __syncthreads();
    atomicAdd(&s_total, s_values[31 - threadIdx.x]);
    __syncthreads();
    CHECK([=] { return s_total; }() == 992);
    VERDICT;
}
CASE(shared_in_lambdas) { // expect nothing
    int *d_wrong = zeros<int>(32);
    captured_kernel<<<1, 32>>>(d_wrong);
    return sum_and_free(d_wrong, 32);
}
