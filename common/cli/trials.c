#include "trials.h"

enum { SINGLE_FROM = 3 }; // from so many pieces on, single ones are tried alone, too

size_t trials_size(unsigned set) {
    size_t size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

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

// The pieces begin to end - 1 of the order.
static unsigned set_of(const size_t *order, size_t begin, size_t end) {
    unsigned set = 0;
    for (size_t i = begin; i < end; i++) {
        set |= 1u << order[i];
    }
    return set;
}

unsigned trials_halve(struct trials *trials, const size_t *order, size_t count) {
    size_t begin = 0, end = count;
    while (end - begin > 1) {
        const size_t middle = begin + (end - begin) / 2;
        if (trials_pass(trials, set_of(order, middle, end))) {
            begin = middle;
        } else if (trials_pass(trials, set_of(order, begin, middle))) {
            end = middle;
        } else {
            break;
        }
    }
    return set_of(order, begin, end);
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
    unsigned set = set_of(order, 0, count);
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
        if (without != 0 && !is_known(trials, without, false)) { // without any piece, the case fails
            return false;
        }
    }
    return true;
}
