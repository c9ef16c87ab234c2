// Random choices that are the same each time, for the programs that write programs.
#ifndef LABS_TESTS_DRAW_H
#define LABS_TESTS_DRAW_H

#define ONE_OF(...) draw_one_of((const char *const[]){__VA_ARGS__, NULL})

// Starts the sequence of a number, in decimal.
void draw_start(const char *number);

// A random number below `limit`.
unsigned draw(unsigned limit);

// One of the texts, of which the last is followed by NULL.
const char *draw_one_of(const char *const *texts);

#endif
