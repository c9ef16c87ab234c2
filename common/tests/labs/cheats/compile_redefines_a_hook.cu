// expect: '__tsan_read4' belongs to the simulated GPU
// Redefines the function that reports reads to the simulated GPU.
#include "lab.h"

extern "C" void __tsan_read4(void *address) {
    (void)address;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
