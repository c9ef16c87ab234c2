// Everything that the simulated GPU supports of CUDA, one feature per line. The script `table` makes
// docs/cuda-surface.md from this file, which is compiled for the simulated GPU and, where nvcc is installed, for a real
// one. common/tests/sim/surface.cu tests what the functions do.
//
// A line "//: title" begins a table; a line that ends in "// ..." is one of its rows.
#include <assert.h>
#include <stdio.h>

#include <memory> // contains __attribute__((__noinline__))

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/span>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>

#include "lab.h"

namespace cg = cooperative_groups;

//: Functions and variables
__device__ int d_count;                                    // a variable on the device
__constant__ int c_table[4];                               // a variable that kernels only read
__constant__ const float c_halves[2] = {0.5f, 0.25f};      // a table of constants
__device__ __forceinline__ int twice(int x) { return 2 * x; } // a function on the device
__device__ __noinline__ int thrice(int x) { return 3 * x; }
__host__ __device__ inline int both(int x) { return x; }   // a function for host and device
template <class T> __device__ T generic(T x) { return x; } // templates
__global__ void __launch_bounds__(256, 2) bounded(const int *__restrict__ d_in, int *__restrict__ d_out) {
    d_out[threadIdx.x] = d_in[threadIdx.x];                // a kernel, here with launch bounds and `__restrict__`
}
template <int SIZE> __global__ void sized(int *d_out) {    // a kernel template
    __shared__ int s_fixed[SIZE];                          // shared memory of fixed size
    extern __shared__ int s_dynamic[];                     // shared memory whose size the launch sets
    __align__(16) int local[4] = {0};
    s_fixed[threadIdx.x] = s_dynamic[threadIdx.x] = local[0];
    d_out[threadIdx.x] = s_fixed[threadIdx.x];
}
__device__ int chosen() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700         // 800 on the simulated GPU, in host code too
    return 1;
#else
    return 2;
#endif
}
#define KERNEL __global__ void

KERNEL places(int *d_out) {
    //: Indices and sizes
    int x = threadIdx.x + threadIdx.y + threadIdx.z; // the thread's index in its block
    x += blockIdx.x + blockIdx.y + blockIdx.z;       // the block's index in the grid
    x += blockDim.x + blockDim.y + blockDim.z;       // threads per block
    x += gridDim.x + gridDim.y + gridDim.z;          // blocks in the grid
    x += warpSize;                                   // 32
    for (unsigned s : {1u, 2u})                      // `<initializer_list>` and `<utility>` come with CUDA
        x += s + chosen();
    __builtin_assume(x > 0);                         // a promise to the compiler; not checked
    *d_out = x;
}

KERNEL waiting(int *d_out, volatile int *d_flag) {
    //: Barriers and fences
    __syncthreads();                          // block barrier
    int n = __syncthreads_count(d_out[0] > 0); // the same, and the number of threads whose predicate is true
    n += __syncthreads_and(n > 0);            // and whether all predicates are true
    n += __syncthreads_or(n > 0);             // and whether any predicate is true
    __syncwarp();                             // barrier of the warp, or of the lanes in a mask
    __syncwarp(0xffffffff);
    __threadfence_block();                    // memory fence for the block
    __threadfence();                          // memory fence for the device
    __threadfence_system();                   // memory fence for the device and the host
    n += *d_flag;                             // `volatile`: read from memory each time
    __nanosleep(20);                          // lets other threads run
    d_out[0] = n + (int)clock64() + (int)clock(); // the number of such calls: the simulated GPU has no time
}

KERNEL lanes(int *d_out) {
    const unsigned all = 0xffffffff;
    int value = threadIdx.x, predicate = 0;
    //: Within a warp
    value = __shfl_sync(all, value, 3);              // from lane 3
    value = __shfl_up_sync(all, value, 1);           // from the previous lane
    value = __shfl_down_sync(all, value, 1);         // from the next lane
    value = __shfl_xor_sync(all, value, 1);          // from the lane whose number differs in the given bits
    value = __shfl_down_sync(all, value, 4, 8);      // within segments of 8 lanes
    double wide = __shfl_sync(all, 1.5, 0);          // int, long and long long, signed or unsigned; float and double
    unsigned lower;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower)); // the lower lanes; also `laneid`, `lanemask_le`, `smid`, `warpid`, `tid.x` ...
    unsigned lanes = __ballot_sync(all, value > 3);  // the lanes whose predicate is true
    value += __any_sync(all, value) + __all_sync(all, value) + __uni_sync(all, value); // whether any is true, all are true, all are equal
    lanes |= __activemask();                         // lanes that are active together; in or after a branch perhaps not all
    lanes |= __match_any_sync(all, value);           // the lanes with the same value
    lanes |= __match_all_sync(all, value, &predicate); // all lanes, if all have the same value
#if !defined(__CUDA_ARCH_LIST__) || __CUDA_ARCH_LIST__ >= 800
    value += __reduce_add_sync(all, value);          // sum; needs compute capability 8.0
    value += __reduce_min_sync(all, value) + __reduce_max_sync(all, value); // minimum and maximum
    lanes |= __reduce_and_sync(all, lanes) | __reduce_or_sync(all, lanes) | __reduce_xor_sync(all, lanes); // bitwise operations
#endif
    *d_out = value + (int)lanes + (int)wide + predicate;
}

KERNEL atomics(int *d_a, unsigned *d_u, unsigned long long *d_l, long long *d_s, float *d_f, unsigned short *d_h) {
    //: Atomics
    int old = atomicAdd(d_a, 1);                     // int, unsigned, unsigned long long, float, double
    old += (int)atomicAdd(d_u, 1u) + (int)atomicAdd(d_l, 1ull) + (int)atomicAdd(d_f, 1.0f);
    old += atomicSub(d_a, 1);                        // int, unsigned
    old += atomicExch(d_a, 7) + (int)atomicExch(d_f, 1.0f); // int, unsigned, unsigned long long, float
    old += atomicMin(d_a, 3) + atomicMax(d_a, 3);    // int, unsigned, long long, unsigned long long
    old += (int)atomicMin(d_s, 3ll) + (int)atomicMax(d_l, 3ull);
    old += atomicAnd(d_a, 3) + atomicOr(d_a, 3) + atomicXor(d_a, 3); // int, unsigned, unsigned long long
    old += (int)atomicInc(d_u, 9u) + (int)atomicDec(d_u, 9u); // wrap around at a limit; unsigned
    old += atomicCAS(d_a, 1, 2) + (int)atomicCAS(d_l, 1ull, 2ull) + atomicCAS(d_h, 1, 2); // int, unsigned, unsigned long long, unsigned short
#if !defined(__CUDA_ARCH_LIST__) || __CUDA_ARCH_LIST__ >= 600
    old += atomicAdd_block(d_a, 1) + atomicAdd_system(d_a, 1); // `_block` and `_system` forms of each
#endif
    *d_a = old;
}

KERNEL references(int *d_a, float *d_f) {
    //: Atomic references
    cuda::atomic_ref<int, cuda::thread_scope_device> a(*d_a); // from `<cuda/atomic>`; values of 1, 2, 4 or 8 bytes
    cuda::atomic_ref<float, cuda::thread_scope_block> f(*d_f); // scopes: `system` (default), `device`, `block`
    int old = a.load(cuda::memory_order_acquire);    // orders: `seq_cst` (default), `acquire`, `relaxed`
    a.store(1, cuda::memory_order_release);          // a thread that acquires the 1 also sees the writes before it
    old += a.exchange(2, cuda::memory_order_acq_rel) + (int)f.fetch_add(1.0f);
    old += a.fetch_add(1) + a.fetch_sub(1) + a.fetch_and(3) + a.fetch_or(3) + a.fetch_xor(3); // also `+=`, `++` ...
    old += a.fetch_min(3) + a.fetch_max(3);          // returns the previous value
    a.wait(0, cuda::memory_order_acquire);           // until the value is another; `notify_one()` and `notify_all()`
    old += a.compare_exchange_strong(old, 5) + a.compare_exchange_weak(old, 6); // true if the expected value was there
    __shared__ cuda::atomic<int, cuda::thread_scope_block> s_count; // a variable with such access only
    s_count.store(old, cuda::memory_order_relaxed);
    old += cuda::std::atomic_ref<int>(*d_a).load();   // also `cuda::std::atomic`: scope `system`; from `<cuda/std/atomic>`
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device); // a separate fence
    *d_a = old;
}

KERNEL loads(const int *__restrict__ d_in, int *d_out, const int4 *d_in4, int4 *d_out4) {
    //: Loads and stores
    int4 four = d_in4[threadIdx.x];                  // 16 bytes at once; all vector types and their `make_` functions
    d_out4[threadIdx.x] = make_int4(four.x, four.y, four.z, four.w);
    float2 pair = make_float2(1, 2);
    int value = __ldg(&d_in[0]) + (int)pair.x;       // through the read-only cache
    value += __ldca(&d_in[0]) + __ldcg(&d_in[0]) + __ldcs(&d_in[0]) + __ldlu(&d_in[0]); // loads with a cache hint; blocks can pass values by `__ldcg`
    value += __ldcv(&d_in[0]);                       // read from memory each time
    __stwb(&d_out[0], value);                        // stores with a cache hint; blocks can pass values by `__stcg` and `__stwt`
    __stcg(&d_out[0], value);
    __stcs(&d_out[0], value);
    __stwt(&d_out[0], value);
    //: Inline PTX
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(d_in) : "memory"); // one load of `.global` or generic memory; also `relaxed`, `volatile`, `nc`, `cg` ...
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(d_out), "r"(value) : "memory"); // the operands in the order of their numbers
    asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(value) : "l"(d_out), "r"(1) : "memory"); // also `exch`, `cas`, `min`, `max`, `and`, `or`, `xor`, `inc`, `dec`, and `red`
    asm volatile("membar.gl;" ::: "memory"); // also `fence.acq_rel.gpu` ..., `bar.sync 0`, `bar.warp.sync 0xffffffff`
    asm volatile("" ::: "memory"); // changes nothing here
}

KERNEL arithmetic(int *d_out, float x, double y) {
    int a = d_out[0];
    unsigned u = d_out[1];
    //: Arithmetic
    a = min(a, 3) + max(a, 3);                       // for ints and floats
    a += __popc(u) + __popcll(u) + __clz(a) + __clzll(a) + __ffs(a) + __ffsll(a); // counting bits
    u = __brev(u) + (unsigned)__brevll(u) + __fns(u, 0, 1); // reversing bits, finding the n-th
    u += __byte_perm(u, u, 0x3210) + __funnelshift_l(u, u, 3) + __funnelshift_r(u, u, 3); // moving bytes and bits
    a += __mul24(a, a) + __mulhi(a, a) + __hadd(a, a) + __rhadd(a, a) + (int)__sad(a, a, u); // products, means, absolute differences
    x += __int_as_float(a) + __uint_as_float(u);     // the bits of a number
    a += __float_as_int(x) + (int)__float_as_uint(x) + (int)__double_as_longlong(y);
    x += __fadd_rn(x, x) + __fmul_rn(x, x) + __fmaf_rn(x, x, x) + __fdiv_rn(x, x) + __fsqrt_rn(x); // rounded once
    a += __float2int_rn(x) + __float2int_rz(x) + __double2int_rd(y); // conversion to integers
    x += __int2float_rn(a) + __saturatef(x) + __fdividef(x, x) + rsqrtf(x);
    x += __expf(x) + __logf(x) + __sinf(x) + __cosf(x) + __powf(x, x); // fast approximations on a GPU, precise here
    x += sqrtf(x) + fabsf(x) + fmaxf(x, 1.0f) + expf(x) + floorf(x); // the functions of C's math library
    y += fma(y, y, y) + sqrt(y) + pow(y, y);
    d_out[2] = a + (int)u + (int)x + (int)y;
}

KERNEL library(int *d_out) {
    //: The C++ library in kernels
    cuda::std::array<int, 3> three = {1, 2, 3};      // the plain C++ parts of `cuda::std`: `array`, `limits`, `tuple`, `utility` ...
    d_out[0] = three[1] + cuda::std::numeric_limits<int>::max();
    d_out[0] += cuda::std::popcount(3u) + cuda::std::bit_cast<int>(1.0f); // from `<cuda/std/bit>`, in C++17 too
    cuda::std::span<int> whole(d_out, 32);                   // also of an array; from `<cuda/std/span>`, in C++17 too
    d_out[0] += cuda::ceil_div(d_out[0], 256);       // also `round_up`, `round_down`, `ilog2`; from `<cuda/cmath>`
    d_out[0] += cuda::maximum<int>()(d_out[0], 3);   // also `minimum`, and `proclaim_return_type`; from `<cuda/functional>`
}

KERNEL barriers(int *d_out) {
    //: Barrier objects
    __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier; // from `<cuda/barrier>`; scopes: `block`, `device`, `system`
    if (threadIdx.x == 0)
        init(&s_barrier, blockDim.x);                // the number of threads that arrive
    __syncthreads();
    s_barrier.arrive_and_wait();                     // until all have arrived
    auto token = s_barrier.arrive();                 // the first half: does not wait
    s_barrier.wait(std::move(token));                // the second half; also `wait_parity`
    s_barrier.arrive_and_drop();                     // one thread less in the following phases
    d_out[0] = 1;
}

KERNEL copies(int *d_out, const int *d_in) {
    __shared__ alignas(16) int s_copy[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier;
    if (threadIdx.x == 0)
        init(&s_barrier, blockDim.x);
    __syncthreads();
    //: Asynchronous copies in kernels
    cg::memcpy_async(cg::this_thread_block(), s_copy, d_in, sizeof(s_copy)); // from `<cooperative_groups/memcpy_async.h>`; here it copies at once
    cg::wait(cg::this_thread_block());               // also `wait_prior`; reported if it is missing and another thread's part is read
    cuda::memcpy_async(cg::this_thread_block(), s_copy, d_in, cuda::aligned_size_t<16>(128), s_barrier); // for a `cuda::barrier`; also without the group
    s_barrier.arrive_and_wait();
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline(); // from `<cuda/pipeline>`; only the thread's own
    pipe.producer_acquire();
    cuda::memcpy_async(&s_copy[threadIdx.x], &d_in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);     // also `pipe.consumer_wait()`
    pipe.consumer_release();
    __pipeline_memcpy_async(&s_copy[threadIdx.x], &d_in[threadIdx.x], sizeof(int)); // from `<cuda_pipeline.h>`
    __pipeline_commit();
    __pipeline_wait_prior(0);
    d_out[threadIdx.x] = s_copy[threadIdx.x];
}

KERNEL talking(int n) {
    //: Output and assertions
    printf("thread %d of %d\n", threadIdx.x, n);     // written to standard output at the end of the launch
    assert(n >= 0);                                  // stops the kernel if the condition is false
    if (n < 0)
        __trap();                                    // stops the kernel
}

KERNEL groups(int *d_out) {
    //: Cooperative groups
    cg::thread_block block = cg::this_thread_block();            // the thread's block
    block.sync();
    int n = block.thread_rank() + block.size() + block.group_index().x + block.thread_index().x;
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block); // tiles of 1 to 32 lanes
    tile.sync();
    n += tile.thread_rank() + tile.size() + tile.meta_group_rank() + tile.meta_group_size();
    n += tile.shfl(n, 0) + tile.shfl_up(n, 1) + tile.shfl_down(n, 1) + tile.shfl_xor(n, 1); // values up to 32 bytes
    n += tile.any(n) + tile.all(n) + (int)tile.ballot(n) + (int)tile.match_any(n);
    cg::coalesced_group together = cg::coalesced_threads();      // lanes that are active together; in or after a branch perhaps not all
    n += together.shfl(n, 0) + together.thread_rank();
    n += cg::reduce(tile, n, cg::plus<int>());                   // also `less`, `bit_or`, ...; a function of your own must commute
    n += cg::inclusive_scan(tile, n) + cg::exclusive_scan(tile, n, cg::plus<int>()); // a function of your own gets the later value first
    cg::thread_group any_group = cg::tiled_partition(block, 8);  // a group whose size is known only at run time
    any_group.sync();
    n += any_group.thread_rank() + any_group.size();
    cg::coalesced_group same = cg::labeled_partition(tile, n);   // the lanes of a tile with the same label
    cg::coalesced_group alike = cg::binary_partition(tile, n > 3); // the lanes with the same predicate
    cg::invoke_one(tile, [&] { d_out[1] = 1; });                 // one thread of the group calls the function
    n += cg::invoke_one_broadcast(alike, thrice, n);             // and all get the result
    cg::grid_group grid = cg::this_grid();                       // ranks and sizes
    grid.sync();                                                 // in a cooperative launch
    *d_out = n + (int)grid.thread_rank();
}

void host() {
    int *d_a, *d_b, h_a[4] = {0}, *h_pinned, number, blocks, block_size;
    size_t bytes, total;
    void *address;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    cudaMemPool_t pool;
    uint64_t threshold = UINT64_MAX;
    const auto bytes_of_block = [](int threads) { return threads * sizeof(int); };
    float milliseconds;
    //: Memory
    cudaMalloc(&d_a, 1024);                                      // takes a typed pointer or `(void **)`
    cudaMemset(d_a, 0, 1024);
    cudaMemcpy(d_a, h_a, sizeof(h_a), cudaMemcpyHostToDevice);    // all five directions
    cudaMemcpy2D(d_a, 16, h_a, 8, 8, 2, cudaMemcpyDefault);
    cudaMallocPitch(&d_b, &bytes, 40, 3);                        // rows begin every 512 bytes, or a multiple of that
    cudaMemset2D(d_b, bytes, 0, 40, 3);
    cudaMemGetInfo(&bytes, &total);
    cudaPointerGetAttributes(&attributes, d_a);                  // `attributes.type`: device, managed, pinned or other memory
    cudaMallocHost(&h_pinned, 64);                               // pinned host memory
    cudaHostAlloc(&h_pinned, 64, cudaHostAllocDefault);
    cudaFreeHost(h_pinned);
    cudaHostRegister(h_a, sizeof(h_a), cudaHostRegisterDefault);
    cudaHostUnregister(h_a);
    cudaMallocManaged(&d_b, 64);                                 // host code and kernels access it
    cudaMemcpyToSymbol(c_table, h_a, sizeof(h_a));                // `__constant__` and `__device__` variables
    cudaMemcpyFromSymbol(h_a, d_count, sizeof(d_count));
    cudaGetSymbolAddress(&address, d_count);
    cudaGetSymbolSize(&bytes, d_count);
    cudaFree(d_a);

    //: Settings, which change nothing here
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);                // a thread's stack has 64 KiB
    cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
    cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
    cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferShared);
    cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaDeviceGetDefaultMemPool(&pool, 0);                       // that of cudaMallocAsync, the only one
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold); // also cudaMemPoolGetAttribute, cudaMemPoolTrimTo
    cudaProfilerStart();                                         // also cudaProfilerStop
    cudaProfilerStop();

    //: Streams and events
    cudaStreamCreate(&stream);                                   // simulated-gpu.md says what orders two streams
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1); // the priority changes nothing
    cudaMallocAsync(&d_b, 64, stream);
    cudaMemsetAsync(d_b, 0, 64, stream);
    cudaMemset2DAsync(d_b, 16, 0, 8, 2, stream);
    cudaMemcpyAsync(h_a, d_b, 16, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(d_b, stream);
    cudaEventCreate(&event);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(stream, event, cudaEventWaitDefault);
    cudaEventSynchronize(event);
    cudaEventQuery(event);
    cudaEventElapsedTime(&milliseconds, event, event);           // simulated: a meaningless number, never 0
    cudaEventDestroy(event);
    cudaStreamSynchronize(stream);
    cudaStreamQuery(stream);
    cudaStreamDestroy(stream);

    //: Launches
    sized<64><<<1, 64, 64 * sizeof(int)>>>(d_a);                 // grid, block, bytes of dynamic shared memory
    places<<<dim3(2, 2, 2), dim3(4, 4, 4), 0, stream>>>(d_a);    // up to three dimensions; in a stream
    void *arguments[] = {&d_a};
    places<<<1, 1>>>(NULL);                                      // also `0` and `nullptr`
    cudaLaunchKernel(places, dim3(1), dim3(32), arguments, 0, stream); // a launch by a function call
    cudaLaunchKernel((const void *)places, dim3(1), dim3(32), arguments, 0, stream); // in its C form
    cudaLaunchCooperativeKernel(places, dim3(1), dim3(32), arguments, 0, stream); // whose blocks wait for each other
    cudaLaunchConfig_t config = {1, 32, 0, stream, NULL, 0};
    cudaLaunchKernelEx(&config, places, d_a);                    // without attributes
    cudaFuncSetAttribute(sized<64>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); // allows over 48 KiB of shared memory
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, places, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &block_size, places, 0, 0);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &block_size, places, bytes_of_block);
    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, places, 2, 256);

    //: Errors and devices
    StopWatchInterface *watch;
    cudaError_t error = cudaGetLastError();                      // returns the error and clears it
    error = cudaPeekAtLastError();
    printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
    cudaDeviceSynchronize();
    cudaGetDeviceCount(&number);
    cudaGetDevice(&number);
    cudaSetDevice(0);
    cudaGetDeviceProperties(&properties, 0);                     // compute capability 8.0, with round numbers
    cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, 0);
    cudaRuntimeGetVersion(&number);
    cudaDriverGetVersion(&number);
    cudaDeviceReset();
    checkCudaErrors(cudaSetDevice(0));                           // from <helper_cuda.h>, also `getLastCudaError`, `findCudaDevice`, `gpuDeviceInit`, `EXIT_WAIVED`
    sdkCreateTimer(&watch);                                      // from <helper_functions.h>, also the others for a `StopWatchInterface`, `sdkFindFilePath`, `getCmdLineArgumentInt`
}

int nothing(const int *, size_t) {
    return 0;
}
