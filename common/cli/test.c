// test: the course's own tests.
#define _GNU_SOURCE // getline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "checker.h"
#include "commands.h"
#include "machine.h"
#include "meter.h"
#include "test_costs.h"
#include "text/file_error.h"

enum {
    SPARE_TESTS = 2, // run besides one on each core: some wait for a program, a lock or a moment
    PATTERN_SIZE = 1024,
    COSTS_PATH_SIZE = 200,
    COSTS_TEXT_SIZE = 80
};

// Tests of a lab are course.lab11.hints, course.planted.lab11.no_guard, and that of its solution: lab11.solution.sim.
static void ctest_command(const struct arguments *arguments, struct words *command) {
    char names[PATTERN_SIZE] = "";
    int used = 0;
    words_add(command, "ctest");
    words_add(command, "--preset");
    words_add(command, "course");
    words_add(command, "-j");
    words_addf(command, "%ld", machine_cores() + SPARE_TESTS);
    words_append(command, &arguments->words);
    for (int i = 0; i < arguments->lab_count; i++) {
        used += snprintf(names + used, sizeof(names) - (size_t)used, "%s%s", i > 0 ? "|" : "",
                         arguments->labs[i].name);
    }
    if (arguments->lab_count > 0) {
        words_add(command, "-R");
        words_addf(command, "^course\\.([^.]*\\.)*(%s)(\\.|$)|^(%s)\\.solution\\.", names, names);
    }
}

// Asks CTest which tests it would run: lines such as "  Test #12: course.docs.links".
static void list_tests(const struct words *command, struct test_costs *costs) {
    struct words list = {0};
    struct program program;
    char *line = NULL, name[TEST_NAME_SIZE];
    size_t size = 0;
    words_append(&list, command);
    words_add(&list, "-N");
    if (program_open(&list, true, &program) == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            if (sscanf(line, " Test #%*d: %127s", name) == 1) {
                test_costs_add(costs, name);
            }
        }
        program_close(&list, &program);
    }
    free(line);
    words_free(&list);
}

// Shows one line of CTest's output: in the meter if it says that a test starts or has passed, otherwise as it is.
static void show(const char *line, struct test_costs *costs, struct meter *meter) {
    char name[TEST_NAME_SIZE], text[COSTS_TEXT_SIZE];
    bool ended = sscanf(line, " %*d/%*d Test #%*d: %127s", name) == 1;
    int start = 0;
    if (ended) {
        test_costs_end(costs, name);
    }
    if (sscanf(line, " Start %d:", &start) != 1 && !(ended && strstr(line, " Passed ") != NULL)) {
        meter_clear(meter);
        fputs(line, stdout);
    }
    if (ended) {
        snprintf(text, sizeof(text), "%d of %d tests", costs->ended, costs->count);
        meter_show(meter, test_costs_share(costs), text);
    }
}

// Runs CTest, with all that it says in a log. Its exit code.
static int run_tests(const struct words *command) {
    char path[COSTS_PATH_SIZE], log_path[COSTS_PATH_SIZE];
    struct test_costs costs = {0};
    struct program program;
    struct meter meter;
    char *line = NULL;
    size_t size = 0;
    snprintf(log_path, sizeof(log_path), "%s/tests.log", build_folder());
    FILE *log = fopen(log_path, "w");
    if (log == NULL) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    list_tests(command, &costs);
    snprintf(path, sizeof(path), "%s/Testing/Temporary/CTestCostData.txt", build_folder());
    test_costs_read(&costs, path);
    program_say(command);
    meter_start(&meter);
    int code = program_open(command, true, &program);
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            fputs(line, log);
            show(line, &costs, &meter);
        }
        code = program_close(command, &program);
    }
    free(line);
    test_costs_free(&costs);
    if (!file_close(log)) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    return code;
}

// What the tests of these labs need, where CMake calls all that a folder builds `folder/all`; without labs, everything.
static int build_tests(const struct arguments *arguments) {
    struct words targets = {0};
    build_use_preset("course");
    for (int i = 0; i < arguments->lab_count; i++) {
        words_addf(&targets, "%s/all", arguments->labs[i].folder);
    }
    if (arguments->lab_count > 0) {
        words_add(&targets, "lab-tests");
    }
    int code = build_course(&targets);
    words_free(&targets);
    return code;
}

int command_test(const struct arguments *arguments) {
    struct words command = {0};
    int code = build_tests(arguments);
    if (code != EXIT_PASSED) {
        return code;
    }
    if (!checker_has_gpu()) {
        puts("No NVIDIA GPU with a CUDA toolkit here: the tests on a real GPU do not run.");
    }
    ctest_command(arguments, &command);
    code = run_tests(&command);
    words_free(&command);
    return code == EXIT_PASSED ? EXIT_PASSED : EXIT_WRONG;
}
