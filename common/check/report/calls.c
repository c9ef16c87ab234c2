// The lines of a part's regions that call a function.
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "check/report/report.h"

static bool calls(const char *line, size_t length, const char *function) {
    size_t size = strlen(function);
    for (size_t i = 0; i + size < length; i++) {
        if (line[i] == '/' && line[i + 1] == '/') {
            return false;
        }
        bool begins = i == 0 || (!isalnum((unsigned char)line[i - 1]) && line[i - 1] != '_');
        if (begins && line[i + size] == '(' && strncmp(&line[i], function, size) == 0) {
            return true;
        }
    }
    return false;
}

// Adds the lines that begin in these bytes of the source to the `count` lines that were found. Returns how many there
// are then.
static size_t find_between(const struct regions *regions, size_t begin, size_t end, const char *function,
                           int lines[CALLS_FOUND_MAX], size_t count) {
    int number = 1;
    for (size_t at = 0; at < regions->length && count < CALLS_FOUND_MAX; number++) {
        const char *line = regions->source + at;
        const char *line_end = memchr(line, '\n', regions->length - at);
        size_t length = line_end == NULL ? regions->length - at : (size_t)(line_end - line);
        if (at >= begin && at < end && calls(line, length, function)) {
            lines[count++] = number;
        }
        at += length + 1;
    }
    return count;
}

size_t report_find_calls(const struct lab_result *result, const struct lab_part *part, bool needed,
                         const char *function, int lines[CALLS_FOUND_MAX]) {
    const struct regions *regions = &result->todos.regions;
    size_t count = 0;
    for (size_t r = 0; r < regions->count && result->todos.known; r++) {
        const struct region *region = &regions->regions[r];
        bool own = false;
        for (int i = 0; i < LAB_TODO_MAX; i++) {
            own |= part->todos[i] == region->number;
        }
        if (own || (needed && todo_belongs_to(region, part))) {
            count = find_between(regions, region->code_begin, region->code_end, function, lines, count);
        }
    }
    return count;
}

size_t report_find_anywhere(const struct lab_result *result, const char *function,
                            int lines[CALLS_FOUND_MAX]) {
    return find_between(&result->todos.regions, 0, SIZE_MAX, function, lines, 0);
}
