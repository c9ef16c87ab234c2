// lab03 in a single launch: in part "repeated" the block that finishes last adds all block sums. Blocks of
// 512 threads, dynamic shared memory.
#include "lab.h"

#include "cuda_check.h"

enum { THREADS = 512 };

// Sets s_values[0] to the sum of all THREADS values.
__device__ static void add_up(int *s_values) {
    __syncthreads();
    for (unsigned stride = THREADS / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) {
            s_values[threadIdx.x] += s_values[threadIdx.x + stride];
        }
        __syncthreads();
    }
}

// d_total: if it is NULL, the block sums are not added
__global__ void finishing_kernel(const int *d_in, int *d_sums, unsigned *d_done, int *d_total, size_t n) {
    extern __shared__ int s_values[];
    __shared__ bool s_last;
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * THREADS + tid;
    s_values[tid] = i < n ? d_in[i] : 0;
    add_up(s_values);
    if (tid == 0) {
        d_sums[blockIdx.x] = s_values[0];
        __threadfence(); // the sum is visible before the count
        s_last = d_total != NULL && atomicAdd(d_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!s_last) {
        return; // the whole block
    }
    __threadfence(); // read the sums only after all blocks have counted
    int mine = 0;
    for (unsigned block = tid; block < gridDim.x; block += THREADS) {
        mine += d_sums[block];
    }
    s_values[tid] = mine;
    add_up(s_values);
    if (tid == 0) {
        *d_total = s_values[0];
    }
}

static unsigned blocks_for(size_t n) {
    return (unsigned)((n + THREADS - 1) / THREADS);
}

int reduce_sequential(const int *d_in, size_t n) {
    const unsigned blocks = blocks_for(n);
    if (blocks == 0) {
        return 0;
    }
    int *d_sums, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    finishing_kernel<<<blocks, THREADS, THREADS * sizeof(int)>>>(d_in, d_sums, nullptr, nullptr, n);
    CUDA_CHECK_LAUNCH();
    for (unsigned block = 0; block < blocks; block++) { // one by one
        int block_sum = 0;
        CUDA_CHECK(cudaMemcpy(&block_sum, d_sums + block, sizeof(int), cudaMemcpyDeviceToHost));
        sum += block_sum;
    }
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_repeated(const int *d_in, size_t n) {
    const unsigned blocks = blocks_for(n);
    if (blocks == 0) {
        return 0;
    }
    int *d_sums, *d_total, total = 0;
    unsigned *d_done;
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_done, sizeof(unsigned)));
    CUDA_CHECK(cudaMemset(d_done, 0, sizeof(unsigned)));
    finishing_kernel<<<blocks, THREADS, THREADS * sizeof(int)>>>(d_in, d_sums, d_done, d_total, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_done));
    CUDA_CHECK(cudaFree(d_total));
    CUDA_CHECK(cudaFree(d_sums));
    return total;
}
