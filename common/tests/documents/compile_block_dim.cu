// expect: error: at here
// Document 000 loads a thread's second element into partialSum[blockDim + t]: blockDim has three components,
// and blockDim.x is meant. See docs/errata.md.
#include "lab.h"

__global__ void load_two(const int *d_in, int *d_sums) {
    __shared__ int partialSum[2 * 1024];
    unsigned int t = threadIdx.x;
    unsigned int start = 2 * blockIdx.x * blockDim.x;
    partialSum[t] = d_in[start + t];
    partialSum[blockDim + t] = d_in[start + blockDim.x + t]; // <-- here
    d_sums[t] = partialSum[2 * t];
}
