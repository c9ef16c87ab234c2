#define _GNU_SOURCE // wait4
#include "contained.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

// Variables that the compiler and the checkers need, from this program's environment.
static const char *const kept_variables[] = {"PATH", "LANG", "LC_ALL", "TMPDIR", "LABS_ENDLESS_SECONDS"};

enum { VARIABLE_SIZE = 4096, VARIABLE_COUNT = sizeof(kept_variables) / sizeof(kept_variables[0]) };

static void limit(int resource, rlim_t most) {
    setrlimit(resource, &(struct rlimit){most, most});
}

// In the new process: becomes the program, or reports errno on `failure`.
static void become(const struct contained *run, int output, int failure, pid_t parent) {
    static char variables[VARIABLE_COUNT][VARIABLE_SIZE];
    char *environment[VARIABLE_COUNT + 1];
    size_t count = 0;
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127);
    }
#else
    (void)parent;
#endif
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)run->seconds + 1);
    limit(RLIMIT_FSIZE, (rlim_t)run->file_bytes);
    for (size_t i = 0; i < VARIABLE_COUNT; i++) {
        const char *value = getenv(kept_variables[i]);
        if (value != NULL) {
            snprintf(variables[count], VARIABLE_SIZE, "%s=%s", kept_variables[i], value);
            environment[count] = variables[count];
            count++;
        }
    }
    environment[count] = NULL;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(output, STDERR_FILENO) >= 0 && chdir(run->folder) == 0) {
        execve(run->words[0], run->words, environment);
    }
    int error = errno;
    _exit(write(failure, &error, sizeof(error)) == sizeof(error) ? 127 : 126);
}

static struct contained_result not_possible(const char *what) {
    struct contained_result result = {.end = CONTAINED_NOT_POSSIBLE};
    snprintf(result.why, sizeof(result.why), "%.120s: %s", what, strerror(errno));
    return result;
}

static double seconds_of(const struct timeval *time) {
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

struct contained_result contained_run(const struct contained *run) {
    int failure[2], status = 0, error = 0;
    struct rusage used;
    int output = open(run->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output < 0) {
        return not_possible(run->output);
    }
    if (pipe2(failure, O_CLOEXEC) != 0) {
        close(output);
        return not_possible("pipe");
    }
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        become(run, output, failure[1], parent);
    }
    int fork_error = errno;
    close(output);
    close(failure[1]);
    if (child < 0) {
        close(failure[0]);
        errno = fork_error;
        return not_possible("no new process");
    }
    setpgid(child, child); // the child does the same; either may come first
    bool failed = read(failure[0], &error, sizeof(error)) == sizeof(error);
    close(failure[0]);
    while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
        continue;
    }
    kill(-child, SIGKILL);
    if (failed) {
        errno = error;
        return not_possible(run->words[0]);
    }
    struct contained_result result = {.end = CONTAINED_EXITED, .code = WEXITSTATUS(status)};
    result.seconds = seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime);
    if (WIFSIGNALED(status)) {
        bool too_long = WTERMSIG(status) == SIGXCPU || result.seconds >= run->seconds;
        result.end = too_long ? CONTAINED_TOO_LONG : CONTAINED_KILLED;
        result.code = WTERMSIG(status);
        snprintf(result.why, sizeof(result.why),
                 too_long ? "it took more than %.0f s" : "signal %.0f ended it",
                 too_long ? run->seconds : (double)result.code);
    }
    return result;
}
