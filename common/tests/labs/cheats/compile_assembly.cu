// expect: assembly would hide this code from the simulated GPU
// Loads that the compiler does not see.
#include "lab.h"

#include "cuda_check.h"

__global__ void sum_kernel(const int *d_in, int *d_sum) {
    int value;
    __asm__ volatile("movl (%1), %0" : "=r"(value) : "r"(d_in));
    *d_sum = value;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
