#include "columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/terminal.h"

enum { COLUMN_MAX = 16, GAP = 2 };

void cell_count(uint64_t count, char cell[CELL_SIZE]) {
    format_count(count, cell);
}

void column_lab(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%.*s", (int)strcspn(row->lab, "-"), row->lab);
}

void column_part(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%s", row->part);
}

void column_verdict(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%s", strcmp(row->verdict, "pass") == 0 ? "" : row->verdict);
}

// The text in a column of a row, or of one of the two heading lines if row is NULL.
static void fill_cell(const struct column *column, const struct table_row *row, int heading,
                      char cell[CELL_SIZE]) {
    if (row != NULL) {
        column->fill(row, cell);
    } else {
        snprintf(cell, CELL_SIZE, "%s", column->heading[heading]);
    }
}

// One line, without blanks at its end.
static void print_line(FILE *out, const struct column *columns, size_t count, const int *widths,
                       const struct table_row *row, int heading) {
    int blanks = 0;
    for (size_t i = 0; i < count; i++) {
        char cell[CELL_SIZE];
        fill_cell(&columns[i], row, heading, cell);
        int length = (int)strlen(cell), room = widths[i] - length;
        if (length > 0) {
            fprintf(out, "%*s%s", blanks + (columns[i].left ? 0 : room), "", cell);
            blanks = (columns[i].left ? room : 0) + GAP;
        } else {
            blanks += widths[i] > 0 ? widths[i] + GAP : 0;
        }
    }
    fputc('\n', out);
}

// The widest cell of the column.
static int width_of(const struct column *column, const struct table_row *rows, size_t row_count) {
    char cell[CELL_SIZE];
    int width = 0;
    for (size_t k = 0; k < row_count + 2; k++) {
        fill_cell(column, k < row_count ? &rows[k] : NULL, (int)(k - row_count), cell);
        int length = (int)strlen(cell);
        width = length > width ? length : width;
    }
    return width;
}

// Prints some of the columns: the headings, and the rows.
static void print_columns(FILE *out, const struct table_row *rows, size_t row_count,
                          const struct column *columns, size_t count) {
    int widths[COLUMN_MAX];
    bool two_lines = false;
    for (size_t i = 0; i < count; i++) {
        widths[i] = width_of(&columns[i], rows, row_count);
        two_lines |= columns[i].heading[0][0] != '\0';
    }
    if (two_lines) {
        print_line(out, columns, count, widths, NULL, 0);
    }
    print_line(out, columns, count, widths, NULL, 1);
    for (size_t k = 0; k < row_count; k++) {
        struct table_row row = rows[k];
        if (k > 0 && strcmp(row.lab, rows[k - 1].lab) == 0) {
            row.lab[0] = '\0';
        }
        print_line(out, columns, count, widths, &row, 0);
    }
}

void columns_print(FILE *out, const struct table_row *rows, size_t row_count, const struct column *columns,
                   size_t count) {
    struct column some[COLUMN_MAX];
    size_t keys = 0, next;
    int limit = terminal_open(out).width;
    while (keys < count && columns[keys].left) {
        keys++;
    }
    for (size_t first = keys;; first = next) {
        size_t used = 0;
        int width = -GAP;
        for (next = 0; next < count; next++) {
            if (next >= keys && next < first) {
                continue;
            }
            width += width_of(&columns[next], rows, row_count) + GAP;
            if (limit > 0 && width > limit && next > first) {
                break;
            }
            some[used++] = columns[next];
        }
        fputs(first > keys ? "\n" : "", out);
        print_columns(out, rows, row_count, some, used);
        if (next == count) {
            return;
        }
    }
}

struct table_row *rows_read(const char *path, size_t *count) {
    struct table_row *rows = malloc(sizeof(*rows)), *more = rows, row;
    FILE *file = fopen(path, "r");
    int state = rows != NULL && file != NULL ? 1 : -1, error = errno;
    *count = 0;
    while (state > 0 && (state = table_row_read(file, &row)) > 0) {
        more = realloc(rows, (*count + 1) * sizeof(*rows));
        if (more == NULL) {
            state = -1;
            break;
        }
        rows = more;
        rows[(*count)++] = row;
    }
    if (file != NULL) {
        error = more == NULL ? ENOMEM : ferror(file) ? errno : EINVAL; // a malformed line
        fclose(file);
    }
    if (state < 0) {
        free(rows);
        errno = error;
        return NULL;
    }
    return rows;
}
