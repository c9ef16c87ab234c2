// Builds what is made of the student's file.
#define _GNU_SOURCE // setenv under -std=c11
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "build_log.h"
#include "build_steps.h"
#include "commands.h"
#include "machine.h"
#include "messages.h"
#include "regions.h"
#include "text_file.h"

bool build_has_starter(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", path);
    bool has = access(path, F_OK) == 0;
    if (!has) {
        fprintf(stderr, "lab: there is no %s. ./lab reset %s restores it\n", path, lab->name);
    }
    return has;
}

bool build_has_runner(const struct lab *lab, const char *program, const char *operator_name) {
    char path[BUILD_PATH_SIZE]; // of a file in which CMake writes the path of the runner's source
    snprintf(path, sizeof(path), "%s/%s/%s-%.20s%s%.20s-sim.source", build_folder(), lab->folder, lab->name,
             program, operator_name[0] != '\0' ? "-" : "", operator_name);
    return access(path, F_OK) == 0;
}

int build_operators(const struct lab *lab, const char *program,
                    char names[OPERATORS_MAX][OPERATOR_NAME_SIZE]) {
    char path[BUILD_PATH_SIZE]; // of the file in which CMake lists them
    int count = 0;
    snprintf(path, sizeof(path), "%s/%s/%s-%.20s-sim.operators", build_folder(), lab->folder, lab->name,
             program);
    FILE *file = fopen(path, "r");
    while (file != NULL && count < OPERATORS_MAX && fgets(names[count], OPERATOR_NAME_SIZE, file) != NULL) {
        names[count][strcspn(names[count], "\n")] = '\0';
        count++;
    }
    if (file != NULL) {
        fclose(file);
    }
    return count;
}

int build_second_operator(const char *program, int count) {
    return strcmp(program, "mixed") == 0 ? count - 1 : 1;
}

enum build_mix build_mix(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    struct regions regions;
    size_t filled = 0;
    lab_file(lab, "starter.cu", path);
    if (regions_read(path, &regions) == 0) {
        for (size_t i = 0; i < regions.count; i++) {
            filled += regions.regions[i].filled != 0;
        }
    }
    bool needed = filled > 0 && filled < regions.count && getenv("LABS_BUILD") == NULL;
    bool known = build_has_runner(lab, "mixed", "") || build_has_runner(lab, "mixed", "sum");
    regions_free(&regions);
    return !needed ? MIX_NOT_NEEDED : known ? MIX_POSSIBLE : MIX_NOT_POSSIBLE;
}

int build_starter(const struct lab *lab, const struct build_of_starter *what) {
    struct words targets = {0};
    if (!build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    build_add_checker(&targets, lab);
    words_addf(&targets, "%s-%s-%s", lab->name, what->program, what->device);
    int code = build_targets(&targets, lab, what);
    words_free(&targets);
    return code;
}

int build_one(const struct lab *lab, const char *program, const char *operator_name,
              const struct build_of_starter *what) {
    struct words targets = {0};
    char name[64];
    if (what != NULL && !build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    // A lab with operators has a runner for each, and CMake writes the path of its source next to it.
    bool has = operator_name[0] != '\0' && build_has_runner(lab, program, operator_name);
    snprintf(name, sizeof(name), "%s-%.20s%s%.20s-sim", lab->name, program, has ? "-" : "",
             has ? operator_name : "");
    build_add_checker(&targets, lab);
    words_add(&targets, name);
    int code = build_targets(&targets, what != NULL ? lab : NULL, what);
    words_free(&targets);
    return code;
}

int build_for_operator(const struct lab *lab, const char *program, const char *operator_name) {
    const struct build_of_starter starter = {.program = "starter", .device = "sim"};
    if (strchr(program, '/') != NULL) {
        return EXIT_PASSED; // the path of a runner
    }
    return build_one(lab, program, operator_name, strcmp(program, "starter") == 0 ? &starter : NULL);
}

// labs-cli build-starter LAB DEVICE BUILD CMAKE: the test labNN.build, which runs before the starter's tests.
// BUILD is a build folder, CMAKE the path of CMake.
int command_build_starter(const struct arguments *arguments) {
    struct lab lab;
    struct words command = {0};
    char log_path[BUILD_PATH_SIZE];
    char **words = arguments->words.items;
    if (arguments->words.count != 4 || lab_named(words[0], &lab) != 0) {
        return usage_error(arguments->command, "build-starter needs LAB DEVICE BUILD CMAKE");
    }
    const char *device = words[1], *folder = words[2];
    if (strcmp(device, "gpu") == 0 && !machine_has_gpu()) {
        puts("skipped: no NVIDIA GPU here");
        return EXIT_SKIPPED;
    }
    if (!build_has_starter(&lab)) {
        return EXIT_WRONG;
    }
    build_lock(folder);
    build_forget_old_starter(folder, &lab);
    words_add(&command, words[3]);
    words_add(&command, "--build");
    words_add(&command, folder);
    words_add(&command, "--target");
    words_addf(&command, "%s-check", lab.name);
    words_addf(&command, "%s-starter-%s", lab.name, device);
    snprintf(log_path, sizeof(log_path), "%s/%s/build-%s.log", folder, lab.folder, device);
    setenv("NINJA_STATUS", "[%f/%t] ", 1);
    int code = build_run_logged(&command, log_path);
    words_free(&command);
    build_unlock();
    if (code == EXIT_PASSED) {
        return code;
    }
    size_t length;
    char *log = text_file_read(log_path, &length);
    bool student = log != NULL && !build_log_says_machine(log) && build_log_says_starter(log);
    if (!student ||
        (!build_log_say_missing(log, &lab, stdout) && !build_log_say_too_large(log, &lab, stdout))) {
        messages_show(log_path, student ? STUDENTS_CODE : COURSE_CODE, NULL, stdout);
    }
    if (student) {
        printf("%s/starter.cu does not compile: its tests do not run, and it has no points\n", lab.folder);
    }
    free(log);
    return student ? EXIT_WRONG : EXIT_BROKEN;
}
