// Finds the fewest of some pieces that still pass, by trials, of which there are not more than a given number.
#ifndef LABS_CLI_TRIALS_H
#define LABS_CLI_TRIALS_H

#include <stdbool.h>
#include <stddef.h>

enum { TRIALS_DONE_MAX = 128 };

// Sets of pieces are bits: 1u << number. Groups are sets, too: of pieces that stay together.
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

// These make a set smaller, which passes, and return what is left of it: the last one of the groups that passes alone;
// what passes without groups, the first ones first, and again once one is left out; and the last half of the groups if
// it passes, or else the first half, and again a half of that, until neither passes.
unsigned trials_alone(struct trials *trials, unsigned set, const unsigned *groups, size_t count);
unsigned trials_leave_out(struct trials *trials, unsigned set, const unsigned *groups, size_t count);
unsigned trials_halve(struct trials *trials, unsigned set, const unsigned *groups, size_t count);

// Is it known of each piece that the set fails without it?
bool trials_need_all(const struct trials *trials, unsigned set);

#endif
