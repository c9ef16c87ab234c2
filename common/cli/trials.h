// Finds the fewest of some pieces that still pass, by trials, of which there are not more than a given number.
#ifndef LABS_CLI_TRIALS_H
#define LABS_CLI_TRIALS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TRIED_MAX = 6,   // pieces that are left out one after the other
    PIECES_MAX = 24, // pieces in a set
    TRIALS_DONE_MAX = 128
};

// Sets of pieces are bits: 1u << number.
struct trials {
    bool (*passes)(void *context, unsigned set);
    void *context;
    int left; // so many more trials
    struct {
        unsigned set;
        bool passed;
    } done[TRIALS_DONE_MAX]; // what is known
    size_t done_count;
};

// Notes that a set is known to pass, or to fail.
void trials_note(struct trials *trials, unsigned set, bool passed);

// Does this set pass? Each set is tried once. false where no trial is left.
bool trials_pass(struct trials *trials, unsigned set);

// Leaves out pieces of `order`, which pass together, as long as they do: the first ones first, and again once one is
// left out. From three pieces on, the last one is tried alone before, and if three or more are left, each one alone.
// Returns the rest.
unsigned trials_leave_out(struct trials *trials, const size_t *order, size_t count);

// Of the pieces of `order`, which pass together, takes the last half if it passes, or else the first half, and again a
// half of that, until neither passes. Returns what is left.
unsigned trials_halve(struct trials *trials, const size_t *order, size_t count);

// Is it known of each piece that the set fails without it?
bool trials_need_all(const struct trials *trials, unsigned set);

// How many pieces are in the set?
size_t trials_size(unsigned set);

#endif
