// Where reports are written: text for people, with colours where those can be seen.
#ifndef LABS_TERMINAL_H
#define LABS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct terminal {
    FILE *out;
    bool colour;
};

enum ink { INK_PLAIN, INK_BOLD, INK_RED, INK_GREEN, INK_YELLOW, INK_DIM };

// A page on `out`, coloured on a terminal unless NO_COLOR is set.
struct terminal terminal_open(FILE *out);

// The sequences around coloured text; "" on a page without colours.
const char *terminal_ink(const struct terminal *terminal, enum ink ink);

// A path as seen from the current folder where it lies below it, else unchanged. Points into `path`.
const char *relative_path(const char *path);

// A count as people read it: 1048576 becomes "1,048,576". Returns `text`, which needs 27 bytes.
char *format_count(uint64_t count, char text[27]);

// Prints text that is not ours: control characters, which could hide or forge lines, become '?', a line end
// starts the next line with `prefix`. Ends the last line.
void terminal_foreign(const struct terminal *terminal, const char *text, size_t length, const char *prefix);

#endif
