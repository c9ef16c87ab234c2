// The bench of one program on a real GPU: how long the kernels of its parts take, and how long CUB takes for
// the same, on the same data, in the same run.
//
//     lab06-solution-sum-bench [--low 10] [--high 30] [--step 1] PART:KIND[:SECTION]...
//
// KIND: reduce, inclusive, exclusive; SECTION: values that are scanned by themselves, 0 for one scan of all.
// For each part and each n = 2^low, 2^(low + step), ... 2^high one line of tab-separated columns. Two lines
// come first: "# " and the device, and the columns' names. Exit codes: 0, 1 a wrong result or a mistake, 2
// the harness or the device failed, 77 there is no GPU.
//
// What is timed. The kernels alone (and cudaMemset): CUDA events stand around each launch
// (gpu/launch_time.h), and the times of a call's launches are added up. The device is kept busy until a
// launch and its events are in the queue, so that the time which the host takes to launch is in nobody's
// time. Every repetition has input of its own, made on the device from a seed that no run has had; the result
// is checked after each. Before each timed call the L2 cache is flushed by reading twice its size of other
// memory, which leaves nothing in it that has to be written back later.
//
// How often. The device works for WARM_UP_SECONDS before all. Then WARM_UP runs that do not count, then as
// many as times_steady wants, or RUNS_MAX, or until SECONDS_MAX have passed. Where a call takes microseconds
// (is_short), it is RUNS_MAX in each of SITTINGS processes, one after the other, and the times of all are
// taken together: such a kernel is up to 10 % faster or slower in one process than in another, for as long as
// that runs and wherever its arrays lie (on an H200; presumably by where its code comes to lie). What is told
// is the mean of the middle half of the times, beside it the 10th and the 90th percentile. A part stops
// growing where one call takes over CALL_SECONDS_MAX, or where memory ends; to know that in time it is tried
// with smaller n before the first.
//
// Lines that begin with "~ " tell whoever waits what is measured now.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "../gpu/allocations.h"
#include "../gpu/intercept.h"
#include "../gpu/launch_time.h"
#include "../run/part.h"
#include "peer.h"
#include "times.h"

enum { WARM_UP = 2, LOW = 10, HIGH = 30, POWER_MAX = 34, TARGETS_MAX = 16, EXIT_SKIPPED = 77 };
static const double SHORT = 0.2, // ms
    SECONDS_MAX = 1.0, CALL_SECONDS_MAX = 0.05, WARM_UP_SECONDS = 0.2;

struct target {
    const struct part *part;
    enum peer_kind kind;
    size_t section;
};

// Device memory for one length, and what is the same for all.
static struct {
    void *d_in, *d_out, *d_peer, *d_scratch, *d_flush;
    unsigned long long *d_wrong;
    size_t scratch_bytes, flush_bytes;
    cudaEvent_t start, stop;
} gpu;

static double launch_milliseconds; // of the call that runs
static int mistakes;
static uint64_t seed; // no run ever has the one of another

static void take_diagnostic(const struct diagnostic *diagnostic) {
    fprintf(stderr, "%s\n", diagnostic->message);
    mistakes++;
}

static void take_launch(const struct launch_record *launch, const struct counters *intervals,
                        const struct place_counters *lines) {
    (void)intervals, (void)lines;
    launch_milliseconds += launch->milliseconds;
}

static const struct device_sink sink = {take_diagnostic, take_launch};

_Noreturn static void die(const char *what, cudaError_t error) {
    fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(error));
    exit(2);
}

static void check(const char *what, cudaError_t error) {
    if (error != cudaSuccess)
        die(what, error);
}

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// ---- Times ---------------------------------------------------------------------------------------------

static void flush_cache(void) {
    peer_read(gpu.d_flush, gpu.d_wrong, gpu.flush_bytes);
    check("flush", cudaGetLastError());
}

// Time of what stands between the two, in ms.
static void begin_timed(void) {
    flush_cache();
    peer_wait(0);
    check("event", cudaEventRecord(gpu.start, 0));
}

static double end_timed(void) {
    float milliseconds = 0;
    check("event", cudaEventRecord(gpu.stop, 0));
    check("kernel", cudaEventSynchronize(gpu.stop));
    check("kernel", cudaGetLastError());
    check("time", cudaEventElapsedTime(&milliseconds, gpu.start, gpu.stop));
    return milliseconds;
}

// ---- One call of the student's function, and of CUB -------------------------------------------------------

static double time_cub(const struct target *target, size_t n) {
    begin_timed();
    peer_cub(target->kind, gpu.d_in, gpu.d_peer, n, gpu.d_scratch, gpu.scratch_bytes);
    return end_timed();
}

// The launches of ours among the student's are not looked at.
static void wait_ahead(cudaStream_t stream) {
    launch_time_ahead = NULL;
    intercept_off = 1;
    peer_wait(stream);
    intercept_off = 0;
    launch_time_ahead = wait_ahead;
}

// The kernels' time in ms. The result is in h_result or gpu.d_out.
static double time_part(const struct target *target, size_t n, void *h_result) {
    if (target->kind != PEER_REDUCE)
        check("poison", allocations_poison(gpu.d_out, n * peer_value_size));
    flush_cache();
    check("flush", cudaDeviceSynchronize());
    launch_milliseconds = 0;
    intercept_begin(&sink);
    intercept_off = 0;
    launch_time_ahead = wait_ahead;
    target->part->call(gpu.d_in, target->kind == PEER_REDUCE ? h_result : gpu.d_out, n);
    check("the part's kernels", cudaDeviceSynchronize());
    check("the part's calls", cudaGetLastError());
    launch_time_ahead = NULL;
    intercept_end(1);
    intercept_off = 1;
    return launch_milliseconds + intercept_memset_milliseconds();
}

static bool is_right(const struct target *target, size_t n, const void *h_result) {
    if (target->kind == PEER_REDUCE) {
        char expected[64];
        check("copy", cudaMemcpy(expected, gpu.d_peer, peer_value_size, cudaMemcpyDeviceToHost));
        return memcmp(expected, h_result, peer_value_size) == 0;
    }
    unsigned long long wrong = 0;
    check("reset", cudaMemset(gpu.d_wrong, 0, sizeof wrong));
    peer_check_scan(target->kind, gpu.d_in, gpu.d_out, n, target->section, gpu.d_wrong);
    check("check", cudaMemcpy(&wrong, gpu.d_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    return wrong == 0;
}

// ---- One length -------------------------------------------------------------------------------------------

// What is known of a part and n, over all sittings. Without times it was not measured.
struct row {
    struct times part, cub, copy, read;
    bool wrong;
};

// Is it measured as often as may be, and in more sittings? (Not a part that is many times slower than CUB.)
static bool is_short(const struct row *row) {
    if (row->part.count == 0)
        return false;
    double part = times_middle(&row->part), cub = times_middle(&row->cub);
    return (part < SHORT || cub < SHORT) && part < 10 * SHORT;
}

static void measure_ceilings(size_t bytes, struct row *row) {
    for (int run = -WARM_UP; run < RUNS_MIN; run++) {
        begin_timed();
        peer_copy(gpu.d_in, gpu.d_out, bytes);
        double copy = end_timed();
        begin_timed();
        peer_read(gpu.d_in, gpu.d_wrong, bytes);
        double read = end_timed();
        if (run >= 0) {
            times_add(&row->copy, copy);
            times_add(&row->read, read);
        }
    }
}

// One sitting's times of it.
static void measure(const struct target *target, size_t n, struct row *row) {
    union {
        double alignment;
        char bytes[64];
    } result;
    *row = (struct row){.wrong = false};
    mistakes = 0;
    peer_fill(gpu.d_in, n, seed++); // what has lain there may be up to 10 % slower to copy, by its bits
    measure_ceilings(n * peer_value_size / 16 * 16, row);
    double begin = now_seconds();
    for (int run = -WARM_UP; run < RUNS_MAX; run++) {
        peer_fill(gpu.d_in, n, seed++);
        double cub = time_cub(target, n), part = time_part(target, n, result.bytes);
        row->wrong |= !is_right(target, n, result.bytes);
        if (run < 0)
            continue;
        times_add(&row->part, part);
        times_add(&row->cub, cub);
        bool steady = times_steady(&row->part) && times_steady(&row->cub) && !is_short(row);
        if (steady || (row->part.count >= 3 && now_seconds() - begin > SECONDS_MAX))
            break;
    }
    row->wrong |= mistakes > 0;
}

static bool allocate(const struct target *target, size_t n) {
    size_t bytes = n * peer_value_size; // d_out is also what the copy writes
    gpu.scratch_bytes = peer_scratch_bytes(target->kind, n);
    bool enough =
        cudaMalloc(&gpu.d_in, bytes) == cudaSuccess && cudaMalloc(&gpu.d_out, bytes) == cudaSuccess &&
        cudaMalloc(&gpu.d_peer, target->kind == PEER_REDUCE ? peer_value_size : bytes) == cudaSuccess &&
        cudaMalloc(&gpu.d_scratch, gpu.scratch_bytes) == cudaSuccess;
    (void)cudaGetLastError();
    return enough;
}

static void release(void) {
    void **const all[] = {&gpu.d_in, &gpu.d_out, &gpu.d_peer, &gpu.d_scratch};
    for (int i = 0; i < 4; i++) {
        cudaFree(*all[i]);
        *all[i] = NULL;
    }
}

// The largest power of two up to `low` whose call takes no longer than CALL_SECONDS_MAX. A scan whose time
// grows with n * n would not come back from 2^28.
static int reachable(const struct target *target, int low) {
    int power = low < LOW ? low : LOW;
    for (; power < low; power += 2) {
        size_t n = (size_t)1 << power;
        char result[64];
        if (!allocate(target, n))
            break;
        peer_fill(gpu.d_in, n, 1);
        double milliseconds = time_part(target, n, result);
        release();
        if (milliseconds * 16 > CALL_SECONDS_MAX * 1e3) // two powers further: 16 times, at worst
            return power;
    }
    return low;
}

// All of this is in memory that the sittings' processes share.
struct table {
    struct row rows[TARGETS_MAX][POWER_MAX + 1];
};
static struct table *table;

// Measures a part with n = 2^power. false: there is no memory for it.
static bool sit_with(const struct target *target, int power, int sitting, struct row *all) {
    static struct row row;
    size_t n = (size_t)1 << power;
    if (!allocate(target, n)) {
        fprintf(stderr, "bench: %s: no memory for 2^%d values\n", target->part->name, power);
        release();
        return false;
    }
    printf("~ %s\t%s\t%zu\t%d\t%d\n", target->part->name, peer_operator, n, sitting + 1, SITTINGS);
    fflush(stdout);
    measure(target, n, &row);
    release();
    times_add_all(&all->part, &row.part);
    times_add_all(&all->cub, &row.cub);
    times_add_all(&all->copy, &row.copy);
    times_add_all(&all->read, &row.read);
    all->wrong |= row.wrong;
    return true;
}

static void sit_first(const struct target *target, struct row *rows, int low, int high, int step) {
    int first = reachable(target, low);
    for (int power = first; power <= (first < low ? first : high); power += step)
        if (!sit_with(target, power, 0, &rows[power]) ||
            times_middle(&rows[power].part) > CALL_SECONDS_MAX * 1e3)
            break;
}

static void sit_again(const struct target *target, struct row *rows, int sitting) {
    for (int power = 0; power <= POWER_MAX; power++)
        if (is_short(&rows[power]) && !sit_with(target, power, sitting, &rows[power]))
            break;
}

static void print_row(const struct target *target, int power, const struct row *row) {
    static const char *const kinds[] = {"reduce", "inclusive", "exclusive"};
    size_t n = (size_t)1 << power;
    double bytes = (double)n * (double)peer_value_size, middle = times_middle(&row->part);
    double moved = bytes * (target->kind == PEER_REDUCE ? 1 : 2); // that have to be
    printf("%s\t%s\t%zu\t%s\t%zu\t%.6f\t%.6f\t%.6f\t%d\t%.6f\t%.5g\t%.5g\t%.5g\t%s\n", target->part->name,
           kinds[target->kind], target->section, peer_operator, n, middle, times_percentile(&row->part, 0.1),
           times_percentile(&row->part, 0.9), row->part.count, times_middle(&row->cub), moved / middle * 1e-6,
           2 * bytes / times_middle(&row->copy) * 1e-6, bytes / times_middle(&row->read) * 1e-6,
           row->wrong ? "wrong" : "right");
}

// ---- Command line -----------------------------------------------------------------------------------------

// PART:KIND[:SECTION]
static bool read_target(const char *word, struct target *target) {
    char name[64], kind[32];
    unsigned long long section = 0;
    if (sscanf(word, "%63[^:]:%31[^:]:%llu", name, kind, &section) < 2)
        return false;
    *target = (struct target){.section = section};
    for (size_t i = 0; i < lab_part_count; i++)
        if (strcmp(lab_parts[i].name, name) == 0)
            target->part = &lab_parts[i];
    target->kind = strcmp(kind, "inclusive") == 0   ? PEER_INCLUSIVE_SCAN
                   : strcmp(kind, "exclusive") == 0 ? PEER_EXCLUSIVE_SCAN
                                                    : PEER_REDUCE;
    bool reduces = strcmp(kind, "reduce") == 0;
    return target->part != NULL && (target->kind != PEER_REDUCE || reduces) &&
           reduces == (target->part->kind == PART_KIND_REDUCE);
}

static void open_gpu(void) {
    int count = 0, cache = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        fprintf(stderr, "bench: no NVIDIA GPU here\n");
        exit(EXIT_SKIPPED);
    }
    check("cache size", cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0));
    gpu.flush_bytes = cache > 0 ? 2 * (size_t)cache / 16 * 16 : 1 << 28;
    check("memory", cudaMalloc(&gpu.d_flush, gpu.flush_bytes));
    check("memory", cudaMemset(gpu.d_flush, 0, gpu.flush_bytes));
    check("memory", cudaMalloc((void **)&gpu.d_wrong, sizeof *gpu.d_wrong));
    check("event", cudaEventCreate(&gpu.start));
    check("event", cudaEventCreate(&gpu.stop));
    for (double begin = now_seconds(); now_seconds() - begin < WARM_UP_SECONDS;) { // clocks rise with work
        flush_cache();
        check("warm-up", cudaDeviceSynchronize());
    }
}

static void print_device(void) {
    struct cudaDeviceProp properties;
    int driver = 0, runtime = 0, cccl = peer_cccl_version();
    check("device", cudaGetDeviceProperties(&properties, 0));
    check("device", cudaDriverGetVersion(&driver));
    check("device", cudaRuntimeGetVersion(&runtime));
    printf("# %s, CUDA %d.%d (driver for %d.%d), CCCL %d.%d.%d\n", properties.name, runtime / 1000,
           runtime % 1000 / 10, driver / 1000, driver % 1000 / 10, cccl / 1000000, cccl / 1000 % 1000,
           cccl % 1000);
    printf("part\tkind\tsection\toperator\tn\tms\tms_low\tms_high\truns\tcub_ms\tgb_per_s\tcopy_gb_per_s\t"
           "read_gb_per_s\tverdict\n");
}

// A process of its own, with all that it does on the device. Its exit code.
static int sit(const struct target *targets, int count, int sitting, int low, int high, int step) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        seed = 1000 + 1000000 * (uint64_t)sitting;
        open_gpu();
        if (sitting == 0)
            print_device();
        for (int i = 0; i < count; i++) {
            if (sitting == 0)
                sit_first(&targets[i], table->rows[i], low, high, step);
            else
                sit_again(&targets[i], table->rows[i], sitting);
        }
        exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("bench: a process for a sitting");
        return 2;
    }
    if (WIFSIGNALED(status))
        fprintf(stderr, "bench: ended by signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static bool any_short(int count) {
    for (int i = 0; i < count; i++)
        for (int power = 0; power <= POWER_MAX; power++)
            if (is_short(&table->rows[i][power]))
                return true;
    return false;
}

static bool any_wrong(int count) {
    for (int i = 0; i < count; i++)
        for (int power = 0; power <= POWER_MAX; power++)
            if (table->rows[i][power].wrong)
                return true;
    return false;
}

int main(int argc, char **argv) {
    static struct target targets[TARGETS_MAX];
    int low = LOW, high = HIGH, step = 1, count = 0;
    intercept_off = 1; // but for the student's calls all is ours
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        int *option = strcmp(argv[i], "--low") == 0    ? &low
                      : strcmp(argv[i], "--high") == 0 ? &high
                      : strcmp(argv[i], "--step") == 0 ? &step
                                                       : NULL;
        if (option == NULL || sscanf(argv[i + 1], "%d", option) != 1) {
            fprintf(stderr, "bench: unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (low < 2 || high > POWER_MAX || low > high || step < 1) {
        fprintf(stderr, "bench: sizes are 2^2 to 2^%d\n", POWER_MAX);
        return 2;
    }
    for (; i < argc; i++) {
        if (count == TARGETS_MAX || !read_target(argv[i], &targets[count])) {
            fprintf(stderr, "bench: '%s' is no PART:KIND[:SECTION] of this program\n", argv[i]);
            return 2;
        }
        count += targets[count].part->value_size == peer_value_size; // or of a type that this operator lacks
    }
    table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED) {
        perror("bench: memory");
        return 2;
    }
    int code = sit(targets, count, 0, low, high, step);
    for (int sitting = 1; code == 0 && sitting < SITTINGS && any_short(count); sitting++)
        code = sit(targets, count, sitting, low, high, step);
    for (i = 0; i < count; i++)
        for (int power = 0; power <= POWER_MAX; power++)
            if (table->rows[i][power].part.count > 0)
                print_row(&targets[i], power, &table->rows[i][power]);
    return code != 0 ? code : any_wrong(count);
}
