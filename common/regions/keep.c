#define _GNU_SOURCE // mkstemp, link under -std=c11
#include "keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text_file.h"

enum { NUMBER_MAX = 9999 };

// Writes the bytes to a new file and closes it. On failure: false, errno is set, and the file is removed.
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

// Keeps the file under a second name (a hard link), or as a complete copy if the file system has no links.
// Never overwrites another file.
static bool keep(const char *path, const char *bytes, size_t length, char *backup) {
    for (int number = 1; number <= NUMBER_MAX; number++) {
        snprintf(backup, KEEP_PATH_SIZE, "%s.bak-%d", path, number);
        if (link(path, backup) == 0) {
            return true;
        }
        if (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK) {
            int file = open(backup, O_WRONLY | O_CREAT | O_EXCL, 0666);
            if (write_new(file, backup, bytes, length)) {
                return true;
            }
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

// Replaces the file in one step, so an interruption leaves either the old or the new one.
static bool replace(const char *path, const char *bytes, size_t length) {
    char fresh[KEEP_PATH_SIZE];
    struct stat status;
    snprintf(fresh, sizeof(fresh), "%s.XXXXXX", path);
    int file = mkstemp(fresh);
    if (file >= 0) { // mkstemp's file is readable by its owner only
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

enum keep_result keep_and_write(const char *path, const char *bytes, size_t length,
                                char backup[KEEP_PATH_SIZE]) {
    size_t old_length;
    char *old = text_file_read(path, &old_length);
    enum keep_result result = KEEP_DONE;
    backup[0] = '\0';
    if (old == NULL && errno != ENOENT) {
        return KEEP_UNREADABLE;
    }
    if (old != NULL && old_length == length && memcmp(old, bytes, length) == 0) {
        result = KEEP_SAME;
    } else if (old != NULL && !keep(path, old, old_length, backup)) {
        result = KEEP_NO_BACKUP;
    } else if (!replace(path, bytes, length)) {
        result = KEEP_NOT_WRITTEN;
        int error = errno;
        if (backup[0] != '\0') {
            unlink(backup);
        }
        errno = error;
    }
    free(old);
    return result;
}
