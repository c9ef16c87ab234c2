// expect: assembly would hide this code from the simulated GPU
// The word is in the file only after the preprocessor has joined it.
#include "lab.h"

#include "cuda_check.h"

#define JOINED(a, b) a##b
#define JOIN(a, b)   JOINED(a, b)

__global__ void sum_kernel(const int *d_in, int *d_sum) {
    int value;
    JOIN(__as, m__) volatile("movl (%1), %0" : "=r"(value) : "r"(d_in)); // <-- here
    *d_sum = value;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
