// test: the course's own tests.
#include <stdio.h>

#include "build.h"
#include "checker.h"
#include "commands.h"
#include "machine.h"

enum { PATTERN_SIZE = 1024 };

int command_test(const struct arguments *arguments) {
    struct words none = {0}, command = {0};
    char pattern[PATTERN_SIZE] = "^course\\..*(";
    int used = (int)sizeof("^course\\..*(") - 1;
    build_use_preset("course");
    int code = build_course(&none);
    if (code != EXIT_PASSED) {
        return code;
    }
    if (!checker_has_gpu()) {
        puts("No NVIDIA GPU with a CUDA toolkit here: the tests on a real GPU do not run.");
    }
    words_add(&command, "ctest");
    words_add(&command, "--preset");
    words_add(&command, "course");
    words_add(&command, "-j");
    words_addf(&command, "%ld", machine_cores());
    words_append(&command, &arguments->words);
    for (int i = 0; i < arguments->lab_count; i++) {
        used += snprintf(pattern + used, sizeof(pattern) - (size_t)used, "%s%s", i > 0 ? "|" : "",
                         arguments->labs[i].name);
    }
    if (arguments->lab_count > 0) {
        words_add(&command, "-R");
        words_addf(&command, "%s)", pattern);
    }
    program_say(&command);
    code = program_run(&command, OUTPUT_SHOWN);
    words_free(&command);
    return code == EXIT_PASSED ? EXIT_PASSED : EXIT_WRONG;
}
