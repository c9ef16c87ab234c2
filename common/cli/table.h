// The tables over all labs, from the rows that the checkers wrote (common/check/table_row.h).
#ifndef LABS_CLI_TABLE_H
#define LABS_CLI_TABLE_H

#include <stdio.h>

// Prints what the rows in the file have of a device, "sim" or "gpu": counters or milliseconds of each part's
// largest case, and one block step by step; nothing without such rows. 0, or -1 after a message when the file
// cannot be read.
int table_print(const char *rows_path, const char *device, FILE *out);

#endif
