// Kernels that leave an unused value (lost_test.c).
#include <cuda_runtime.h>

__global__ void nothing_kernel() {
}

// The first of a double's two words counts; thread 7 of block (1,1,0) leaves it in s_left[39].
__global__ void shared_kernel() {
    __shared__ double s_left[64];
    if (blockIdx.x == 1 && blockIdx.y == 1 && threadIdx.x == 7) {
        s_left[threadIdx.x + 32] = 1;
    }
}

__global__ void global_kernel(double *d_left) {
    d_left[threadIdx.x] = 1;
}

// In the second launch, whose blocks are counted from 0 again.
extern "C" void leave_in_shared(void) {
    nothing_kernel<<<5, 1>>>();
    shared_kernel<<<dim3(2, 3), 32>>>();
}

// d_left[3] is not copied back.
extern "C" void leave_in_global(void) {
    double *d_left = NULL, h_left[3];
    cudaMalloc(&d_left, 4 * sizeof(*d_left));
    global_kernel<<<1, 4>>>(d_left);
    cudaMemcpy(h_left, d_left, sizeof(h_left), cudaMemcpyDeviceToHost);
    cudaFree(d_left);
}
