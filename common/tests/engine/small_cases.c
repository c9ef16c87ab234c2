// The same checker with no case of more than 4,096 elements, and one worker: linked with --wrap=cases_make.
#include <stddef.h>

#include "check/plan/cases.h"

struct check_case *__real_cases_make(const struct lab_part *part, const struct options *options,
                                     size_t *count);

struct check_case *__wrap_cases_make(const struct lab_part *part, const struct options *options,
                                     size_t *count) {
    enum { MOST = 4096, INSTEAD = 15 * 256 + 1 };
    static const struct lab_order together = {.schedule = "together", .workers = 1};
    struct check_case *cases = __real_cases_make(part, options, count);
    for (size_t i = 0; cases != NULL && i < *count; i++) {
        if (cases[i].n > MOST) {
            cases[i].n = INSTEAD;
        }
        if (cases[i].order != NULL && cases[i].order->workers > 1) {
            cases[i].order = &together;
        }
    }
    return cases;
}
