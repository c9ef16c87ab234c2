// class: grades a class. labs-class (common/class) does it.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "build.h"
#include "commands.h"

int command_class(const struct arguments *arguments) {
    struct words target = {0}, command = {0};
    if (build_is_gpu_only()) {
        build_say_gpu_only();
        return EXIT_BROKEN;
    }
    words_add(&target, "class");
    int code = build_course(&target);
    words_free(&target);
    bool prepare = arguments->words.count == 1 && strcmp(arguments->words.items[0], "--prepare") == 0;
    if (code == EXIT_PASSED && !prepare) {
        words_addf(&command, "%s/common/class/labs-class", build_folder());
        words_add(&command, build_folder());
        words_append(&command, &arguments->words);
        code = program_become(&command);
        words_free(&command);
    }
    return code;
}
