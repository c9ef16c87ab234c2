// expect: fails at n = 1
// expect: got 0
// Reads the memory in which the checker passed the input to the runner. It is cleared before this function is
// called.
#include "lab.h"

#include <stdlib.h>
#include <sys/mman.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in;
    const char *data = getenv("LABS_DATA");
    if (n == 0 || data == NULL) {
        return 0;
    }
    const int *h_in = (const int *)mmap(NULL, n * sizeof(int), PROT_READ, MAP_SHARED, atoi(data), 0);
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += h_in[i];
    }
    munmap((void *)h_in, n * sizeof(int));
    return sum;
}
