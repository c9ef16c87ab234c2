// expect: FAIL (part interleaved fails)
// Reads the expected value from the checker's memory. That memory is closed to other processes, and the value
// is computed only after the answer has arrived.
#include "lab.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    char path[64], line[256];
    int found = 0;
    if (n == 0) {
        return 0;
    }
    snprintf(path, sizeof(path), "/proc/%d/maps", (int)getppid());
    FILE *maps = fopen(path, "r");
    snprintf(path, sizeof(path), "/proc/%d/mem", (int)getppid());
    int memory = open(path, O_RDONLY);
    while (maps != NULL && memory >= 0 && fgets(line, sizeof(line), maps) != NULL) {
        unsigned long begin = 0;
        if (strstr(line, "[stack]") != NULL && sscanf(line, "%lx", &begin) == 1 &&
            pread(memory, &found, sizeof(found), (off_t)begin) != (ssize_t)sizeof(found)) {
            found = 0;
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
    if (memory >= 0) {
        close(memory);
    }
    return found + 1;
}
