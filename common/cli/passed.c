#include "passed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "columns.h"
#include "commands.h"
#include "progress.h"
#include "quiz.h"
#include "table.h"
#include "text/translation.h"

enum { BAR = 30, COMPARED_MAX = 64, PAR_LINE_SIZE = 1200 };

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

// The row of the part's largest case, of n elements; NULL if there is none.
static const struct table_row *find_row(const struct table_row *rows, size_t count, const char *part,
                                        unsigned long long n) {
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].one_block && rows[i].n == n && strcmp(rows[i].part, part) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

// Adds the rows of a part's largest case, or of all parts if `part` is NULL, under the heading of the group.
static size_t add_rows(struct table_row *compared, size_t used, const struct table_row *rows, size_t count,
                       const char *part, const char *group, const char *name) {
    for (size_t i = 0; i < count && used < COMPARED_MAX; i++) {
        bool wanted = !rows[i].one_block && rows[i].launches > 0 && strcmp(rows[i].device, "sim") == 0 &&
                      (part == NULL || strcmp(rows[i].part, part) == 0);
        if (wanted) {
            compared[used] = rows[i];
            snprintf(compared[used].lab, sizeof(compared[used].lab), "%s", group);
            snprintf(compared[used].part, sizeof(compared[used].part), "%s",
                     name != NULL ? name : rows[i].part);
            used++;
        }
    }
    return used;
}

static void rows_path(const struct lab *lab, const char *ending, char path[ROWS_PATH_SIZE]) {
    snprintf(path, ROWS_PATH_SIZE, "%s/%s%s.tsv", build_folder(), lab->name, ending);
}

// Sets the counter of this name; what par.txt has besides counters is not shown.
static void set_counter(struct counters *total, const char *name, uint64_t value) {
#define SET(counter, title, definition)                                                                      \
    if (strcmp(name, #counter) == 0) {                                                                       \
        total->counter = value;                                                                              \
    }
    COUNTERS(SET)
}

// What the solution spends with the sum, from the lab's par.txt. Returns its rows, to be freed; NULL: there are none.
static struct table_row *solution_rows(const struct lab *lab, size_t *count) {
    char path[LAB_PATH_SIZE], line[PAR_LINE_SIZE], operator_name[24];
    struct table_row *rows = calloc(COMPARED_MAX, sizeof(*rows));
    lab_file(lab, "par.txt", path);
    FILE *file = fopen(path, "r");
    *count = 0;
    while (rows != NULL && file != NULL && *count < COMPARED_MAX && fgets(line, sizeof(line), file) != NULL) {
        struct table_row *row = &rows[*count];
        unsigned long long n;
        int used;
        if (sscanf(line, "%31s %23s %llu%n", row->part, operator_name, &n, &used) != 3 ||
            strcmp(operator_name, "sum") != 0) {
            continue;
        }
        snprintf(row->device, sizeof(row->device), "sim");
        row->n = n;
        row->launches = 1;
        for (char *word = strtok(line + used, " \n"); word != NULL; word = strtok(NULL, " \n")) {
            const size_t length = strcspn(word, "=");
            if (word[length] == '=') {
                word[length] = '\0';
                set_counter(&row->total, word, strtoull(word + length + 1, NULL, 10));
            }
        }
        ++*count;
    }
    if (file != NULL) {
        fclose(file);
    }
    return rows;
}

// The rows of the lab before this one, if the student has passed it.
static struct table_row *previous_rows(const struct lab *lab, struct lab *previous, size_t *count) {
    struct lab labs[LAB_MAX];
    char path[ROWS_PATH_SIZE];
    int lab_count = labs_find(labs);
    for (int i = 1; i < lab_count; i++) {
        if (strcmp(labs[i].folder, lab->folder) == 0 && progress_passed(&labs[i - 1])) {
            *previous = labs[i - 1];
            rows_path(previous, "", path);
            return rows_read(path, count);
        }
    }
    return NULL;
}

static void compare(const struct lab *lab, const struct table_row *own, size_t own_count) {
    struct table_row *compared = calloc(COMPARED_MAX, sizeof(*compared));
    struct lab previous;
    size_t used = 0, solution_count = 0, previous_count = 0;
    struct table_row *solution = solution_rows(lab, &solution_count);
    struct table_row *before = previous_rows(lab, &previous, &previous_count);
    for (size_t i = 0; i < own_count && compared != NULL; i++) {
        if (!own[i].one_block && strcmp(own[i].device, "sim") == 0) {
            // The long check's largest case may be larger than that of the solution, which has the short check.
            const struct table_row *same = find_row(solution, solution_count, own[i].part, own[i].n);
            used = add_rows(compared, used, &own[i], 1, NULL, own[i].part, "yours");
            used = same == NULL ? used : add_rows(compared, used, same, 1, NULL, own[i].part, "solution");
        }
    }
    for (size_t i = 0; i < previous_count && used > 0; i++) { // the parts of the same size
        if (before[i].n == compared[0].n) {
            used = add_rows(compared, used, &before[i], 1, NULL, previous.name, NULL);
        }
    }
    if (used > 0) {
        putchar('\n');
        puts(_("What it costs, in each part's largest case:"));
        table_compare(compared, used, stdout);
    }
    table_print(own, own_count, "gpu", stdout);
    free(before);
    free(solution);
    free(compared);
}

// How to see how the solution does it, where there is one.
static void print_solution(const struct lab *lab) {
    char own[LAB_PATH_SIZE], solution[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", own);
    lab_file(lab, "solution.cu", solution);
    if (access(solution, F_OK) == 0) {
        printf(_("the solution's way: diff -u %s %s\n"), own, solution);
    }
}

bool passed_begin(const struct lab *lab, char path[ROWS_PATH_SIZE]) {
    rows_path(lab, "", path);
    return access(build_folder(), W_OK) == 0 && rows_begin(path);
}

void passed_show(const struct lab *lab, const char *rows) {
    struct lab next;
    char chapter[LAB_PATH_SIZE];
    size_t count = 0;
    struct table_row *own = rows != NULL ? rows_read(rows, &count) : NULL;
    fflush(stdout);
    if (own != NULL && count > 0) {
        print_points(own, count);
        print_bar();
        compare(lab, own, count);
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
