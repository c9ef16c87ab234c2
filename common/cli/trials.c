#include "trials.h"

enum { SINGLE_FROM = 3 }; // from so many pieces on, single ones are tried alone, too

size_t trials_size(unsigned set) {
    size_t size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

bool trials_pass(struct trials *trials, unsigned set) {
    if (trials->known[set] == TRIAL_NOT_DONE && trials->left > 0) {
        trials->left--;
        trials->known[set] = trials->passes(trials->context, set) ? TRIAL_PASSED : TRIAL_FAILED;
    }
    return trials->known[set] == TRIAL_PASSED;
}

// Once a piece is left out, one that was needed with it may be left out, too: they use the same variable.
static unsigned leave_out_each(struct trials *trials, const size_t *order, size_t count, unsigned set) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            const unsigned without = set & ~(1u << order[i]);
            if (without != set && without != 0 && trials_pass(trials, without)) {
                set = without;
                changed = true;
            }
        }
    }
    return set;
}

unsigned trials_leave_out(struct trials *trials, const size_t *order, size_t count) {
    unsigned set = 0;
    for (size_t i = 0; i < count; i++) {
        set |= 1u << order[i];
    }
    const unsigned last = 1u << order[count - 1];
    if (count >= SINGLE_FROM && trials_pass(trials, last)) {
        return last;
    }
    set = leave_out_each(trials, order, count, set);
    for (size_t i = count; i-- > 0 && trials_size(set) >= SINGLE_FROM;) {
        const unsigned single = set & (1u << order[i]);
        if (single != 0 && trials_pass(trials, single)) {
            set = single;
        }
    }
    return set;
}

bool trials_need_all(const struct trials *trials, unsigned set) {
    for (unsigned rest = set; rest != 0; rest &= rest - 1) {
        const unsigned without = set & ~(rest & -rest);
        if (without != 0 && trials->known[without] != TRIAL_FAILED) { // without any piece, the case fails
            return false;
        }
    }
    return true;
}
