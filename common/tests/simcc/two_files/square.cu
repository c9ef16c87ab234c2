#include "kernels.cuh"

__device__ int square(int x) {
    return x * x;
}
