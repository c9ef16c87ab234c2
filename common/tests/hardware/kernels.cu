// Two kernels whose counters on a real GPU differ from those of the simulated one (docs/hardware-counters.md).
#include "lab.h"

#include "cuda_check.h"

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
