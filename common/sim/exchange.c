#include "exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "hooks.h"

// The lanes of the warp that wait with this mask and for the same thing as `lane`.
static uint32_t partners(const struct lane *lanes, const struct warp *warp, const struct lane *lane) {
    uint32_t met = 0;
    for (uint32_t rest = lane->mask & warp->live; rest != 0; rest &= rest - 1) {
        unsigned other = (unsigned)__builtin_ctz(rest);
        const struct lane *mate = &lanes[other];
        bool same = mate->state == LANE_WARP && mate->mask == lane->mask &&
                    (mate->exchange == NULL) == (lane->exchange == NULL) &&
                    (mate->exchange == NULL || mate->exchange->kind == lane->exchange->kind);
        met |= same ? 1u << other : 0;
    }
    return met;
}

// Lane from which `lane` reads in a shuffle. Rules of the CUDA C++ Programming Guide, "Warp Shuffle Functions":
// within segments of `width` lanes; a source outside the segment means the lane's own value.
static unsigned shuffle_source(unsigned lane, const struct exchange *exchange) {
    unsigned width = (unsigned)exchange->width, first = lane / width * width;
    unsigned argument = (unsigned)exchange->argument;
    switch (exchange->kind) {
    case SHUFFLE_INDEX:
        return first + argument % width;
    case SHUFFLE_UP:
        return lane - first >= argument ? lane - argument : lane;
    case SHUFFLE_DOWN:
        return lane - first + argument < width ? lane + argument : lane;
    case SHUFFLE_XOR:
        return (lane ^ argument) / width <= lane / width ? (lane ^ argument) % WARP_LANES : lane;
    default:
        return lane;
    }
}

static void report_missing_source(struct worker *worker, unsigned thread, unsigned source) {
    const struct lane *lane = &worker->lanes[thread];
    bool is_new;
    struct report_entry *entry =
        report_add(&worker->report, DIAGNOSTIC_SHUFFLE, "", lane->pc, 0, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, thread, name, sizeof name);
        snprintf(entry->diagnostic.message, sizeof entry->diagnostic.message,
                 "%s reads the value of lane %u, which does not take part in this shuffle", name, source);
    }
}

static void exchange_values(struct worker *worker, struct lane *lanes, uint32_t met) {
    uint32_t votes = 0;
    uint64_t given[WARP_LANES];
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        given[lane] = lanes[lane].exchange->given;
        votes |= given[lane] != 0 ? 1u << lane : 0;
    }
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct exchange *exchange = lanes[lane].exchange;
        if (exchange->kind >= BALLOT) { // what a vote makes of the ballot is done in include/sim/threads.h
            *exchange->taken = votes;
            continue;
        }
        unsigned source = shuffle_source(lane, exchange);
        if ((met >> source & 1) == 0) {
            report_missing_source(worker, (unsigned)(lanes - worker->lanes) + lane, source);
            source = lane;
        }
        *exchange->taken = given[source];
    }
}

// The lanes `met` have seen each other at the warp's present tick.
static void meet(struct warp *warp, uint32_t met) {
    warp->tick++;
    if (met == warp->live) {
        warp->full_tick = warp->tick;
        return;
    }
    if (warp->known == NULL) {
        warp->known = calloc(WARP_LANES, sizeof *warp->known);
        if (warp->known == NULL) {
            warp->full_tick = warp->tick; // short of memory: rather silent than wrong
            return;
        }
    }
    if (!warp->knows) {
        memset(warp->known, 0, WARP_LANES * sizeof *warp->known);
        warp->knows = true;
    }
    uint32_t united[WARP_LANES] = {0};
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        for (unsigned other = 0; other < WARP_LANES; other++) {
            uint32_t known = warp->known[lane][other];
            united[other] = known > united[other] ? known : united[other];
        }
        united[lane] = warp->tick;
    }
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        memcpy(warp->known[__builtin_ctz(rest)], united, sizeof united);
    }
}

void exchange_resolve(struct worker *worker, struct warp *warp) {
    struct lane *lanes = &worker->lanes[(warp - worker->warps) * WARP_LANES];
    uint32_t waiting = warp->meeting;
    while (waiting != 0) {
        unsigned lane = (unsigned)__builtin_ctz(waiting);
        uint32_t met = partners(lanes, warp, &lanes[lane]);
        waiting &= ~met & ~(1u << lane);
        if (met != (lanes[lane].mask & warp->live)) {
            continue; // some are still on their way
        }
        if (lanes[lane].exchange != NULL) {
            exchange_values(worker, lanes, met);
            current_interval(worker)->shuffles++;
        } else {
            current_interval(worker)->warp_barriers++;
        }
        meet(warp, met);
        for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
            lanes[__builtin_ctz(rest)].state = LANE_READY;
        }
        warp->ready |= met;
        warp->meeting &= ~met;
    }
}

void exchange_report_deadlock(struct worker *worker) {
    for (unsigned t = 0; t < worker->thread_count; t++) {
        const struct lane *lane = &worker->lanes[t];
        if (lane->state != LANE_WARP) {
            continue;
        }
        const struct warp *warp = &worker->warps[t / WARP_LANES];
        const struct lane *lanes = &worker->lanes[t / WARP_LANES * WARP_LANES];
        uint32_t missing = lane->mask & warp->live & ~partners(lanes, warp, lane);
        unsigned other = missing == 0 ? 0 : (unsigned)__builtin_ctz(missing);
        bool is_new;
        struct report_entry *entry = report_add(&worker->report, DIAGNOSTIC_SHUFFLE, "", lane->pc,
                                                lanes[other].pc, worker->serial, &is_new);
        if (entry != NULL && is_new) {
            struct diagnostic *made = &entry->diagnostic;
            char name[96], other_name[96];
            block_name_thread(worker->launch, worker->serial, t, name, sizeof name);
            block_name_thread(worker->launch, worker->serial, t / WARP_LANES * WARP_LANES + other, other_name,
                              sizeof other_name);
            snprintf(made->message, sizeof made->message,
                     "%s waits for lane %u, which its mask 0x%08x names, but that lane waits elsewhere", name,
                     other, lane->mask);
            snprintf(made->places[0].text, sizeof made->places[0].text, "%s waits here", name);
            snprintf(made->places[1].text, sizeof made->places[1].text, "%s waits here", other_name);
        }
        break;
    }
    int none = 0;
    atomic_compare_exchange_strong(&worker->launch->error, &none, 719); // cudaErrorLaunchFailure
    worker->abandoned = true;
}

void sim_syncwarp(unsigned mask) {
    struct worker *worker = hooks_kernel_worker("__syncwarp");
    struct lane *lane = &worker->lanes[worker->current];
    lane->mask = mask;
    lane->exchange = NULL;
    block_wait(worker, LANE_WARP, relative_pc(__builtin_return_address(0)));
}

void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *pc) {
    struct worker *worker = hooks_kernel_worker("a shuffle or vote");
    uint64_t taken = 0;
    struct exchange exchange = {.kind = kind, .bytes = bytes, .argument = argument, .width = width,
                                .taken = &taken};
    memcpy(&exchange.given, value, bytes);
    struct lane *lane = &worker->lanes[worker->current];
    lane->mask = mask;
    lane->exchange = &exchange;
    block_wait(worker, LANE_WARP, relative_pc(pc));
    memcpy(value, &taken, bytes);
}
