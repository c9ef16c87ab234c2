#include "text/file_error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *advice(int error, enum file_use use) {
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "Make room there, and run the command again";
    case EACCES:
    case EPERM:
        return use == FILE_READ ? "Make it readable, and the folders that it is in"
                                : "Make it and its folder writable, or use another folder";
    case EROFS:
        return "Use a folder that can be written to";
    case ENOENT:
        return use == FILE_READ ? "Is its name right?" : "Does its folder exist?";
    case ENOTDIR:
        return "A part of this path is not a folder. Is it right?";
    case EISDIR:
        return "This is a folder. Give the name of a file";
    case EEXIST:
        return "Rename or remove what is there";
    case ENAMETOOLONG:
        return "Use a folder with a shorter path";
    default:
        return "Run the command again";
    }
}

void file_error(const char *command, enum file_use use, const char *path) {
    const int error = errno;
    fprintf(stderr, "%s: cannot %s %s: %s. %s\n", command, use == FILE_READ ? "read" : "write", path,
            strerror(error), advice(error, use));
}

bool file_close(FILE *file) {
    // fclose() does not report what an earlier write has lost.
    const bool lost = file != NULL && ferror(file) != 0;
    const int error = errno;
    if (file == NULL || fclose(file) != 0) {
        return false;
    }
    errno = lost ? error : errno;
    return !lost;
}

static void end_output(void) {
    enum { EXIT_BROKEN = 2 };
    const bool lost = ferror(stdout); // at an earlier flush, whose errno is gone: the next one says why, too
    if (lost) {
        clearerr(stdout);
        fputc('\n', stdout);
    }
    errno = EIO;
    if (fflush(stdout) != 0 || lost) {
        file_error("lab", FILE_WRITE, "the output");
        _exit(EXIT_BROKEN);
    }
}

void file_error_of_output(void) {
    atexit(end_output);
}
