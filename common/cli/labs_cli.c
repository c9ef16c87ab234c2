// labs-cli: what `./lab` hands over to once everything is built.
//
//     labs-cli first                                  folder of the first lab that is not passed, "" for none
//     labs-cli list                                   labs, tasks, progress
//     labs-cli check BUILD LAB DEVICE [OPTION...]     the checker on the student's starter
//     labs-cli demo BUILD "DEVICE..." LAB... -- [OPTION...]   the checkers on the solutions
//
// LAB is a folder name, DEVICE sim or gpu, BUILD the build folder; the working directory is the course's
// folder. Exit codes: 0 pass, 1 wrong, 2 the harness or device failed, 77 skipped.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "labs.h"
#include "regions.h"

enum { ARGUMENT_MAX = 64 };

// Prints and runs one checker; returns its exit code. Arguments end with NULL.
static int run_checker(const char *build, const struct lab *lab, char **arguments) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s-check", build, lab->folder, lab->name);
    arguments[0] = path;
    printf("$");
    for (char **argument = arguments; *argument; argument++)
        printf(" %s", *argument);
    printf("\n");
    fflush(stdout);

    pid_t child = fork();
    if (child == 0) {
        execv(path, arguments);
        perror(path);
        _exit(2);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror(path);
        return 2;
    }
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    fprintf(stderr, "labs-cli: %s ended by signal %d\n", path, WTERMSIG(status));
    return 2;
}

// Does this option only change what is shown? Then a pass is a pass of everything.
static int only_shows(const char *option) {
    static const char *const showing[] = {"--all", "--counters", "--lines", "--summary", "--verbose"};
    for (size_t i = 0; i < sizeof showing / sizeof *showing; i++)
        if (strcmp(option, showing[i]) == 0)
            return 1;
    return 0;
}

static int command_check(const char *build, const char *folder, char *device, char **options, int count) {
    struct lab lab;
    char *arguments[ARGUMENT_MAX] = {"", "--program", "starter", "--device", device};
    int used = 5, whole = 1;
    if (lab_named(folder, &lab) != 0 || used + count >= ARGUMENT_MAX)
        return 2;
    for (int i = 0; i < count; i++) {
        whole &= only_shows(options[i]);
        arguments[used++] = options[i];
    }
    arguments[used] = NULL;
    int code = run_checker(build, &lab, arguments);
    if (code == 0 && whole && progress_record(&lab) != 0)
        perror("labs-cli: the pass could not be noted in build/progress");
    return code;
}

static int worse(int a, int b) {
    static const int order[] = {2, 1, 0, 77};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return 2;
}

static int command_demo(const char *build, char *devices, char **words, int count) {
    int labs = 0;
    while (labs < count && strcmp(words[labs], "--") != 0)
        labs++;
    int options = labs < count ? labs + 1 : labs;
    int result = 77;
    for (char *device = strtok(devices, " "); device; device = strtok(NULL, " ")) {
        for (int i = 0; i < labs; i++) {
            struct lab lab;
            char *arguments[ARGUMENT_MAX] = {"", "--program", "solution", "--device", device, "--summary"};
            int used = 6;
            if (lab_named(words[i], &lab) != 0 || used + count - options >= ARGUMENT_MAX)
                return 2;
            for (int option = options; option < count; option++)
                arguments[used++] = words[option];
            arguments[used] = NULL;
            result = worse(result, run_checker(build, &lab, arguments));
        }
    }
    return result;
}

static int command_first(void) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs);
    for (int i = 0; i < count; i++)
        if (!progress_passed(&labs[i])) {
            printf("%s\n", labs[i].folder);
            return 0;
        }
    return count < 0 ? 2 : 0;
}

// A task's text as one line, cut where it gets too long for one.
static void print_task(const char *text) {
    enum { WIDTH = 80 };
    size_t length = strlen(text), end = length;
    if (length > WIDTH)
        for (end = WIDTH; end > 1 && text[end] != ' ' && text[end] != '\n'; end--)
            ;
    for (size_t i = 0; i < end; i++)
        putchar(text[i] == '\n' ? ' ' : text[i]);
    puts(end < length ? " ..." : "");
}

// One lab: a line of its own and one for each task.
static int list_lab(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_starter(lab, path);
    struct regions regions;
    if (regions_read(path, &regions) != 0) {
        printf("%s\n    %s:%d: %s\n", lab->folder, path, regions.error_line, regions.error);
        regions_free(&regions);
        return 1;
    }
    size_t filled = 0;
    for (size_t i = 0; i < regions.count; i++)
        filled += regions.regions[i].filled != 0;
    printf("%s: %s%zu of %zu tasks filled\n", path, progress_passed(lab) ? "passed, " : "", filled,
           regions.count);
    for (size_t i = 0; i < regions.count; i++) {
        const struct region *region = &regions.regions[i];
        printf("    [%c] TODO(%d), line %d: ", region->filled ? 'x' : ' ', region->number,
               region->begin_line);
        print_task(region->text);
    }
    regions_free(&regions);
    return 0;
}

static int command_list(void) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs), bad = count < 0;
    for (int i = 0; i < count; i++)
        bad |= list_lab(&labs[i]);
    const struct lab *next = NULL;
    for (int i = 0; i < count && !next; i++)
        if (!progress_passed(&labs[i]))
            next = &labs[i];
    if (next)
        printf("\nNext: ./lab check %s\n", next->name);
    else if (count > 0)
        printf("\nAll labs are passed.\n");
    return bad;
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "first") == 0 && argc == 2)
        return command_first();
    if (strcmp(command, "list") == 0 && argc == 2)
        return command_list();
    if (strcmp(command, "check") == 0 && argc >= 5)
        return command_check(argv[2], argv[3], argv[4], argv + 5, argc - 5);
    if (strcmp(command, "demo") == 0 && argc >= 5)
        return command_demo(argv[2], argv[3], argv + 4, argc - 4);
    fprintf(stderr, "labs-cli: called wrongly; use ./lab\n");
    return 2;
}
