// expect: multiple definition of `cudaGetLastError'
// Redefines a function of the CUDA runtime.
#include "lab.h"

cudaError_t cudaGetLastError(void) {
    return cudaSuccess;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
