// How much debug information a file has, so that a student's does not use up the checker's memory.
#ifndef LABS_DEBUG_SIZE_H
#define LABS_DEBUG_SIZE_H

#include <stdbool.h>

struct Elf;

// What is read, in MiB. Lab code has less than 1. In a table of lines a byte may be a line, for which libdw needs 100.
enum { DEBUG_MIB_MAX = 64, DEBUG_LINES_MIB_MAX = 2 };

// Is there more in the file? What is compressed counts with the size that it says it has.
bool debug_is_too_large(struct Elf *elf);

#endif
