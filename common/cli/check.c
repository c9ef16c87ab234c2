// check: judges the student's files.
#include "check.h"

#include <stdio.h>

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

static int check_starter(const struct arguments *arguments, const struct lab *lab, const char *device,
                         bool *broken) {
    struct checker_run run = {.program = "starter", .device = device};
    struct lab next;
    int code = build_starter(lab, device);
    *broken = code == EXIT_BROKEN;
    if (code == EXIT_WRONG && arguments->writes_reports) {
        return report_not_compiled(&run, lab, arguments);
    }
    if (code != EXIT_PASSED) {
        return code;
    }
    code = checker_run(&run, lab, &arguments->words);
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
