// The table that ./lab demo ends with.
#ifndef LABS_CLI_TABLE_H
#define LABS_CLI_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "text/table_row.h"

// Prints what rows[count] have of a device, "sim" or "gpu": counters or milliseconds of each part's largest
// case, and one block step by step; nothing without such rows.
void table_print(const struct table_row *rows, size_t count, const char *device, FILE *out);

#endif
