// A histogram of 256 colours: each block counts in shared memory, and adds its counts to the total.
//
// prints: 20000 pixels in 256 bins, the largest has 127
#include <cstdio>
#include <cstdlib>

constexpr int bins = 256, threads = 256;

__global__ void histogram(const unsigned char *pixels, int n, unsigned *counts) {
    __shared__ unsigned s_counts[bins];
    s_counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) {
        atomicAdd(&s_counts[pixels[i]], 1);
    }
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], s_counts[threadIdx.x]);
}

int main() {
    const int n = 20000;
    unsigned char *h_pixels = (unsigned char *)malloc(n), *d_pixels;
    unsigned h_counts[bins], *d_counts;
    for (unsigned i = 0; i < n; i++) {
        h_pixels[i] = (unsigned char)(i * i % 241 + i % 16);
    }
    cudaMalloc(&d_pixels, n);
    cudaMalloc(&d_counts, sizeof(h_counts));
    cudaMemcpy(d_pixels, h_pixels, n, cudaMemcpyHostToDevice);
    cudaMemset(d_counts, 0, sizeof(h_counts));
    histogram<<<4, threads>>>(d_pixels, n, d_counts);
    cudaMemcpy(h_counts, d_counts, sizeof(h_counts), cudaMemcpyDeviceToHost);
    unsigned total = 0, largest = 0;
    for (int i = 0; i < bins; i++) {
        total += h_counts[i];
        largest = h_counts[i] > largest ? h_counts[i] : largest;
    }
    printf("%u pixels in %d bins, the largest has %u\n", total, bins, largest);
    cudaFree(d_pixels);
    cudaFree(d_counts);
    free(h_pixels);
    return total == n ? 0 : 1;
}
