// check, demo: the labs' checkers on the student's file, or on the solutions.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "columns.h"
#include "commands.h"
#include "progress.h"
#include "table.h"

enum { ARGUMENT_MAX = 80 };

static void exec_checker(char **arguments, bool quiet) {
    int nothing = quiet ? open("/dev/null", O_WRONLY) : -1;
    if (nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
    }
    execv(arguments[0], arguments);
    perror(arguments[0]);
    _exit(EXIT_BROKEN);
}

int run_checker(const struct checker_run *run, const struct lab *lab, char **words, int count) {
    char path[512];
    char *arguments[ARGUMENT_MAX] = {path, "--program", run->program, "--device", run->device};
    int used = 5;
    snprintf(path, sizeof(path), "%s/%s/%s-check", run->build, lab->folder, lab->name);
    if (run->brief) {
        arguments[used++] = "--brief";
    }
    if (run->rows[0] != '\0') {
        arguments[used++] = "--rows";
        arguments[used++] = (char *)run->rows;
    }
    if (used + count >= ARGUMENT_MAX) {
        fprintf(stderr, "lab: too many words\n");
        return EXIT_BROKEN;
    }
    for (int i = 0; i < count; i++) {
        arguments[used++] = words[i];
    }
    arguments[used] = NULL;
    printf("$");
    for (char **argument = arguments; *argument != NULL; argument++) {
        printf(" %s", *argument);
    }
    printf("\n");
    fflush(stdout);

    pid_t child = fork();
    if (child == 0) {
        exec_checker(arguments, run->quiet);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror(path);
        return EXIT_BROKEN;
    }
    if (WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    fprintf(stderr, "labs-cli: %s ended by signal %d\n", path, WTERMSIG(status));
    return EXIT_BROKEN;
}

// Does this option only change what is shown? Then a pass is a pass of everything.
static bool only_shows(const char *option) {
    static const char *const showing[] = {"--all",   "--brief",   "--counters", "--grade",
                                          "--lines", "--summary", "--verbose"};
    for (size_t i = 0; i < sizeof(showing) / sizeof(showing[0]); i++) {
        if (strcmp(option, showing[i]) == 0) {
            return true;
        }
    }
    return false;
}

// What a student whose lab has just passed may do.
static void print_next_lab(void) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs);
    for (int i = 0; i < count; i++) {
        if (!progress_passed(&labs[i])) {
            printf("next: %s/README.md\n", labs[i].folder);
            return;
        }
    }
    printf("All labs are passed.\n");
}

int command_check(const char *build, const char *folder, char *device, char **words, int count) {
    struct checker_run run = {.build = build, .program = "starter", .device = device};
    struct lab lab;
    bool whole = true;
    if (lab_named(folder, &lab) != 0) {
        return EXIT_BROKEN;
    }
    for (int i = 0; i < count; i++) {
        whole &= only_shows(words[i]);
    }
    int code = run_checker(&run, &lab, words, count);
    if (code == EXIT_PASSED && whole) {
        if (progress_record(&lab) != 0) {
            perror("labs-cli: the pass could not be noted in build/progress");
        } else {
            print_next_lab();
        }
    }
    return code;
}

// The exit code that stands for both.
static int worse(int a, int b) {
    static const int order[] = {EXIT_BROKEN, EXIT_WRONG, EXIT_PASSED, EXIT_SKIPPED};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        if (a == order[i] || b == order[i]) {
            return order[i];
        }
    }
    return EXIT_BROKEN;
}

bool rows_begin(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fclose(file) != 0) {
        perror(path);
        return false;
    }
    return true;
}

// Where the solutions' rows are.
static void demo_rows(const char *build, char *path) {
    snprintf(path, ROWS_PATH_SIZE, "%s/demo.tsv", build);
}

// The table of what the checkers wrote of a device; nothing where they wrote nothing.
static bool print_rows(const char *path, const char *device) {
    size_t count;
    struct table_row *rows = rows_read(path, &count);
    if (rows == NULL && errno == ENOENT) {
        return true;
    }
    if (rows == NULL) {
        perror(path);
        return false;
    }
    table_print(rows, count, device, stdout);
    free(rows);
    return true;
}

int command_demo(const char *build, char *devices, char **words, int count) {
    struct checker_run run = {.build = build, .program = "solution", .brief = true};
    int labs = 0, result = EXIT_SKIPPED;
    while (labs < count && strcmp(words[labs], "--") != 0) {
        labs++;
    }
    int options = labs < count ? labs + 1 : labs;
    demo_rows(build, run.rows);
    for (char *device = strtok(devices, " "); device != NULL; device = strtok(NULL, " ")) {
        run.device = device;
        for (int i = 0; i < labs; i++) {
            struct lab lab;
            if (lab_named(words[i], &lab) != 0) {
                return EXIT_BROKEN;
            }
            result = worse(result, run_checker(&run, &lab, words + options, count - options));
        }
    }
    return result;
}

int command_table(const char *build, char *devices) {
    char path[ROWS_PATH_SIZE];
    demo_rows(build, path);
    for (char *device = strtok(devices, " "); device != NULL; device = strtok(NULL, " ")) {
        if (!print_rows(path, device)) {
            return EXIT_BROKEN;
        }
    }
    return EXIT_PASSED;
}
