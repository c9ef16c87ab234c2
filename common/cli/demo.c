// demo: the checkers on the solutions.
#include "demo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "build.h"
#include "columns.h"
#include "commands.h"
#include "handout.h"
#include "table.h"

// Builds and judges one lab's solution on each device.
static int run_lab(const struct arguments *arguments, const struct lab *lab, const char *const *devices,
                   int device_count, const char *rows) {
    struct checker_run run = {.program = "solution", .rows = rows, .brief = true};
    struct words targets = {0};
    build_add_checker(&targets, lab);
    for (int i = 0; i < device_count; i++) {
        words_addf(&targets, "%s-solution-%s", lab->name, devices[i]);
    }
    int built = build_course(&targets), result = EXIT_SKIPPED;
    words_free(&targets);
    for (int i = 0; i < device_count && built == EXIT_PASSED; i++) {
        run.device = devices[i];
        result = worse(result, checker_run(&run, lab, &arguments->words));
    }
    return built == EXIT_PASSED ? result : built;
}

// Prints the tables of the checkers' rows, if there are any.
static int print_tables(const char *path, const char *const *devices, int device_count) {
    size_t count;
    struct table_row *rows = rows_read(path, &count);
    if (rows == NULL && errno != ENOENT) {
        perror(path);
        return EXIT_BROKEN;
    }
    for (int i = 0; i < device_count && rows != NULL; i++) {
        table_print(rows, count, devices[i], stdout);
    }
    free(rows);
    return EXIT_PASSED;
}

int demo_run(const struct arguments *arguments, const char *const *devices, int device_count) {
    static struct lab all[LAB_MAX];
    char rows[ROWS_PATH_SIZE];
    const struct lab *labs = arguments->lab_count > 0 ? arguments->labs : all;
    int lab_count = arguments->lab_count > 0 ? arguments->lab_count : labs_find(all);
    int result = EXIT_SKIPPED;
    snprintf(rows, sizeof(rows), "%s/demo.tsv", build_folder());
    remove(rows);
    for (int i = 0; i < lab_count; i++) {
        if (handout_refuses_solution(&labs[i])) {
            return EXIT_BROKEN;
        }
        int code = run_lab(arguments, &labs[i], devices, device_count, rows);
        result = worse(result, code);
        if (code == EXIT_BROKEN && arguments->words.count > 0) {
            break; // most likely the options do not fit these labs
        }
    }
    return print_tables(rows, devices, device_count) == EXIT_PASSED ? result : EXIT_BROKEN;
}

int command_demo(const struct arguments *arguments) {
    const char *devices[2];
    int device_count = checker_devices(arguments, devices);
    if (device_count == 2 && !build_has_device(devices[1])) {
        device_count = 1;
    }
    return device_count > 0 ? demo_run(arguments, devices, device_count) : EXIT_BROKEN;
}
