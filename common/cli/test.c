// test: the course's own tests. Without labs and without --all: those without CTest's label `long`, the small tier
// (common/tests/CMakeLists.txt).
#define _GNU_SOURCE // getline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "checker.h"
#include "commands.h"
#include "machine.h"
#include "meter.h"
#include "test_costs.h"
#include "test_skipped.h"
#include "text/file_error.h"

enum {
    SPARE_TESTS = 2, // run besides one on each core: some wait for a program, a lock or a moment
    PATTERN_SIZE = 1024,
    COSTS_PATH_SIZE = 200,
    COSTS_TEXT_SIZE = 80
};

static bool all_tests(const struct arguments *arguments) {
    return arguments->all || arguments->lab_count > 0;
}

// Tests of a lab are course.lab11.hints, course.planted.lab11.no_guard, and that of its solution: lab11.solution.sim.
static void ctest_command(const struct arguments *arguments, bool all, struct words *command) {
    char names[PATTERN_SIZE] = "";
    int used = 0;
    words_add(command, "ctest");
    words_add(command, "--preset");
    words_add(command, all ? "course-all" : "course");
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

// Asks CTest which tests it would run, and gives each name of lines such as "  Test #12: course.docs.links" to `use`.
static void list_tests(const struct words *command, void (*use)(void *context, const char *name),
                       void *context) {
    struct words list = {0};
    struct program program;
    char *line = NULL, name[TEST_NAME_SIZE];
    size_t size = 0;
    words_append(&list, command);
    words_add(&list, "-N");
    if (program_open(&list, true, &program) == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            if (sscanf(line, " Test #%*d: %127s", name) == 1) {
                use(context, name);
            }
        }
        program_close(&list, &program);
    }
    free(line);
    words_free(&list);
}

static void add_cost(void *costs, const char *name) {
    test_costs_add(costs, name);
}

// How many tests there are: programs for a lab, which are planted mistakes and alternatives, and others.
struct test_counts {
    int programs, others;
};

static void count_test(void *context, const char *name) {
    struct test_counts *counts = context;
    bool program = strncmp(name, "course.planted.", strlen("course.planted.")) == 0 ||
                   strncmp(name, "course.alternatives.", strlen("course.alternatives.")) == 0;
    counts->programs += program;
    counts->others += !program;
}

// What a run of the small tier leaves out. (Asked before the run: a ctest that only lists overwrites the log, too.)
static struct test_counts left_out(const struct arguments *arguments, const struct words *small) {
    struct words command = {0};
    struct test_counts all = {0}, run = {0};
    ctest_command(arguments, true, &command);
    list_tests(&command, count_test, &all);
    list_tests(small, count_test, &run);
    words_free(&command);
    return (struct test_counts){all.programs - run.programs, all.others - run.others};
}

// What of CTest's output stands until the next line is known: the headline of a list that may be one of skipped tests.
struct shown {
    struct test_costs *costs;
    struct meter *meter;
    bool headline;
};

// Shows one line of CTest's output: in the meter if it says that a test starts, has passed or was skipped, otherwise as
// it is. Skipped tests are listed at the end, by reason.
static void show(const char *line, struct shown *shown) {
    char name[TEST_NAME_SIZE], text[COSTS_TEXT_SIZE];
    bool ended = sscanf(line, " %*d/%*d Test #%*d: %127s", name) == 1;
    bool skipped = strstr(line, "***Skipped ") != NULL || strstr(line, " (Skipped)") != NULL;
    int start = 0;
    if (ended) {
        test_costs_end(shown->costs, name);
    }
    if (strncmp(line, "The following tests did not run:", strlen("The following tests did not run:")) == 0) {
        shown->headline = true;
    } else if (sscanf(line, " Start %d:", &start) != 1 && !(ended && strstr(line, " Passed ") != NULL) &&
               !skipped) {
        meter_clear(shown->meter);
        if (shown->headline && line[0] == '\t') {
            puts("The following tests did not run:");
        }
        shown->headline = false;
        fputs(line, stdout);
    }
    if (ended) {
        snprintf(text, sizeof(text), "%d of %d tests", shown->costs->ended, shown->costs->count);
        meter_show(shown->meter, test_costs_share(shown->costs), text);
    }
}

// Runs CTest, with all that it says in a log. Its exit code.
static int run_tests(struct words *command) {
    char path[COSTS_PATH_SIZE], log_path[COSTS_PATH_SIZE], report_path[COSTS_PATH_SIZE];
    struct test_costs costs = {0};
    struct program program;
    struct meter meter;
    struct shown shown = {&costs, &meter, false};
    char *line = NULL;
    size_t size = 0;
    snprintf(log_path, sizeof(log_path), "%s/tests.log", build_folder());
    FILE *log = fopen(log_path, "w");
    if (log == NULL) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    list_tests(command, add_cost, &costs);
    snprintf(report_path, sizeof(report_path), "%s/tests.xml", build_folder());
    unlink(report_path);
    words_add(command, "--output-junit");
    words_add(command, "tests.xml"); // CTest writes it into the build folder
    snprintf(path, sizeof(path), "%s/Testing/Temporary/CTestCostData.txt", build_folder());
    test_costs_read(&costs, path);
    meter_start(&meter);
    int code = program_open(command, true, &program);
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            fputs(line, log);
            show(line, &shown);
        }
        code = program_close(command, &program);
    }
    free(line);
    test_costs_free(&costs);
    if (!file_close(log)) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    test_skipped_print(stdout, report_path);
    return code;
}

// Builds what the tests need. CMake calls all that a folder builds `folder/all`, and what only long tests need is added
// to other targets.
static int build_tests(const struct arguments *arguments) {
    struct words targets = {0};
    build_use_preset("course");
    for (int i = 0; i < arguments->lab_count; i++) {
        words_addf(&targets, "%s/all", arguments->labs[i].folder);
        words_addf(&targets, "%s-long-tests", arguments->labs[i].name);
    }
    if (arguments->lab_count > 0) {
        words_add(&targets, "lab-tests");
    } else if (arguments->all) {
        words_add(&targets, "all");
        words_add(&targets, "long-tests");
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
    ctest_command(arguments, all_tests(arguments), &command);
    struct test_counts left = all_tests(arguments) ? (struct test_counts){0} : left_out(arguments, &command);
    code = run_tests(&command);
    if (left.programs + left.others > 0) {
        printf("\nLeft out, and run by ./lab test --all: planted mistakes and alternatives: %d, other long "
               "tests: %d\n",
               left.programs, left.others);
    }
    words_free(&command);
    return code == EXIT_PASSED ? EXIT_PASSED : EXIT_WRONG;
}
