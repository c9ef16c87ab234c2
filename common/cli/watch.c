// watch: judges the student's file each time it is saved.
#define _GNU_SOURCE // nanosleep, st_mtim, localtime_r under -std=c11
#include "check.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "commands.h"

enum { STATE_SIZE = 80, POLL_MS = 200 };

#ifdef __APPLE__
#define MODIFIED(status) (status).st_mtimespec
#else
#define MODIFIED(status) (status).st_mtim
#endif

// A text that changes when the file is saved, in place or by a new file with its name.
static void read_state(const char *path, char *state) {
    struct stat status;
    if (stat(path, &status) != 0) {
        strcpy(state, "none");
        return;
    }
    snprintf(state, STATE_SIZE, "%lld.%09ld-%lld-%llu", (long long)MODIFIED(status).tv_sec,
             (long)MODIFIED(status).tv_nsec, (long long)status.st_size, (unsigned long long)status.st_ino);
}

// Waits until the file's state differs from `state` and is the same in two polls: an editor may write in
// several steps, or move the old file away first. `state` is set to the new one.
static void wait_for_save(const char *path, char *state) {
    const struct timespec pause = {.tv_nsec = POLL_MS * 1000000L};
    char now[STATE_SIZE], before[STATE_SIZE] = "";
    read_state(path, now);
    while (strcmp(now, state) == 0 || strcmp(now, before) != 0 || strcmp(now, "none") == 0) {
        strcpy(before, now);
        nanosleep(&pause, NULL);
        read_state(path, now);
    }
    strcpy(state, now);
}

int command_watch(const struct arguments *arguments) {
    struct lab first;
    struct check check;
    char path[LAB_PATH_SIZE], state[STATE_SIZE], clock[16];
    int code;
    if (!check_prepare(arguments, &first, &check, &code)) {
        return code;
    }
    lab_file(&check.labs[0], "starter.cu", path);
    for (;;) {
        read_state(path, state);
        check_starters(arguments, &check);
        time_t now = time(NULL);
        strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&now));
        printf("\n--- %s, waiting until %s is saved; Ctrl-C ends\n", clock, path);
        fflush(stdout);
        wait_for_save(path, state);
    }
}
