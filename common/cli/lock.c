#define _GNU_SOURCE // flock
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_STEP_MS = 50, QUIET_STEPS = 20 };

int lock_take(const char *path, const char *what) {
    const struct timespec step = {.tv_nsec = LOCK_STEP_MS * 1000000L};
    int file = open(path, O_RDWR | O_CREAT, 0666), operation = LOCK_EX | LOCK_NB, tries = 0;
    while (file >= 0 && flock(file, operation) != 0) {
        if (errno == EWOULDBLOCK && ++tries < QUIET_STEPS) {
            nanosleep(&step, NULL);
        } else if (errno == EWOULDBLOCK) {
            fprintf(stderr, "lab: waiting for another build in %s\n", what);
            operation = LOCK_EX;
        } else if (errno != EINTR) { // a file system without locks
            close(file);
            file = -1;
        }
    }
    return file;
}

void lock_release(int file) {
    if (file >= 0) {
        flock(file, LOCK_UN); // even if a process that was started meanwhile goes on
        close(file);
    }
}
