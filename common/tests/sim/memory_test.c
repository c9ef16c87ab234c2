// The simulated GPU's memory depends on what a kernel uses, not on how long it runs. Ten times as many blocks, accesses
// between two barriers, barriers, atomic updates, errors or launches take no more memory.
//
//     memory_test                     each kernel with COUNT and 10 COUNT accesses
//     memory_test long_one_thread 1e8 only that one; prints its memory, for counts too large for a routine test
#define _POSIX_C_SOURCE 200809L
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory_kernels.h"
#include "runner/device.h"

// Growth that is tolerated: less than a byte per additional access.
enum { COUNT = 200000,
       GROWTH_KIB_MAX = 1024 };

struct long_run {
    const char *name;
    void (*kernel)(int *d_data, size_t count);
    size_t count;
    int *d_data;
};

static void ignore_diagnostic(const struct diagnostic *diagnostic) {
    (void)diagnostic;
}

static void ignore_launch(const struct launch_record *launch, const struct counters *intervals,
                          const struct place_counters *lines) {
    (void)launch, (void)intervals, (void)lines;
}

static long peak_kib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#if defined(__APPLE__)
    return usage.ru_maxrss / 1024;
#else
    return usage.ru_maxrss;
#endif
}

static void call(void *argument) {
    struct long_run *run = argument;
    run->kernel(run->d_data, run->count);
}

static void open_device(void) {
    struct said device;
    struct device_options options = {.endless_seconds = 600, .workers = 2};
    if (device_open(&options, &device) != CASE_DONE) {
        fprintf(stderr, "memory_test: no memory\n");
        exit(2);
    }
}

// The process's largest memory afterwards, in KiB.
static long peak_after(struct long_run run, size_t count) {
    static const struct device_sink sink = {ignore_diagnostic, ignore_launch};
    device_case_begin(&sink);
    run.d_data = device_output("d_data", DATA_INTS, sizeof(*run.d_data));
    run.count = count;
    if (run.d_data == NULL || device_run(call, &run) != CASE_DONE) {
        fprintf(stderr, "memory_test: %s did not run\n", run.name);
        exit(2);
    }
    return peak_kib();
}

// A separate process for each: a peak never decreases.
static void takes_no_more(void **state) {
    const struct long_run *run = *state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        open_device();
        long small = peak_after(*run, COUNT), large = peak_after(*run, 10 * (size_t)COUNT);
        if (large - small > GROWTH_KIB_MAX) {
            fprintf(stderr, "%s: %ld KiB with %d accesses, %ld KiB with ten times as many\n", run->name, small,
                    COUNT, large);
        }
        _exit(large - small > GROWTH_KIB_MAX);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static struct long_run runs[] = {
#define LONG_RUN(name) {#name, name, 0, NULL},
    LONG_KERNELS(LONG_RUN)
#undef LONG_RUN
};
enum { RUNS = sizeof(runs) / sizeof(*runs) };

int main(int argc, char **argv) {
    struct CMUnitTest tests[RUNS];
    for (int i = 0; i < RUNS; i++) {
        tests[i] = (struct CMUnitTest){.name = runs[i].name, .test_func = takes_no_more, .initial_state = &runs[i]};
        if (argc > 2 && strcmp(argv[1], runs[i].name) == 0) {
            open_device();
            printf("%s, %s accesses: %ld KiB at most\n", argv[1], argv[2],
                   peak_after(runs[i], (size_t)atof(argv[2])));
            return 0;
        }
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
