#include "check/contain.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MEMORY_GIB = 4,         // the largest check of a solution, lab10 --long, needs 0.6
    MEMORY_GIB_ON_GPU = 32, // the driver maps what it pins
    ADDRESSES_TIB =
        64, // more than the simulated GPU reserves; without any, it would fail as on a small machine
    THREADS = 1024 + 128,     // --workers is at most 1024
    CASES_OF_A_PROCESS = 100, // in processor time: this many cases of the full time limit
    CHECKER_SECONDS = 600,    // of processor time; the same check needs 1.5
    FILE_BYTES = 1            // of each file: it writes only into memory that it is given
};

static void end_over_time(int signal_) {
    static const char text[] =
        "lab: the checker itself used too much processor time. Look at this file: it may be why\n";
    (void)signal_;
    const ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);
    (void)written;
    _exit(2);
}

// Lowers a limit of this process, not of those that it starts (process.c).
static void limit(int resource, uint64_t most) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) == 0 && limits.rlim_cur > most) {
        limits.rlim_cur = (rlim_t)most;
        setrlimit(resource, &limits);
    }
}

// The checker reads the program, its debug information and what it sends. Without memory or time it ends with exit code
// 2, as on a machine that is too small.
static void limit_checker(const struct box_limits *limits) {
    signal(SIGXCPU, end_over_time);
    limit(RLIMIT_CPU, CHECKER_SECONDS);
    limit(RLIMIT_DATA, limits->memory_bytes);
}

bool contain_begin(const struct options *options, struct containment *containment) {
    char missing[1000];
    bool simulated = options_simulated(options);
    *containment = (struct containment){
        .kind = simulated ? BOX_PROGRAM : BOX_GPU_PROGRAM,
        .limits = {.processor_seconds = (uint64_t)(options->limit * CASES_OF_A_PROCESS) + 1,
                   .memory_bytes = (uint64_t)(simulated ? MEMORY_GIB : MEMORY_GIB_ON_GPU) << 30,
                   .address_bytes = simulated ? (uint64_t)ADDRESSES_TIB << 40 : 0,
                   .threads = THREADS,
                   .file_bytes = simulated ? FILE_BYTES : 0},
        .trusted = options->trust};
    bool lacks = box_missing(containment->kind, missing, sizeof(missing)) > 0;
    if (lacks && !(options->trust && options->for_student)) {
        fprintf(stderr, "%s contained completely on this machine. Missing:\n%s",
                options->trust ? "warning: programs are not" : "The program cannot be", missing);
        if (!options->trust) {
            fputs("--trust runs it anyway, without these layers.\n", stderr);
            return false;
        }
    }
    box_adopt();
    limit_checker(&containment->limits);
    return true;
}
