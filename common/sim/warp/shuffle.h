// The exchanges between lanes that have met: shuffles, votes, matches, reductions.
#ifndef SIM_SHUFFLE_H
#define SIM_SHUFFLE_H

#include "sim/report/report.h"
#include "sim/warp/warp.h"

// As enum sim_exchange_kind in cuda/sim/warp.h, which is C++.
enum exchange_kind {
    SHUFFLE_INDEX,
    SHUFFLE_UP,
    SHUFFLE_DOWN,
    SHUFFLE_XOR,
    BALLOT, // which lanes give a value other than 0?
    ANY,    // the same; cuda/sim/warp.h makes the vote's result of it
    ALL,
    MATCH_ANY, // which lanes give the same value as this one?
    MATCH_ALL, // all lanes if all give the same value, otherwise none
    REDUCE_ADD,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_MIN_SIGNED,
    REDUCE_MAX_SIGNED,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    ACTIVE_MASK // which lanes are here? The argument is ASKED_FOR_GROUP for coalesced_threads()
};

enum { ASKED_FOR_GROUP = 1 };

// One lane's part in an exchange.
struct exchange {
    enum exchange_kind kind;
    size_t bytes;
    int argument, width;
    uint64_t given;  // first `bytes` bytes
    uint64_t *taken; // result
    // Of a larger value, which is exchanged word by word: this word, and how many follow it. NULL: it is no such value.
    uint32_t *word;
    unsigned more;
};

// The lane from which `lane` reads in a shuffle: its own if it gets its own value.
unsigned shuffle_source(unsigned lane, const struct exchange *exchange);

// Gives each of the lanes `met` its result. `lanes` are those of their warp, whose first thread is `first`.
void shuffle_values(struct lane *lanes, uint32_t met, unsigned first, struct report *report);

// After that: those of the lanes `met` whose value has more words. They give the next one.
uint32_t shuffle_next_words(const struct lane *lanes, uint32_t met);

#endif
