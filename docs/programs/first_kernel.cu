// A whole program with a kernel, which lab01's lesson explains line by line.
//
//     ./lab run docs/programs/first_kernel.cu
#include <stdio.h>

__global__ void add_ten_kernel(int *d_values) {
    d_values[threadIdx.x] += 10;
}

int main(void) {
    int h_values[4] = {3, 1, 7, 0};
    int *d_values;

    cudaMalloc(&d_values, sizeof(h_values));
    cudaMemcpy(d_values, h_values, sizeof(h_values), cudaMemcpyHostToDevice);
    add_ten_kernel<<<1, 4>>>(d_values);
    cudaError_t error = cudaGetLastError();
    cudaMemcpy(h_values, d_values, sizeof(h_values), cudaMemcpyDeviceToHost);
    cudaFree(d_values);

    for (int i = 0; i < 4; i++) {
        printf("%d ", h_values[i]);
    }
    printf("%s\n", cudaGetErrorString(error));
}
