// A line of the source that a report shows under an error: with a text, and with the values of its variables there.
#ifndef LABS_SHOWN_LINE_H
#define LABS_SHOWN_LINE_H

#include "check/report/report.h"
#include "regions/structure.h"

enum { SHOWN_LINES_MAX = 32, SHOWN_TEXT_SIZE = 320 };

// The lines that a report shows or names already. Each function adds those that it shows, and leaves out the others.
struct shown_lines {
    int lines[SHOWN_LINES_MAX];
    size_t count;
};

// Adds a line, if there is room. Returns false if it is among them already.
bool shown_add(struct shown_lines *shown, int line);

// Prints a line of the place's file with this text (_) and the values of `values`, or NULL, unless it was shown;
// `shown` may be NULL. Returns whether it did.
bool report_line(const struct terminal *terminal, const struct finding *values,
                 const struct source_place *place, int line, const char *text, struct shown_lines *shown);

// Prints a text (_) about the place's own line, which is shown already, and the values of the variables in the head of
// its "if", "for" or "while"; without values, nothing.
void report_values(const struct terminal *terminal, const struct finding *values,
                   const struct source_place *place, const char *head, const char *text);

// The name of the array that the diagnostic is about, without an index.
struct array_name {
    char text[sizeof(((struct diagnostic *)NULL)->array)];
};
struct array_name report_array_name(const struct finding *finding);

// Adds ": stride holds only 0 to 255" to a text of `size` bytes, if the line at the place declares so small a variable.
void report_add_range(const struct source_place *place, char *text, size_t size);

#endif
