// Speed of the simulated GPU: CPU time per simulated thread, with all checks and counters on.
//
//     sim-bench [N [NAME [BLOCK]]]   N ints, 4,194,304 by default; only the kernel NAME; modulo with BLOCK
//                                    threads per block; LABS_WORKERS as for runners
//
// One line per kernel, `NAME VALUE ns/thread`, the median of REPEATS runs. Then the cost of each layer alone,
// measured with as many operations as a thread of the modulo reduction makes.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bench.h"
#include "runner/device.h"
#include "sim/race/race.h"
#include "sim/schedule/fiber.h"
#include "sim/warp/instruction.h"
#include "words/words.h"

enum { REPEATS = 5 };

// A note, such as one about values of the last block that are never read, is not an error.
static void stop_at_error(const struct diagnostic *diagnostic) {
    static const enum diagnostic_severity severities[] = {
#define X(name, severity, title, hint) DIAGNOSTIC_##severity,
#include "words/class_list.h"
#undef X
    };
    if (severities[diagnostic->class_] == DIAGNOSTIC_NOTE) {
        return;
    }
    char text[WORDS_SIZE];
    struct said whole = diagnostic->message;
    if (is_said(&diagnostic->missing)) {
        say_more(&whole, &diagnostic->message, &diagnostic->missing);
    }
    fprintf(stderr, "sim-bench: %s\n", words_english(&whole, text));
    exit(2);
}

static void ignore_launch(const struct launch_record *launch, const struct counters *intervals,
                          const struct place_counters *lines) {
    (void)launch, (void)intervals, (void)lines;
}

static const struct device_sink sink = {stop_at_error, ignore_launch};

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values) {
    qsort(values, REPEATS, sizeof(*values), by_value);
    return values[REPEATS / 2];
}

struct kernel {
    const char *name;
    size_t (*run)(const int *d_in, int *d_out, size_t n);
};

static unsigned block_threads; // of modulo; 0: as its kernel says

struct run {
    const struct kernel *kernel;
    const int *d_in;
    int *d_out;
    size_t n, threads;
};

static void run_kernel(void *argument) {
    struct run *run = argument;
    run->threads = block_threads == 0 ? run->kernel->run(run->d_in, run->d_out, run->n)
                                      : bench_modulo_any(run->d_in, run->d_out, run->n, block_threads);
}

// Time of `clock` per thread, in nanoseconds: only the launch, without the harness around it.
static double measure(const struct kernel *kernel, const int *values, size_t n, clockid_t clock) {
    double times[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        device_case_begin(&sink);
        struct run run = {.kernel = kernel, .n = n};
        run.d_in = device_input("d_in", values, n, sizeof(*values));
        run.d_out = device_output("d_out", n, sizeof(*values));
        if (run.d_in == NULL || run.d_out == NULL) {
            fprintf(stderr, "sim-bench: no memory for %zu ints\n", n);
            exit(2);
        }
        double begin = seconds(clock);
        device_run(run_kernel, &run);
        times[i] = (seconds(clock) - begin) * 1e9 / (double)run.threads;
    }
    return median(times);
}

// Each layer by itself. A thread of the modulo reduction is resumed 10 times and makes 5 accesses.
enum { LAYER_THREADS = 256, LAYER_ROUNDS = 2000, SWITCHES = 10, ACCESSES = 5 };

static struct fiber_pool pool;
static struct fiber scheduler;
static size_t running;

static void only_switch(void *argument) {
    (void)argument;
    for (;;) {
        size_t self = running++;
        fiber_switch(&pool.fibers[self], self + 1 < LAYER_THREADS ? &pool.fibers[self + 1] : &scheduler);
    }
}

static void layer_fibers(void) {
    if (pool.entry == NULL) {
        pool.entry = only_switch;
        fiber_pool_grow(&pool, LAYER_THREADS);
    }
    for (int i = 0; i < LAYER_ROUNDS * SWITCHES; i++) {
        running = 0;
        fiber_switch(&scheduler, &pool.fibers[0]);
    }
}

static void layer_shadow(void) {
    static struct shadow_cell cells[LAYER_THREADS];
    const struct shadow shadow = {.cells = cells};
    struct accessor who = {.block_id = 1, .first_block = 1, .block_count = 1};
    for (uint32_t i = 0; i < LAYER_ROUNDS * ACCESSES; i++) {
        who.epoch = who.barrier_epoch = i + 1;
        for (unsigned t = 0; t < LAYER_THREADS; t++) {
            who.thread = (uint16_t)t;
            race_check_quick(&shadow, t, &who, i % 2 == 0 ? ACCESS_WRITE : ACCESS_READ, 1);
        }
    }
}

static void layer_grouping(void) {
    static struct instructions instructions;
    if (instructions.rows == NULL && instruction_open(&instructions) != 0) {
        exit(2);
    }
    for (int i = 0; i < LAYER_ROUNDS; i++) {
        for (unsigned t = 0; t < LAYER_THREADS; t++) {
            instruction_begin_lane(&instructions);
            for (uint32_t pc = 1; pc <= ACCESSES; pc++) {
                if (instruction_expects(&instructions, pc, SPACE_SHARED)) {
                    instruction_add_expected(&instructions, t % WARP_LANES, t * 4);
                } else {
                    instruction_add(&instructions, t % WARP_LANES, pc, t * 4, 4, SPACE_SHARED, ACCESS_READ,
                                    0);
                }
            }
            if (t % WARP_LANES == WARP_LANES - 1) {
                instruction_clear(&instructions);
            }
        }
    }
}

static void print_layer(const char *name, void (*layer)(void)) {
    double times[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
        layer();
        times[i] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) * 1e9 / LAYER_THREADS / LAYER_ROUNDS;
    }
    printf("  %-14s %6.1f ns/thread\n", name, median(times));
}

static const struct kernel kernels[] = {
    {"modulo", bench_modulo}, {"kogge-stone", bench_kogge_stone}, {"brent-kung", bench_brent_kung}};

enum { KERNEL_COUNT = sizeof(kernels) / sizeof(kernels[0]), N_MAX = 1 << 28 };

static bool is_kernel(const char *name) {
    for (size_t k = 0; k < KERNEL_COUNT; k++) {
        if (strcmp(name, kernels[k].name) == 0) {
            return true;
        }
    }
    return false;
}

// KiB of addresses that the process had at most; 0 where the system does not say it.
static long most_addresses(void) {
    long most = 0;
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof(line), status) != NULL) {
        if (strncmp(line, "VmPeak:", strlen("VmPeak:")) == 0) {
            most = atol(line + strlen("VmPeak:"));
        }
    }
    if (status != NULL) {
        fclose(status);
    }
    return most;
}

// Reads [N [NAME [BLOCK]]] into *n and block_threads. false if they are invalid.
static bool read_words(int argc, char **argv, size_t *n) {
    *n = 4194304;
    if (argc > 1) {
        char *end;
        *n = strtoull(argv[1], &end, 10);
        if (argv[1][0] < '0' || argv[1][0] > '9' || *end != '\0' || *n == 0 || *n > N_MAX) {
            return false;
        }
    }
    if (argc == 4) {
        block_threads = (unsigned)atoi(argv[3]);
        return strcmp(argv[2], kernels[0].name) == 0 && block_threads >= 2 && block_threads <= 1024 &&
               (block_threads & (block_threads - 1)) == 0;
    }
    return argc <= 2 || (argc == 3 && is_kernel(argv[2]));
}

int main(int argc, char **argv) {
    size_t n;
    if (!read_words(argc, argv, &n)) {
        fprintf(
            stderr,
            "usage: sim-bench [N [modulo [BLOCK] | kogge-stone | brent-kung]], N from 1 to %d ints, BLOCK a "
            "power of two from 2 to 1024\n",
            N_MAX);
        return 2;
    }
    int *values = malloc((n + 1) * sizeof(*values));
    const char *workers = getenv("LABS_WORKERS");
    struct device_options options = {.endless_seconds = 60, .workers = workers == NULL ? 0 : atoi(workers)};
    char text[WORDS_SIZE];
    struct said device;
    if (values == NULL || device_open(&options, &device) != CASE_DONE) {
        fprintf(stderr, "sim-bench: no memory\n");
        return 2;
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = (int)(i * 2654435761u >> 20);
    }
    printf("%s, %zu ints, median of %d; CPU time, and wall time, per simulated thread\n",
           words_english(&device, text), n, REPEATS);
    for (size_t k = 0; k < KERNEL_COUNT; k++) {
        if (argc > 2 && strcmp(argv[2], kernels[k].name) != 0) {
            continue;
        }
        double cpu = measure(&kernels[k], values, n, CLOCK_PROCESS_CPUTIME_ID);
        double wall = measure(&kernels[k], values, n, CLOCK_MONOTONIC);
        printf("%-12s %6.1f ns/thread   wall %6.1f\n", kernels[k].name, cpu, wall);
        fflush(stdout);
    }
    printf("layers alone, with the operations of a thread of modulo (%d switches, %d accesses):\n", SWITCHES,
           ACCESSES);
    print_layer("fibers", layer_fibers);
    print_layer("race shadow", layer_shadow);
    print_layer("grouping", layer_grouping);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("memory at its largest: %ld MiB, in %ld MiB of addresses\n", usage.ru_maxrss / 1024,
           most_addresses() / 1024);
    free(values);
    return 0;
}
