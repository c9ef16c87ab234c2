// The lines of the program that is written to standard output.
#ifndef LABS_TESTS_LINES_H
#define LABS_TESTS_LINES_H

extern int indent;         // steps of four blanks
extern unsigned code_line; // the number of the next line, if all are written by line()

__attribute__((format(printf, 1, 2))) void line(const char *format, ...);

#endif
