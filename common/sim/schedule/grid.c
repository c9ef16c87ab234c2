#include "sim/schedule/grid.h"

#include <stdlib.h>
#include <unistd.h>

#include "sim/race/unset_values.h"
#include "sim/schedule/block.h"
#include "sim/schedule/workers.h"

enum {
    CHUNKS_PER_WORKER = 16,
    CHUNK_MAX = 64,
    ALONE_THREADS = 16384 // a launch of no more threads runs on one worker, which takes it about 3 ms
};

static struct device_options options;
static struct launch *launch; // the one that runs

// Of a sampled case: the blocks that run.
static uint64_t sampled_launch, *sampled; // the blocks of a launch that is sampled, and of these
static uint64_t sampled_count, left_out;

// Wakes the other workers, and waits for them.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER, finished = PTHREAD_COND_INITIALIZER;
static unsigned generation, helpers, busy; // helpers: workers besides the main one that take part

// The block that is run in place `place` of the order.
static uint64_t block_at(uint64_t place) {
    uint64_t count = launch->place_count;
    if (options.random_schedule && count > 1) {
        uint64_t step = 2654435769u % count; // made coprime to count, so each block has its place
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
    place = options.reversed_blocks ? count - 1 - place : place;
    return count == launch->block_count ? place : sampled[place];
}

// The workers that share the blocks of a launch. There may be more, from cooperative launches.
static unsigned wanted_workers(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long count = options.workers > 0 ? options.workers : cores;
    return (unsigned)(count < 1 ? 1 : count > WORKERS_WANTED_MAX ? WORKERS_WANTED_MAX : count);
}

static void take_blocks(struct worker *worker) {
    uint64_t chunk = launch->place_count / (launch->workers * CHUNKS_PER_WORKER);
    chunk = chunk < 1 ? 1 : chunk > CHUNK_MAX ? CHUNK_MAX : chunk;
    worker->abandoned = false;
    while (atomic_load(&launch->error) == 0) {
        uint64_t first = atomic_fetch_add(&launch->next_block, chunk);
        for (uint64_t place = first; place < first + chunk && place < launch->place_count; place++) {
            atomic_fetch_add(&launch->begun, 1);
            block_run(worker, block_at(place));
            if (worker->abandoned) {
                return;
            }
        }
        if (first + chunk >= launch->place_count) {
            return;
        }
    }
}

static int prepare(struct worker *worker) {
    index3 block = launch->block;
    worker->thread_count = block.x * block.y * block.z;
    worker->warp_count = (worker->thread_count + WARP_LANES - 1) / WARP_LANES;
    worker->launch = launch;
    intervals_clear(&worker->intervals);
    worker->instructions.any_order = options.random_schedule;
    worker->interrupts = options.random_schedule || options.hold_blocks;
    worker->stale.proven = options.slow_host != 0;
    worker->stale.mixes =
        options.random_schedule && options.schedule_seed != 0 && options.schedule_seed % 2 == 0;
    worker->stale.skips = options.reversed_blocks || (options.random_schedule && !worker->stale.mixes);
    worker->random = options.random_schedule ? (options.schedule_seed * 2 + 1) * 0x9e3779b97f4a7c15ull : 0;
    shared_memory_begin_launch(&worker->shared, launch->dynamic_bytes);
    pattern_begin_launch(&worker->pattern);
    if (fiber_pool_grow(&worker->pool, worker->thread_count) != 0) {
        return -1;
    }
    fiber_pool_restart(&worker->pool, worker->thread_count); // the last launch ran another kernel
    running_turn.running = worker->pool.fibers;
    for (unsigned t = 0; t < worker->thread_count; t++) {
        struct fiber *fiber = &worker->pool.fibers[t];
        fiber->index = (struct thread_index){{t % block.x, t / block.x % block.y, t / block.x / block.y}, t};
        fiber->origin = pattern_origin(&worker->shared, t);
    }
    return 0;
}

static void take_part(struct worker *worker) {
    if (prepare(worker) == 0) {
        together_begin_worker(worker);
        worker->busy = true;
        take_blocks(worker);
        pattern_count(&worker->pattern);
        worker->busy = false;
    } else if (launch->cooperative) { // no other worker has room for its block
        atomic_store(&launch->error, ERROR_MEMORY_ALLOCATION);
    }
    together_end_worker(worker);
}

static void join(struct worker *worker) {
    own_worker = worker;
    worker->turn = &running_turn;
    signals_join(worker);
    fiber_settle_flags();
}

static void *work(void *argument) {
    struct worker *worker = argument;
    join(worker);
    unsigned seen = 0;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (generation == seen) {
            pthread_cond_wait(&wake, &lock);
        }
        seen = generation;
        bool helps = worker->number <= helpers;
        pthread_mutex_unlock(&lock);
        if (!helps) {
            continue;
        }
        take_part(worker);
        pthread_mutex_lock(&lock);
        if (--busy == 0) {
            pthread_cond_signal(&finished);
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

// Adds workers until there are so many. 0, or -1 if memory or threads are short.
static int add_workers(unsigned count) {
    while (worker_count() < count) {
        struct worker *worker = worker_add();
        if (worker == NULL) {
            return -1;
        }
        worker->pool.entry = lane_fiber;
        worker->pool.argument = worker;
        pthread_t thread;
        if (worker->number > 0 && pthread_create(&thread, NULL, work, worker) != 0) {
            return -1;
        }
    }
    return 0;
}

int grid_open(const struct device_options *wanted) {
    unset_values_open(wanted->slow_host != 0);
    options = *wanted;
    if (add_workers(wanted_workers()) != 0) {
        return -1;
    }
    join(worker_at(0));
    return 0;
}

void grid_sample(const struct sample *sample) {
    free(sampled);
    sampled = NULL;
    sampled_count = left_out = 0;
    sampled_launch = sample->section > 0 ? sample->blocks : 0;
    for (uint64_t block = 0; block < sampled_launch; block++) {
        sampled_count += sample_has(sample, block);
    }
    sampled = malloc((size_t)(sampled_count + 1) * sizeof(*sampled));
    if (sampled == NULL) {
        sampled_launch = 0; // all run
    }
    for (uint64_t block = 0, at = 0; block < sampled_launch; block++) {
        if (sample_has(sample, block)) {
            sampled[at++] = block;
        }
    }
}

uint64_t grid_left_out(void) {
    return left_out;
}

// Discards the order between the earlier launch's blocks: the end of a kernel orders all of them.
static void forget_order(void) {
    for (unsigned i = 0; i < worker_count(); i++) {
        happens_before_begin_block(&worker_at(i)->order, 0);
    }
    happens_before_begin_launch();
}

// How many workers run the launch.
static unsigned workers_for(void) {
    const unsigned blocks = launch->place_count < WORKERS_MAX ? (unsigned)launch->place_count : WORKERS_MAX;
    if (launch->cooperative) {
        return blocks;
    }
    // The checker runs several cases at a time, so other cores have better things to do than help with a small launch.
    const bool small =
        options.workers == 0 && !options.hold_blocks &&
        launch->place_count * launch->block.x * launch->block.y * launch->block.z <= ALONE_THREADS;
    return small || blocks == 0 ? 1 : blocks < wanted_workers() ? blocks : wanted_workers();
}

void grid_run(struct launch *next) {
    launch = next;
    const bool sample = launch->block_count == sampled_launch && !launch->cooperative;
    launch->place_count = sample ? sampled_count : launch->block_count;
    left_out += launch->block_count - launch->place_count;
    launch->workers = workers_for();
    if (add_workers(launch->workers) != 0) {
        atomic_store(&launch->error, ERROR_MEMORY_ALLOCATION);
        return;
    }
    launch->side_by_side = launch->workers > 1;
    launch->chance =
        launch->side_by_side && options.fixed_order && !options.hold_blocks && !launch->cooperative;
    gridDim = launch->grid;
    blockDim = launch->block;
    forget_order();
    together_begin_launch(launch, options.hold_blocks, options.schedule_seed);
    if (launch->side_by_side) {
        pthread_mutex_lock(&lock);
        busy = helpers = launch->workers - 1;
        generation++;
        pthread_cond_broadcast(&wake);
        pthread_mutex_unlock(&lock);
    }
    take_part(worker_at(0));
    pthread_mutex_lock(&lock);
    while (busy > 0) {
        pthread_cond_wait(&finished, &lock);
    }
    pthread_mutex_unlock(&lock);
}
