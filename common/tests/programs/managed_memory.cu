// Managed memory: host and device use the same pointer.
//
// prints: x[0] = 3, x[255] = 258
#include <iostream>

struct settings {
    int offset;
};

__managed__ settings config;

__global__ void shift(int *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        x[i] += config.offset;
    }
}

int main() {
    int n = 256, *x;
    cudaMallocManaged(&x, n * sizeof(*x));
    for (int i = 0; i < n; i++) {
        x[i] = i;
    }
    config.offset = 3;
    shift<<<2, 128>>>(x, n);
    cudaDeviceSynchronize();
    std::cout << "x[0] = " << x[0] << ", x[255] = " << x[255] << std::endl;
    cudaFree(x);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
