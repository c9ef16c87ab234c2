// Labs, tasks, progress.
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "labs.h"
#include "progress.h"
#include "regions.h"

// The first lab of labs[count] that is not passed; NULL where all are.
static const struct lab *first_unfinished(const struct lab *labs, int count) {
    for (int i = 0; i < count; i++) {
        if (!progress_passed(&labs[i])) {
            return &labs[i];
        }
    }
    return NULL;
}

int command_passed(const char *folder) {
    struct lab lab;
    if (lab_named(folder, &lab) != 0) {
        return EXIT_BROKEN;
    }
    if (progress_passed(&lab)) {
        puts("passed");
    }
    return EXIT_PASSED;
}

int command_first(void) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs);
    const struct lab *first = first_unfinished(labs, count);
    if (first != NULL) {
        printf("%s\n", first->folder);
    }
    return count < 0 ? EXIT_BROKEN : EXIT_PASSED;
}

// A task's text as one line, cut where it gets too long for one.
static void print_task(const char *text) {
    enum { WIDTH = 80 };
    size_t length = strlen(text), end = length;
    if (length > WIDTH) {
        end = WIDTH;
        while (end > 1 && text[end] != ' ' && text[end] != '\n') {
            end--;
        }
    }
    for (size_t i = 0; i < end; i++) {
        putchar(text[i] == '\n' ? ' ' : text[i]);
    }
    puts(end < length ? " ..." : "");
}

enum detail {
    TASKS_IF_BEGUN, // and not passed
    TASKS
};

// One lab: a line of its own and perhaps one for each task. false when its starter cannot be read.
static bool list_lab(const struct lab *lab, enum detail detail) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", path);
    struct regions regions;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        printf("%s is not there. ./lab reset %s gives it anew\n", path, lab->name);
        return false;
    }
    if (regions_read(path, &regions) != 0) {
        printf("%s\n    %s:%d: %s\n", lab->folder, path, regions.error_line, regions.error);
        regions_free(&regions);
        return false;
    }
    if (regions.count == 0) {
        printf("%s: there are no tasks in it. ./lab reset %s puts them back, and keeps the file\n", path,
               lab->name);
        regions_free(&regions);
        return false;
    }
    size_t filled = 0;
    for (size_t i = 0; i < regions.count; i++) {
        filled += regions.regions[i].filled != 0;
    }
    bool passed = progress_passed(lab);
    printf("%s: %s%zu of %zu tasks filled\n", path, passed ? "passed, " : "", filled, regions.count);
    bool tasks = detail == TASKS || (filled > 0 && !passed);
    for (size_t i = 0; tasks && i < regions.count; i++) {
        const struct region *region = &regions.regions[i];
        printf("    [%c] TODO(%d), line %d: ", region->filled ? 'x' : ' ', region->number,
               region->begin_line);
        print_task(region->text);
    }
    regions_free(&regions);
    return true;
}

int command_list(char **folders, int folder_count) {
    struct lab labs[LAB_MAX], lab;
    int count = labs_find(labs);
    bool good = count >= 0;
    const struct lab *next = first_unfinished(labs, count);
    for (int i = 0; i < folder_count; i++) {
        good &= lab_named(folders[i], &lab) == 0 && list_lab(&lab, TASKS);
    }
    for (int i = 0; folder_count == 0 && i < count; i++) {
        good &= list_lab(&labs[i], &labs[i] == next ? TASKS : TASKS_IF_BEGUN);
    }
    if (next != NULL) {
        printf("\nNext: ./lab check %s\n", next->name);
    } else if (count > 0) {
        printf("\nAll labs are passed.\n");
    }
    return good ? EXIT_PASSED : EXIT_WRONG;
}
