#include "sim/warp/shuffle.h"

#include <stdio.h>

#include "sim/report/thread.h"

// Rules of the CUDA C++ Programming Guide, "Warp Shuffle
// Functions": within segments of `width` lanes; a source outside the segment means the lane's own value.
// Devices use only the last five bits of the argument.
unsigned shuffle_source(unsigned lane, const struct exchange *exchange) {
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
        // A lane of an earlier segment may be read, too.
        return (lane ^ argument) / width <= lane / width ? lane ^ argument : lane;
    default:
        return lane;
    }
}

// The result of `lane` from the values of the lanes `met`.
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

// A lane reads the value of a lane that it has not met: because its mask does not name that one, or in spite of it.
static void report_unmet(struct report *report, unsigned thread, const struct lane *lane, unsigned source) {
    const uint32_t mask = lane->mask;
    if ((mask >> source & 1) == 0) {
        char name[16];
        snprintf(name, sizeof(name), "0x%08x", mask);
        report_thread(report, DIAGNOSTIC_SHUFFLE, thread, lane->pc,
                      WORDS(TOPIC(LANE_NOT_IN_MASK), NUMBER(source), NAME(name)));
    } else {
        report_thread(report, DIAGNOSTIC_SHUFFLE, thread, lane->pc,
                      WORDS(TOPIC(LANE_NOT_IN_SHUFFLE), NUMBER(source)));
    }
}

void shuffle_values(struct lane *lanes, uint32_t met, unsigned first, struct report *report) {
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
            report_unmet(report, first + lane, &lanes[lane], source);
            source = lane;
        }
        *exchange->taken = given[source];
    }
}

uint32_t shuffle_next_words(const struct lane *lanes, uint32_t met) {
    uint32_t more = 0;
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        struct exchange *exchange = lanes[lane].exchange;
        if (exchange->word != NULL && exchange->more > 0) {
            *exchange->word++ = (uint32_t)*exchange->taken;
            exchange->given = *exchange->word;
            exchange->more--;
            more |= 1u << lane;
        }
    }
    return more;
}
