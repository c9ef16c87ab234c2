#include "table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"

// A count that not every kernel has: "-" for 0.
static void count_or_dash(uint64_t count, char cell[CELL_SIZE]) {
    if (count > 0) {
        cell_count(count, cell);
    } else {
        strcpy(cell, "-");
    }
}

static void fill_n(const struct table_row *row, char cell[CELL_SIZE]) {
    cell_count(row->n, cell);
}

static void fill_launches(const struct table_row *row, char cell[CELL_SIZE]) {
    cell_count(row->launches, cell);
}

static void fill_working(const struct table_row *row, char cell[CELL_SIZE]) {
    count_or_dash(row->total.working_warps, cell);
}

static void fill_divergent(const struct table_row *row, char cell[CELL_SIZE]) {
    cell_count(row->total.divergent_warps, cell);
}

static void fill_conflicts(const struct table_row *row, char cell[CELL_SIZE]) {
    const struct counters *total = &row->total;
    if (total->shared_load_requests + total->shared_store_requests == 0) {
        strcpy(cell, "-");
    } else {
        cell_count(total->shared_load_conflicts + total->shared_store_conflicts, cell);
    }
}

static uint64_t sectors(const struct table_row *row) {
    return row->total.global_load_sectors + row->total.global_store_sectors;
}

static void fill_sectors(const struct table_row *row, char cell[CELL_SIZE]) {
    cell_count(sectors(row), cell);
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

// log2 n of a power of two; 0 for any other number.
static uint64_t exact_log2(uint64_t n) {
    uint64_t log = 0;
    while (n > 1 && n % 2 == 0) {
        n /= 2;
        log++;
    }
    return n == 1 ? log : 0;
}

// The algorithm's number of applications in theory, if it equals the count. A formula with a logarithm is for
// powers of two.
static void fill_formula(const struct table_row *row, char cell[CELL_SIZE]) {
    uint64_t n = row->n, log = exact_log2(n);
    const struct {
        uint64_t value;
        const char *text;
    } formulas[] = {
        {n - 1, "n - 1"},
        {n * (n - 1) / 2, "n (n - 1) / 2"},
        {n * (n + 1) / 2, "n (n + 1) / 2"},
        {log > 0 ? n * log - (n - 1) : 0, "n log2 n - (n - 1)"},
        {log > 0 ? 2 * n - 2 - log : 0, "2n - 2 - log2 n"},
    };
    cell[0] = '\0';
    for (size_t i = 0;
         i < sizeof(formulas) / sizeof(formulas[0]) && cell[0] == '\0' && row->total.combines > 0; i++) {
        if (formulas[i].value == row->total.combines) {
            snprintf(cell, CELL_SIZE, "= %s", formulas[i].text);
        }
    }
}

// "47 = 8 8 8 8 8 4 2 1"
static void fill_steps(const struct table_row *row, char cell[CELL_SIZE]) {
    char sum[27];
    cell[0] = '\0';
    if (row->steps_sum > 0) {
        snprintf(sum, sizeof(sum), "%llu", (unsigned long long)row->steps_sum);
        snprintf(cell, CELL_SIZE, "%4s = %s", sum, row->steps);
    }
}

static void fill_time(const struct table_row *row, char cell[CELL_SIZE]) {
    cell_count(row->time, cell);
}

static void fill_faster(const struct table_row *row, char cell[CELL_SIZE]) {
    strcpy(cell, "-");
    if (row->accepted > 0) {
        snprintf(cell, CELL_SIZE, "%llu of %llu", (unsigned long long)row->faster,
                 (unsigned long long)row->accepted);
    }
}

#define LAB_AND_PART                                                                                         \
    {{"", "lab"}, true, column_lab}, { {"", "part"}, true, column_part }
#define VERDICT                                                                                              \
    { {"", ""}, true, column_verdict }

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
    {{"", ""}, true, fill_formula},
    {{"working warps,", "step by step"}, true, fill_steps},
};

static const struct column compared_columns[] = {
    {{"", "part"}, true, column_lab},
    {{"", ""}, true, column_part},
    {{"working", "warps"}, false, fill_working},
    {{"divergent", "warps"}, false, fill_divergent},
    {{"bank", "conflicts"}, false, fill_conflicts},
    {{"sectors", "a value"}, false, fill_sectors_a_value},
    {{"", "time"}, false, fill_time},
    {{"faster", "others"}, false, fill_faster},
};

#define COLUMNS(array) array, sizeof(array) / sizeof(array[0])

// Copies the rows of the device and case that have something to show into `some`. Their number.
static size_t choose(const struct table_row *rows, size_t count, const char *device, bool one_block,
                     struct table_row *some) {
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].device, device) == 0 && rows[i].one_block == one_block && rows[i].launches > 0) {
            some[chosen++] = rows[i];
        }
    }
    return chosen;
}

void table_print(const struct table_row *rows, size_t count, const char *device, FILE *out) {
    struct table_row *some = malloc((count > 0 ? count : 1) * sizeof(*some));
    bool counted = strcmp(device, "sim") == 0;
    size_t chosen = some != NULL ? choose(rows, count, device, false, some) : 0;
    if (chosen > 0 && counted) {
        fputs("\nWhat the simulated GPU counted in each part's largest case\n", out);
        columns_print(out, some, chosen, COLUMNS(counted_columns));
        fputs("A sector is 32 bytes: values of 4 bytes, each read once, are 0.125 sectors per value.\n", out);
    } else if (chosen > 0) {
        fputs("\nTime in kernels on the GPU, in each part's largest case\n", out);
        columns_print(out, some, chosen, COLUMNS(timed_columns));
    }
    chosen = some != NULL && counted ? choose(rows, count, device, true, some) : 0;
    if (chosen > 0) {
        fputs("\nOne block alone\n", out);
        columns_print(out, some, chosen, COLUMNS(block_columns));
    }
    free(some);
}

void table_compare(const struct table_row *rows, size_t count, FILE *out) {
    columns_print(out, rows, count, COLUMNS(compared_columns));
}
