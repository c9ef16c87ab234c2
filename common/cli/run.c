// Runs the labs' checkers.
#include "commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "labs.h"
#include "progress.h"
#include "table.h"

enum { ARGUMENT_MAX = 64 };

// Prints and runs one checker; returns its exit code. Arguments end with NULL; the first is filled in here.
static int run_checker(const char *build, const struct lab *lab, char **arguments) {
    char path[512];
    snprintf(path, sizeof(path), "%s/%s/%s-check", build, lab->folder, lab->name);
    arguments[0] = path;
    printf("$");
    for (char **argument = arguments; *argument != NULL; argument++) {
        printf(" %s", *argument);
    }
    printf("\n");
    fflush(stdout);

    pid_t child = fork();
    if (child == 0) {
        execv(path, arguments);
        perror(path);
        _exit(EXIT_BROKEN);
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
    static const char *const showing[] = {"--all", "--counters", "--lines", "--summary", "--verbose"};
    for (size_t i = 0; i < sizeof(showing) / sizeof(showing[0]); i++) {
        if (strcmp(option, showing[i]) == 0) {
            return true;
        }
    }
    return false;
}

int command_check(const char *build, const char *folder, char *device, char **words, int count) {
    struct lab lab;
    char *arguments[ARGUMENT_MAX] = {"", "--program", "starter", "--device", device};
    int used = 5;
    bool whole = true;
    if (lab_named(folder, &lab) != 0 || used + count >= ARGUMENT_MAX) {
        return EXIT_BROKEN;
    }
    for (int i = 0; i < count; i++) {
        whole &= only_shows(words[i]);
        arguments[used++] = words[i];
    }
    arguments[used] = NULL;
    int code = run_checker(build, &lab, arguments);
    if (code == EXIT_PASSED && whole && progress_record(&lab) != 0) {
        perror("labs-cli: the pass could not be noted in build/progress");
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

// Empties the file that the checkers append their rows to. false after a message.
static bool begin_rows(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fclose(file) != 0) {
        perror(path);
        return false;
    }
    return true;
}

int command_demo(const char *build, char *devices, char **words, int count) {
    int labs = 0;
    while (labs < count && strcmp(words[labs], "--") != 0) {
        labs++;
    }
    int options = labs < count ? labs + 1 : labs;
    int result = EXIT_SKIPPED;
    char rows[512];
    snprintf(rows, sizeof(rows), "%s/demo.tsv", build);
    if (!begin_rows(rows)) {
        return EXIT_BROKEN;
    }
    for (char *device = strtok(devices, " "); device != NULL; device = strtok(NULL, " ")) {
        for (int i = 0; i < labs; i++) {
            struct lab lab;
            char *arguments[ARGUMENT_MAX] = {"",     "--program", "solution", "--device",
                                             device, "--brief",   "--rows",   rows};
            int used = 8;
            if (lab_named(words[i], &lab) != 0 || used + count - options >= ARGUMENT_MAX) {
                return EXIT_BROKEN;
            }
            for (int option = options; option < count; option++) {
                arguments[used++] = words[option];
            }
            arguments[used] = NULL;
            result = worse(result, run_checker(build, &lab, arguments));
        }
        if (table_print(rows, device, stdout) != 0) {
            return EXIT_BROKEN;
        }
    }
    return result;
}
