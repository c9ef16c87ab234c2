#define _GNU_SOURCE // O_NOFOLLOW
#include "intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "hash.h"

enum { READ_REFUSED = -1, READ_FAILED = -2 };

static void refuse(struct entry *entry, const char *why) {
    entry->submitted = SUBMITTED_REFUSED;
    snprintf(entry->note, sizeof(entry->note), "%s", why);
}

// The file could not be opened or read. What the student can have caused is refused; otherwise it says that the machine
// failed, and returns READ_FAILED.
static long cannot_read(struct entry *entry, const char *path) {
    if (errno == ELOOP || errno == ENXIO) {
        refuse(entry, errno == ELOOP ? "a link instead of a file" : "no regular file");
        return READ_REFUSED;
    }
    fprintf(stderr, "class: cannot read %s: %s. Make it readable, and run this again\n", path,
            strerror(errno));
    return READ_FAILED;
}

// Reads a whole regular file. Its length, READ_REFUSED or READ_FAILED.
static long read_submission(const struct class *class, struct entry *entry, char *bytes) {
    char path[2 * CLASS_PATH_SIZE];
    struct stat status;
    long length = 0;
    if (snprintf(path, sizeof(path), "%s/%s", class->options.submissions, entry->path) >= (int)sizeof(path)) {
        refuse(entry, "a path that is too long");
        return READ_REFUSED;
    }
    // No link is followed, and the opening of a pipe does not wait.
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        length = cannot_read(entry, path);
    } else if (!S_ISREG(status.st_mode)) {
        refuse(entry, S_ISDIR(status.st_mode) ? "a folder" : "no regular file");
        length = READ_REFUSED;
    }
    while (length >= 0 && length <= SUBMISSION_MAX) {
        ssize_t got = read(file, bytes + length, (size_t)(SUBMISSION_MAX + 1 - length));
        if (got < 0 && errno != EINTR) {
            length = cannot_read(entry, path);
        } else if (got == 0) {
            break;
        } else {
            length += got > 0 ? got : 0;
        }
    }
    if (file >= 0) {
        close(file);
    }
    if (length > SUBMISSION_MAX) {
        refuse(entry, "longer than 256 KiB");
        return READ_REFUSED;
    }
    if (length >= 0 && memchr(bytes, '\0', (size_t)length) != NULL) {
        refuse(entry, "not a text file in UTF-8 (it has zero bytes)");
        return READ_REFUSED;
    }
    return length;
}

void intake_path(const struct class *class, const struct entry *entry,
                 char path[CLASS_PATH_SIZE + HASH_SIZE]) {
    snprintf(path, CLASS_PATH_SIZE + HASH_SIZE, "%.*s/state/files/%s.cu", CLASS_PATH_SIZE - 30,
             class->options.out, entry->hash);
}

static int take(const struct class *class, struct entry *entry, char *bytes) {
    char path[CLASS_PATH_SIZE + HASH_SIZE], fresh[sizeof(class->trials) + 10];
    long length = read_submission(class, entry, bytes);
    if (length < 0) {
        return length == READ_FAILED ? -1 : 0;
    }
    snprintf(fresh, sizeof(fresh), "%s/new", class->trials);
    FILE *copy = fopen(fresh, "w");
    bool written = copy != NULL && fwrite(bytes, 1, (size_t)length, copy) == (size_t)length;
    written &= copy != NULL && fclose(copy) == 0;
    if (written && hash_file(fresh, entry->hash) == 0) {
        intake_path(class, entry, path);
        written = rename(fresh, path) == 0;
    } else {
        written = false;
    }
    if (!written) {
        return folder_say_unwritable(fresh);
    }
    return 0;
}

int intake(struct class *class) {
    char *bytes = malloc(SUBMISSION_MAX + 1);
    int result = bytes != NULL ? 0 : -1;
    for (size_t i = 0; i < class->student_count && result == 0; i++) {
        for (int lab = 0; lab < class->lab_count && result == 0; lab++) {
            struct entry *entry = &class->students[i].entries[lab];
            if (entry->submitted == SUBMITTED_FILE) {
                result = take(class, entry, bytes);
            }
        }
    }
    free(bytes);
    return result;
}
