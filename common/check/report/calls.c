// The lines of a part's regions that call a function.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check/report/report.h"
#include "regions/additions.h"
#include "text/translation.h"

// A value of 0, as in `value_t sum = 0;` and `? d_in[i] : 0;`.
static bool has_zero(const char *line, size_t length) {
    bool value = false;
    for (size_t i = 0; i + 3 < length && strncmp(&line[i], "//", 2) != 0; i++) {
        value |= i + 7 <= length && strncmp(&line[i], "value_t", 7) == 0;
        bool before = line[i] == ':' || (line[i] == '=' && value);
        if (before && line[i + 1] == ' ' && line[i + 2] == '0' && strchr(";),", line[i + 3]) != NULL) {
            return true;
        }
    }
    return false;
}

// Types are looked for, too.
static bool is_type(const char *name) {
    static const char *const types[] = {"float", "double", "short", "char"};
    for (size_t i = 0; i < COUNT(types); i++) {
        if (strcmp(name, types[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool calls(const char *line, size_t length, const char *function) {
    if (function == NULL) {
        return has_zero(line, length);
    }
    size_t size = strlen(function);
    for (size_t i = 0; i + size < length; i++) {
        if (line[i] == '/' && line[i + 1] == '/') {
            return false;
        }
        bool begins = i == 0 || (!isalnum((unsigned char)line[i - 1]) && line[i - 1] != '_');
        char after = line[i + size];
        if (begins && (after == '(' || (is_type(function) && (after == ' ' || after == ')'))) &&
            strncmp(&line[i], function, size) == 0) {
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

bool report_additions(const struct terminal *terminal, const struct lab_result *result,
                      const struct lab_part *part) {
    const struct regions *regions = &result->todos.regions;
    struct source_place place = {.line = 0};
    bool found = false;
    int lines[CALLS_SHOWN_MAX];
    snprintf(place.file, sizeof(place.file), "%s", result->todos.path);
    for (size_t i = 0; i < regions->count && result->todos.known; i++) {
        const struct region *region = &regions->regions[i];
        const size_t count =
            todo_belongs_to(region, part)
                ? additions_find(place.file, region->begin_line, region->end_line, lines, COUNT(lines))
                : 0;
        for (size_t k = 0; k < count; k++) {
            place.line = lines[k];
            report_place(terminal, &place, _("+ is combine() only for sums"));
        }
        found |= count > 0;
    }
    return found;
}

bool report_calls(const struct terminal *terminal, const struct lab_result *result,
                  const struct lab_part *part, const char *function, const char *text) {
    int lines[CALLS_FOUND_MAX];
    size_t count = report_find_calls(result, part, false, function, lines);
    if (count == 0) {
        count = report_find_calls(result, part, true, function, lines);
    }
    if (count == 0 && function != NULL && is_type(function)) {
        count = report_find_anywhere(result, function, lines); // the given code has no types
    }
    for (size_t i = 0; i < count && count <= CALLS_SHOWN_MAX; i++) {
        struct source_place place = {.line = lines[i]};
        snprintf(place.file, sizeof(place.file), "%s", result->todos.path);
        report_place(terminal, &place, text);
    }
    return count > 0 && count <= CALLS_SHOWN_MAX;
}
