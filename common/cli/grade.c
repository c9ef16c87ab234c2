// grade: the points of the student's files.
#define _GNU_SOURCE // unsetenv
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "checker.h"
#include "columns.h"

static uint64_t sum(const uint64_t *points) {
    uint64_t all = 0;
    for (int i = 0; i < ROW_ASPECTS; i++) {
        all += points[i];
    }
    return all;
}

// "2 of 4", or "-" if there are no points to get.
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

static const struct column columns[] = {
    {{"", "lab"}, true, column_lab},
    {{"", "part"}, true, column_part},
    {{"", "result"}, false, fill_result},
    {{"", "memory"}, false, fill_memory},
    {{"", "technique"}, false, fill_technique},
    {{"", "points"}, false, fill_sum},
    {{"", ""}, true, column_verdict},
};

// Prints the rows' points and their sums. EXIT_PASSED if no point is missing.
static int print_grade(const char *rows_path) {
    size_t count, kept = 0;
    struct table_row *rows = rows_read(rows_path, &count), *more;
    if (rows == NULL || (more = realloc(rows, (count + 1) * sizeof(*rows))) == NULL) {
        fprintf(stderr, "lab: cannot read %s: %s. Run the command again\n", rows_path, strerror(errno));
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

static bool has_word(const struct words *words, const char *word) {
    for (int i = 0; i < words->count; i++) {
        if (strcmp(words->items[i], word) == 0) {
            return true;
        }
    }
    return false;
}

// Builds the lab's starter in the box, as ./lab class does, in build_folder()/contained/labNN. The exit code.
static int build_contained(const struct lab *lab, const struct words *asked) {
    struct words command = {0};
    if (!build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    words_addf(&command, "%s/common/class/labs-class", build_folder());
    words_add(&command, build_folder());
    words_add(&command, ".");
    words_add(&command, "--out");
    words_addf(&command, "%s/contained", build_folder());
    words_add(&command, "--labs");
    words_add(&command, lab->name);
    words_add(&command, "--only-compile");
    if (has_word(asked, "--trust")) {
        words_add(&command, "--trust");
    }
    int code = program_run(&command, OUTPUT_SHOWN);
    words_free(&command);
    return code;
}

// Lets the checker add the points of one lab's starter to the rows, with the options asked for. EXIT_PASSED if it could
// be graded.
static int grade_lab(const struct checker_run *run, const struct lab *lab, const struct words *asked) {
    struct words options = {0}, targets = {0};
    const struct build_of_starter starter = {.program = "starter", .device = run->device};
    bool contained = has_word(asked, "--contain");
    int built = contained ? build_contained(lab, asked) : build_starter(lab, &starter);
    if (built == EXIT_WRONG && !contained) { // the failed build may have stopped before the checker
        build_add_checker(&targets, lab);
        built = build_course(&targets) == EXIT_PASSED ? EXIT_WRONG : EXIT_BROKEN;
    }
    if (built == EXIT_BROKEN) {
        return EXIT_BROKEN;
    }
    // A file that does not compile may have an older program. That one is not graded.
    words_add(&options, built == EXIT_PASSED ? "--grade" : "--not-compiled");
    words_add(&options, "--long");
    if (contained && built == EXIT_PASSED) {
        words_add(&options, "--runners");
        words_addf(&options, "%s/contained/%s", build_folder(), lab->name);
        words_add(&options, "--source");
        words_addf(&options, "%s/starter.cu", lab->folder);
    }
    words_append(&options, asked);
    int code = checker_run(run, lab, &options);
    build_show_warnings();
    words_free(&options);
    words_free(&targets);
    if (code != EXIT_PASSED && code != EXIT_WRONG) {
        printf("%s could not be graded; ./lab check %s", lab->name, lab->name);
        for (int i = 0; i < asked->count; i++) {
            printf(" %s", asked->items[i]);
        }
        printf(" says why\n");
        return EXIT_BROKEN;
    }
    if (built != EXIT_PASSED) {
        printf("%s/starter.cu does not compile: no points\n", lab->folder);
    }
    return EXIT_PASSED;
}

int command_grade(const struct arguments *arguments) {
    static struct lab all[LAB_MAX];
    char rows[ROWS_PATH_SIZE];
    struct checker_run run = {.program = "starter", .device = "sim", .rows = rows, .quiet = true};
    const struct lab *labs = arguments->lab_count > 0 ? arguments->labs : all;
    int lab_count = arguments->lab_count > 0 ? arguments->lab_count : labs_find(all), result = EXIT_PASSED;
    if (arguments->device != NULL && strcmp(arguments->device, "sim") != 0) {
        return usage_error(arguments->command, "points are given on the simulated GPU, because only it sees "
                                               "everything that is graded: leave out "
                                               "--device");
    }
    if (build_is_gpu_only()) {
        build_say_gpu_only();
        return EXIT_BROKEN;
    }
    snprintf(rows, sizeof(rows), "%s/grade.tsv", build_folder());
    if (!rows_begin(rows)) {
        return EXIT_BROKEN;
    }
    if (has_word(&arguments->words, "--contain")) {
        struct words target = {0};
        words_add(&target, "class");
        int code = build_course(&target);
        words_free(&target);
        unsetenv("LABS_CALLED_FROM"); // labs-class gets paths in this folder
        if (code != EXIT_PASSED) {
            return code;
        }
    }
    for (int i = 0; i < lab_count; i++) {
        int code = grade_lab(&run, &labs[i], &arguments->words);
        result = code == EXIT_PASSED ? result : code;
    }
    int grade = print_grade(rows);
    return result != EXIT_PASSED ? result : grade;
}
