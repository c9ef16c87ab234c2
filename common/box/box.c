#define _GNU_SOURCE // execvpe, syscall
#include "box/box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box/calls.h"
#include "box/landlock.h"

static const char no_landlock[] = "this kernel has no Landlock, or does not allow it (Linux 5.13 or newer)";
static const char no_children[] = "/proc does not list the children of a process";

static bool has_children_list(void) {
    return access("/proc/thread-self/children", R_OK) == 0;
}

static void add_line(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

// Describes the layers that are there, or those that are not. Returns their number.
static int describe(enum box_kind kind, bool present, char *text, size_t size) {
    char landlock[64];
    int version = landlock_version();
    snprintf(landlock, sizeof(landlock), "Landlock, version %d", version);
    const char *calls = calls_missing(kind);
    const struct {
        const char *layer, *has, *lacks;
        bool is_there;
    } layers[] = {{"files", landlock, no_landlock, version > 0},
                  {"system calls", "seccomp", calls, calls == NULL},
                  {"limits", "watched in /proc", no_children, has_children_list()}};
    int count = 0;
    *text = '\0';
    for (size_t i = 0; i < sizeof(layers) / sizeof(layers[0]); i++) {
        if (layers[i].is_there == present) {
            add_line(text, size, "%s: %s\n", layers[i].layer, present ? layers[i].has : layers[i].lacks);
            count++;
        }
    }
    return count;
}

int box_missing(enum box_kind kind, char *text, size_t size) {
    return describe(kind, false, text, size);
}

int box_present(enum box_kind kind, char *text, size_t size) {
    return describe(kind, true, text, size);
}

const char *box_system_folder(const char *path) {
    return landlock_system_folder(path);
}

static void limit(int resource, uint64_t most) {
    const struct rlimit both = {(rlim_t)most, (rlim_t)most};
    setrlimit((__rlimit_resource_t)resource, &both);
}

static void set_limits(const struct box_limits *limits) {
    enum { DESCRIPTORS = 256 };
    limit(RLIMIT_CORE, 1); // too short for a dump; at 0, a handler such as systemd's still gets one
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_NOFILE, DESCRIPTORS);
    // Much later than the watch, which says why: on a busy machine, the kernel may count more time for this limit than
    // the process has had.
    if (limits->processor_seconds > 0) {
        limit(RLIMIT_CPU, 2 * limits->processor_seconds + 10);
    }
    if (limits->file_bytes > 0) {
        limit(RLIMIT_FSIZE, limits->file_bytes);
    }
}

// Gives up all capabilities, and the means to get any.
static int drop_privileges(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    for (unsigned long one = 0; prctl(PR_CAPBSET_READ, one, 0, 0, 0) >= 0; one++) {
        prctl(PR_CAPBSET_DROP, one, 0, 0, 0); // an ordinary user may not, and has none
    }
    if (syscall(SYS_capset, &header, none) != 0) {
        return -1;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Lets the program inherit only the descriptors that were named.
static int close_others(const struct box *box) {
    enum { ON_EXEC = 4, CLOSE_RANGE = 436 };
    if (syscall(CLOSE_RANGE, 3, ~0u, ON_EXEC) != 0) { // before Linux 5.11
        DIR *open_ones = opendir("/proc/self/fd");
        if (open_ones == NULL) {
            return -1;
        }
        for (struct dirent *one; (one = readdir(open_ones)) != NULL;) {
            if (atoi(one->d_name) > 2) {
                fcntl(atoi(one->d_name), F_SETFD, FD_CLOEXEC);
            }
        }
        closedir(open_ones);
    }
    int result = 0;
    for (size_t i = 0; i < box->descriptor_count && result == 0; i++) {
        result = fcntl(box->descriptors[i], F_SETFD, 0);
    }
    return result;
}

static int failed(char *problem, size_t size, const char *what, const char *path) {
    int error = errno;
    snprintf(problem, size, "%s%s%s: %s", what, path != NULL ? " " : "", path != NULL ? path : "",
             strerror(error));
    errno = error;
    return -1;
}

int box_exec(const struct box *box, char *const command[], char *problem, size_t size) {
    const char *path = NULL;
    char missing[1000];
    if (box_missing(box->kind, missing, sizeof(missing)) > 0 && !box->trusted) {
        snprintf(problem, size, "the program cannot be contained:\n%s", missing);
        errno = ENOSYS;
        return -1;
    }
    setpgid(0, 0);
    set_limits(&box->limits);
    if (close_others(box) != 0) {
        return failed(problem, size, "descriptors", NULL);
    }
    if (drop_privileges() != 0 && !box->trusted) {
        return failed(problem, size, "capabilities", NULL);
    }
    if (landlock_version() > 0 && landlock_enter(box, &path) != 0) {
        return failed(problem, size, "Landlock", path);
    }
    if (calls_missing(box->kind) == NULL && calls_enter(box->kind) != 0) {
        return failed(problem, size, "seccomp", NULL);
    }
    execvpe(command[0], command, (char **)(uintptr_t)box->environment); // (it only reads them)
    return failed(problem, size, command[0], NULL);
}
