#include "sim/warp/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/schedule/block.h"
#include "sim/hooks/tsan.h"

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

// The lanes `met` have seen each other at the warp's present tick.
static void meet(struct warp *warp, uint32_t met) {
    warp->tick++;
    if (met == warp->live) {
        warp->full_tick = warp->tick;
        return;
    }
    if (warp->known == NULL) {
        warp->known = calloc(WARP_LANES, sizeof(*warp->known));
        if (warp->known == NULL) {
            warp->full_tick = warp->tick; // short of memory: rather silent than wrong
            return;
        }
    }
    if (!warp->knows) {
        memset(warp->known, 0, WARP_LANES * sizeof(*warp->known));
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
        memcpy(warp->known[__builtin_ctz(rest)], united, sizeof(united));
    }
}

static void go_on(struct lane *lanes, struct warp *warp, uint32_t met) {
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        lanes[__builtin_ctz(rest)].state = LANE_READY;
    }
    warp->ready |= met;
    warp->meeting &= ~met;
}

static bool asks_active(const struct lane *lane) {
    return lane->exchange != NULL && lane->exchange->kind == ACTIVE_MASK;
}

// Lanes that ask for the active mask have nobody to wait for any more.
static void tell_active(struct lane *lanes, struct warp *warp) {
    uint32_t asking = 0;
    for (uint32_t rest = warp->meeting; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        asking |= asks_active(&lanes[lane]) ? 1u << lane : 0;
    }
    for (uint32_t rest = asking; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t together = 0;
        for (uint32_t others = asking; others != 0; others &= others - 1) {
            unsigned other = (unsigned)__builtin_ctz(others);
            together |= lanes[other].pc == lanes[lane].pc ? 1u << other : 0;
        }
        *lanes[lane].exchange->taken = together;
    }
    go_on(lanes, warp, asking);
}

void exchange_resolve(struct worker *worker, struct warp *warp) {
    struct lane *lanes = &worker->lanes[(warp - worker->warps) * WARP_LANES];
    uint32_t waiting = warp->meeting;
    while (waiting != 0) {
        unsigned lane = (unsigned)__builtin_ctz(waiting);
        if (asks_active(&lanes[lane])) {
            waiting &= waiting - 1;
            continue;
        }
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
        go_on(lanes, warp, met);
    }
    if (warp->ready == 0) {
        tell_active(lanes, warp);
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
            block_name_thread(worker->launch, worker->serial, t, name, sizeof(name));
            block_name_thread(worker->launch, worker->serial, t / WARP_LANES * WARP_LANES + other, other_name,
                              sizeof(other_name));
            snprintf(made->message, sizeof(made->message),
                     "%s waits for lane %u, which its mask 0x%08x names, but that lane waits elsewhere", name,
                     other, lane->mask);
            snprintf(made->places[0].text, sizeof(made->places[0].text), "%s waits here", name);
            snprintf(made->places[1].text, sizeof(made->places[1].text), "%s waits here", other_name);
        }
        break;
    }
    int none = 0;
    atomic_compare_exchange_strong(&worker->launch->error, &none, 719); // cudaErrorLaunchFailure
    worker->abandoned = true;
}

// A mask has to name the lane itself, and a width to be a power of two: CUDA promises nothing else.
static void check_call(struct worker *worker, unsigned mask, int width, uint32_t pc) {
    bool named = mask >> worker->current % WARP_LANES & 1;
    bool possible = width > 0 && width <= WARP_LANES && (width & (width - 1)) == 0;
    if (named && possible) {
        return;
    }
    bool is_new;
    struct report_entry *entry =
        report_add(&worker->report, DIAGNOSTIC_SHUFFLE, "", pc, 0, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, worker->current, name, sizeof(name));
        if (!named) {
            snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                     "%s is lane %u, which its own mask 0x%08x does not name", name,
                     worker->current % WARP_LANES, mask);
        } else {
            snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                     "%s shuffles with a width of %d, which is no power of two up to 32", name, width);
        }
    }
    block_abandon(worker, 719); // cudaErrorLaunchFailure
}

static void wait_for(struct worker *worker, unsigned mask, const struct exchange *exchange, uint32_t pc) {
    struct lane *lane = &worker->lanes[worker->current];
    lane->mask = mask;
    lane->exchange = exchange;
    block_wait(worker, LANE_WARP, pc);
}

void sim_syncwarp_at(unsigned mask, void *return_address);
void sim_syncwarp_at(unsigned mask, void *return_address) {
    struct worker *worker = hooks_kernel_worker("__syncwarp()", return_address);
    uint32_t pc = relative_pc(return_address);
    check_call(worker, mask, WARP_LANES, pc);
    wait_for(worker, mask, NULL, pc);
}

void sim_syncwarp(unsigned mask);
void sim_syncwarp(unsigned mask) {
    sim_syncwarp_at(mask, __builtin_return_address(0));
}

void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *return_address);
void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *return_address) {
    struct worker *worker = hooks_kernel_worker("a shuffle or vote", return_address);
    uint32_t pc = relative_pc(return_address);
    uint64_t taken = 0;
    struct exchange exchange = {
        .kind = kind, .bytes = bytes, .argument = argument, .width = width, .taken = &taken};
    memcpy(&exchange.given, value, bytes);
    if (kind == ACTIVE_MASK) {
        mask = 1u << worker->current % WARP_LANES;
    }
    check_call(worker, mask, width, pc);
    wait_for(worker, mask, &exchange, pc);
    memcpy(value, &taken, bytes);
}
