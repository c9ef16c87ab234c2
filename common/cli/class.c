// class: grades a class. labs-class (common/class) does it.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "build.h"
#include "commands.h"

static bool wants_gpu(const struct words *words) {
    for (int i = 0; i < words->count; i++) {
        bool last = i + 1 == words->count;
        if (strcmp(words->items[i], "--device=gpu") == 0 ||
            (!last && strcmp(words->items[i], "--device") == 0 && strcmp(words->items[i + 1], "gpu") == 0)) {
            return true;
        }
    }
    return false;
}

static void make_command(const struct words *words, struct words *command) {
    words_addf(command, "%s/common/class/labs-class", build_folder());
    words_add(command, build_folder());
    words_append(command, words);
}

// Lets labs-class, which is built in seconds, check the call before the rest is built, which takes a minute. The exit
// code.
static int check_call(const struct words *words) {
    struct words target = {0}, command = {0};
    words_add(&target, "labs-class");
    int code = build_course(&target);
    if (code == EXIT_PASSED) {
        make_command(words, &command);
        words_add(&command, "--only-check");
        code = program_run(&command, OUTPUT_SHOWN);
    }
    words_free(&target);
    words_free(&command);
    return code;
}

int command_class(const struct arguments *arguments) {
    struct words target = {0}, command = {0};
    build_use_preset("class");
    if (build_is_gpu_only()) {
        build_say_gpu_only();
        return EXIT_BROKEN;
    }
    if (wants_gpu(&arguments->words) && !build_has_device("gpu")) {
        fputs("lab: --device gpu needs the CUDA toolkit here, which compiles the submissions: ./lab doctor\n",
              stderr);
        return EXIT_BROKEN;
    }
    bool prepare = arguments->words.count == 1 && strcmp(arguments->words.items[0], "--prepare") == 0;
    int code = prepare ? EXIT_PASSED : check_call(&arguments->words);
    if (code == EXIT_PASSED) {
        words_add(&target, "class");
        code = build_course(&target);
        words_free(&target);
    }
    if (code == EXIT_PASSED && !prepare) {
        make_command(&arguments->words, &command);
        code = program_become(&command);
        words_free(&command);
    }
    return code;
}
