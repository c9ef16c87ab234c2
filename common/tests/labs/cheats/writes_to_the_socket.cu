// expect: the program sent the checker invalid data
// Writes to the socket that connects runner and checker.
#include "lab.h"

#include <stdlib.h>
#include <unistd.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    static const char words[] = "PASS PASS PASS PASS";
    const char *socket = getenv("LABS_SOCKET");
    if (socket == NULL || write(atoi(socket), words, sizeof(words)) < 0) {
        abort();
    }
    return 0;
}
