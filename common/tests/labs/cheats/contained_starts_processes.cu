// expect: the program ended with exit code 0
// Leaves a process running that outlives the check. A process of its own is refused: it ends at once.
#include "lab.h"

#include <stdlib.h>
#include <unistd.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    if (fork() < 0) {
        _Exit(0);
    }
    sleep(20);
    return 0;
}
