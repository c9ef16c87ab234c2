#define _GNU_SOURCE // getdelim
#include "changed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "program.h"
#include "text/translation.h"

enum { CHANGED_MAX = 5 };

static const char starter[] = "starter.cu";

// Adds the files that the check of a lab depends on; NULL: those of all labs.
static void add_files(struct words *command, const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    if (lab == NULL) {
        words_add(command, ".");
        return;
    }
    static const char *const files[] = {"lab.h", "check.c", "grading.txt", "par.txt"};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        lab_file(lab, files[i], path);
        words_add(command, path);
    }
    words_add(command, "common/student");
    words_add(command, "common/operator");
}

static bool is_starter(const char *path) {
    const size_t length = strlen(path), end = strlen(starter);
    return length >= end && strcmp(path + length - end, starter) == 0;
}

void changed_say(const struct lab *lab) {
    struct words command = {0};
    struct program git;
    char *path = NULL, *files = NULL;
    size_t size = 0, length = 0;
    int count = 0;
    if (access(".git", F_OK) != 0) {
        return;
    }
    words_add(&command, "git");
    words_add(&command, "diff");
    words_add(&command, "--name-only");
    words_add(&command, "-z");
    words_add(&command, "HEAD");
    words_add(&command, "--");
    add_files(&command, lab);
    FILE *list = open_memstream(&files, &length);
    bool opened = list != NULL && program_open(&command, true, &git) == 0;
    while (opened && getdelim(&path, &size, '\0', git.output) > 0) {
        if (!is_starter(path) && count++ < CHANGED_MAX) {
            fprintf(list, " %s", path);
        }
    }
    bool known = opened && program_close(&command, &git) == EXIT_PASSED;
    if (list != NULL) {
        fclose(list);
    }
    if (known && count > 0) {
        const int more = count - CHANGED_MAX;
        fprintf(stderr, _("lab: these files of the course have been changed, which may be the reason:%s\n"),
                files);
        if (more > 0) {
            fprintf(stderr, _("and %d more, which git diff --stat HEAD names\n"), more);
        }
        fputs(more > 0 ? _("git diff shows the changes. This undoes those of the named files:\n")
                       : _("git diff shows the changes. This undoes them:\n"),
              stderr);
        fprintf(stderr, "    git checkout HEAD --%s\n", files); // indented: a command stays whole
    }
    free(files);
    free(path);
    words_free(&command);
}
