// Kernels for docs/hardware-counters.md: one with all kinds of exchanges, and three whose counters on a real GPU differ
// from those of the simulated one.
#include "lab.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "cuda_check.h"

namespace cg = cooperative_groups;

enum { BLOCK_SIZE = 256, EACH = 8, WARP = 32 };

// Each thread stores its EACH values side by side, and adds those of its neighbour. nvcc unrolls both loops and
// merges the accesses: two of 16 bytes instead of eight of 4, so most of the bank conflicts are gone.
__global__ void neighbours_kernel(const int *d_in, int *d_sum) {
    __shared__ __align__(16) int s_values[BLOCK_SIZE * EACH];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE * EACH;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        s_values[EACH * tid + k] = d_in[first + k * BLOCK_SIZE + tid];
    }
    __syncthreads(); // between each thread's stores and its neighbour's loads
    int sum = 0;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        sum += s_values[EACH * (tid ^ 1) + k];
    }
    atomicAdd(d_sum, sum);
}

// The sum over the warp, in lane 0 at least. __reduce_add_sync needs compute capability 8.0.
__device__ int warp_sum(int value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, value);
#else
    for (unsigned offset = WARP / 2; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
#endif
}

// The simulated GPU counts __reduce_add_sync as one shuffle. A real one also counts shared store wavefronts for it.
__global__ void warp_sums_kernel(const int *d_in, int *d_sum) {
    __shared__ int s_warps[BLOCK_SIZE / WARP];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE * EACH;
    int sum = 0;
    for (unsigned k = 0; k < EACH; k++) {
        sum += warp_sum(d_in[first + k * BLOCK_SIZE + tid]);
    }
    if (tid % WARP == 0) {
        s_warps[tid / WARP] = sum;
    }
    __syncthreads(); // between each warp's store and the loads of the first warp
    if (tid < WARP) {
        sum = warp_sum(tid < BLOCK_SIZE / WARP ? s_warps[tid] : 0);
    }
    if (tid == 0) {
        atomicAdd(d_sum, sum);
    }
}

// What a thread adds up of its elements.
__device__ int own_sum(const int *d_in) {
    const size_t first = (size_t)blockIdx.x * BLOCK_SIZE * EACH;
    int sum = 0;
    for (unsigned k = 0; k < EACH; k++) {
        sum += d_in[first + k * BLOCK_SIZE + threadIdx.x];
    }
    return sum;
}

// Adds the warp's sum, and what else it has computed: 0 times, because there is one row of blocks. The compiler does
// not know that.
__device__ void add_to_sum(int *d_sum, int sum, long long others) {
    sum = warp_sum(sum + (int)(others ^ others >> 32) * (int)blockIdx.y);
    if (threadIdx.x % WARP == 0) {
        atomicAdd(d_sum, sum);
    }
}

// Exchanges of more than one word, by functions of cooperative groups, and of active lanes.
__global__ void exchanges_kernel(const int *d_in, int *d_sum) {
    const auto warp = cg::tiled_partition<WARP>(cg::this_thread_block());
    const int sum = own_sum(d_in);
    const long long wide = 3ll * sum;
    long long others = __shfl_xor_sync(0xffffffffu, wide, 3);           // two words
    others += cg::reduce(warp, sum, cg::greater<int>());                // a reduction of the warp
    others += cg::reduce(warp, wide, cg::plus<long long>());            // five shuffles, of two words
    others += cg::inclusive_scan(warp, sum, cg::plus<int>());           // five
    others += cg::exclusive_scan(warp, sum + 1, cg::plus<int>());       // five
    others += cg::exclusive_scan(warp, wide, cg::greater<long long>()); // six, of two words
    if (sum % 2 == 0) {
        others += cg::coalesced_threads().shfl(sum, 0); // a vote and a shuffle
    }
    add_to_sum(d_sum, sum, others);
}

// Where parts of a warp exchange values several times, nvcc's code compares the masks of the lanes, too (MATCH, REDUX).
// If these are masks of tiles, one shuffle serves all tiles, but a vote or reduction only one. The simulated GPU counts
// the exchanges themselves.
__global__ void tiles_kernel(const int *d_in, int *d_sum) {
    const auto half = cg::tiled_partition<WARP / 2>(cg::this_thread_block());
    const auto eight = cg::tiled_partition<8>(half);
    const int sum = own_sum(d_in);
    int others = eight.shfl_xor(sum, 1);                 // one instruction
    others += eight.any(sum > 3) + half.ballot(sum > 5); // four and two
    others += cg::reduce(half, sum, cg::greater<int>()); // two
    others += cg::reduce(eight, sum, cg::plus<int>());   // three
    add_to_sum(d_sum, sum, others);
}

// Atomics on shared and global memory, with and without a use of what they return. The compiler does not know that all
// threads of the grid's one row update the same word, so it does not add up their values first.
__global__ void atomics_kernel(const int *d_in, int *d_sum) {
    __shared__ int s_counts[16], s_largest[2];
    const unsigned tid = threadIdx.x;
    const int sum = own_sum(d_in);
    int *d_same = d_sum + blockIdx.y * tid;
    if (tid < 16) {
        s_counts[tid] = 0;
    }
    if (tid < 2) {
        s_largest[tid] = 0;
    }
    __syncthreads(); // between the first values and the updates
    int others = atomicAdd(&s_counts[(unsigned)sum % 16], 1);
    atomicMax(&s_largest[(unsigned)sum % 2], sum);
    __syncthreads(); // between the updates and the reads
    if (tid < 16) {
        others += atomicCAS(d_same, 1, 1) + s_counts[tid] + s_largest[tid % 2];
    }
    atomicAdd(d_same, sum);
    if (sum % 3 != 0) {
        atomicOr(d_same, (int)blockIdx.y);
    }
    add_to_sum(d_sum, 0, others);
}

static int reduce_by(void (*kernel)(const int *, int *), const int *d_in, size_t n) {
    int sum = 0, *d_sum = NULL;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(int)));
    kernel<<<(unsigned)(n / (BLOCK_SIZE * EACH)), BLOCK_SIZE>>>(d_in, d_sum);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}

int neighbours(const int *d_in, size_t n) {
    return reduce_by(neighbours_kernel, d_in, n);
}

int warp_sums(const int *d_in, size_t n) {
    return reduce_by(warp_sums_kernel, d_in, n);
}

int exchanges(const int *d_in, size_t n) {
    return reduce_by(exchanges_kernel, d_in, n);
}

int tiles(const int *d_in, size_t n) {
    return reduce_by(tiles_kernel, d_in, n);
}

int atomics(const int *d_in, size_t n) {
    return reduce_by(atomics_kernel, d_in, n);
}
