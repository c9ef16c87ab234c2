// Parts that fail because of another one. Their own reports would accuse correct code.
#ifndef LABS_CONSEQUENCE_H
#define LABS_CONSEQUENCE_H

#include "check/judge/lab_result.h"

enum consequence {
    CONSEQUENCE_NONE,
    CONSEQUENCE_SAME_LINE,  // the first error is at the same line
    CONSEQUENCE_NEEDED_CODE // the part needs tasks of the other one, which fails at least as early
};

// Does `part` fail because of `cause`, another part that fails although all its tasks are filled in?
enum consequence consequence_of(const struct lab_result *result, const struct part_result *part,
                                const struct part_result *cause);

// Has `needed` passed a case with this operator and as many blocks as this case of `part` has, and failed none of them?
// Then the part's failure comes from elsewhere, also while further cases of `needed` are left.
bool consequence_holds_so_far(const struct part_result *needed, const struct part_result *part,
                              const struct check_case *what);

// Does the part need a task of the other one?
bool consequence_is_needed(const struct lab_part *part, const struct lab_part *other);

#endif
