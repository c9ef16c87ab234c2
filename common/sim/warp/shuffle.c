// What lanes that have met give each other.
#include "sim/warp/sync.h"

#include <stdio.h>

#include "sim/schedule/block.h"

// Lane from which `lane` reads in a shuffle. Rules of the CUDA C++ Programming Guide, "Warp Shuffle
// Functions": within segments of `width` lanes; a source outside the segment means the lane's own value.
// Devices look at the last five bits of the argument.
static unsigned shuffle_source(unsigned lane, const struct exchange *exchange) {
    unsigned width = (unsigned)exchange->width, first = lane / width * width;
    unsigned argument = (unsigned)exchange->argument % WARP_LANES;
    switch (exchange->kind) {
    case SHUFFLE_INDEX:
        return first + argument % width;
    case SHUFFLE_UP:
        return lane - first >= argument ? lane - argument : lane;
    case SHUFFLE_DOWN:
        return lane - first + argument < width ? lane + argument : lane;
    case SHUFFLE_XOR:
        return (lane ^ argument) / width <= lane / width ? lane ^ argument
                                                         : lane; // of an earlier segment, too
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
        block_name_thread(worker->launch, worker->serial, thread, name, sizeof(name));
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                 "%s reads the value of lane %u, which does not take part in this shuffle", name, source);
    }
}

// What comes back to `lane` of the values that the lanes `met` give.
static uint64_t combine(enum exchange_kind kind, const uint64_t *given, uint32_t met, unsigned lane) {
    uint32_t votes = 0, same = 0;
    uint32_t result = (uint32_t)given[__builtin_ctz(met)];
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned other = (unsigned)__builtin_ctz(rest);
        uint32_t value = (uint32_t)given[other];
        votes |= given[other] != 0 ? 1u << other : 0;
        same |= given[other] == given[lane] ? 1u << other : 0;
        if (rest == met) {
            continue; // the first is in the result already
        }
        switch (kind) {
        case REDUCE_ADD:
            result += value;
            break;
        case REDUCE_MIN:
            result = value < result ? value : result;
            break;
        case REDUCE_MAX:
            result = value > result ? value : result;
            break;
        case REDUCE_MIN_SIGNED:
            result = (int32_t)value < (int32_t)result ? value : result;
            break;
        case REDUCE_MAX_SIGNED:
            result = (int32_t)value > (int32_t)result ? value : result;
            break;
        case REDUCE_AND:
            result &= value;
            break;
        case REDUCE_OR:
            result |= value;
            break;
        case REDUCE_XOR:
            result ^= value;
            break;
        default:
            break;
        }
    }
    switch (kind) {
    case BALLOT:
    case ANY:
    case ALL:
        return votes;
    case MATCH_ANY:
        return same;
    case MATCH_ALL:
        return same == met ? met : 0;
    default:
        return result;
    }
}

void exchange_values(struct worker *worker, struct lane *lanes, uint32_t met) {
    uint64_t given[WARP_LANES];
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        given[lane] = lanes[lane].exchange->given;
    }
    bool same_for_all = false;
    uint64_t result = 0;
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct exchange *exchange = lanes[lane].exchange;
        if (exchange->kind > SHUFFLE_XOR) {
            if (!same_for_all) {
                result = combine(exchange->kind, given, met, lane);
                same_for_all = exchange->kind != MATCH_ANY;
            }
            *exchange->taken = result;
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
