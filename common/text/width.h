// The columns of letters on a terminal: one for most, two for Chinese ones, none for accents and colours.
#ifndef LABS_WIDTH_H
#define LABS_WIDTH_H

#include <stddef.h>
#include <stdio.h>

// The bytes of the next letter or colour sequence of a text that is not empty, and its columns: 0, 1 or 2.
size_t width_letter(const char *at, const char *end, int *columns);

int width_of_text(const char *at, const char *end);

// How many bytes of a text fit into so many columns.
size_t width_fit(const char *at, const char *end, int columns);

// Writes what fits into so many columns. Of a longer text, the last three columns are "...", if there is room for a
// letter before them.
void width_write(FILE *out, const char *at, const char *end, int columns);

// The end of the next piece of a text that is not empty, behind which a row may end: a word; or a letter of Chinese,
// with the signs that must follow or precede it.
const char *width_word(const char *at, const char *end);

#endif
