// Lanes of a warp that store to one place in one instruction. CUDA performs one of the stores, so this is in
// order if all store the same value, and else a race. The race rule sees a store before it happens. So the
// second lane's is remembered, and compared once it has happened.
//
// Cost: O(1) per such store; nothing else. Memory: SAME_VALUES_MAX records per worker.
#ifndef SIM_SAME_VALUE_H
#define SIM_SAME_VALUE_H

#include "sim/report/access.h"

enum { SAME_VALUES_MAX = 32 }; // words of one store, unless it is of a larger struct

struct same_values {
    unsigned count;
    struct same_value {
        struct wrong_access store; // the later one
        struct access_record earlier;
        enum diagnostic_class class_; // if it is a race
        uint32_t value;               // of the word, as the earlier store has left it
        uint8_t bytes;                // mask of those that are stored
        bool pending; // has the earlier one stopped before it happened? Then nothing is compared
    } stores[SAME_VALUES_MAX];
};

// `store` is about to happen to the word that `made` describes, but for `value`.
void same_value_add(struct same_values *all, const struct same_value *made);

// What has been stored to this word, or with 0 to all, has happened: reports a note or a race for each.
void same_value_settle(struct same_values *all, uintptr_t address);

#endif
