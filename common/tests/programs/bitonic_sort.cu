// Bitonic sort of a power of two of values: one launch for each step.
//
// prints: 1 2 3 ... 1024, sorted
#include <stdio.h>
#include <stdlib.h>

#define N 1024

__global__ void compare_and_swap(unsigned *values, unsigned distance, unsigned length) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ distance;
    if (partner > i) {
        bool ascending = (i & length) == 0;
        unsigned low = values[i], high = values[partner];
        if ((low > high) == ascending) {
            values[i] = high;
            values[partner] = low;
        }
    }
}

int main() {
    static unsigned values[N];
    unsigned *d_values, state = 1;
    for (unsigned i = 0; i < N; i++) {
        values[i] = i + 1;
    }
    for (unsigned i = N - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        unsigned other = state % (i + 1), swapped = values[i];
        values[i] = values[other];
        values[other] = swapped;
    }
    cudaMalloc(&d_values, sizeof(values));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    for (unsigned length = 2; length <= N; length *= 2) {
        for (unsigned distance = length / 2; distance > 0; distance /= 2) {
            compare_and_swap<<<N / 256, 256>>>(d_values, distance, length);
        }
    }
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
    bool sorted = true;
    for (unsigned i = 1; i < N; i++) {
        sorted = sorted && values[i - 1] <= values[i];
    }
    printf("%u %u %u ... %u, %s\n", values[0], values[1], values[2], values[N - 1],
           sorted ? "sorted" : "not sorted");
    cudaFree(d_values);
    return sorted ? 0 : 1;
}
