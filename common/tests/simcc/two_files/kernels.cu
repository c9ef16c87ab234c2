#include "kernels.cuh"

#ifndef PAST_THE_END
#define PAST_THE_END 0
#endif

__global__ void square_kernel(int *values, range which) {
    __shared__ int s_values[64];
    int i = which.begin + threadIdx.x;
    if (i < which.end + PAST_THE_END) {
        s_values[threadIdx.x] = square(values[i]);
        values[i] = s_values[threadIdx.x];
    }
}

void square_on_device(int *d_values, range which) {
    square_kernel<<<1, 64>>>(d_values, which);
#ifdef LEAK
    cudaMalloc((void **)&d_values, 4);
#endif
}
