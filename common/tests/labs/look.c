// look OBJECT...: prints what a person should look at in these objects (check/runner/look.h). Exit code 0: nothing.
#include "check/runner/look.h"

#include <stdio.h>

int main(int count, char **words) {
    size_t found = 0;
    for (int i = 1; i < count; i++) {
        struct look look = {.count = 0};
        look_at_object(words[i], &look);
        for (size_t k = 0; k < look.count; k++) {
            printf("%s: %s\n", words[i], look.lines[k]);
        }
        found += look.count;
    }
    printf("%d objects, %zu reasons\n", count - 1, found);
    return found > 0;
}
