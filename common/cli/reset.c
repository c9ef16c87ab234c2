// reset: restores the original starter, and keeps the student's file under another name.
#include "commands.h"
#include "handout.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "keep.h"
#include "regions.h"
#include "text/translation.h"

static int fail(const char *what, const char *path) {
    fprintf(stderr, "lab: %s %s: %s\n", path, what, strerror(errno));
    return EXIT_BROKEN;
}

static int put_back(const char *path, const char *given, size_t given_length) {
    char kept[KEEP_PATH_SIZE];
    switch (keep_and_write(path, given, given_length, kept)) {
    case KEEP_UNREADABLE:
        return fail("cannot be read, so nothing was done", path);
    case KEEP_NO_BACKUP:
        return fail("cannot be made, so nothing was done", kept);
    case KEEP_NOT_WRITTEN:
        return fail("cannot be written; it has not changed", path);
    case KEEP_SAME:
        printf(_("%s is the original already.\n"), path);
        return EXIT_PASSED;
    case KEEP_DONE:
        break;
    }
    printf(_("%s is the original again.\n"), path);
    if (kept[0] != '\0') {
        printf(_("Yours is kept as %s. To get it back: cp %s %s\n"), kept, kept, path);
    }
    return EXIT_PASSED;
}

int command_reset(const struct arguments *arguments) {
    const struct lab *lab = &arguments->labs[0];
    struct regions regions;
    char solution[LAB_PATH_SIZE], starter[LAB_PATH_SIZE];
    if (arguments->lab_count != 1) {
        return usage_error(arguments->command, "reset takes one lab: ./lab reset lab01");
    }
    handout_original(lab, solution);
    lab_file(lab, "starter.cu", starter);
    int code = EXIT_BROKEN;
    if (regions_read(solution, &regions) != 0) {
        fprintf(stderr, "lab: the starter is made from %s, which is damaged: %s\n", solution, regions.error);
        fprintf(stderr, "lab: git checkout %s restores it\n", solution);
    } else {
        size_t length;
        char *given = regions_fill(&regions, 0, &length);
        code = given != NULL ? put_back(starter, given, length) : fail("needs more memory", starter);
        free(given);
    }
    regions_free(&regions);
    return code;
}
