// expect: no thread works alone for long
// One thread does all the work.
#include "lab.h"

#include "cuda_check.h"

__global__ void sum_kernel(const int *d_in, int *d_sum, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += d_in[i];
    }
    *d_sum = sum;
}

int reduce_interleaved(const int *d_in, size_t n) {
    int *d_sum = NULL, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    sum_kernel<<<1, 1>>>(d_in, d_sum, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}
