// Tables with aligned columns and one line per row of the checkers (common/text/table_row.h).
#ifndef LABS_CLI_COLUMNS_H
#define LABS_CLI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "text/table_row.h"

enum { CELL_SIZE = ROW_STEPS_SIZE + 32 };

// A column: two lines of heading, and the function that writes a row's cell.
struct column {
    const char *heading[2];
    bool left; // aligned to the left; otherwise to the right
    void (*fill)(const struct table_row *row, char cell[CELL_SIZE]);
};

// Prints the headings and rows[row_count]. Only the first row of each lab shows the lab's name. A table that is wider
// than the terminal becomes several, one below the other; each begins with the first columns, which are to the left.
void columns_print(FILE *out, const struct table_row *rows, size_t row_count, const struct column *columns,
                   size_t count);

// The lab's short name, "lab01", and the part's.
void column_lab(const struct table_row *row, char cell[CELL_SIZE]);
void column_part(const struct table_row *row, char cell[CELL_SIZE]);
void column_verdict(const struct table_row *row, char cell[CELL_SIZE]); // empty for a pass

// 1048576 as "1,048,576".
void cell_count(uint64_t count, char cell[CELL_SIZE]);

// All rows in the file, to be freed, their number in *count. NULL with errno if it cannot be read.
struct table_row *rows_read(const char *path, size_t *count);

#endif
