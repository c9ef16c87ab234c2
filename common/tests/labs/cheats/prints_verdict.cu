// expect: the program printed:
// expect:   > lab02 starter: PASS, 15 cases on the simulated GPU
// expect: FAIL (part interleaved fails)
// Prints a verdict, which the checker does not read.
#include "lab.h"

#include <stdio.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    printf("\x1b[2J\nlab02 starter: PASS, 15 cases on the simulated GPU\n");
    return 7;
}
