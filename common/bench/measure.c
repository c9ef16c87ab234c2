#include "bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cuda_runtime_api.h>

#include "gpu/allocations.h"
#include "gpu/intercept.h"
#include "gpu/launch_time.h"
#include "words/words.h"

enum { WARM_UP = 2, EXIT_SKIPPED = 77 };
static const double SHORT = 0.2, // ms
    SECONDS_MAX = 1.0, CALL_SECONDS_MAX = 0.05, WARM_UP_SECONDS = 0.2;

// Device memory for one length, and what all lengths share.
static struct {
    void *d_in, *d_out, *d_peer, *d_scratch, *d_flush;
    unsigned long long *d_wrong;
    size_t scratch_bytes, flush_bytes;
    cudaEvent_t start, stop;
} gpu;

static double launch_milliseconds; // of the current call
static int errors;
static uint64_t seed; // different in each run

static void take_diagnostic(const struct diagnostic *diagnostic) {
    char text[WORDS_SIZE];
    fprintf(stderr, "%s\n", words_english(&diagnostic->message, text));
    errors++;
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
    if (error != cudaSuccess) {
        die(what, error);
    }
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

// Measure the time between the two calls, in ms.
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

// One call comes before the timed one. After a part that has allocated and freed an array, the next call
// takes longer (on an H200, CUB's scan of 2^28 ints 8 %; presumably the GPU has lost its address translations).
static double time_cub(const struct target *target, size_t n) {
    peer_cub(target->kind, gpu.d_in, gpu.d_peer, n, gpu.d_scratch, gpu.scratch_bytes);
    begin_timed();
    peer_cub(target->kind, gpu.d_in, gpu.d_peer, n, gpu.d_scratch, gpu.scratch_bytes);
    return end_timed();
}

// The bench's own launches between the student's are not timed.
static void wait_ahead(cudaStream_t stream) {
    launch_time_ahead = NULL;
    intercept_off = 1;
    peer_wait(stream);
    intercept_off = 0;
    launch_time_ahead = wait_ahead;
}

// The kernels' time in ms. The result is in h_result or gpu.d_out.
static double time_part(const struct target *target, size_t n, void *h_result) {
    if (target->kind != PEER_REDUCE) {
        check("poison", allocations_poison(gpu.d_out, n * peer_value_size));
    }
    flush_cache();
    check("flush", cudaDeviceSynchronize());
    launch_milliseconds = 0;
    intercept_begin(&sink);
    intercept_off = 0;
    launch_time_ahead = wait_ahead;
    target->part->call(target->part, gpu.d_in, target->kind == PEER_REDUCE ? h_result : gpu.d_out, n);
    check("the part's kernels", cudaDeviceSynchronize());
    check("the part's calls", cudaGetLastError());
    launch_time_ahead = NULL;
    intercept_end(1);
    intercept_off = 1;
    return launch_milliseconds + intercept_memset_milliseconds();
}

static bool is_correct(const struct target *target, size_t n, const void *h_result) {
    if (target->kind == PEER_REDUCE) {
        char expected[64];
        check("copy", cudaMemcpy(expected, gpu.d_peer, peer_value_size, cudaMemcpyDeviceToHost));
        return memcmp(expected, h_result, peer_value_size) == 0;
    }
    unsigned long long wrong = 0;
    check("reset", cudaMemset(gpu.d_wrong, 0, sizeof(wrong)));
    if (target->kind > PEER_EXCLUSIVE_SCAN) {
        peer_check_use(target->kind, gpu.d_in, gpu.d_peer, gpu.d_out, n, gpu.d_wrong);
    } else {
        peer_check_scan(target->kind, gpu.d_in, gpu.d_out, n, target->section, gpu.d_wrong);
    }
    check("check", cudaMemcpy(&wrong, gpu.d_wrong, sizeof(wrong), cudaMemcpyDeviceToHost));
    return wrong == 0;
}

// ---- One length -------------------------------------------------------------------------------------------

bool measure_is_short(const struct times *times) {
    return times->count > 0 && times_middle(times) < SHORT;
}

bool measure_takes_too_long(const struct row *row) {
    return times_middle(&row->part) > CALL_SECONDS_MAX * 1e3;
}

static void measure_ceilings(size_t bytes, struct row *row) {
    for (int run = -WARM_UP; run < RUNS_MIN; run++) {
        begin_timed();
        peer_copy(gpu.d_in, gpu.d_out, bytes);
        double copy = end_timed();
        begin_timed();
        peer_read(gpu.d_in, gpu.d_wrong, bytes);
        double read = end_timed();
        begin_timed();
        peer_memcpy(gpu.d_in, gpu.d_out, bytes);
        double memcpy = end_timed();
        if (run >= 0) {
            times_add(&row->copy, copy);
            times_add(&row->read, read);
            times_add(&row->memcpy, memcpy);
        }
    }
}

// Are there enough times from this process, which began at `begin`?
static bool is_enough(const struct times *times, double begin) {
    if (times->count == RUNS_MAX) {
        return true;
    }
    bool steady = times_steady(times) && !measure_is_short(times);
    return steady || (times->count >= 3 && now_seconds() - begin > SECONDS_MAX);
}

// Runs CUB once, and the part if `with_part`.
static void run(const struct target *target, size_t n, bool with_part, bool counts, struct row *row) {
    union {
        double alignment;
        char bytes[64];
    } result;
    peer_fill(gpu.d_in, n, seed++);
    double cub = time_cub(target, n);
    if (counts) {
        times_add(&row->cub, cub);
    }
    if (!with_part) {
        return;
    }
    double part = time_part(target, n, result.bytes);
    row->wrong |= !is_correct(target, n, result.bytes);
    if (counts) {
        times_add(&row->part, part);
    }
}

static void measure_length(const struct target *target, size_t n, bool with_part, struct row *row) {
    *row = (struct row){.wrong = false};
    errors = 0;
    peer_fill(gpu.d_in, n, seed++); // old data may be up to 10 % slower to copy, depending on its bits
    measure_ceilings(n * peer_value_size / 16 * 16, row);
    for (int i = 0; i < WARM_UP; i++) {
        run(target, n, with_part, false, row);
    }
    double begin = now_seconds();
    bool part_wanted = with_part;
    while (part_wanted || !is_enough(&row->cub, begin)) {
        run(target, n, part_wanted, true, row);
        part_wanted = with_part && !is_enough(&row->part, begin);
    }
    row->wrong |= errors > 0;
}

static bool allocate(const struct target *target, size_t n) {
    size_t bytes = n * peer_value_size; // the copy also writes to d_out
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

bool measure(const struct target *target, int power, bool with_part, struct row *row) {
    size_t n = (size_t)1 << power;
    bool enough = allocate(target, n);
    if (enough) {
        measure_length(target, n, with_part, row);
    } else {
        fprintf(stderr, "bench: %s: not enough memory for 2^%d values\n", target->part->name, power);
    }
    release();
    return enough;
}

int measure_reachable(const struct target *target, int low) {
    int power = low < LOW ? low : LOW;
    for (; power < low; power += 2) {
        size_t n = (size_t)1 << power;
        char result[64];
        if (!allocate(target, n)) {
            break;
        }
        peer_fill(gpu.d_in, n, 1);
        double milliseconds = time_part(target, n, result);
        release();
        if (milliseconds * 16 > CALL_SECONDS_MAX * 1e3) { // two powers more take at most 16 times as long
            return power;
        }
    }
    return low;
}

void measure_open(int process) {
    seed = 1000 + 1000000 * (uint64_t)process;
    intercept_off = 1; // on only during the student's calls
    int count = 0, cache = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        fprintf(stderr, "bench: this machine has no NVIDIA GPU\n");
        exit(EXIT_SKIPPED);
    }
    check("cache size", cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0));
    gpu.flush_bytes = cache > 0 ? 2 * (size_t)cache / 16 * 16 : 1 << 28;
    check("memory", cudaMalloc(&gpu.d_flush, gpu.flush_bytes));
    check("memory", cudaMemset(gpu.d_flush, 0, gpu.flush_bytes));
    check("memory", cudaMalloc((void **)&gpu.d_wrong, sizeof(*gpu.d_wrong)));
    check("event", cudaEventCreate(&gpu.start));
    check("event", cudaEventCreate(&gpu.stop));
    for (double begin = now_seconds(); now_seconds() - begin < WARM_UP_SECONDS;) { // clocks rise with work
        flush_cache();
        check("warm-up", cudaDeviceSynchronize());
    }
}
