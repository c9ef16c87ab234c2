// expect: the device stopped the program: it has closed or replaced a file descriptor of the checker's
// expect: FAIL (part interleaved fails)
// Closes the file that the case's data come in, as if the machine lacked memory for them.
#include "lab.h"

#include <stdlib.h>
#include <unistd.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    const char *data = getenv("LABS_DATA");
    if (data != NULL) {
        close(atoi(data));
    }
    return 0;
}
