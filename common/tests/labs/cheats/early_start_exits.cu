// expect: the program ended with exit code 0 before the case began
// Ends before main, without a constructor: the C library calls a function of this name, if there is one.
#include "lab.h"

#include <stdlib.h>

extern "C" void __gmon_start__(void) {
    exit(0);
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
