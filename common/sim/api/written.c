#include "sim/api/written.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The length up to the first comma outside brackets, or of all if there is none.
static size_t up_to_comma(const char *written, const char *opening, const char *closing) {
    int depth = 0;
    const char *at = written;
    for (; *at != 0 && !(*at == ',' && depth == 0); at++) {
        bool arrow = at > written && at[-1] == '-' && *at == '>';
        depth += strchr(opening, *at) != NULL;
        depth -= strchr(closing, *at) != NULL && !arrow && depth > 0;
    }
    return (size_t)(at - written);
}

size_t written_first(const char *written) {
    size_t length = up_to_comma(written, "([{<", ")]}>");
    return written[length] == ',' ? length : up_to_comma(written, "([{", ")]}"); // or a `<` compares
}

struct kept {
    struct kept *next;
    char text[];
};
static struct kept *all_kept;

const char *sim_first_argument(const char *written);
const char *sim_first_argument(const char *written) {
    size_t length = written_first(written);
    for (const struct kept *one = all_kept; one != NULL; one = one->next) {
        if (strlen(one->text) == length && memcmp(one->text, written, length) == 0) {
            return one->text;
        }
    }
    struct kept *made = malloc(sizeof(*made) + length + 1);
    if (made == NULL) {
        return "";
    }
    made->next = all_kept;
    memcpy(made->text, written, length);
    made->text[length] = 0;
    all_kept = made;
    return made->text;
}
