#include "sim/warp/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/barrier.h"
#include "sim/report/thread.h"

// The lanes of the warp that wait at the same kind of call as `lane`, with the same mask.
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

// The lanes `met` have met at a warp barrier in the warp's present epoch, and a new one begins. Only a barrier
// orders memory accesses: the CUDA programming guide says that shuffles, votes, matches and reductions "do not
// provide any memory ordering".
static void meet(struct warp *warp, uint32_t met) {
    warp->epoch++;
    if (met == warp->lanes) { // nothing orders what lanes did that have left the kernel
        warp->full_epoch = warp->epoch;
        return;
    }
    if (warp->known == NULL) {
        warp->known = calloc(WARP_LANES, sizeof(*warp->known));
        if (warp->known == NULL) {
            warp->full_epoch = warp->epoch; // out of memory: miss a race rather than report a false one
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
        united[lane] = warp->epoch;
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

// Half of these lanes: those whose rank among them has an odd number of one bits. Lanes whose ranks differ in
// one bit, such as the partners of a tree, are never in the same half.
static uint32_t half_of(uint32_t lanes) {
    uint32_t half = 0;
    for (unsigned rank = 0; lanes != 0; lanes &= lanes - 1, rank++) {
        half |= __builtin_parity(rank) ? lanes & (0u - lanes) : 0;
    }
    return half;
}

static uint32_t path_of(const struct warp *warp, const struct lane *lane) {
    return lane->path_epoch == warp->path_epoch ? lane->path : 0;
}

void sync_branch(const struct warp *warp, struct lane *lane, bool taken) {
    lane->path = path_of(warp, lane) * 2654435769u + 1 + taken; // Knuth's multiplicative hash
    lane->path_epoch = warp->path_epoch;
}

// Have some of these lanes taken another path than others, which no access shows?
static bool paths_differ(const struct lane *lanes, const struct warp *warp, uint32_t together) {
    uint32_t first = path_of(warp, &lanes[__builtin_ctz(together)]);
    for (uint32_t rest = together; rest != 0; rest &= rest - 1) {
        if (path_of(warp, &lanes[__builtin_ctz(rest)]) != first) {
            return true;
        }
    }
    return false;
}

// No lane of the warp can run: those that ask for the active mask get it, together with those at the same call.
// After lanes have taken different paths, the mask need not name all of these. So it names one half or the
// other, and a program that relies on all of them always fails.
static void answer_active(struct lane *lanes, struct warp *warp, unsigned first, struct counters *interval,
                          struct report *report) {
    uint32_t asking = 0;
    for (uint32_t rest = warp->meeting; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        asking |= asks_active(&lanes[lane]) ? 1u << lane : 0;
    }
    go_on(lanes, warp, asking);
    while (asking != 0) {
        const uint32_t pc = lanes[__builtin_ctz(asking)].pc;
        uint32_t together = 0;
        for (uint32_t rest = asking; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            together |= lanes[lane].pc == pc ? 1u << lane : 0;
        }
        bool apart = warp->diverged || together != warp->live || paths_differ(lanes, warp, together);
        uint32_t half = apart ? half_of(together) : 0;
        if (half != 0) {
            const unsigned lane = (unsigned)__builtin_ctz(together);
            char given[16], here[16];
            snprintf(given, sizeof(given), "0x%08x", together & ~half);
            snprintf(here, sizeof(here), "0x%08x", together);
            report_thread(report, DIAGNOSTIC_ACTIVE_MASK, first + lane, pc,
                          WORDS(lanes[lane].exchange->argument == ASKED_FOR_GROUP
                                    ? TOPIC(PART_OF_COALESCED)
                                    : TOPIC(PART_OF_ACTIVE_MASK),
                                NAME(given), NAME(here)));
        }
        for (uint32_t rest = together; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            *lanes[lane].exchange->taken = (half >> lane & 1) != 0 ? half : together & ~half;
        }
        interval->shuffles++; // a vote
        asking &= ~together;
    }
}

void sync_skip(const struct warp *warp, struct lane *lane, uint32_t pc) {
    if (lane->skip_epoch != warp->path_epoch) {
        lane->skip_epoch = warp->path_epoch;
        lane->skip_pc = pc;
        lane->skips = 0;
    }
    lane->skips += lane->skips < UINT16_MAX;
}

static unsigned skips_of(const struct warp *warp, const struct lane *lane) {
    return lane->skip_epoch == warp->path_epoch ? lane->skips : 0;
}

// These lanes have met. Have they come to different calls, because some have gone past one?
static void find_mixed(struct warp *warp, const struct lane *lanes, uint32_t met) {
    unsigned first = (unsigned)__builtin_ctz(met), last = first;
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        first = lanes[lane].pc < lanes[first].pc ? lane : first;
        last = lanes[lane].pc > lanes[last].pc ? lane : last;
    }
    if (first != last && warp->mixed.pc == 0) {
        warp->mixed = (struct mixed_call){.pc = lanes[first].pc,
                                          .other_pc = lanes[last].pc,
                                          .mask = lanes[first].mask,
                                          .lane = first,
                                          .other = last};
    }
}

// The lane has met all that its mask names and that have not left the kernel. Reports one that has left it only after
// it went past this call. A lane may leave earlier: then the call does not wait for it.
static void find_skipped(const struct warp *warp, const struct lane *lanes, unsigned lane, unsigned first,
                         struct report *report) {
    for (uint32_t gone = lanes[lane].mask & warp->lanes & ~warp->live; gone != 0; gone &= gone - 1) {
        unsigned other = (unsigned)__builtin_ctz(gone), skips = skips_of(warp, &lanes[lane]);
        if (skips_of(warp, &lanes[other]) > skips) {
            report_lane_gone(report, first + lane, lanes[lane].pc, lanes[lane].mask, first + other,
                             skips == 0 ? lanes[other].skip_pc : 0);
            return;
        }
    }
}

// The warp instructions of the exchange of the lanes `met`. A shuffle moves 4 bytes. Lanes that shuffle at one call do
// so in one instruction, even if their masks differ; but all other exchanges need one for each mask. (Counted on an
// H200.) `shuffled`: the lanes that have shuffled already since they last ran.
static unsigned instructions_of(const struct lane *lanes, uint32_t met, uint32_t shuffled) {
    const struct lane *first = &lanes[__builtin_ctz(met)];
    if (first->exchange->kind > SHUFFLE_XOR) {
        return 1;
    }
    for (; shuffled != 0; shuffled &= shuffled - 1) {
        if (lanes[__builtin_ctz(shuffled)].pc == first->pc) {
            return 0;
        }
    }
    return (unsigned)(first->exchange->bytes + 3) / 4;
}

void sync_resolve(struct warp *warp, struct lane *lanes, unsigned first, struct counters *interval,
                  struct report *report) {
    uint32_t waiting = warp->meeting, shuffled = 0;
    while (waiting != 0) {
        unsigned lane = (unsigned)__builtin_ctz(waiting);
        if (asks_active(&lanes[lane])) {
            waiting &= waiting - 1;
            continue;
        }
        uint32_t met = partners(lanes, warp, &lanes[lane]);
        waiting &= ~met & ~(1u << lane);
        if (met != (lanes[lane].mask & warp->live)) {
            continue; // some have not arrived yet
        }
        find_mixed(warp, lanes, met);
        uint32_t more; // of them, that wait for the next word
        do {
            find_skipped(warp, lanes, lane, first, report);
            more = 0;
            if (lanes[lane].exchange == NULL) {
                interval->warp_barriers++;
                meet(warp, met);
                warp->meeting_pc = lanes[lane].pc;
            } else {
                shuffle_values(lanes, met, first, report);
                more = shuffle_next_words(lanes, met);
                const unsigned shuffles = instructions_of(lanes, met, shuffled);
                interval->shuffles += shuffles;
                warp->interval.steps += shuffles;
                warp->epoch++;
                warp->exchange_epoch = met == warp->live ? warp->epoch : warp->exchange_epoch;
            }
            if (met == warp->live) {
                warp->diverged = false;
                warp->path_epoch = warp->epoch;
            }
        } while (more == met);
        shuffled |= lanes[lane].exchange != NULL && lanes[lane].exchange->kind <= SHUFFLE_XOR ? met : 0;
        go_on(lanes, warp, met & ~more);
    }
    if (warp->ready == 0) {
        answer_active(lanes, warp, first, interval, report);
    }
}

unsigned sync_missing(const struct warp *warp, const struct lane *lanes, const struct lane *lane) {
    uint32_t missing = lane->mask & warp->live & ~partners(lanes, warp, lane);
    return missing == 0 ? 0 : (unsigned)__builtin_ctz(missing);
}
