// Two streams copy and compute halves of an array at the same time, and events order what needs both.
//
// prints: 4950 4950
#include <cstdio>

__global__ void square(int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] *= values[i];
    }
}

__global__ void add(const int *a, const int *b, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] = a[i] + b[i];
    }
}

int main() {
    const int n = 100;
    const size_t bytes = n * sizeof(int);
    int *h_a, *h_b, *h_sum, *d_a, *d_b, *d_sum;
    cudaMallocHost(&h_a, bytes);
    cudaMallocHost(&h_b, bytes);
    cudaMallocHost(&h_sum, bytes);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_sum, bytes);
    for (int i = 0; i < n; i++) {
        h_a[i] = i % 2;
        h_b[i] = i % 3 == 0;
    }
    cudaStream_t first, second;
    cudaEvent_t squared, done;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreateWithFlags(&squared, cudaEventDisableTiming);
    cudaEventCreate(&done);
    cudaMemcpyAsync(d_a, h_a, bytes, cudaMemcpyHostToDevice, first);
    cudaMemcpyAsync(d_b, h_b, bytes, cudaMemcpyHostToDevice, second);
    square<<<1, 128, 0, first>>>(d_a, n);
    square<<<1, 128, 0, second>>>(d_b, n);
    cudaEventRecord(squared, second);
    cudaStreamWaitEvent(first, squared, 0);
    add<<<1, 128, 0, first>>>(d_a, d_b, d_sum, n);
    cudaMemcpyAsync(h_sum, d_sum, bytes, cudaMemcpyDeviceToHost, first);
    cudaEventRecord(done, first);
    cudaEventSynchronize(done);
    int weighted = 0, expected = 0;
    for (int i = 0; i < n; i++) {
        weighted += h_sum[i] == i % 2 + (i % 3 == 0) ? i : 0;
        expected += i;
    }
    printf("%d %d\n", weighted, expected);
    cudaEventDestroy(squared);
    cudaEventDestroy(done);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_sum);
    cudaFreeHost(h_a);
    cudaFreeHost(h_b);
    cudaFreeHost(h_sum);
}
