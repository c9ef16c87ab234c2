// hints_fit lab01 HINTS SOURCE: has each of the source's TODOs hints 1 and 2, and are there no others? Hint 3 is the
// solution's code; what HINTS says under that number comes before it.
#include <stdio.h>

#include "hints.h"
#include "regions.h"

int main(int count, char **words) {
    struct regions regions;
    struct hints hints = {.hints = NULL};
    int bad = 0;
    if (count != 4) {
        fputs("usage: hints_fit LAB HINTS SOURCE\n", stderr);
        return 2;
    }
    if (regions_read(words[3], &regions) != 0) {
        fprintf(stderr, "%s:%d: %s\n", words[3], regions.error_line, regions.error);
        return 2;
    }
    if (hints_read(words[2], words[1], &hints) != 0) {
        fprintf(stderr, "%s:%d: %s\n", words[2], hints.error_line, hints.error);
        bad = 1;
    }
    const int todos = (int)regions.count, last = bad != 0 ? 0 : hints.hints[hints.count - 1].todo;
    for (int todo = 1; todo <= (todos > last ? todos : last) && last > 0; todo++) {
        const int steps = hints_steps(&hints, todo), least = todo <= todos ? HINT_STEPS - 1 : 0;
        if (steps < least || steps > (todo <= todos ? HINT_STEPS : 0)) {
            printf("%s: TODO(%d): hints: %d, needed: %d\n", words[2], todo, steps, least);
            bad = 1;
        }
    }
    hints_free(&hints);
    regions_free(&regions);
    return bad;
}
