// What a process and those that it has started use, from /proc; and the end of them.
#define _GNU_SOURCE
#include "box/box.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct usage {
    uint64_t ticks, bytes, address_bytes, threads;
    uint64_t most_threads; // beyond this, no more processes are counted
};

enum { DEEPEST = 32 }; // generations of processes that are followed

// Calls `visit` for each child of the process, "self" or its number, until that returns false.
static void each_child(const char *process, bool (*visit)(pid_t, void *, int), void *context, int depth) {
    char path[64 + 2 * sizeof(((struct dirent *)0)->d_name)];
    bool more = true;
    snprintf(path, sizeof(path), "/proc/%s/task", process);
    DIR *tasks = depth < DEEPEST ? opendir(path) : NULL;
    for (struct dirent *task; tasks != NULL && more && (task = readdir(tasks)) != NULL;) {
        snprintf(path, sizeof(path), "/proc/%s/task/%s/children", process, task->d_name);
        FILE *children = task->d_name[0] != '.' ? fopen(path, "r") : NULL;
        for (int child; children != NULL && more && fscanf(children, "%d", &child) == 1;) {
            more = visit(child, context, depth + 1);
        }
        if (children != NULL) {
            fclose(children);
        }
    }
    if (tasks != NULL) {
        closedir(tasks);
    }
}

// The beginning of a file in /proc; "" if the process has ended.
static void read_text(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
}

// A field of /proc/PID/status, such as "\nVmRSS:", in KiB; 0 without it.
static uint64_t kib_of(const char *status, const char *field) {
    const char *at = strstr(status, field);
    return at != NULL ? strtoull(at + strlen(field), NULL, 10) : 0;
}

// Adds the memory that a thread's process has. Returns false if the thread has ended: then it has none. Page tables
// can be large where nothing is resident, and a program may ask for its pages to be swapped out.
static bool add_memory(const char *thread, struct usage *usage) {
    static const char *const fields[] = {"\nVmRSS:", "\nVmPTE:", "\nVmSwap:"};
    char path[128], text[4096];
    snprintf(path, sizeof(path), "/proc/%s/status", thread);
    read_text(path, text, sizeof(text));
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        usage->bytes += kib_of(text, fields[i]) << 10;
    }
    usage->address_bytes += kib_of(text, "\nVmSize:") << 10;
    return strstr(text, fields[0]) != NULL;
}

// The same for a process whose first thread has ended, and others run.
static void add_memory_of_others(const char *process, struct usage *usage) {
    char path[64], thread[64 + sizeof(((struct dirent *)0)->d_name)];
    snprintf(path, sizeof(path), "/proc/%s/task", process);
    DIR *tasks = opendir(path);
    bool found = false;
    for (struct dirent *task; tasks != NULL && !found && (task = readdir(tasks)) != NULL;) {
        snprintf(thread, sizeof(thread), "%s/task/%s", process, task->d_name);
        found = task->d_name[0] != '.' && add_memory(thread, usage);
    }
    if (tasks != NULL) {
        closedir(tasks);
    }
}

// Adds a process, and those that it has started and that are still its descendants.
static bool add_process(pid_t pid, void *context, int depth) {
    struct usage *usage = context;
    char name[16], path[64], text[1024];
    unsigned long ticks[4] = {
        0}; // its own in user and system mode, and those of its children that have ended
    long threads = 0;
    snprintf(name, sizeof(name), "%d", (int)pid);
    snprintf(path, sizeof(path), "/proc/%s/stat", name);
    read_text(path, text, sizeof(text)); // not a line: the program may give itself a name of several lines
    const char *rest = strrchr(text, ')');
    if (rest == NULL ||
        sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu %*d %*d %ld", &ticks[0],
               &ticks[1], &ticks[2], &ticks[3], &threads) != 5) {
        return true;
    }
    usage->ticks += ticks[0] + ticks[1] + ticks[2] + ticks[3];
    usage->threads += (uint64_t)threads;
    if (!add_memory(name, usage)) {
        add_memory_of_others(name, usage);
    }
    if (usage->threads <= usage->most_threads) {
        each_child(name, add_process, usage, depth);
    }
    return usage->threads <= usage->most_threads;
}

enum box_breach box_look(pid_t pid, const struct box_limits *limits) {
    struct usage usage = {.most_threads = limits->threads > 0 ? limits->threads : UINT64_MAX};
    if (pid == 0) {
        each_child("self", add_process, &usage, 0);
    } else {
        add_process(pid, &usage, 0);
    }
    if (limits->memory_bytes > 0 && usage.bytes > limits->memory_bytes) {
        return BOX_OVER_MEMORY;
    }
    if (limits->address_bytes > 0 && usage.address_bytes > limits->address_bytes) {
        return BOX_OVER_ADDRESSES;
    }
    if (limits->threads > 0 && usage.threads > limits->threads) {
        return BOX_OVER_THREADS;
    }
    if (limits->processor_seconds > 0 &&
        usage.ticks > limits->processor_seconds * (uint64_t)sysconf(_SC_CLK_TCK)) {
        return BOX_OVER_TIME;
    }
    return BOX_WITHIN;
}

void box_breach_text(enum box_breach breach, const struct box_limits *limits, char *text, size_t size) {
    switch (breach) {
    case BOX_WITHIN:
        *text = '\0';
        break;
    case BOX_OVER_TIME:
        snprintf(text, size, "used more than %llu s of processor time",
                 (unsigned long long)limits->processor_seconds);
        break;
    case BOX_OVER_MEMORY:
        snprintf(text, size, "used more than %llu MiB of memory",
                 (unsigned long long)(limits->memory_bytes >> 20));
        break;
    case BOX_OVER_ADDRESSES:
        snprintf(text, size, "reserved more than %llu GiB of addresses",
                 (unsigned long long)(limits->address_bytes >> 30));
        break;
    case BOX_OVER_THREADS:
        snprintf(text, size, "started more than %llu threads", (unsigned long long)limits->threads);
        break;
    }
}

struct box_watch {
    pid_t pid;
    struct box_limits limits;
    enum box_breach breach;
    bool ending;
    pthread_t thread;
    pthread_mutex_t mutex; // for `ending`
    pthread_cond_t end;
};

static void *watch(void *argument) {
    struct box_watch *watch = argument;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += BOX_LOOK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        enum box_breach breach = box_look(watch->pid, &watch->limits);
        if (breach != BOX_WITHIN) {
            watch->breach = watch->breach == BOX_WITHIN ? breach : watch->breach;
            kill(-watch->pid, SIGKILL);
        }
        pthread_cond_timedwait(&watch->end, &watch->mutex, &until);
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

struct box_watch *box_watch_begin(pid_t pid, const struct box_limits *limits) {
    struct box_watch *begun = calloc(1, sizeof(*begun));
    if (begun == NULL) {
        return NULL;
    }
    *begun = (struct box_watch){.pid = pid, .limits = *limits};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&begun->mutex, NULL);
    pthread_cond_init(&begun->end, &clock);
    if (pthread_create(&begun->thread, NULL, watch, begun) != 0) {
        free(begun);
        return NULL;
    }
    return begun;
}

enum box_breach box_watch_end(struct box_watch *watch) {
    if (watch == NULL) {
        return BOX_WITHIN;
    }
    pthread_mutex_lock(&watch->mutex);
    watch->ending = true;
    pthread_cond_signal(&watch->end);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(watch->thread, NULL);
    enum box_breach breach = watch->breach;
    pthread_cond_destroy(&watch->end);
    pthread_mutex_destroy(&watch->mutex);
    free(watch);
    return breach;
}

int box_wait(pid_t child, const struct box_limits *limits, const sigset_t *signals, enum box_breach *breach) {
    const struct timespec look = {.tv_nsec = BOX_LOOK_MS * 1000000L};
    bool limited = limits->processor_seconds > 0 || limits->memory_bytes > 0 || limits->address_bytes > 0 ||
                   limits->threads > 0;
    *breach = BOX_WITHIN;
    for (;;) {
        siginfo_t ended = {0};
        if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == child) {
            return 0;
        }
        *breach = limited ? box_look(0, limits) : BOX_WITHIN;
        if (*breach != BOX_WITHIN) {
            return 0;
        }
        int signal = limited ? sigtimedwait(signals, NULL, &look) : sigwaitinfo(signals, NULL);
        if (signal > 0 && signal != SIGCHLD) {
            return signal;
        }
    }
}

void box_adopt(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static bool kill_child(pid_t pid, void *context, int depth) {
    (void)context, (void)depth;
    kill(pid, SIGKILL);
    return true;
}

// Only children: this process has not reaped them, so their numbers are still theirs. When they have ended, what they
// leave running is among the children.
void box_kill_rest(void) {
    do {
        each_child("self", kill_child, NULL, 0);
    } while (waitpid(-1, NULL, 0) >= 0 || errno == EINTR);
}
