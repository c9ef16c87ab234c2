#include "trials.h"

void trials_note(struct trials *trials, unsigned set, bool passed) {
    if (trials->done_count < TRIALS_DONE_MAX) {
        trials->done[trials->done_count].set = set;
        trials->done[trials->done_count++].passed = passed;
    }
}

// Is it known that the set passes, or fails?
static bool is_known(const struct trials *trials, unsigned set, bool passed) {
    for (size_t i = 0; i < trials->done_count; i++) {
        if (trials->done[i].set == set) {
            return trials->done[i].passed == passed;
        }
    }
    return false;
}

bool trials_pass(struct trials *trials, unsigned set) {
    if (!is_known(trials, set, true) && !is_known(trials, set, false) && trials->left > 0) {
        trials->left--;
        trials_note(trials, set, trials->passes(trials->context, set));
    }
    return is_known(trials, set, true);
}

unsigned trials_alone(struct trials *trials, unsigned set, const unsigned *groups, size_t count) {
    while (count-- > 0) {
        const unsigned group = set & groups[count];
        if (group != 0 && trials_pass(trials, group)) {
            return group;
        }
    }
    return set;
}

// Once a piece is left out, one that was needed with it may be left out, too: they use the same variable.
unsigned trials_leave_out(struct trials *trials, unsigned set, const unsigned *groups, size_t count) {
    for (size_t i = 0, stay = 0; stay < count; i++, stay++) { // so many groups in a row
        const unsigned rest = set & ~groups[i % count];
        if (rest != set && rest != 0 && trials_pass(trials, rest)) {
            set = rest;
            stay = 0;
        }
    }
    return set;
}

unsigned trials_halve(struct trials *trials, unsigned set, const unsigned *groups, size_t count) {
    unsigned halves[2] = {0, 0};
    size_t size = 0, at = 0;
    for (size_t i = 0; i < count; i++) {
        size += (set & groups[i]) != 0;
    }
    for (size_t i = 0; i < count; i++) {
        halves[at >= size / 2] |= set & groups[i];
        at += (set & groups[i]) != 0;
    }
    const unsigned half = trials_alone(trials, set, halves, 2);
    return half != set ? trials_halve(trials, half, groups, count) : set;
}

bool trials_need_all(const struct trials *trials, unsigned set) {
    for (unsigned rest = set; rest != 0; rest &= rest - 1) {
        const unsigned without = set & ~(rest & -rest);
        if (without != 0 && !is_known(trials, without, false)) { // without any piece, the case fails
            return false;
        }
    }
    return true;
}
