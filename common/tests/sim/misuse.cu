// Mistakes with what the labs use seldom: __device__ and __constant__ variables, streams and events, pinned memory,
// cooperative groups, and the warp functions beside shuffles.
#include "conformance.h"

#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// What nvcc does not compile.
#if defined(__NVCC__)
#define REFUSED(code)
#else
#define REFUSED(code) code
#endif
#if defined(__CUDA_ARCH_LIST__) && __CUDA_ARCH_LIST__ < 800 // they are not there yet
#define __reduce_add_sync(mask, value) (value)
#define __reduce_max_sync(mask, value) (value)
#endif

// ---- Variables of the device -------------------------------------------------------------------------------

__device__ int d_cells[4];
__device__ int d_next[1024];
__device__ int d_last[4];
__constant__ int c_weights[4];
static int host_cells[4];

CASE(to_symbol_too_many_bytes) {
    const int h_a[5] = {1, 2, 3, 4, 5};
    cudaMemcpyToSymbol(c_weights, h_a, sizeof h_a); // expect: out of bounds; touches 20 bytes at byte 0 of c_weights, which has 16
    return 0;
}

CASE(to_symbol_offset_in_elements) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(d_cells, h_a, sizeof h_a, 1); // expect: out of bounds; touches 16 bytes at byte 1 of d_cells
    return 0;
}

CASE(from_symbol_too_many_bytes) {
    int h_a[8];
    cudaMemcpyFromSymbol(h_a, d_cells, sizeof h_a); // expect: out of bounds; touches 32 bytes at byte 0 of d_cells
    return 0;
}

CASE(from_symbol_offset_past_the_end) {
    int a;
    cudaMemcpyFromSymbol(&a, d_cells, sizeof a, sizeof d_cells); // expect: out of bounds; touches 4 bytes at byte 16 of d_cells
    return 0;
}

CASE(symbol_of_the_host) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(host_cells, h_a, sizeof h_a); // expect: wrong memory space; is given what is no __device__ or __constant__ variable
    return 0;
}

CASE(symbol_in_the_wrong_direction) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(d_cells, h_a, sizeof h_a, 0, cudaMemcpyDeviceToHost); // expect: CUDA error; cudaErrorInvalidMemcpyDirection
    return 0;
}

CASE(symbol_from_a_device_pointer) {
    int *d_a = zeros<int>(4);
    cudaMemcpyToSymbol(d_cells, d_a, 4 * sizeof(int)); // expect: wrong memory space; is given d_zeros, a device pointer
    cudaFree(d_a);
    return 0;
}

CASE(symbol_into_too_little) {
    int *d_a = zeros<int>(2);
    cudaMemcpyFromSymbol(d_a, d_cells, sizeof d_cells, 0, cudaMemcpyDeviceToDevice); // expect: out of bounds; touches 16 bytes at byte 0 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(symbol_by_memcpy) {
    const int h_a[4] = {1, 2, 3, 4};
    cudaMemcpy(d_cells, h_a, sizeof h_a, cudaMemcpyHostToDevice); // expect: wrong memory space; cudaMemcpyToSymbol
    return 0;
}

CASE(read_by_the_host) {
    return d_cells[2]; // expect: wrong memory space; host code reads d_cells, a __device__ variable
}

CASE(written_by_the_host) {
    c_weights[1] = 3; // expect: wrong memory space; host code writes c_weights, a __constant__ variable
    return 0;
}

__global__ void fill_kernel(int *d_a) {
    d_a[threadIdx.x] = 1;
}
CASE(passed_by_its_name) {
    fill_kernel<<<1, 4>>>(d_cells); // expect: wrong memory space; is given the host's address of d_cells
    return 0;
}
CASE(passed_by_its_address) { // expect nothing
    int *d_a;
    cudaGetSymbolAddress((void **)&d_a, d_cells);
    fill_kernel<<<1, 4>>>(d_a);
    int h_a[4];
    cudaMemcpyFromSymbol(h_a, d_cells, sizeof h_a);
    return h_a[0] + h_a[3] - 2;
}

__global__ void write_constant_kernel() {
    c_weights[threadIdx.x] = 1; // expect: wrong memory space; thread 0 of block 0 writes c_weights[0], which is constant
}
CASE(constant_written_by_a_kernel) {
    write_constant_kernel<<<1, 4>>>();
    return 0;
}

__global__ void update_constant_kernel() {
    atomicAdd(&c_weights[2], 1); // expect: wrong memory space; updates atomically c_weights[2], which is constant
}
CASE(constant_updated_by_a_kernel) {
    update_constant_kernel<<<1, 4>>>();
    return 0;
}

__global__ void past_constant_kernel(int *d_out) {
    d_out[threadIdx.x] = c_weights[threadIdx.x]; // expect: out of bounds; reads c_weights[4], but c_weights has 4
}
CASE(past_a_constant) {
    int *d_out = zeros<int>(8);
    past_constant_kernel<<<1, 8>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void past_variable_kernel() {
    d_cells[threadIdx.x] = 1; // expect: out of bounds; writes d_cells[4], but d_cells has 4
}
CASE(past_a_variable) {
    past_variable_kernel<<<1, 5>>>();
    return 0;
}

__global__ void before_variable_kernel(int index) {
    d_next[index] = 1; // expect: out of bounds; writes d_next[-1], but d_next has 1024
}
CASE(before_a_variable) {
    before_variable_kernel<<<1, 1>>>(-1);
    return 0;
}

__global__ void before_first_kernel(int index) {
    d_cells[index] = 1; // expect: out of bounds; writes d_cells[-1], but d_cells has 4
}
CASE(before_the_first_variable) {
    before_first_kernel<<<1, 1>>>(-1);
    return 0;
}

// A variable that ends where the next one might begin.
__global__ void past_pages_kernel() {
    d_next[threadIdx.x + 1] = 1; // expect: out of bounds; writes d_next[1024], but d_next has 1024
}
CASE(past_whole_pages) {
    past_pages_kernel<<<1, 1024>>>();
    return 0;
}

__global__ void race_on_variable_kernel() {
    d_cells[0] = threadIdx.x; // expect: race in global memory; d_cells[0]
}
CASE(race_on_a_variable) {
    race_on_variable_kernel<<<1, 2>>>();
    return 0;
}

// ---- Streams and events ------------------------------------------------------------------------------------

__global__ void nothing_kernel() {
}

CASE(launch_in_a_destroyed_stream) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream); // other place
    nothing_kernel<<<1, 1, 0, stream>>>(); // expect: CUDA error; a launch is given a stream that has been destroyed
    return 0;
}

CASE(stream_destroyed_twice) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream); // other place
    cudaStreamDestroy(stream); // expect: CUDA error; cudaStreamDestroy is given a stream that has been destroyed
    return 0;
}

CASE(stream_never_created) {
    int h_a = 0, *d_a = zeros<int>(1);
    cudaStream_t stream = (cudaStream_t)&h_a;
    cudaMemcpyAsync(&h_a, d_a, sizeof h_a, cudaMemcpyDeviceToHost, stream); // expect: CUDA error; a stream that nothing has created
    cudaFree(d_a);
    return 0;
}

CASE(synchronize_a_destroyed_stream) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamDestroy(stream); // other place
    cudaStreamSynchronize(stream); // expect: CUDA error; cudaStreamSynchronize is given a stream that has been destroyed
    return 0;
}

CASE(event_never_created) {
    cudaEvent_t event = NULL;
    cudaEventRecord(event); // expect: CUDA error; cudaEventRecord is given an event that nothing has created
    return 0;
}

CASE(event_destroyed_too_early) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event);
    cudaEventDestroy(event); // other place
    cudaEventSynchronize(event); // expect: CUDA error; cudaEventSynchronize is given an event that has been destroyed
    return 0;
}

CASE(wait_for_a_destroyed_event) {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventDestroy(event); // other place
    cudaStreamWaitEvent(stream, event, 0); // expect: CUDA error; cudaStreamWaitEvent is given an event that has been destroyed
    cudaStreamDestroy(stream);
    return 0;
}

CASE(asynchronous_copy_too_long) {
    int h_a[8], *d_a = zeros<int>(4);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(h_a, d_a, sizeof h_a, cudaMemcpyDeviceToHost, stream); // expect: out of bounds; cudaMemcpyAsync touches 32 bytes
    cudaStreamDestroy(stream);
    cudaFree(d_a);
    return 0;
}

CASE(used_after_free_async) {
    int *d_a;
    cudaMallocAsync(&d_a, 16, 0);
    cudaFreeAsync(d_a, 0); // other place
    cudaMemsetAsync(d_a, 0, 16, 0); // expect: use after free; cudaMemsetAsync uses d_a after cudaFree
    return 0;
}

// ---- Memory ------------------------------------------------------------------------------------------------

CASE(rows_too_wide) {
    int h_a[8] = {0}, *d_a = zeros<int>(8);
    cudaMemcpy2D(d_a, 8, h_a, 16, 16, 2, cudaMemcpyHostToDevice); // expect: CUDA error; cudaErrorInvalidValue
    cudaFree(d_a);
    return 0;
}

CASE(one_row_too_many) {
    int h_a[12] = {0}, *d_a = zeros<int>(8);
    cudaMemcpy2D(d_a, 16, h_a, 16, 16, 3, cudaMemcpyHostToDevice); // expect: out of bounds; cudaMemcpy2D touches 16 bytes at byte 32 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(pinned_never_freed) {
    int *h_a;
    cudaMallocHost(&h_a, 64); // expect: leak; h_a (64 bytes) is allocated here and never freed
    return 0;
}

CASE(pinned_freed_twice) {
    int *h_a;
    cudaMallocHost(&h_a, 64);
    cudaFreeHost(h_a); // other place
    cudaFreeHost(h_a); // expect: double free; h_a
    return 0;
}

CASE(pinned_freed_as_device_memory) {
    int *h_a;
    cudaMallocHost(&h_a, 64); // expect: leak; h_a
    cudaFree(h_a);            // expect: CUDA error; cudaFree of a pointer that cudaMalloc never gave out
    return 0;
}

CASE(malloc_freed_as_pinned) {
    int *h_a = (int *)malloc(64);
    cudaFreeHost(h_a); // expect: CUDA error; cudaFreeHost of a pointer that cudaMallocHost never gave out
    free(h_a);
    return 0;
}

CASE(too_much_shared_allowed) {
    cudaFuncSetAttribute(nothing_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20); // expect: CUDA error; cudaErrorInvalidValue
    return 0;
}

// ---- Loads with hints --------------------------------------------------------------------------------------

__global__ void hinted_load_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = __ldg(&d_a[threadIdx.x]); // expect: out of bounds; reads d_zeros[32]
}
CASE(hinted_load_past_the_end) {
    int *d_a = zeros<int>(32), *d_out = zeros<int>(64);
    hinted_load_kernel<<<1, 64>>>(d_a, d_out);
    cudaFree(d_a);
    cudaFree(d_out);
    return 0;
}

__global__ void hinted_vector_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = __ldcs((const int4 *)(d_a + 1)).x; // expect: misaligned access; 16 bytes at byte 4 of d_zeros
}
CASE(hinted_load_misaligned) {
    int *d_a = zeros<int>(32), *d_out = zeros<int>(64);
    hinted_vector_kernel<<<1, 1>>>(d_a, d_out);
    cudaFree(d_a);
    cudaFree(d_out);
    return 0;
}

__global__ void hinted_store_kernel(int *d_a) {
    __stcs(&d_a[threadIdx.x / 2], 1); // expect: race in global memory; d_zeros[0]
}
CASE(hinted_store_races) {
    int *d_a = zeros<int>(32);
    hinted_store_kernel<<<1, 64>>>(d_a);
    cudaFree(d_a);
    return 0;
}

// ---- Cooperative groups ------------------------------------------------------------------------------------

__global__ void block_sync_in_branch_kernel(int *d_out) {
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x < 16) {
        block.sync(); // expect: divergent barrier
    }
    d_out[threadIdx.x] = 1;
}
CASE(block_sync_in_a_branch) {
    int *d_out = zeros<int>(64);
    block_sync_in_branch_kernel<<<1, 64>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void tile_sync_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (threadIdx.x % 16 < 8) {
        tile.sync(); // expect: lanes missing; thread 0 of block 0 waits for lane 8
    } else {
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(tile_sync_in_a_branch) {
    int *d_out = zeros<int>(64);
    tile_sync_in_branch_kernel<<<1, 64>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void tile_shuffle_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int value = threadIdx.x;
    if (tile.thread_rank() < 31) {
        value = tile.shfl_down(value, 1); // expect: lanes missing; waits for lane 31
    } else {
        tile.sync(); // other place
    }
    d_out[threadIdx.x] = value;
}
CASE(tile_shuffle_in_a_branch) {
    int *d_out = zeros<int>(32);
    tile_shuffle_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void group_reduce_in_branch_kernel(int *d_out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int sum = 0;
    if (tile.thread_rank() != 3) {
        sum = cg::reduce(tile, 1, cg::plus<int>()); // expect: lanes missing; waits for lane 3
    } else {
        tile.sync(); // other place
    }
    d_out[threadIdx.x] = sum;
}
CASE(group_reduce_in_a_branch) {
    int *d_out = zeros<int>(32);
    group_reduce_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void coalesced_left_kernel(int *d_out) {
    cg::coalesced_group together = cg::coalesced_threads();
    if (threadIdx.x < 31) {
        together.sync(); // expect: lanes missing; waits for lane 31
    } else {
        __syncwarp(1u << 31);
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(coalesced_threads_left) {
    int *d_out = zeros<int>(32);
    coalesced_left_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// A tile's barrier orders its own lanes only.
__global__ void tile_too_small_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x; // other place
    tile.sync();
    d_out[threadIdx.x] = s_a[31 - threadIdx.x]; // expect: race in shared memory; neither __syncthreads() nor __syncwarp()
}
CASE(tile_too_small) {
    int *d_out = zeros<int>(32);
    tile_too_small_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}
__global__ void tile_large_enough_kernel(int *d_out) {
    __shared__ int s_a[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s_a[threadIdx.x] = threadIdx.x;
    tile.sync();
    d_out[threadIdx.x] = s_a[threadIdx.x ^ 7];
}
CASE(tile_large_enough) { // expect nothing
    int *d_out = zeros<int>(32);
    tile_large_enough_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 496;
}

// ---- Votes, matches, reductions, counting barriers ---------------------------------------------------------

__global__ void reduce_lanes_missing_kernel(int *d_out) {
    int sum = 0;
    if (threadIdx.x < 30) {
        sum = __reduce_add_sync(0x7fffffff, 1); // expect: lanes missing; waits for lane 30, which its mask 0x7fffffff names
    } else {
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = sum;
}
CASE(reduce_lanes_missing) {
    int *d_out = zeros<int>(32);
    reduce_lanes_missing_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void match_own_lane_missing_kernel(int *d_out) {
    d_out[threadIdx.x] = __match_any_sync(0x0000ffff, threadIdx.x); // expect: lanes missing; thread 16 of block 0 is lane 16, which its own mask 0x0000ffff does not name
}
CASE(match_own_lane_missing) {
    int *d_out = zeros<int>(32);
    match_own_lane_missing_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void different_functions_kernel(int *d_out) {
    if (threadIdx.x % 2 == 0) {
        d_out[threadIdx.x] = __reduce_add_sync(FULL, 1); // expect: lanes missing; thread 0 of block 0 waits for lane 1
    } else {
        d_out[threadIdx.x] = __reduce_max_sync(FULL, 1); // other place
    }
}
CASE(different_functions) {
    int *d_out = zeros<int>(32);
    different_functions_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void counting_in_branch_kernel(int *d_out) {
    if (threadIdx.x != 5) {
        d_out[threadIdx.x] = __syncthreads_count(1); // expect: divergent barrier
    }
}
CASE(counting_barrier_in_a_branch) {
    int *d_out = zeros<int>(32);
    counting_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// ---- What a kernel says itself -----------------------------------------------------------------------------

__global__ void assert_kernel(unsigned n) {
    assert(threadIdx.x < n); // expect: assertion failed; thread 3 of block 0: assert(threadIdx.x < n) does not hold
}
CASE(assert_does_not_hold) {
    assert_kernel<<<1, 4>>>(3);
    return 0;
}

__global__ void trap_kernel() {
    if (threadIdx.x == 2) {
        __trap(); // expect: assertion failed; thread 2 of block 0: calls __trap()
    }
}
CASE(trap) {
    trap_kernel<<<1, 4>>>();
    return 0;
}

__global__ void host_function_kernel(int *d_a) {
    REFUSED(cudaMemset(d_a, 0, 4)); // expect: not in the simulated GPU; comes to cudaMemset, which is for host code
}
CASE(host_function_in_a_kernel) {
    int *d_a = zeros<int>(1);
    host_function_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a);
    return 0;
}

CASE(kernel_function_on_the_host) {
    int a = 0;
    REFUSED(atomicAdd(&a, 1)); // expect: wrong memory space; an atomic function is for kernels only, and host code calls it
    return a;
}

__global__ void builtin_kernel(int *d_a) {
    REFUSED(__atomic_fetch_add(d_a, 1, __ATOMIC_RELAXED)); // expect: not in the simulated GPU; cuda::atomic_ref
}
CASE(host_atomics_in_a_kernel) {
    int *d_a = zeros<int>(1);
    builtin_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a);
    return 0;
}

CASE(host_atomics_on_device_memory) {
    int *d_a = zeros<int>(1);
    __atomic_fetch_add(d_a, 1, __ATOMIC_RELAXED); // expect: wrong memory space; host code writes d_zeros
    return 0;
}

CASE(barrier_on_the_host) {
    REFUSED(__syncthreads()); // expect: wrong memory space; __syncthreads() is for kernels only
    return 0;
}

CASE(shuffle_on_the_host) {
    REFUSED(__shfl_sync(FULL, 1, 0)); // expect: wrong memory space; a shuffle or vote is for kernels only
    return 0;
}

CASE(counting_barrier_on_the_host) {
    REFUSED(__syncthreads_count(1)); // expect: wrong memory space; __syncthreads_count() is for kernels only
    return 0;
}

CASE(fence_on_the_host) {
    REFUSED(__threadfence()); // expect: wrong memory space; __threadfence() is for kernels only
    return 0;
}
