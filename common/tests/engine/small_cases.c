// The same checker with few and small cases, and one worker: linked with --wrap=cases_make. Of the sizes of a part it
// keeps the smallest four and some of the others, none above 4,096.
#include <stddef.h>

#include "check/plan/cases.h"

struct check_case *__real_cases_make(const struct lab_part *part, const struct options *options,
                                     size_t *count);

// Is plain case `i` of so many one of those that are kept?
static bool is_kept(size_t i, size_t count) {
    enum { FIRST = 4, MORE = 8 };
    return i < FIRST || (i + 1) * MORE / count != i * MORE / count;
}

static bool is_plain(const struct check_case *one) {
    return one->order == NULL && one->example == NULL;
}

struct check_case *__wrap_cases_make(const struct lab_part *part, const struct options *options,
                                     size_t *count) {
    enum { MOST = 4096, INSTEAD = 15 * 256 + 1 };
    static const struct lab_order together = {.schedule = "together", .workers = 1};
    struct check_case *cases = __real_cases_make(part, options, count);
    size_t plain = 0, seen = 0, kept = 0;
    for (size_t i = 0; cases != NULL && i < *count; i++) {
        plain += is_plain(&cases[i]);
    }
    for (size_t i = 0; cases != NULL && i < *count; i++) {
        if (is_plain(&cases[i]) && !is_kept(seen++, plain)) {
            continue;
        }
        cases[kept] = cases[i];
        cases[kept].n = cases[i].n > MOST ? INSTEAD : cases[i].n;
        if (cases[i].order != NULL && cases[i].order->workers > 1) {
            cases[kept].order = &together;
        }
        kept++;
    }
    *count = kept;
    return cases;
}
