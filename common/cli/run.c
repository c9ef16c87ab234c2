// run: compiles any small CUDA program and runs it. simcc compiles it, or nvcc for a real GPU; labs-run runs it.
#define _GNU_SOURCE // realpath
#include "run_program.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "build.h"
#include "checker.h"
#include "commands.h"
#include "labs.h"
#include "program.h"
#include "text/file_error.h"
#include "text/option_list.h"
#include "view.h"

// ---- The command line -----------------------------------------------------------------------------------

static int read_option(struct run *run, struct words *given, int *at) {
    static const struct option own[] = {{"--device", TEXT, "sim|gpu", NULL, false},
                                        {"--view", FLAG, NULL, NULL, true}};
    const char *word = given->items[*at], *value;
    char error[200];
    const struct option *option = option_find(own, 2, word);
    if (option == NULL) {
        option = option_find(run_options, run_option_count, word);
    }
    if (option == NULL
            ? option_unknown(run_options, run_option_count, word, error, sizeof(error))
            : option_value(option, given->items, given->count, at, &value, error, sizeof(error)) != 0) {
        return usage_error(run->command, "%s", error);
    }
    if (strcmp(option->name, "--device") == 0) {
        if (strcmp(value, "sim") != 0 && strcmp(value, "gpu") != 0) {
            return usage_error(run->command, "--device is sim or gpu, not '%s'", value);
        }
        run->device = value;
        return EXIT_PASSED;
    }
    if (strcmp(option->name, "--view") == 0) {
        run->views = true;
        return EXIT_PASSED;
    }
    words_add(&run->options, option->name);
    if (value != NULL) {
        words_add(&run->options, value);
    }
    return EXIT_PASSED;
}

// [option...] FILE [option...] [-- word...]
static int read_words(struct run *run, struct words *given) {
    int i = 0;
    for (; i < given->count && strcmp(given->items[i], "--") != 0; i++) {
        const char *word = given->items[i];
        if (strcmp(word, "--help") == 0) {
            printf("usage: ./lab run %s\n\n  %-20s %s\n  %-20s %s\n", run->command->usage, "--device DEVICE",
                   "sim (default) or gpu", "--view",
                   "open the page of a launch, the first one without --launch");
            fflush(stdout);
            option_list_print(run_options, run_option_count);
            return EXIT_SKIPPED;
        }
        int code = EXIT_PASSED;
        if (word[0] == '-') {
            code = read_option(run, given, &i);
        } else if (run->file == NULL) {
            run->file = word;
        } else {
            code = usage_error(run->command,
                               "unexpected argument '%s'; the program's own words follow after --", word);
        }
        if (code != EXIT_PASSED) {
            return code;
        }
    }
    for (i++; i < given->count; i++) {
        words_add(&run->words, given->items[i]);
    }
    return run->file == NULL ? usage_error(run->command, "which program? FILE.cu is missing") : EXIT_PASSED;
}

// ---- All together ----------------------------------------------------------------------------------------

// Makes what a real GPU needs besides.
static int prepare_gpu(void) {
    struct arguments asked = {.device = "gpu"};
    const char *devices[2];
    struct words targets = {0};
    int own = dup(STDOUT_FILENO), code = EXIT_BROKEN; // standard output is the program's
    dup2(STDERR_FILENO, STDOUT_FILENO);
    words_add(&targets, "labs_gpu_program");
    words_add(&targets, "labs-run");
    if (checker_devices(&asked, devices) != 0) {
        code = build_course(&targets);
    }
    words_free(&targets);
    fflush(stdout);
    dup2(own, STDOUT_FILENO);
    close(own);
    return code;
}

// Is it the file of a lab, which has no main()? Then says which command runs it.
static bool is_of_lab(const struct run *run) {
    struct lab lab;
    char folder[RUN_PATH_SIZE];
    const size_t root = strlen(run->root);
    if (strncmp(run->source, run->root, root) != 0 || run->source[root] != '/') {
        return false;
    }
    snprintf(folder, sizeof(folder), "%s", run->source + root + 1);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    const bool solution = strcmp(slash + 1, "solution.cu") == 0;
    if ((!solution && strcmp(slash + 1, "starter.cu") != 0) || lab_named(folder, &lab) != 0) {
        return false;
    }
    fprintf(stderr, "lab: %s is the file of a lab and has no main(): ./lab %s %s runs it\n", run->file,
            solution ? "demo" : "check", lab.name);
    return true;
}

static int start(const struct run *run) {
    struct words command = {0};
    const char *slash = strrchr(run->file, '/'), *name = slash != NULL ? slash + 1 : run->file;
    char trace[RUN_PATH_SIZE], page[RUN_PATH_SIZE];
    words_addf(&command, "%s/common/run/labs-run", run->tools);
    words_add(&command, "--name");
    const size_t plain = strcspn(name, ".");
    words_addf(&command, "%.*s", (int)(plain > 0 ? plain : strlen(name)), name); // ".cu" has only an ending
    words_append(&command, &run->options);
    if (run->views) {
        run_file(run, "view.json", trace);
        run_file(run, "view.html", page);
        unlink(trace);
        words_add(&command, "--trace");
        words_add(&command, trace);
        words_add(&command, "--source");
        words_add(&command, run->source);
    }
    words_add(&command, run->program);
    words_append(&command, &run->words);
    if (!run->views) {
        return program_become(&command);
    }
    int code = program_run(&command, OUTPUT_SHOWN);
    if (access(trace, R_OK) == 0 && chdir(run->root) == 0 && view_make_page(page, trace) == EXIT_PASSED) {
        dup2(STDERR_FILENO, STDOUT_FILENO); // what view_open says is not the program's output
        view_open(page);
    }
    return code;
}

int command_run(const struct arguments *arguments) {
    struct run run = {.command = arguments->command, .device = "sim"};
    struct words given = arguments->words;
    const char *caller = getenv("LABS_CALLED_FROM");
    int code = read_words(&run, &given);
    if (code != EXIT_PASSED) {
        return code == EXIT_SKIPPED ? EXIT_PASSED : code;
    }
    if (strcmp(run.device, "gpu") == 0 && (code = prepare_gpu()) != EXIT_PASSED) {
        return code;
    }
    run.root = realpath(".", NULL);
    run.tools = realpath(build_folder(), NULL);
    if (run.root == NULL || run.tools == NULL || (caller != NULL && chdir(caller) != 0)) {
        perror("lab");
        return EXIT_BROKEN;
    }
    run.source = realpath(run.file, NULL);
    if (run.source == NULL) {
        file_error("lab", FILE_READ, run.file);
        return EXIT_BROKEN;
    }
    if (is_of_lab(&run)) {
        return EXIT_BROKEN;
    }
    if (strpbrk(run.source, "\"\n") != NULL) { // assemblers end the name there
        fprintf(stderr, "lab: %s: a path must not have a quotation mark or a line break. Rename it\n",
                run.source);
        return EXIT_BROKEN;
    }
    code = run_find_folder(&run);
    if (code == EXIT_PASSED) {
        code = run_compile(&run);
    }
    return code == EXIT_PASSED ? start(&run) : code;
}
