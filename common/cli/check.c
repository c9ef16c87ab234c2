// check: judges the student's files.
#define _GNU_SOURCE // setenv
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "commands.h"
#include "progress.h"

bool check_prepare(const struct arguments *arguments, struct lab *first, struct check *check, int *code) {
    *check = (struct check){.labs = arguments->labs, .lab_count = arguments->lab_count};
    check->device_count = checker_devices(arguments, check->devices);
    *code = check->device_count > 0 ? EXIT_PASSED : EXIT_BROKEN;
    if (*code == EXIT_PASSED && check->lab_count == 0) {
        check->labs = first;
        check->lab_count = progress_first_unfinished(first);
        if (check->lab_count == 0) {
            printf("You have passed all labs. ./lab %s lab01 judges one again, ./lab list shows all.\n",
                   arguments->command->name);
        }
    }
    return check->device_count > 0 && check->lab_count > 0;
}

// The report on a file that does not compile, with no points.
static int report_not_compiled(const struct checker_run *run, const struct lab *lab,
                               const struct arguments *arguments) {
    struct words targets = {0}, options = {0};
    build_add_checker(&targets, lab); // the failed build may have stopped before it
    int code = build_course(&targets);
    if (code == EXIT_PASSED) {
        words_append(&options, &arguments->words);
        words_add(&options, "--not-compiled");
        code = checker_run(run, lab, &options);
    }
    words_free(&targets);
    words_free(&options);
    return code;
}

// Builds, and runs the checker. On the simulated GPU, it runs as soon as the first program is built.
static int build_and_run(const struct arguments *arguments, const struct lab *lab,
                         const struct checker_run *run, bool *broken) {
    struct build_rest rest = {0};
    bool at_once = strcmp(run->device, "sim") == 0 && !arguments->writes_reports;
    int code = at_once ? build_starter_begin(lab, &rest) : build_starter(lab, run->device);
    *broken = code == EXIT_BROKEN;
    if (code == EXIT_PASSED && rest.child > 0) {
        char descriptor[16];
        snprintf(descriptor, sizeof(descriptor), "%d", rest.built);
        setenv("LABS_RUNNERS_BUILT", descriptor, 1);
        code = checker_run(run, lab, &arguments->words);
        unsetenv("LABS_RUNNERS_BUILT");
        bool not_built = code == CHECKER_NOT_BUILT;
        int rest_code = build_starter_end(lab, &rest, not_built);
        *broken = not_built && rest_code == EXIT_BROKEN;
        return not_built ? rest_code : code;
    }
    if (code == EXIT_WRONG && arguments->writes_reports) {
        return report_not_compiled(run, lab, arguments);
    }
    return code == EXIT_PASSED ? checker_run(run, lab, &arguments->words) : code;
}

static int check_starter(const struct arguments *arguments, const struct lab *lab, const char *device,
                         bool *broken) {
    struct checker_run run = {.program = "starter", .device = device};
    struct lab next;
    int code = build_and_run(arguments, lab, &run, broken);
    build_show_warnings();
    if (code != EXIT_PASSED || !arguments->whole) {
        return code;
    }
    if (progress_record(lab) != 0) {
        perror("lab: the pass could not be recorded in build/progress");
    } else if (progress_first_unfinished(&next)) {
        printf("next: %s/README.md\n", next.folder);
    } else {
        printf("You have passed all labs.\n");
    }
    return code;
}

int check_starters(const struct arguments *arguments, const struct check *check) {
    int result = EXIT_SKIPPED;
    bool broken = false; // the course does not build
    for (int i = 0; i < check->lab_count && !broken; i++) {
        int code = EXIT_PASSED; // a file that is wrong on the simulated GPU need not run on the real one
        for (int k = 0; k < check->device_count && code == EXIT_PASSED; k++) {
            if (k > 0 && !build_has_device(check->devices[k])) {
                break;
            }
            code = check_starter(arguments, &check->labs[i], check->devices[k], &broken);
            result = worse(result, code);
        }
    }
    return result;
}

int command_check(const struct arguments *arguments) {
    struct lab first;
    struct check check;
    int code;
    return check_prepare(arguments, &first, &check, &code) ? check_starters(arguments, &check) : code;
}
