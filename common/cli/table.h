// The table at the end of ./lab demo.
#ifndef LABS_CLI_TABLE_H
#define LABS_CLI_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "text/table_row.h"

// Prints the results of a device, "sim" or "gpu", in rows[count]: counters or milliseconds of each part's
// largest case, and one block step by step. Prints nothing without such rows.
void table_print(const struct table_row *rows, size_t count, const char *device, FILE *out);

// Prints counters of rows that are to be compared: under `lab` the group of a row, under `part` its name in the group.
void table_compare(const struct table_row *rows, size_t count, FILE *out);

#endif
