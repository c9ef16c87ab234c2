// The starter as given, the student's file kept beside it.
#define _GNU_SOURCE // mkstemp, link under -std=c11
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "regions.h"
#include "text_file.h"

enum { PATH_SIZE = LAB_PATH_SIZE + 16, KEPT_MAX = 9999 };

static int fail(const char *what, const char *path) {
    fprintf(stderr, "lab: %s %s: %s\n", path, what, strerror(errno));
    return EXIT_BROKEN;
}

// Writes the bytes to a new file, made by open_file. false with errno, and without the file.
static bool write_new(int file, const char *path, const char *bytes, size_t length) {
    size_t done = 0;
    ssize_t put = 1;
    while (file >= 0 && done < length && (put = write(file, bytes + done, length - done)) > 0) {
        done += (size_t)put;
    }
    bool good = file >= 0 && put > 0 && fsync(file) == 0;
    int error = errno;
    if (file >= 0) {
        good &= close(file) == 0;
        if (!good) {
            unlink(path);
        }
    }
    errno = error;
    return good;
}

// Keeps the file under the first name starter.cu.bak-N that is free, put into kept[PATH_SIZE]. Never over
// another file, and never half: a second name for it, or a copy where the disk has no such thing.
static bool keep(const char *path, const char *bytes, size_t length, char *kept) {
    for (int number = 1; number <= KEPT_MAX; number++) {
        snprintf(kept, PATH_SIZE, "%s.bak-%d", path, number);
        if (link(path, kept) == 0) {
            return true;
        }
        if (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK) {
            int file = open(kept, O_WRONLY | O_CREAT | O_EXCL, 0666);
            if (write_new(file, kept, bytes, length)) {
                return true;
            }
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

// Puts `bytes` in place of the file in one step, so that an interruption leaves one or the other.
static bool replace(const char *path, const char *bytes, size_t length) {
    char fresh[PATH_SIZE];
    struct stat status;
    snprintf(fresh, sizeof(fresh), "%s.XXXXXX", path);
    int file = mkstemp(fresh);
    if (file >= 0) { // which nobody else could read
        fchmod(file, stat(path, &status) == 0 ? status.st_mode & 0777 : 0644);
    }
    if (!write_new(file, fresh, bytes, length)) {
        return false;
    }
    if (rename(fresh, path) == 0) {
        return true;
    }
    int error = errno;
    unlink(fresh);
    errno = error;
    return false;
}

static int put_back(const char *path, const char *given, size_t given_length) {
    char kept[PATH_SIZE] = "";
    size_t length;
    char *bytes = text_file_read(path, &length);
    int code = EXIT_PASSED;
    if (bytes == NULL && errno != ENOENT) {
        return fail("cannot be read, so nothing was done", path);
    }
    if (bytes != NULL && length == given_length && memcmp(bytes, given, length) == 0) {
        printf("%s is as given already.\n", path);
    } else if (bytes != NULL && !keep(path, bytes, length, kept)) {
        code = fail("cannot be made, so nothing was done", kept);
    } else if (!replace(path, given, given_length)) {
        code = fail("cannot be written; it is as it was", path);
        unlink(kept);
    } else {
        printf("%s is as given again.\n", path);
        if (bytes != NULL) {
            printf("Yours is kept as %s. To have it back: cp %s %s\n", kept, kept, path);
        }
    }
    free(bytes);
    return code;
}

int command_reset(const struct arguments *arguments) {
    const struct lab *lab = &arguments->labs[0];
    struct regions regions;
    char solution[LAB_PATH_SIZE], starter[LAB_PATH_SIZE];
    if (arguments->lab_count != 1) {
        return usage_error(arguments->command, "reset takes one lab: ./lab reset lab01");
    }
    lab_file(lab, "solution.cu", solution);
    lab_file(lab, "starter.cu", starter);
    int code = EXIT_BROKEN;
    if (regions_read(solution, &regions) != 0) {
        fprintf(stderr, "lab: the starter is made from %s, and that is damaged: %s\n", solution,
                regions.error);
        fprintf(stderr, "lab: git checkout %s brings it back\n", solution);
    } else {
        size_t length;
        char *given = regions_fill(&regions, 0, &length);
        code = given != NULL ? put_back(starter, given, length) : fail("needs more memory", starter);
        free(given);
    }
    regions_free(&regions);
    return code;
}
