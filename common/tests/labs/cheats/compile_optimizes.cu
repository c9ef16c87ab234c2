// expect: this #pragma would change how the code that the simulated GPU observes is compiled
// In optimized code, threads no longer wait at the barrier of their line, and loads are merged.
#include "lab.h"

#include "cuda_check.h"

#define PRAGMA(text) _Pragma(#text)
PRAGMA(GCC optimize("O3"))

__global__ void sum_kernel(const int *d_in, int *d_sum) {
    *d_sum = *d_in;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
