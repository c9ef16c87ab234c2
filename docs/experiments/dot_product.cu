// The dot product of two vectors: each block adds its products in shared memory, and one atomic addition per block
// completes the sum.
//
// prints: 332833500
#include <cstdio>
#include <numeric>
#include <vector>

constexpr int block_size = 256;

__global__ void dot(const int *a, const int *b, int *sum, int n) {
    __shared__ int partial[block_size];
    int value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        value += a[i] * b[i];
    }
    partial[threadIdx.x] = value;
    __syncthreads();
    for (int stride = block_size / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) {
            partial[threadIdx.x] += partial[threadIdx.x + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(sum, partial[0]);
    }
}

int main() {
    const int n = 1000;
    std::vector<int> a(n), b(n);
    std::iota(a.begin(), a.end(), 0);
    std::iota(b.begin(), b.end(), 0);
    int *d_a, *d_b, *d_sum, sum = 0;
    cudaMalloc(&d_a, n * sizeof(int));
    cudaMalloc(&d_b, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(int));
    dot<<<2, block_size>>>(d_a, d_b, d_sum, n);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", sum);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_sum);
}
