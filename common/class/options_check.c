#define _GNU_SOURCE // realpath
#include "options_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "text/seed_file.h"

bool options_is_inside(const char *path, const char *folder) {
    char above[CLASS_PATH_SIZE], *slash, *real;
    size_t length = strlen(folder);
    snprintf(above, sizeof(above), "%s", path);
    while ((real = realpath(above, NULL)) == NULL && (slash = strrchr(above, '/')) != NULL && slash > above) {
        *slash = '\0';
    }
    if (real == NULL) {
        real = realpath(path[0] == '/' ? "/" : ".", NULL);
    }
    bool inside =
        real != NULL && strncmp(real, folder, length) == 0 && (real[length] == '\0' || real[length] == '/');
    free(real);
    return inside;
}

int options_cannot_make(const char *out) {
    fprintf(stderr,
            "class: cannot make the folder %s: %s. Give --out a folder in one that you can write to\n", out,
            strerror(errno));
    return -1;
}

int options_check_out(const struct class_options *options) {
    char above[CLASS_PATH_SIZE];
    struct stat status;
    bool there = stat(options->out, &status) == 0;
    snprintf(above, sizeof(above), "%s", options->out);
    for (size_t length = strlen(above); length > 1 && above[length - 1] == '/'; length--) {
        above[length - 1] = '\0';
    }
    char *slash = strrchr(above, '/');
    if (!there && slash != NULL) {
        slash[slash == above] = '\0';
    }
    if (there && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
    } else if (access(there ? options->out : slash != NULL ? above : ".", W_OK | X_OK) == 0) {
        return 0;
    } else if (there) {
        return folder_say_unwritable(options->out);
    }
    return options_cannot_make(options->out);
}

// Can the results for Gradescope be written? Returns 0, or -1 after a message.
static int check_gradescope(const struct class_options *options) {
    char folder[CLASS_PATH_SIZE];
    struct stat status;
    const char *file = options->gradescope, *slash = strrchr(file, '/');
    if (options->student[0] == '\0') {
        fputs("class: --gradescope writes the results of one student. Whose folder is it? --student NAME\n",
              stderr);
        return -1;
    }
    if (stat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
        fprintf(stderr, "class: %s is a folder. Give --gradescope a file\n", file);
        return -1;
    }
    snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - file) + 1 : 1,
             slash != NULL ? file : ".");
    if (access(folder, W_OK | X_OK) != 0) {
        fprintf(stderr,
                "class: cannot write %s: %s. Give --gradescope a file in a folder that you can write to\n",
                file, strerror(errno));
        return -1;
    }
    return 0;
}

int options_check(const struct class_options *options) {
    char text[SEED_FILE_MAX + 1], error[3 * CLASS_PATH_SIZE];
    struct stat status;
    if (stat(options->submissions, &status) == 0 && !S_ISDIR(status.st_mode)) {
        fprintf(stderr, "class: %s is not a folder. Give the folder that the submissions are in\n",
                options->submissions);
        return -1;
    }
    if (options->seed_file[0] != '\0' &&
        seed_file_read(options->seed_file, text, error, sizeof(error)) == 0) {
        fprintf(stderr, "class: %s\n", error);
        return -1;
    }
    const struct {
        const char *path, *advice;
    } files[] = {{options->cases_file, "Give --cases a file with a line LAB PART OPERATOR N per case"},
                 {options->grading, "Give --grading a file such as lab03-sequential-addressing/grading.txt"}};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        if (files[i].path[0] != '\0' && (stat(files[i].path, &status) != 0 || !S_ISREG(status.st_mode) ||
                                         access(files[i].path, R_OK) != 0)) {
            fprintf(stderr, "class: %s cannot be read. %s\n", files[i].path, files[i].advice);
            return -1;
        }
    }
    if (options->visibility != NULL && options->gradescope[0] == '\0') {
        fputs("class: --visibility is for the results that --gradescope FILE writes. Add that, or leave this "
              "out\n",
              stderr);
        return -1;
    }
    return options->gradescope[0] != '\0' ? check_gradescope(options) : 0;
}
