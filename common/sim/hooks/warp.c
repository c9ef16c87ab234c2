// Warp barriers, shuffles and votes (cuda/sim/warp.h).
#include <stdio.h>
#include <string.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"
#include "sim/warp/sync.h"

// A mask must name the lane itself, and a width must be a power of two: CUDA promises nothing otherwise.
static void check_call(struct worker *worker, unsigned mask, int width, uint32_t pc) {
    unsigned lane = worker->current % WARP_LANES;
    if ((mask >> lane & 1) == 0) {
        char name[16];
        snprintf(name, sizeof(name), "0x%08x", mask);
        report_thread(&worker->report, DIAGNOSTIC_SHUFFLE, worker->current, pc,
                      WORDS(TOPIC(LANE_NOT_IN_OWN_MASK), NUMBER(lane), NAME(name)));
    } else if (width <= 0 || width > WARP_LANES || (width & (width - 1)) != 0) {
        report_thread(&worker->report, DIAGNOSTIC_SHUFFLE, worker->current, pc,
                      WORDS(TOPIC(SHUFFLE_WIDTH), NUMBER(width)));
    } else {
        return;
    }
    lane_abandon(worker, ERROR_LAUNCH_FAILURE);
}

static void wait_for(struct worker *worker, unsigned mask, struct exchange *exchange, uint32_t pc) {
    struct lane *lane = &worker->lanes[worker->current];
    lane->mask = mask;
    lane->exchange = exchange;
    lane_wait(worker, LANE_WARP, pc);
}

void sim_syncwarp_at(unsigned mask, void *return_address);
void sim_syncwarp_at(unsigned mask, void *return_address) {
    struct worker *worker = kernel_only("__syncwarp()", return_address);
    uint32_t pc = relative_pc(return_address);
    check_call(worker, mask, WARP_LANES, pc);
    wait_for(worker, mask, NULL, pc);
}

void sim_syncwarp(unsigned mask);
void sim_syncwarp(unsigned mask) {
    sim_syncwarp_at(mask, CALLER_ADDRESS());
}

// Most values are words, which need no call.
static inline void copy_value(void *to, const void *from, size_t bytes) {
    if (bytes == 4) {
        memcpy(to, from, 4);
    } else {
        memcpy(to, from, bytes);
    }
}

void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *return_address);
void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *return_address) {
    struct worker *worker = kernel_only_of(TOPIC_A_SHUFFLE_OR_VOTE, "", return_address);
    uint32_t pc = relative_pc(return_address);
    uint64_t taken = 0;
    struct exchange exchange = {
        .kind = kind, .bytes = bytes, .argument = argument, .width = width, .taken = &taken};
    copy_value(&exchange.given, value, bytes);
    if (kind == ACTIVE_MASK) {
        mask = 1u << worker->current % WARP_LANES;
    }
    check_call(worker, mask, width, pc);
    wait_for(worker, mask, &exchange, pc);
    copy_value(value, &taken, bytes);
}

// Exchanges `count` words of 4 bytes, one after the other. Each is an exchange by itself. Usually all lanes go on to
// the next word together, so no lane needs a turn in between, except where turns are recorded or drawn.
void sim_exchange_words(enum exchange_kind kind, unsigned mask, uint32_t *words, unsigned count, int argument,
                        void *return_address);
void sim_exchange_words(enum exchange_kind kind, unsigned mask, uint32_t *words, unsigned count, int argument,
                        void *return_address) {
    struct worker *worker = kernel_only_of(TOPIC_A_SHUFFLE_OR_VOTE, "", return_address);
    uint32_t pc = relative_pc(return_address);
    unsigned together = count > 1 && lane_turns_matter(worker) ? 1 : count;
    for (unsigned i = 0; i < count; i += together) {
        uint64_t taken = 0;
        struct exchange exchange = {.kind = kind,
                                    .bytes = sizeof(*words),
                                    .argument = argument,
                                    .width = WARP_LANES,
                                    .given = words[i],
                                    .taken = &taken,
                                    .word = &words[i],
                                    .more = together - 1};
        check_call(worker, mask, WARP_LANES, pc);
        wait_for(worker, mask, &exchange, pc);
        *exchange.word = (uint32_t)taken;
    }
}

bool sim_skip(void);
bool sim_skip(void) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        sync_skip(current_warp(worker), &worker->lanes[worker->current], relative_pc(CALLER_ADDRESS()));
    }
    return false;
}

void sim_branch(int taken);
void sim_branch(int taken) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        sync_branch(current_warp(worker), &worker->lanes[worker->current], taken);
    }
}
