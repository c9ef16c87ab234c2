// expect: the program ended with exit code 0 before the case began
// A constructor ends the program before main runs.
#include "lab.h"

#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void before_main(void) {
    puts("lab02 starter: PASS, 15 cases on the simulated GPU");
    fflush(stdout);
    _exit(0);
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    return 0;
}
