// Text for a terminal, with colours if they can be shown.
#ifndef LABS_TERMINAL_H
#define LABS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct terminal {
    FILE *out;
    bool colour;
    int width; // columns (wrap.h); 0: no limit
    int *
        excerpts; // how many more lines of the source to show, so that a verdict fits one screen; NULL: all of them
};

enum ink { INK_PLAIN, INK_BOLD, INK_RED, INK_GREEN, INK_YELLOW, INK_DIM };

// Writes to `out`, in colour if it is a terminal and NO_COLOR is not set.
struct terminal terminal_open(FILE *out);

// The sequence that switches to a colour; "" without colours.
const char *terminal_ink(const struct terminal *terminal, enum ink ink);

// The path relative to the current folder if it is below it, otherwise unchanged. Points into `path`.
const char *relative_path(const char *path);

// Writes a count with commas: 1048576 becomes "1,048,576". Returns `text`, which needs 27 bytes.
char *format_count(uint64_t count, char text[27]);

// Prints text of a student's program. Control characters, which could hide or forge lines, become '?'. Every
// line begins with `prefix`, and the last one is ended.
void terminal_foreign(const struct terminal *terminal, const char *text, size_t length, const char *prefix);

#endif
