#include <cstdio>
#include "fill.cuh"
int main() {
    int *d_a, h_a[32];
    cudaMalloc(&d_a, sizeof(h_a));
    start(d_a);
    cudaMemcpy(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost);
    printf("%d\n", h_a[31]);
    cudaFree(d_a);
}
