// What cooperative groups compute: of which threads a group is, and in which order it combines their values. No case
// may be reported, and a real GPU must give the same results.
#include "conformance.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void tiles_kernel(int *d_wrong) {
    int t = threadIdx.x, wrong = 0;
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    CHECK(block.size() == 64 && (int)block.thread_rank() == t);
    CHECK((int)tile.thread_rank() == t % 8 && (int)tile.meta_group_rank() == t / 8 && tile.meta_group_size() == 8);
    CHECK(tile.shfl(t, 2) == t / 8 * 8 + 2 && tile.shfl_down(t, 1) == (t % 8 == 7 ? t : t + 1));
    CHECK(tile.ballot(t % 2) == 0xaa && tile.any(t == 3) == (t < 8));
    CHECK(cg::reduce(tile, t, cg::plus<int>()) == t / 8 * 64 + 28);
    CHECK(cg::inclusive_scan(tile, 1) == t % 8 + 1 && cg::exclusive_scan(tile, 1) == t % 8);
    block.sync();
    cg::coalesced_group all = cg::coalesced_threads();
    CHECK(all.size() == 32 && (int)all.thread_rank() == t % 32 && all.shfl(t, 4) == t / 32 * 32 + 4);
    if (t % 32 < 5) { // any of these may be together
        cg::coalesced_group some = cg::coalesced_threads();
        CHECK(some.size() >= 1 && some.size() <= 5 && some.thread_rank() <= (unsigned)t % 32);
        CHECK(some.shfl((int)some.thread_rank(), some.size() - 1) == (int)some.size() - 1 && some.all(t % 32 < 5));
    }
    VERDICT;
}
CASE(groups_of_threads) { // expect nothing
    int *d_wrong = zeros<int>(64);
    tiles_kernel<<<1, 64>>>(d_wrong);
    return sum_and_free(d_wrong, 64);
}

// An operator that neither commutes nor associates shows in which order a group combines its values.
struct one_sided {
    __device__ int operator()(int a, int b) const {
        return 3 * a - b;
    }
};

__device__ int value_of_lane(int lane) {
    return lane * lane + 1;
}

// In the order of cg::reduce() over a tile, for each of its lanes.
__device__ void combine_as_tile(int *values, int size) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
        for (int i = 0; i < size; i++) {
            if ((i & distance) == 0) {
                int a = values[i], b = values[i + distance];
                values[i] = one_sided()(a, b);
                values[i + distance] = one_sided()(b, a);
            }
        }
    }
}

// In the order of cg::inclusive_scan(), for each rank.
__device__ void scan_as_group(int *values, int size) {
    for (int distance = 1; distance < size; distance *= 2) {
        for (int i = size - 1; i >= distance; i--) {
            values[i] = one_sided()(values[i], values[i - distance]);
        }
    }
}

template <int Size>
__device__ int wrong_in_tile(int t) {
    auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const int rank = t % Size, first = t % 32 - rank;
    int wrong = 0, reduced[Size], scanned[Size];
    for (int i = 0; i < Size; i++) {
        reduced[i] = scanned[i] = value_of_lane(first + i);
    }
    combine_as_tile(reduced, Size);
    scan_as_group(scanned, Size);
    CHECK(cg::reduce(tile, value_of_lane(t % 32), one_sided()) == reduced[rank]);
    CHECK(cg::inclusive_scan(tile, value_of_lane(t % 32), one_sided()) == scanned[rank]);
    CHECK(cg::exclusive_scan(tile, value_of_lane(t % 32), one_sided()) == (rank == 0 ? 0 : scanned[rank - 1]));
    return wrong;
}

__global__ void orders_kernel(int *d_wrong) {
    const int t = threadIdx.x;
    int wrong = wrong_in_tile<32>(t) + wrong_in_tile<16>(t) + wrong_in_tile<4>(t), scanned[32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::coalesced_group thirds = cg::binary_partition(warp, t % 32 % 3 == 0);
    for (int lane = 0, rank = 0; lane < 32; lane++) {
        if ((lane % 3 == 0) == (t % 32 % 3 == 0)) {
            scanned[rank++] = value_of_lane(lane);
        }
    }
    const int size = (int)thirds.size(), rank = (int)thirds.thread_rank();
    scan_as_group(scanned, size);
    CHECK(cg::reduce(thirds, value_of_lane(t % 32), one_sided()) == scanned[size - 1]);
    CHECK(cg::inclusive_scan(thirds, value_of_lane(t % 32), one_sided()) == scanned[rank]);
    CHECK(cg::reduce(thirds, t % 32, cg::plus<int>()) == (size == 11 ? 165 : 331));
    CHECK(cg::reduce(warp, (short)(t % 32 - 20), cg::less<short>()) == -20);
    CHECK(cg::reduce(warp, (unsigned char)(t % 32), cg::greater<unsigned char>()) == 31);
    CHECK(cg::reduce(warp, 1ll << t % 32, cg::bit_or<long long>()) == 0xffffffff);
    CHECK(cg::exclusive_scan(warp, 1ll, cg::plus<long long>()) == t % 32);
    VERDICT;
}
CASE(orders_of_groups) { // expect nothing
    int *d_wrong = zeros<int>(64);
    orders_kernel<<<1, 64>>>(d_wrong);
    return sum_and_free(d_wrong, 64);
}

__global__ void static_members_kernel(int *d_wrong) {
    using block = cg::thread_block;
    using tile = cg::thread_block_tile<8>;
    __shared__ unsigned s_ranks[64];
    int t = threadIdx.x, wrong = 0;
    s_ranks[t] = block::thread_rank();
    tile::sync();
    CHECK(s_ranks[t / 8 * 8 + 7] % 8 == 7 && tile::size() == 8 && (int)tile::thread_rank() == t % 8);
    block::sync();
    CHECK(s_ranks[63 - t] == 63u - t && block::size() == 64 && block::num_threads() == 64);
    CHECK(block::group_index().x == blockIdx.x && (int)block::thread_index().x == t && block::dim_threads().x == 64);
    VERDICT;
}
CASE(static_members_of_groups) { // expect nothing
    int *d_wrong = zeros<int>(64);
    static_members_kernel<<<1, 64>>>(d_wrong);
    return sum_and_free(d_wrong, 64);
}

__device__ int sum_of(cg::thread_group group, int *s_values, int value) {
    unsigned rank = group.thread_rank();
    for (unsigned i = group.size() / 2; i > 0; i /= 2) {
        s_values[rank] = value;
        group.sync();
        if (rank < i) {
            value += s_values[rank + i];
        }
        cg::sync(group);
    }
    return value; // in rank 0
}
__global__ void partitions_kernel(int *d_wrong) {
    int t = threadIdx.x, wrong = 0;
    __shared__ int s_values[64], s_count[8];
    __shared__ cg::block_tile_memory<64> s_tiles;
    cg::thread_block block = cg::this_thread_block(s_tiles);
    auto tile = cg::tiled_partition<16>(block);
    CHECK(sum_of(block, s_values, 1) == 64 || t > 0);
    cg::thread_group four = cg::tiled_partition(cg::tiled_partition(block, 32), 4);
    CHECK(four.size() == 4 && (int)four.thread_rank() == t % 4 && cg::this_thread().size() == 1);
    CHECK(sum_of(four, s_values + t / 4 * 4, t) == t * 4 + 6 || t % 4 > 0);
    cg::coalesced_group third = cg::labeled_partition(tile, t % 16 % 3);
    CHECK(third.size() == (t % 16 % 3 == 0 ? 6 : 5) && (int)third.thread_rank() == t % 16 / 3);
    cg::coalesced_group odd = cg::binary_partition(tile, t % 2 == 1);
    CHECK(odd.size() == 8 && (int)odd.thread_rank() == t % 16 / 2 && odd.shfl(t, 1) == t / 16 * 16 + 2 + t % 2);
    cg::invoke_one(tile, [&] { s_count[t / 16] = t; });
    tile.sync();
    CHECK(s_count[t / 16] == t / 16 * 16);
    CHECK(cg::invoke_one_broadcast(third, [&] { return t; }) == third.shfl(t, 0));
    VERDICT;
}
CASE(partitions) { // expect nothing
    int *d_wrong = zeros<int>(64);
    partitions_kernel<<<1, 64>>>(d_wrong);
    return sum_and_free(d_wrong, 64);
}

// ---- Asynchronous copies
// ---------------------------------------------------------------------------------------------

// Each thread reads what another one has copied.
__global__ void group_copies_kernel(int *d_wrong, const int *d_in) {
    __shared__ alignas(16) int s_copy[64];
    int t = threadIdx.x, wrong = 0;
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, s_copy, d_in, sizeof(s_copy));
    cg::wait(block);
    CHECK(s_copy[63 - t] == 63 - t);
    block.sync();
    cg::memcpy_async(block, s_copy, 64, d_in + 100, 28); // 28 elements: the smaller number
    cg::wait(block);
    CHECK(s_copy[63 - t] == (t > 35 ? 163 - t : 63 - t));
    block.sync();
    const auto tile = cg::tiled_partition<16>(block);
    cg::memcpy_async(tile, s_copy + t / 16 * 16, d_in + t / 16, cuda::aligned_size_t<4>(64));
    cg::wait_prior<0>(tile);
    CHECK(s_copy[t / 16 * 16 + 15 - t % 16] == t / 16 + 15 - t % 16);
    VERDICT;
}
__global__ void barrier_copies_kernel(int *d_wrong, const int *d_in) {
    __shared__ alignas(16) int s_copy[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier;
    int t = threadIdx.x, wrong = 0;
    const cg::thread_block block = cg::this_thread_block();
    if (t == 0) {
        init(&s_barrier, blockDim.x);
    }
    block.sync();
    cuda::memcpy_async(block, s_copy, d_in, cuda::aligned_size_t<16>(sizeof(s_copy)), s_barrier);
    s_barrier.arrive_and_wait();
    CHECK(s_copy[63 - t] == 63 - t);
    block.sync();
    cuda::memcpy_async(&s_copy[t], &d_in[t + 1], sizeof(int), s_barrier);
    s_barrier.arrive_and_wait();
    CHECK(s_copy[63 - t] == 64 - t);
    VERDICT;
}
// Two buffers: the next copy is under way while the threads use the last one.
__global__ void pipeline_kernel(int *d_wrong, const int *d_in) {
    __shared__ int s_copy[2][32], s_last[32];
    int t = threadIdx.x, wrong = 0;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&s_copy[0][t], &d_in[t], sizeof(int), pipe);
    pipe.producer_commit();
    for (int step = 0; step < 4; step++) {
        if (step < 3) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s_copy[(step + 1) % 2][t], &d_in[(step + 1) * 32 + t], sizeof(int), pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        __syncthreads();
        CHECK(s_copy[step % 2][31 - t] == step * 32 + 31 - t);
        pipe.consumer_release();
        __syncthreads();
    }
    __pipeline_memcpy_async(&s_last[t], &d_in[t], sizeof(int), t < 16 ? 0 : sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    CHECK(s_last[31 - t] == (31 - t < 16 ? 31 - t : 0));
    VERDICT;
}
static int run_copies(void (*kernel)(int *, const int *), unsigned threads) {
    int *d_wrong = zeros<int>(64), *d_in = zeros<int>(128), h_in[128];
    for (int i = 0; i < 128; i++) {
        h_in[i] = i;
    }
    cudaMemcpy(d_in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);
    kernel<<<1, threads>>>(d_wrong, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    return sum_and_free(d_wrong, 64);
}
CASE(copies_of_groups) { // expect nothing
    return run_copies(group_copies_kernel, 64);
}
CASE(copies_for_barriers) { // expect nothing
    return run_copies(barrier_copies_kernel, 64);
}
CASE(copies_in_pipelines) { // expect nothing
    return run_copies(pipeline_kernel, 32);
}
