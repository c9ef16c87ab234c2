#define _GNU_SOURCE // readlink and setenv's kin under -std=c11
#include "check/runners.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

// The folder of this executable, without the last slash.
static void own_folder(const char *argv0, char *folder, size_t size) {
    snprintf(folder, size, "%s", argv0);
#ifdef __APPLE__
    uint32_t room = (uint32_t)size;
    _NSGetExecutablePath(folder, &room);
#else
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length > 0) {
        folder[length] = '\0';
    }
#endif
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = '\0';
    } else {
        snprintf(folder, size, ".");
    }
}

// Writes the path of an operator's runner: the path given with --program, or labNN-PROGRAM-DEVICE in the folder of
// --runners or next to the checker, or labNN-PROGRAM-OPERATOR-DEVICE in a lab with operators.
static void find_runner(const struct options *options, const char *folder, const char *operator_name,
                        char *path) {
    if (strchr(options->program, '/') != NULL) {
        snprintf(path, RUNNER_PATH_SIZE, "%s", options->program);
    } else {
        snprintf(path, RUNNER_PATH_SIZE, "%s/%.*s-%.100s-%s%s%s", folder, (int)strcspn(lab.name, "-"),
                 lab.name,
                 options->mixed && strcmp(options->program, "starter") == 0 ? "mixed" : options->program,
                 operator_name, operator_name[0] != '\0' ? "-" : "", options->device);
    }
}

// A part without operators runs in the first operator's runner if the lab has operators.
static const struct lab_part *first_with_operators(void) {
    for (size_t i = 0; i < lab.part_count; i++) {
        if (lab.parts[i].operator_count > 0) {
            return &lab.parts[i];
        }
    }
    return NULL;
}

// Does this machine have a device of NVIDIA's driver? In WSL it is Windows' /dev/dxg.
static bool has_gpu(void) {
    glob_t found = {0};
    bool has = glob("/dev/nvidia[0-9]*", 0, NULL, &found) == 0 || access("/dev/dxg", F_OK) == 0;
    globfree(&found);
    return has;
}

// Reports that access() did not find a runner (errno). Without a GPU, the runners for one need not exist.
static enum verdict missing_runner(const struct options *options, const char *runner) {
    int error = errno;
    if (error == ENOENT && strcmp(options->device, "gpu") == 0 && !has_gpu()) {
        printf("%s: skipped, because this machine has no NVIDIA GPU\n", lab.name);
        return VERDICT_SKIPPED;
    }
    const size_t length = strlen(runner);
    if (length > 3 && strcmp(runner + length - 3, ".cu") == 0) {
        fprintf(
            stderr,
            "%s: --program takes a runner that was built, not a source: copy it to the lab's starter.cu\n",
            runner);
    } else {
        fprintf(stderr, "%s: %s. Was it built for this device?%s\n", runner, strerror(error),
                lab.parts[0].operator_count > 0
                    ? " Operators of check.c must also be in the lab's CMakeLists.txt"
                    : "");
    }
    return VERDICT_BROKEN;
}

enum { ALL_OPERATORS = (1 << OPERATOR_COUNT) - 1 };

// Opens the runners of these operators, except for those that are open.
static enum verdict open_runners(struct lab_result *result, unsigned built) {
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        const char *runner = result->runners[id];
        if (runner[0] == '\0' || result->built[id] || (built >> id & 1) == 0) {
            continue;
        }
        if (access(runner, X_OK) != 0) {
            return missing_runner(result->options, runner);
        }
        result->sources[id] = source_open(runner);
        result->built[id] = true;
    }
    return VERDICT_PASS;
}

// The descriptor in LABS_RUNNERS_BUILT, which no runner may inherit; -1 if there is none.
static int building_descriptor(void) {
    const char *text = getenv("LABS_RUNNERS_BUILT");
    int descriptor = text != NULL ? atoi(text) : -1;
    unsetenv("LABS_RUNNERS_BUILT");
    return descriptor >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 ? descriptor : -1;
}

enum verdict runners_find(struct lab_result *result, const char *argv0) {
    char folder[700];
    if (result->options->runners != NULL) {
        snprintf(folder, sizeof(folder), "%s", result->options->runners);
    } else {
        own_folder(argv0, folder, sizeof(folder));
    }
    result->building = building_descriptor();
    const struct lab_part *with = first_with_operators();
    if (with == NULL) {
        find_runner(result->options, folder, "", result->runners[OPERATOR_SUM]);
    }
    for (size_t i = 0; with != NULL && i < lab.part_count; i++) {
        if (result->options->part != NULL && strcmp(result->options->part, lab.parts[i].name) != 0) {
            continue;
        }
        for (size_t k = 0; k < lab.parts[i].operator_count; k++) {
            enum operator_id id = lab.parts[i].operators[k];
            if (options_want_operator(result->options, id)) {
                find_runner(result->options, folder, operators[id].name, result->runners[id]);
            }
        }
        if (lab.parts[i].operator_count == 0 && options_want_operator(result->options, OPERATOR_SUM)) {
            find_runner(result->options, folder, operators[with->operators[0]].name,
                        result->runners[OPERATOR_SUM]);
        }
    }
    return open_runners(result, result->building < 0 ? ALL_OPERATORS : 1u << OPERATOR_SUM);
}

bool runners_awaits(const struct lab_result *result, enum operator_id id) {
    return !result->built[id];
}

enum build_state runners_await(const struct lab_result *result, int milliseconds, unsigned *built) {
    static char line[32]; // its beginning
    static size_t length;
    struct pollfd news = {.fd = result->building, .events = POLLIN};
    char byte;
    if (poll(&news, 1, milliseconds) <= 0) {
        return RUNNERS_BUILDING;
    }
    ssize_t count = read(result->building, &byte, 1);
    if (count <= 0) {
        return count < 0 && errno == EINTR ? RUNNERS_BUILDING : RUNNERS_NOT_BUILT;
    }
    if (length == 0 && byte == 'b') {
        *built |= ALL_OPERATORS;
        return RUNNERS_BUILT;
    }
    if (byte != '\n') {
        line[length] = byte;
        length += length + 1 < sizeof(line);
        return RUNNERS_BUILDING;
    }
    line[length] = '\0';
    length = 0;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        *built |= strcmp(line + 1, operators[id].name) == 0 ? 1u << id : 0;
    }
    return RUNNERS_BUILDING;
}

bool runners_open(struct lab_result *result, unsigned built) {
    return open_runners(result, built) == VERDICT_PASS;
}
