// The sum of an array: shuffles within each warp, one value per warp in shared memory, and a second launch for the
// blocks' sums.
//
// prints: 49995000 49995000
#include <cstdio>
#include <cstdlib>

__inline__ __device__ int warp_sum(int value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset);
    }
    return value;
}

__global__ void sum_kernel(const int *in, int *out, int n) {
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        value += in[i];
    }
    value = warp_sum(value);
    if (lane == 0) {
        shared[warp] = value;
    }
    __syncthreads();
    value = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
    if (warp == 0) {
        value = warp_sum(value);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = value;
    }
}

int main() {
    const int n = 10000, blocks = 5, threads = 256;
    int *h_in = new int[n], expected = 0, sum = 0, *d_in, *d_out;
    for (int i = 0; i < n; i++) {
        h_in[i] = i;
        expected += i;
    }
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, blocks * sizeof(int));
    cudaMemcpy(d_in, h_in, n * sizeof(int), cudaMemcpyHostToDevice);
    sum_kernel<<<blocks, threads>>>(d_in, d_out, n);
    sum_kernel<<<1, 256>>>(d_out, d_out, blocks);
    cudaMemcpy(&sum, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", sum, expected);
    cudaFree(d_in);
    cudaFree(d_out);
    delete[] h_in;
    return sum == expected ? 0 : 1;
}
