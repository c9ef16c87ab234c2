#define _GNU_SOURCE // pipe2
#include "contained.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { VARIABLE_SIZE = 1300 };

static void limit(int resource, uint64_t most) {
    if (most > 0) {
        setrlimit((__rlimit_resource_t)resource, &(struct rlimit){(rlim_t)most, (rlim_t)most});
    }
}

// Becomes the checker. Its limits are for the machine's sake: it is the course's own program.
static void become_own(const struct contained *run, const char *const *environment, char *problem,
                       size_t size) {
    limit(RLIMIT_CPU, run->limits.processor_seconds);
    limit(RLIMIT_FSIZE, run->limits.file_bytes);
    execve(run->words[0], run->words, (char **)(uintptr_t)environment); // (it only reads them)
    snprintf(problem, size, "%s: %s", run->words[0], strerror(errno));
}

// In the new process: becomes the program, or sends on `failure` what prevents it.
_Noreturn static void become(const struct contained *run, int output, int failure, pid_t parent) {
    static const char *const kept[] = {
        "LABS_ENDLESS_SECONDS",
        "CUDA_VISIBLE_DEVICES", // which Slurm sets to the task's GPU
        "LD_LIBRARY_PATH"};     // for the checker, which looks for the GPU's driver
    enum { KEPT = sizeof(kept) / sizeof(kept[0]) };
    size_t kept_count = run->containment == CONTAINED_OWN ? KEPT : KEPT - 1;
    char temporary[VARIABLE_SIZE], values[KEPT][VARIABLE_SIZE], problem[200] = "";
    const char *writable[] = {run->folder, NULL};
    const char *environment[4 + KEPT] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", temporary};
    snprintf(temporary, sizeof(temporary), "TMPDIR=%s", run->folder);
    for (size_t i = 0, count = 3; i < kept_count; i++) {
        const char *value = getenv(kept[i]);
        bool fits =
            value != NULL && snprintf(values[i], VARIABLE_SIZE, "%s=%s", kept[i], value) < VARIABLE_SIZE;
        environment[count] = fits ? values[i] : NULL;
        count += fits;
    }
    const struct box box = {.kind = BOX_COMMAND,
                            .limits = run->limits,
                            .trusted = run->containment == CONTAINED_TRUSTED,
                            .readable = run->readable,
                            .writable = writable,
                            .environment = environment};
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    limit(RLIMIT_CORE, 1); // as in the box (box.c)
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127);
    }
#else
    (void)parent;
#endif
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0 || chdir(run->folder) != 0) {
        snprintf(problem, sizeof(problem), "%.150s: %s", run->folder, strerror(errno));
    } else if (run->containment == CONTAINED_OWN) {
        become_own(run, environment, problem, sizeof(problem));
    } else {
        box_exec(&box, run->words, problem, sizeof(problem));
    }
    _exit(write(failure, problem, strlen(problem)) > 0 ? 127 : 126);
}

static struct contained_result not_possible(const char *what) {
    struct contained_result result = {.end = CONTAINED_NOT_POSSIBLE};
    snprintf(result.why, sizeof(result.why), "%.120s: %s", what, strerror(errno));
    return result;
}

static double seconds_of(const struct timeval *time) {
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

static struct contained_result judge(const struct contained *run, int status, const struct rusage *used,
                                     enum box_breach breach) {
    struct contained_result result = {.end = CONTAINED_EXITED, .code = WEXITSTATUS(status)};
    result.seconds = seconds_of(&used->ru_utime) + seconds_of(&used->ru_stime);
    if (breach == BOX_WITHIN && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        breach = BOX_OVER_TIME;
    }
    // RLIMIT_CPU may end a program that this one has started, which then says that it was killed.
    if (breach == BOX_WITHIN && run->containment != CONTAINED_OWN && status != 0 &&
        result.seconds > (double)run->limits.processor_seconds) {
        breach = BOX_OVER_TIME;
    }
    if (breach != BOX_WITHIN) {
        result.end = CONTAINED_OVER_LIMIT;
        box_breach_text(breach, &run->limits, result.why, sizeof(result.why));
    } else if (WIFSIGNALED(status)) {
        result.end = CONTAINED_KILLED;
        result.code = WTERMSIG(status);
        snprintf(result.why, sizeof(result.why), "signal %d ended it", result.code);
    }
    return result;
}

// Starts the program, waits for its end, and ends all that it leaves running. A signal that asks this process to end
// does the same, without a result.
static struct contained_result run_here(const struct contained *run, const sigset_t *signals) {
    static const struct box_limits unlimited = {0}; // the checker limits itself, with become_own()
    int failure[2], status = 0;
    char problem[200];
    struct rusage used;
    enum box_breach breach;
    int output = open(run->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output < 0) {
        return not_possible(run->output);
    }
    if (pipe2(failure, O_CLOEXEC) != 0) {
        return not_possible("pipe");
    }
    box_adopt();
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        sigprocmask(SIG_UNBLOCK, signals, NULL);
        become(run, output, failure[1], parent);
    }
    if (child < 0) {
        return not_possible("no new process");
    }
    close(output);
    close(failure[1]);
    setpgid(child, child); // the child does the same; either may come first
    ssize_t length = read(failure[0], problem, sizeof(problem) - 1); // nothing, once the program runs
    int asked =
        box_wait(child, run->containment == CONTAINED_OWN ? &unlimited : &run->limits, signals, &breach);
    kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        continue;
    }
    box_kill_rest();
    getrusage(RUSAGE_CHILDREN, &used); // also of those that it has not waited for
    if (asked != 0) {
        _exit(127);
    }
    if (length > 0) {
        struct contained_result result = {.end = CONTAINED_NOT_POSSIBLE};
        problem[length] = '\0';
        snprintf(result.why, sizeof(result.why), "%s", problem);
        return result;
    }
    return judge(run, status, &used, breach);
}

// In a process between the caller and the program. When the caller ends, even by SIGKILL, this one gets SIGTERM and
// ends the program with all that it has started: a compiler is several processes.
_Noreturn static void supervise(const struct contained *run, int answer, const sigset_t *signals,
                                pid_t parent) {
    signal(SIGINT, SIG_IGN); // after Ctrl-C the caller ends, or goes on
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) {
        _exit(127);
    }
#else
    (void)parent;
#endif
    const struct contained_result result = run_here(run, signals);
    _exit(write(answer, &result, sizeof(result)) == sizeof(result) ? 0 : 127);
}

struct contained_result contained_run(const struct contained *run) {
    struct contained_result result;
    int answer[2];
    sigset_t signals, before;
    if (pipe2(answer, O_CLOEXEC) != 0) {
        return not_possible("pipe");
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t parent = getpid(), supervisor = fork();
    int fork_error = errno;
    if (supervisor == 0) {
        supervise(run, answer[1], &signals, parent);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(answer[1]);
    ssize_t length = 0;
    while (supervisor > 0 && (length = read(answer[0], &result, sizeof(result))) < 0 && errno == EINTR) {
        continue;
    }
    close(answer[0]);
    while (supervisor > 0 && waitpid(supervisor, NULL, 0) < 0 && errno == EINTR) {
        continue;
    }
    if (length != sizeof(result)) {
        errno = supervisor < 0 ? fork_error : ECHILD;
        return not_possible(supervisor < 0 ? "no new process" : "the supervising process");
    }
    return result;
}
