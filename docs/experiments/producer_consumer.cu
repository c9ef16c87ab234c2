// Block 0 produces values, and block 1 waits for them and adds them. A flag and fences on both sides order the two.
//
// prints: the consumer's sum is 2016
#include <cstdio>

constexpr int count = 64;

__device__ int values[count];
__device__ volatile int ready; // 0 at first

__global__ void produce_and_consume(int *sum) {
    if (blockIdx.x == 0) {
        values[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence(); // the values before the flag
            ready = 1;
        }
    } else if (threadIdx.x == 0) {
        while (ready == 0) {
        }
        __threadfence(); // the flag before the values
        int total = 0;
        for (int i = 0; i < count; i++) {
            total += values[i];
        }
        *sum = total;
    }
}

int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof(int));
    produce_and_consume<<<2, count>>>(d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("the consumer's sum is %d\n", sum);
    cudaFree(d_sum);
}
