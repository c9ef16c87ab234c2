// lab02 with the barrier at the head of the loop, a loop over the number of pairs, and blocks of 512 threads.
#include "lab.h"

#include <vector>

#include "cuda_check.h"

enum { THREADS = 512 };

__global__ void interleaved_kernel(const int *d_in, int *d_sums, unsigned n) {
    __shared__ int s_partial[THREADS];
    unsigned t = threadIdx.x, i = blockIdx.x * THREADS + t, stride = 1;
    s_partial[t] = 0;
    if (i < n) {
        s_partial[t] = d_in[i];
    }
    for (unsigned pairs = THREADS / 2; pairs > 0; pairs >>= 1) {
        __syncthreads(); // the elements, or the sums of the previous step, are written
        if (t < pairs) {
            int *left = &s_partial[t * (stride << 1)];
            left[0] = left[stride] + left[0];
        }
        stride <<= 1;
    }
    if (t == 0) {
        d_sums[blockIdx.x] = *s_partial; // thread 0 wrote it
    }
}

int reduce_interleaved(const int *d_in, size_t n) {
    int *d_sums, sum = 0;
    std::vector<int> h_sums((n + THREADS - 1) / THREADS);
    if (h_sums.empty()) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc((void **)&d_sums, h_sums.size() * sizeof(int)));
    interleaved_kernel<<<dim3((unsigned)h_sums.size()), dim3(THREADS)>>>(d_in, d_sums, (unsigned)n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_sums.data(), d_sums, h_sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums));
    for (int value : h_sums) {
        sum += value;
    }
    return sum;
}
