// expect: no_sanitize would hide this code from the simulated GPU
// A macro of the simulated GPU's own headers, whose name no file contains.
#include "lab.h"

#include "cuda_check.h"

#define JOINED(a, b) a##b
#define JOIN(a, b)   JOINED(a, b)

JOIN(SI, M_RAW) __global__ void sum_kernel(const int *d_in, int *d_sum) {
    *d_sum = *d_in;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
