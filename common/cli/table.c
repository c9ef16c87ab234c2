#include "table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "table_row.h"

enum { COLUMN_MAX = 16, CELL_SIZE = 32, GAP = 2 };

// A column: two lines of heading, and how a row fills it.
struct column {
    const char *heading[2];
    bool left; // aligned; else right
    void (*fill)(const struct table_row *row, char cell[CELL_SIZE]);
};

static void count_cell(uint64_t count, char cell[CELL_SIZE]) {
    page_count(count, cell);
}

// For what not every kernel has: - where there is none.
static void count_or_dash(uint64_t count, char cell[CELL_SIZE]) {
    if (count > 0) {
        count_cell(count, cell);
    } else {
        strcpy(cell, "-");
    }
}

static void fill_lab(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%.*s", (int)strcspn(row->lab, "-"), row->lab);
}

static void fill_part(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%s", row->part);
}

static void fill_n(const struct table_row *row, char cell[CELL_SIZE]) {
    count_cell(row->n, cell);
}

static void fill_launches(const struct table_row *row, char cell[CELL_SIZE]) {
    count_cell(row->launches, cell);
}

static void fill_working(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->total.working_warps, cell);
}

static void fill_divergent(const struct table_row *row, char cell[CELL_SIZE]) {
    count_cell(row->total.divergent_warps, cell);
}

static void fill_conflicts(const struct table_row *row, char cell[CELL_SIZE]) {
    const struct counters *total = &row->total;
    if (total->shared_load_requests + total->shared_store_requests == 0) {
        strcpy(cell, "-");
    } else {
        count_cell(total->shared_load_conflicts + total->shared_store_conflicts, cell);
    }
}

static uint64_t sectors(const struct table_row *row) {
    return row->total.global_load_sectors + row->total.global_store_sectors;
}

static void fill_sectors(const struct table_row *row, char cell[CELL_SIZE]) {
    count_cell(sectors(row), cell);
}

static void fill_sectors_a_value(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%.3f", (double)sectors(row) / (double)(row->n > 0 ? row->n : 1));
}

static void fill_barriers(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->total.barriers, cell);
}

static void fill_shuffles(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->total.shuffles, cell);
}

static void fill_combines(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->total.combines, cell);
}

static void fill_milliseconds(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%.4f", row->milliseconds);
}

static void fill_verdict(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%s", strcmp(row->verdict, "pass") == 0 ? "" : row->verdict);
}

static void fill_steps_sum(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->steps_sum, cell);
}

#define LAB_AND_PART                                                                                         \
    {{"", "lab"}, true, fill_lab}, {                                                                         \
        {"", "part"}, true, fill_part                                                                        \
    }
#define VERDICT                                                                                              \
    { {"", ""}, true, fill_verdict }

// To add a column: a line here, and a function above.
static const struct column counted_columns[] = {
    LAB_AND_PART,
    {{"", "n"}, false, fill_n},
    {{"", "launches"}, false, fill_launches},
    {{"working", "warps"}, false, fill_working},
    {{"divergent", "warps"}, false, fill_divergent},
    {{"bank", "conflicts"}, false, fill_conflicts},
    {{"", "sectors"}, false, fill_sectors},
    {{"sectors", "a value"}, false, fill_sectors_a_value},
    {{"", "barriers"}, false, fill_barriers},
    {{"", "shuffles"}, false, fill_shuffles},
    {{"operator", "applied"}, false, fill_combines},
    VERDICT,
};
static const struct column timed_columns[] = {
    LAB_AND_PART,
    {{"", "n"}, false, fill_n},
    {{"", "launches"}, false, fill_launches},
    {{"", "milliseconds"}, false, fill_milliseconds},
    VERDICT,
};
static const struct column block_columns[] = {
    LAB_AND_PART,
    {{"", "n"}, false, fill_n},
    {{"", "barriers"}, false, fill_barriers},
    {{"", "shuffles"}, false, fill_shuffles},
    {{"bank", "conflicts"}, false, fill_conflicts},
    {{"operator", "applied"}, false, fill_combines},
    {{"working", "warps"}, false, fill_steps_sum},
};

#define COLUMNS(array) array, sizeof(array) / sizeof(array[0])

// The cell of a row; of a heading where row is NULL.
static void fill_cell(const struct column *column, const struct table_row *row, int heading,
                      char cell[CELL_SIZE]) {
    if (row != NULL) {
        column->fill(row, cell);
    } else {
        strcpy(cell, column->heading[heading]);
    }
}

// One line, without blanks at its end. `steps` is put behind the last column.
static void print_line(FILE *out, const struct column *columns, size_t count, const int *widths,
                       const struct table_row *row, int heading, const char *steps) {
    int blanks = 0;
    for (size_t i = 0; i < count; i++) {
        char cell[CELL_SIZE];
        fill_cell(&columns[i], row, heading, cell);
        int length = (int)strlen(cell), room = widths[i] - length;
        if (length > 0) {
            fprintf(out, "%*s%s", blanks + (columns[i].left ? 0 : room), "", cell);
            blanks = (columns[i].left ? room : 0) + GAP;
        } else {
            blanks += widths[i] + GAP;
        }
    }
    fprintf(out, "%s\n", steps);
}

// Those of rows[row_count] that are of the case, in their order; a lab's name stands in its first row alone.
static void print_table(FILE *out, const struct table_row *rows, size_t row_count, bool one_block,
                        const struct column *columns, size_t count) {
    int widths[COLUMN_MAX] = {0};
    char cell[CELL_SIZE];
    for (size_t i = 0; i < count; i++) {
        for (int heading = 0; heading < 2; heading++) {
            int length = (int)strlen(columns[i].heading[heading]);
            widths[i] = length > widths[i] ? length : widths[i];
        }
        for (size_t k = 0; k < row_count; k++) {
            columns[i].fill(&rows[k], cell);
            int length = (int)strlen(cell);
            if (rows[k].one_block == one_block && length > widths[i]) {
                widths[i] = length;
            }
        }
    }
    print_line(out, columns, count, widths, NULL, 0, "");
    print_line(out, columns, count, widths, NULL, 1, one_block ? "   step by step" : "");
    const char *lab = "";
    for (size_t k = 0; k < row_count; k++) {
        if (rows[k].one_block != one_block) {
            continue;
        }
        struct table_row row = rows[k];
        if (strcmp(lab, rows[k].lab) == 0) {
            row.lab[0] = '\0';
        }
        lab = rows[k].lab;
        char steps[ROW_STEPS_SIZE + 8] = "";
        if (one_block && row.steps_sum > 0) {
            snprintf(steps, sizeof(steps), " = %s", row.steps);
        }
        print_line(out, columns, count, widths, &row, 0, steps);
    }
}

static bool any(const struct table_row *rows, size_t count, bool one_block) {
    for (size_t i = 0; i < count; i++) {
        if (rows[i].one_block == one_block) {
            return true;
        }
    }
    return false;
}

// All rows of the device, to be freed, their number in *count. -1 with errno, or 0 for a line that is none.
static int read_rows(const char *path, const char *device, struct table_row **rows, size_t *count) {
    struct table_row row;
    FILE *file = fopen(path, "r");
    int state = 1;
    *rows = NULL;
    *count = 0;
    if (file == NULL) {
        return -1;
    }
    while (state > 0 && (state = table_row_read(file, &row)) > 0) {
        if (strcmp(row.device, device) != 0) {
            continue;
        }
        struct table_row *more = realloc(*rows, (*count + 1) * sizeof(*more));
        state = more != NULL ? 1 : -1;
        if (more != NULL) {
            *rows = more;
            (*rows)[(*count)++] = row;
        }
    }
    errno = state < 0 ? EINVAL : 0;
    fclose(file);
    return state;
}

int table_print(const char *rows_path, const char *device, FILE *out) {
    struct table_row *rows;
    size_t count;
    int state = read_rows(rows_path, device, &rows, &count);
    bool counted = strcmp(device, "sim") == 0;
    if (state < 0) {
        fprintf(stderr, "labs-cli: %s: %s\n", rows_path, strerror(errno));
    } else if (any(rows, count, false)) {
        if (counted) {
            fputs("\nWhat the simulated GPU counted in each part's largest case\n", out);
            print_table(out, rows, count, false, COLUMNS(counted_columns));
            fputs("A sector is 32 bytes: values of 4 bytes, each read once, are 0.125 sectors a value.\n",
                  out);
        } else {
            fputs("\nTime in kernels on the GPU, in each part's largest case\n", out);
            print_table(out, rows, count, false, COLUMNS(timed_columns));
        }
    }
    if (state >= 0 && counted && any(rows, count, true)) {
        fputs("\nOne block, and its working warps\n", out);
        print_table(out, rows, count, true, COLUMNS(block_columns));
    }
    free(rows);
    return state < 0 ? -1 : 0;
}
