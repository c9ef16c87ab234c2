// expect: the program
// expect: FAIL (part interleaved fails)
// Closes all descriptors, also the socket, so the checker receives nothing more.
#include "lab.h"

#include <unistd.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        close(descriptor);
    }
    return 0;
}
