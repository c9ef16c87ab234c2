// Text no wider than the terminal, broken between words.
#ifndef LABS_WRAP_H
#define LABS_WRAP_H

#include <stddef.h>
#include <stdio.h>

// The columns of what is written to a descriptor: of the terminal; of a pipe LABS_COLUMNS, which ./lab watch sets where
// its screen shows what it reads. 0: there is no limit.
int wrap_width(int descriptor);

// Writes a line, given without its end, in rows of at most `width` columns; only a single word may be longer. Further
// rows are indented: below the last column of a table, below a list's item, and by two blanks a text after "next: " and
// the like. Code (4 blanks first, perhaps after a sign of diff's) is only broken within a comment, which goes on after
// another "// ". A line of a source (a number and a bar) is cut off, with "..." at its end.
// These lines stay whole, since a broken one would be of no use: other code, a command to copy, the output of a
// student's program, and the rows of a table without room for its last column.
void wrap_line(FILE *out, const char *line, size_t length, int width);

// Call it when a question has been answered: then its line has ended, and the next text begins another one.
void wrap_answered(void);

// From now on, what the program writes to stdout and stderr is wrapped, where that has a width. Call it before the
// first output.
void wrap_standard_streams(void);

#endif
