// A lab's hints.md: for each TODO a section with its hints, from a nudge on.
//
//     # Hints for lab01
//
//     ## TODO(1)
//
//     <details><summary>1. A nudge</summary>
//
//     text in Markdown
//
//     </details>
//
// Sections are numbered from 1, and so are the hints of each section. The file contains only the heading,
// blank lines and sections. Hint 3 is the code of the solution's region: a third hint in the file is what to
// say before that code, such as common slips, and may be left out.
#ifndef LABS_CLI_HINTS_H
#define LABS_CLI_HINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "text/catalogue.h"

enum { HINT_STEPS = 3 }; // for each TODO, with the solution's code

struct hint {
    int todo, step;    // from 1
    const char *title; // "A nudge", title_length bytes
    size_t title_length;
    const char *text; // whole lines, text_length bytes, without blank lines at either end
    size_t text_length;
};

struct hints {
    struct hint *hints; // by TODO, then by step
    size_t count;
    int error_line;  // where reading failed; 0: not at a line
    char error[200]; // what is wrong
    char *source;    // the file; titles and texts point into it
};

// Reads a lab's hints ("lab01" is in the heading). 0, or -1 with error_line and error set. Either way
// hints_free releases what *hints holds.
int hints_read(const char *path, const char *lab_name, struct hints *hints);

void hints_free(struct hints *hints);

// The number of hints for a TODO in the file; 0 if there is no such section.
int hints_steps(const struct hints *hints, int todo);

// A hint for a TODO; NULL if there is none.
const struct hint *hints_find(const struct hints *hints, int todo, int step);

// Prints the text for a terminal: code between ``` lines is indented by four blanks, and &lt; &gt; and &amp;
// are replaced by their meaning. `joined`: a paragraph is one line, for a terminal that breaks it at its own width.
// Paragraphs are shown as the catalogue translates them, in English where it does not.
void hint_print(const struct hint *hint, FILE *out, bool joined, const struct catalogue *catalogue);

// The number of paragraphs that a catalogue does not have, translated or not. Names them in `out`.
int hints_missing(const struct hints *hints, const struct catalogue *catalogue, FILE *out);

#endif
