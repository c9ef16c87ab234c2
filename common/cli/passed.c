#include "passed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "commands.h"
#include "progress.h"
#include "quiz.h"
#include "spent.h"
#include "table.h"
#include "text/translation.h"

enum { BAR = 30 };

static void print_bar(void) {
    int passed, count = progress_labs(&passed);
    printf(_("Course: %d of %d labs"), passed, count);
    fputs(" [", stdout);
    for (int i = 0; i < BAR; i++) {
        putchar(count > 0 && i < BAR * passed / count ? '#' : '-');
    }
    puts("]");
}

static void print_points(const struct table_row *rows, size_t count) {
    unsigned long long points = 0, points_max = 0;
    for (size_t i = 0; i < count; i++) {
        for (int aspect = 0; aspect < ROW_ASPECTS && !rows[i].one_block && strcmp(rows[i].device, "sim") == 0;
             aspect++) {
            points += rows[i].points[aspect];
            points_max += rows[i].points_max[aspect];
        }
    }
    if (points_max > 0) {
        printf(_("Points: %llu of %llu. "), points, points_max);
    }
}

// ---- The counters, next to others' ------------------------------------------------------------------------

// Adds a row to the table, in the group of its part.
static void add_row(const struct lab *lab, const char *name, const struct table_row *row,
                    struct table_row *compared, size_t *used) {
    struct table_row *added = &compared[*used];
    *added = *row;
    spent_place(lab, added);
    snprintf(added->lab, sizeof(added->lab), "%s", row->part);
    snprintf(added->part, sizeof(added->part), "%s", name);
    ++*used;
}

// Shows what the kernels cost next to the student's best and the solution, and records what is better.
static void compare(const struct lab *lab, const struct passed_files *files) {
    static struct table_row compared[3 * SPENT_MAX];
    char path[LAB_PATH_SIZE];
    struct spent own, solution, best;
    size_t used = 0;
    lab_file(lab, "par.txt", path);
    spent_read(files->par, &own);
    spent_read(path, &solution);
    spent_record(lab, &own, &best);
    for (int i = 0; i < own.count; i++) {
        const struct table_row *row = &own.rows[i];
        const struct table_row *record = spent_find(&best, row->part, row->n);
        const struct table_row *par = spent_find(&solution, row->part, row->n);
        add_row(lab, "yours", row, compared, &used);
        if (record != NULL && record->time < row->time) {
            add_row(lab, "your best", record, compared, &used);
        }
        if (par != NULL) { // the long check's largest case may be another one
            add_row(lab, "solution", par, compared, &used);
        }
    }
    if (used > 0) {
        putchar('\n');
        puts(_("What it costs, in each part's largest case, and how many others are faster:"));
        table_compare(compared, used, stdout);
        puts(_("time: as the budget counts it (docs/grading.md); others: programs of our tests"));
    }
    for (int i = 0; i < own.count; i++) {
        const struct table_row *row = &own.rows[i], *record = spent_find(&best, row->part, row->n);
        char now[CELL_SIZE], before[CELL_SIZE];
        if (record != NULL && row->time < record->time) {
            cell_count(row->time, now);
            cell_count(record->time, before);
            printf(_("Your best in part %s so far: %s instead of %s.\n"), row->part, now, before);
        }
    }
    spent_free(&own);
    spent_free(&solution);
    spent_free(&best);
}

// How to see how the solution does it, where there is one.
static void print_solution(const struct lab *lab) {
    char own[LAB_PATH_SIZE], solution[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", own);
    lab_file(lab, "solution.cu", solution);
    unsigned long long hash = 0, other = 0;
    if (progress_file_hash(own, &hash) == 0 && progress_file_hash(solution, &other) == 0 && hash != other) {
        printf(_("the solution's way: diff -u %s %s\n"), own, solution);
    }
}

bool passed_begin(const struct lab *lab, struct passed_files *files) {
    snprintf(files->rows, sizeof(files->rows), "%s/%s.tsv", build_folder(), lab->name);
    snprintf(files->par, sizeof(files->par), "%s/%s.par", build_folder(), lab->name);
    remove(files->par);
    return access(build_folder(), W_OK) == 0 && rows_begin(files->rows);
}

void passed_show(const struct lab *lab, const struct passed_files *files) {
    struct lab next;
    char chapter[LAB_PATH_SIZE];
    size_t count = 0;
    struct table_row *own = files != NULL ? rows_read(files->rows, &count) : NULL;
    fflush(stdout);
    if (own != NULL && count > 0) {
        print_points(own, count);
        print_bar();
        compare(lab, files);
        table_print(own, count, "gpu", stdout);
        putchar('\n');
        print_solution(lab);
    }
    free(own);
    snprintf(chapter, sizeof(chapter), "docs/%s.md", lab->name);
    if (access(chapter, F_OK) == 0) {
        printf(_("read: %s\n"), chapter);
    }
    if (quiz_exists(lab)) {
        printf(_("questions about your run: ./lab quiz %s\n"), lab->name);
    }
    if (progress_first_unfinished(&next)) {
        printf(_("next: %s/README.md\n"), next.folder);
    } else {
        puts(_("You have passed all labs."));
    }
}
