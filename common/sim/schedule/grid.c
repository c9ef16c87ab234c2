#include "sim/schedule/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/schedule/block.h"
#include "sim/memory/global_memory.h"
#include "sim/schedule/together.h"
#include "sim/access/host_code.h"
#include "sim/race/happens_before.h"
#include "sim/hooks/printf.h"
#include "sim/api/runtime.h"
#include "sim/schedule/watchdog.h"

enum { CHUNKS_A_WORKER = 16, CHUNK_MAX = 64, GRID_YZ_MAX = 65535, BLOCK_Z_MAX = 64 };

static struct worker *workers[WORKERS_MAX];
static unsigned worker_count;
static struct device_options options;
static const struct device_sink *sink;

static struct launch launch; // the one that runs
static unsigned launch_count;
static uint32_t next_serial = 1;
static int sticky_error;

// How the other workers are woken and waited for.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER, finished = PTHREAD_COND_INITIALIZER;
static unsigned generation, busy;

// The k-th block to be run.
static uint64_t block_at(uint64_t place) {
    uint64_t count = launch.block_count;
    if (options.random_schedule && count > 2) {
        uint64_t step = 2654435769u % count; // made coprime to count, so that every block has its place
        for (uint64_t a = step, b = count;; a = step = (step + 1) % count, b = count) {
            while (b != 0) {
                uint64_t rest = a % b;
                a = b;
                b = rest;
            }
            if (a == 1) {
                break;
            }
        }
        place = (place * step + options.schedule_seed) % count;
    }
    return options.reversed_blocks ? count - 1 - place : place;
}

static void take_blocks(struct worker *worker) {
    uint64_t chunk = launch.block_count / (worker_count * CHUNKS_A_WORKER);
    chunk = chunk < 1 ? 1 : chunk > CHUNK_MAX ? CHUNK_MAX : chunk;
    worker->abandoned = false;
    while (atomic_load(&launch.error) == 0) {
        uint64_t first = atomic_fetch_add(&launch.next_block, chunk);
        for (uint64_t place = first; place < first + chunk && place < launch.block_count; place++) {
            block_run(worker, block_at(place));
            if (worker->abandoned) {
                fiber_pool_restart(&worker->pool);
                return;
            }
        }
        if (first + chunk >= launch.block_count) {
            return;
        }
    }
}

static void run_blocks(struct worker *worker) {
    worker->busy = true;
    take_blocks(worker);
    worker->busy = false;
}

static int prepare(struct worker *worker) {
    worker->thread_count = launch.block.x * launch.block.y * launch.block.z;
    worker->warp_count = (worker->thread_count + WARP_LANES - 1) / WARP_LANES;
    worker->launch = &launch;
    worker->interval_count = 0;
    memset(worker->intervals, 0, sizeof(worker->intervals));
    worker->random = options.random_schedule ? (options.schedule_seed * 2 + 1) * 0x9e3779b97f4a7c15ull : 0;
    for (unsigned t = 0; t < worker->thread_count; t++) {
        worker->thread_index[t] = (index3){t % launch.block.x, t / launch.block.x % launch.block.y,
                                           t / launch.block.x / launch.block.y};
    }
    arena_begin_launch(&worker->arena, launch.dynamic_bytes);
    return fiber_pool_grow(&worker->pool, worker->thread_count);
}

static void *work(void *argument) {
    struct worker *worker = argument;
    sim_own_worker = worker;
    watch_join(worker);
    fiber_settle_flags();
    unsigned seen = 0;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (generation == seen) {
            pthread_cond_wait(&wake, &lock);
        }
        seen = generation;
        pthread_mutex_unlock(&lock);
        if (prepare(worker) == 0) {
            run_blocks(worker);
        }
        hold_end_worker(worker);
        pthread_mutex_lock(&lock);
        if (--busy == 0) {
            pthread_cond_signal(&finished);
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static struct worker *new_worker(unsigned number) {
    struct worker *worker = calloc(1, sizeof(*worker));
    if (worker == NULL || arena_open(&worker->arena) != 0 || group_open(&worker->group) != 0) {
        return NULL;
    }
    worker->number = number;
    worker->pool.entry = block_fiber;
    worker->pool.argument = worker;
    return worker;
}

int grid_open(const struct device_options *wanted) {
    options = *wanted;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long count = options.workers > 0 ? options.workers : cores;
    worker_count = count < 1 ? 1 : count > WORKERS_MAX ? WORKERS_MAX : (unsigned)count;
    for (unsigned i = 0; i < worker_count; i++) {
        if ((workers[i] = new_worker(i)) == NULL) {
            return -1;
        }
        if (i > 0 && pthread_create(&workers[i]->thread, NULL, work, workers[i]) != 0) {
            return -1;
        }
    }
    workers[0]->thread = pthread_self();
    sim_own_worker = workers[0];
    watch_join(workers[0]);
    fiber_settle_flags();
    return 0;
}

void grid_begin_case(const struct device_sink *to) {
    sink = to;
    launch_count = 0;
    sticky_error = 0;
}

unsigned grid_launches(void) {
    return launch_count;
}

unsigned grid_workers(void) {
    return worker_count;
}

struct worker *grid_worker(unsigned number) {
    return workers[number];
}

int grid_error(void) {
    return sticky_error;
}

static void add_counters(struct counters *to, const struct counters *from) {
    uint64_t *sums = (uint64_t *)to;
    const uint64_t *values = (const uint64_t *)from;
    for (int i = 0; i < COUNTER_COUNT; i++) {
        sums[i] += values[i];
    }
}

// Puts the counters of one instruction into the list that is sorted by pc.
static size_t add_line(struct place_counters *lines, size_t count, const struct site *site) {
    size_t at = 0;
    while (at < count && lines[at].pc < site->pc) {
        at++;
    }
    if (at == count || lines[at].pc != site->pc) {
        memmove(&lines[at + 1], &lines[at], (count - at) * sizeof(*lines));
        lines[at] = (struct place_counters){.pc = site->pc};
        count++;
    }
    add_counters(&lines[at].total, &site->total);
    return count;
}

static void collect(struct report *report) {
    static struct counters intervals[INTERVAL_MAX];
    struct launch_record record = {
        .launch_pc = launch.pc,
        .grid = {launch.grid.x, launch.grid.y, launch.grid.z},
        .block = {launch.block.x, launch.block.y, launch.block.z},
    };
    snprintf(record.kernel, sizeof(record.kernel), "%s", launch.kernel);
    memset(intervals, 0, sizeof(intervals));
    size_t capacity = 0, line_count = 0;
    for (unsigned w = 0; w < worker_count; w++) {
        capacity += workers[w]->group.site_count;
    }
    struct place_counters *lines = calloc(capacity + 1, sizeof(*lines));
    for (unsigned w = 0; w < worker_count; w++) {
        struct worker *worker = workers[w];
        size_t shared_bytes =
            launch.dynamic_bytes + worker->arena.static_bytes; // 0 static ones if it had no block
        if ((w == 0 || launch.side_by_side) && shared_bytes > record.shared_bytes) {
            record.shared_bytes = shared_bytes;
        }
        for (unsigned i = 0; i < worker->interval_count; i++) {
            add_counters(&intervals[i], &worker->intervals[i]);
            add_counters(&record.total, &worker->intervals[i]);
        }
        if (worker->interval_count > record.interval_count) {
            record.interval_count = worker->interval_count;
        }
        for (uint32_t s = 0; s < worker->group.site_capacity; s++) {
            struct site *site = worker->group.sites[s];
            if (site != NULL && site->total.warp_instructions > 0 && lines != NULL) {
                line_count = add_line(lines, line_count, site);
            }
            if (site != NULL) {
                site->total = (struct counters){0};
            }
        }
        for (unsigned i = 0; i < worker->report.count; i++) {
            struct diagnostic *made = &worker->report.entries[i].diagnostic;
            made->launch = launch.number;
            snprintf(made->kernel, sizeof(made->kernel), "%s", launch.kernel);
        }
        report_merge(report, &worker->report);
        worker->report.count = 0;
        worker->interval_count = 0;
    }
    record.line_count = (uint32_t)line_count;
    if (sink != NULL) {
        sink->launch(&record, intervals, lines);
        report_send(report, sink->diagnostic);
    }
    free(lines);
}

// Why a real device would refuse the launch; NULL where it would not. *error: the cudaError_t.
static const char *refusal(size_t dynamic_bytes, int *error) {
    static char text[160];
    index3 grid = launch.grid, block = launch.block;
    unsigned long long threads = (unsigned long long)block.x * block.y * block.z;
    *error = cudaErrorInvalidConfiguration;
    if ((unsigned long long)grid.x * grid.y * grid.z == 0) {
        snprintf(text, sizeof(text), "the grid has no blocks (%u × %u × %u)", grid.x, grid.y, grid.z);
    } else if (threads == 0) {
        snprintf(text, sizeof(text), "the block has no threads (%u × %u × %u)", block.x, block.y, block.z);
    } else if (threads > BLOCK_THREADS_MAX || block.z > BLOCK_Z_MAX) {
        snprintf(text, sizeof(text), "the block has %llu threads; a device takes up to %d", threads,
                 BLOCK_THREADS_MAX);
    } else if (grid.x > INT32_MAX || grid.y > GRID_YZ_MAX || grid.z > GRID_YZ_MAX) {
        snprintf(text, sizeof(text), "the grid of %u × %u × %u blocks is too large", grid.x, grid.y, grid.z);
    } else if (dynamic_bytes > launch.dynamic_max) {
        *error = cudaErrorInvalidValue;
        snprintf(text, sizeof(text), "%zu bytes of dynamic shared memory; a block gets up to %zu%s",
                 dynamic_bytes, launch.dynamic_max,
                 dynamic_bytes <= SHARED_OPTIN_MAX ? ", more with cudaFuncSetAttribute" : "");
    } else {
        return NULL;
    }
    return text;
}

static void run_everywhere(void) {
    hold_begin_launch(options.hold_blocks && launch.side_by_side, worker_count);
    pthread_mutex_lock(&lock);
    busy = launch.side_by_side ? worker_count - 1 : 0;
    generation += launch.side_by_side;
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&lock);
    if (prepare(workers[0]) == 0) {
        run_blocks(workers[0]);
    }
    hold_end_worker(workers[0]);
    pthread_mutex_lock(&lock);
    while (busy > 0) {
        pthread_cond_wait(&finished, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void sim_launch_grid(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t shared,
                     void (*call)(void *arguments), void *arguments, void *pc);
void sim_launch_grid(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t shared,
                     void (*call)(void *arguments), void *arguments, void *pc) {
    if (sticky_error != 0) {
        return; // as on a device after a fault: nothing runs any more
    }
    launch.kernel = kernel;
    launch.pc = relative_pc(pc);
    launch.grid = (index3){grid[0], grid[1], grid[2]};
    launch.block = (index3){block[0], block[1], block[2]};
    launch.dynamic_bytes = shared;
    launch.dynamic_max = function_dynamic_max(kernel);
    launch.call = call;
    launch.arguments = arguments;
    launch.block_count = (uint64_t)grid[0] * grid[1] * grid[2];
    launch.number = ++launch_count;
    launch.side_by_side = worker_count > 1 && launch.block_count > 1;
    atomic_store(&launch.next_block, 0);
    atomic_store(&launch.error, 0);

    int error;
    const char *reason = refusal(shared, &error);
    if (reason != NULL) {
        launch_count--;
        runtime_set_error(error);
        host_add(DIAGNOSTIC_LAUNCH, kernel, launch.pc, 0, "", "%s: %s", kernel, reason);
        return;
    }
    if (launch.number > LAUNCHES_MAX) {
        launch_count--;
        host_add(DIAGNOSTIC_ENDLESS_LOOP, kernel, launch.pc, 0, "",
                 "host code launches %s again and again and comes to no end: %u launches so far", kernel,
                 launch_count);
        host_stop();
    }
    if (next_serial > UINT32_MAX - launch.block_count) {
        fprintf(stderr, "the simulated GPU has run 2^32 blocks in one process and cannot tell more apart\n");
        abort();
    }
    launch.first_serial = next_serial;
    next_serial += (uint32_t)launch.block_count;
    sim_dimension.grid = launch.grid;
    sim_dimension.block = launch.block;

    order_begin_launch();
    heap_unlock();
    run_everywhere();
    heap_lock();
    print_end_launch();

    static struct report report;
    report.count = 0;
    collect(&report);
    sticky_error = atomic_load(&launch.error);
    if (sticky_error != 0) {
        runtime_set_error(sticky_error);
    }
}
