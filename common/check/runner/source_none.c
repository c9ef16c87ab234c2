// source.h without a reader of debug information: every place is unknown, so diagnostics have no lines. For
// macOS, until it has a reader.

#include "check/runner/source.h"

#include <string.h>

struct source *source_open(const char *executable) {
    (void)executable;
    return NULL;
}

void source_close(struct source *source) {
    (void)source;
}

bool source_find(const struct source *source, uint64_t pc, struct source_place *place) {
    (void)source, (void)pc;
    memset(place, 0, sizeof(*place));
    return false;
}

size_t source_inlined(const struct source *source, uint64_t pc, int *lines, size_t most) {
    (void)source, (void)pc, (void)lines, (void)most;
    return 0;
}

size_t source_variables(const struct source *source, uint64_t pc, const unsigned char *last, size_t count,
                        struct source_variable *variables, size_t most) {
    (void)source, (void)pc, (void)last, (void)count, (void)variables, (void)most;
    return 0;
}

bool source_main_file(const struct source *source, char *path, size_t size) {
    (void)source;
    if (size > 0) {
        path[0] = '\0';
    }
    return false;
}
