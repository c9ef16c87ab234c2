// watch: judges the student's file each time it is saved, and shows its run in a page when the key v is pressed.
#define _GNU_SOURCE // st_mtim, localtime_r under -std=c11
#include "check.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "view.h"

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

// ---- The key ----

static struct termios terminal_before;

static void restore_terminal(void) {
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
}

static void restore_and_end(int signal_number) {
    restore_terminal();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Makes the terminal hand over each key at once. false: there is no terminal.
static bool open_keys(void) {
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &terminal_before) != 0) {
        return false;
    }
    struct termios now = terminal_before;
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    atexit(restore_terminal);
    signal(SIGINT, restore_and_end);
    signal(SIGTERM, restore_and_end);
    return tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
}

// Pauses for POLL_MS, or until a key is pressed. Was it v?
static bool pause_for_key(bool has_keys) {
    struct pollfd keys = {.fd = has_keys ? STDIN_FILENO : -1, .events = POLLIN};
    char key = 0;
    return poll(&keys, 1, POLL_MS) > 0 && read(STDIN_FILENO, &key, 1) == 1 && (key == 'v' || key == 'V');
}

// ---- Saving ----

// Waits until the file's state differs from `state` and is the same in two polls: an editor may write in
// several steps, or move the old file away first. `state` is set to the new one. true: the key v came first.
static bool wait_for_save(const char *path, char *state, bool has_keys) {
    char now[STATE_SIZE], before[STATE_SIZE] = "";
    read_state(path, now);
    while (strcmp(now, state) == 0 || strcmp(now, before) != 0 || strcmp(now, "none") == 0) {
        strcpy(before, now);
        if (pause_for_key(has_keys)) {
            return true;
        }
        read_state(path, now);
    }
    strcpy(state, now);
    return false;
}

int command_watch(const struct arguments *arguments) {
    struct lab first;
    struct check check;
    char path[LAB_PATH_SIZE], state[STATE_SIZE], clock[16], page[VIEW_PATH_SIZE];
    int code;
    if (!check_prepare(arguments, &first, &check, &code)) {
        return code;
    }
    lab_file(&check.labs[0], "starter.cu", path);
    bool has_keys = open_keys(), viewed = false;
    for (;;) {
        read_state(path, state);
        if (viewed) {
            view_write(&check.labs[0], arguments, true, page);
        }
        check_starters(arguments, &check);
        time_t now = time(NULL);
        strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&now));
        printf("\n--- %s, waiting until %s is saved; %sCtrl-C ends\n", clock, path,
               !has_keys ? ""
               : viewed  ? "the page follows; "
                         : "v shows your run; ");
        fflush(stdout);
        while (wait_for_save(path, state, has_keys)) {
            if (view_write(&check.labs[0], arguments, true, page) == EXIT_PASSED) {
                view_open(page);
                viewed = true;
            }
        }
    }
}
