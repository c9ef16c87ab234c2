// expect: the program started more than 1152 threads and was stopped
// Takes all threads that the system has.
#include "lab.h"

#include <pthread.h>
#include <unistd.h>

static void *wait_long(void *argument) {
    sleep(20);
    return argument;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    pthread_t thread;
    for (int i = 0; i < 1300; i++) {
        pthread_create(&thread, NULL, wait_long, NULL);
    }
    sleep(20);
    return 0;
}
