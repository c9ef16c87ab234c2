// lab03 with shuffles inside the warps, and shared memory for only one sum per warp. Blocks of 1,024 threads;
// a stream orders the launches.
#include "lab.h"

#include "cuda_check.h"

enum { THREADS = 1024, WARPS = THREADS / 32 };

// Lane 0 gets the sum of the warp's values.
__device__ static int warp_sum(int value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
}

__global__ void shuffling_kernel(const int *d_values, int *d_sums, size_t n) {
    __shared__ int s_sums[WARPS];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    int sum = warp_sum(i < n ? d_values[i] : 0);
    if (lane == 0) {
        s_sums[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(s_sums[lane]);
        if (lane == 0) {
            d_sums[blockIdx.x] = sum;
        }
    }
}

static int reduce(const int *d_in, size_t n, size_t copied_at_most) {
    int sum = 0;
    int *d_sums[2], *h_sums = new int[copied_at_most];
    cudaStream_t stream;
    const int *d_values = d_in;
    const size_t most = n / THREADS + 1;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMallocAsync(&d_sums[0], most * sizeof(int), stream));
    CUDA_CHECK(cudaMallocAsync(&d_sums[1], most * sizeof(int), stream));
    do {
        const size_t blocks = (n + THREADS - 1) / THREADS;
        int *d_out = d_values == d_sums[0] ? d_sums[1] : d_sums[0];
        shuffling_kernel<<<(unsigned)blocks, THREADS, 0, stream>>>(d_values, d_out, n);
        CUDA_CHECK_LAUNCH();
        d_values = d_out;
        n = blocks;
    } while (n > copied_at_most);
    CUDA_CHECK(cudaMemcpyAsync(h_sums, d_values, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaFreeAsync(d_sums[0], stream));
    CUDA_CHECK(cudaFreeAsync(d_sums[1], stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
    for (size_t i = 0; i < n; i++) {
        sum += h_sums[i];
    }
    delete[] h_sums;
    return sum;
}

int reduce_sequential(const int *d_in, size_t n) {
    return n == 0 ? 0 : reduce(d_in, n, 16);
}

int reduce_repeated(const int *d_in, size_t n) {
    return n == 0 ? 0 : reduce(d_in, n, 1);
}
