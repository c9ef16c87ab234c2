// expect: no_sanitize would hide this code from the simulated GPU
// A kernel that the simulated GPU cannot see into.
#include "lab.h"

#include "cuda_check.h"

__attribute__((no_sanitize("thread"))) __global__ void sum_kernel(const int *d_in, int *d_sum, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += d_in[i];
    }
    *d_sum = sum;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
