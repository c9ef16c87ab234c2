// Points.
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "run.h"

static uint64_t sum(const uint64_t *points) {
    uint64_t all = 0;
    for (int i = 0; i < ROW_ASPECTS; i++) {
        all += points[i];
    }
    return all;
}

// "2 of 4", or "-" for what has no points.
static void points_cell(uint64_t points, uint64_t most, char cell[CELL_SIZE]) {
    if (most == 0) {
        strcpy(cell, "-");
    } else {
        snprintf(cell, CELL_SIZE, "%llu of %llu", (unsigned long long)points, (unsigned long long)most);
    }
}

static void fill_result(const struct table_row *row, char cell[CELL_SIZE]) {
    points_cell(row->points[0], row->points_max[0], cell);
}

static void fill_memory(const struct table_row *row, char cell[CELL_SIZE]) {
    points_cell(row->points[1], row->points_max[1], cell);
}

static void fill_technique(const struct table_row *row, char cell[CELL_SIZE]) {
    points_cell(row->points[2], row->points_max[2], cell);
}

static void fill_sum(const struct table_row *row, char cell[CELL_SIZE]) {
    points_cell(sum(row->points), sum(row->points_max), cell);
}

static void fill_remark(const struct table_row *row, char cell[CELL_SIZE]) {
    snprintf(cell, CELL_SIZE, "%s", strcmp(row->verdict, "pass") == 0 ? "" : row->verdict);
}

static const struct column columns[] = {
    {{"", "lab"}, true, column_lab},
    {{"", "part"}, true, column_part},
    {{"", "result"}, false, fill_result},
    {{"", "memory"}, false, fill_memory},
    {{"", "technique"}, false, fill_technique},
    {{"", "points"}, false, fill_sum},
    {{"", ""}, true, fill_remark},
};

// Prints the rows' points, and their sum; EXIT_PASSED when it is all there is to be had.
static int print_grade(const char *rows_path) {
    size_t count, kept = 0;
    struct table_row *rows = rows_read(rows_path, &count), *more;
    if (rows == NULL || (more = realloc(rows, (count + 1) * sizeof(*rows))) == NULL) {
        fprintf(stderr, "labs-cli: %s: %s\n", rows_path, strerror(errno));
        free(rows);
        return EXIT_BROKEN;
    }
    rows = more;
    struct table_row total = {.lab = "all", .verdict = "pass"};
    for (size_t i = 0; i < count; i++) {
        if (rows[i].one_block) {
            continue;
        }
        for (int aspect = 0; aspect < ROW_ASPECTS; aspect++) {
            total.points[aspect] += rows[i].points[aspect];
            total.points_max[aspect] += rows[i].points_max[aspect];
        }
        rows[kept++] = rows[i];
    }
    rows[kept++] = total;
    columns_print(stdout, rows, kept, columns, sizeof(columns) / sizeof(columns[0]));
    free(rows);
    return sum(total.points) == sum(total.points_max) ? EXIT_PASSED : EXIT_WRONG;
}

int command_grade(const char *build, char *device, char **words, int count) {
    struct checker_run run = {.build = build, .program = "starter", .device = device, .quiet = true};
    int result = EXIT_PASSED;
    snprintf(run.rows, sizeof(run.rows), "%s/grade.tsv", build);
    if (!rows_begin(run.rows)) {
        return EXIT_BROKEN;
    }
    bool compiled = true;
    for (int i = 0; i < count; i++) {
        struct lab lab;
        if (strcmp(words[i], "--") == 0) {
            compiled = false;
            continue;
        }
        if (lab_named(words[i], &lab) != 0) {
            return EXIT_BROKEN;
        }
        // Of a file that does not compile there may be an older program, which is not what is graded.
        char *grade[] = {"--grade"}, *none[] = {"--not-compiled"};
        int code = run_checker(&run, &lab, compiled ? grade : none, 1);
        if (code != EXIT_PASSED && code != EXIT_WRONG) {
            printf("%s could not be graded; ./lab check %s says why\n", lab.name, lab.name);
            result = EXIT_BROKEN;
        } else if (!compiled) {
            printf("%s/starter.cu does not compile: no points\n", lab.folder);
        }
    }
    fputc('\n', stdout);
    int grade = print_grade(run.rows);
    return result != EXIT_PASSED ? result : grade;
}
