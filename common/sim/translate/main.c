// sim-translate INPUT OUTPUT [--line-name PATH]: translates a CUDA source to plain C++ for the simulated GPU.
//
// Compiler and debugger will call the file PATH; the default is INPUT's absolute path. The exit code is 0, or
// 2 with the reason on standard error and OUTPUT unchanged.
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "origin.h"
#include "text_file.h"
#include "translate.h"

enum { EXIT_HARNESS = 2 };

static int write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno != EINTR) {
            return -1;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

// Writes a temporary file first, because a full disk or a kill must not leave half a file.
static int write_file(const char *path, const char *bytes, size_t length) {
    size_t size = strlen(path) + sizeof(".XXXXXX");
    char *temporary = malloc(size);
    if (!temporary) {
        return -1;
    }
    snprintf(temporary, size, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary), done = 0, error = errno;
    if (descriptor >= 0) {
        mode_t mask = umask(0);
        umask(mask);
        done = write_all(descriptor, bytes, length) == 0 && fchmod(descriptor, 0666 & ~mask) == 0;
        error = errno;
        if (close(descriptor) != 0 && done) {
            done = 0;
            error = errno;
        }
        if (done && rename(temporary, path) != 0) {
            done = 0;
            error = errno;
        }
        if (!done) {
            unlink(temporary);
        }
    }
    free(temporary);
    errno = error;
    return done ? 0 : -1;
}

// Adds lines that tell sim-compile what this is the translation of, and its name. Returns 0, or -1 without memory.
static int add_origin(struct translation *translation, const char *input, const char *line_name) {
    size_t size = translation->length + strlen(input) + strlen(line_name) + 40;
    char *text = malloc(size);
    if (text == NULL) {
        return -1;
    }
    memcpy(text, translation->text, translation->length);
    int added =
        snprintf(text + translation->length, size - translation->length, ORIGIN_FORMAT, input, line_name);
    free(translation->text);
    translation->text = text;
    translation->length += (size_t)added;
    return 0;
}

static int translate_file(const char *input, const char *output, const char *line_name) {
    size_t length;
    char *source = text_file_read(input, &length);
    if (!source) {
        fprintf(stderr, "sim-translate: cannot read %s: %s\n", input, strerror(errno));
        return EXIT_HARNESS;
    }
    struct translation translation;
    int result = EXIT_HARNESS;
    if (translate(source, length, line_name, &translation) != 0) {
        if (translation.error_line > 0) {
            fprintf(stderr, "%s:%d: error: %s\n", line_name, translation.error_line, translation.error);
        } else {
            fprintf(stderr, "%s: error: %s\n", line_name, translation.error);
        }
    } else if (add_origin(&translation, input, line_name) != 0 ||
               write_file(output, translation.text, translation.length) != 0) {
        fprintf(stderr, "sim-translate: cannot write %s: %s\n", output, strerror(errno));
    } else {
        result = 0;
    }
    translation_free(&translation);
    free(source);
    return result;
}

int main(int count, char **arguments) {
    const char *paths[2] = {NULL, NULL}, *line_name = NULL;
    int path_count = 0, usage = 0;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--line-name") == 0 && i + 1 < count) {
            line_name = arguments[++i];
        } else if (arguments[i][0] == '-' || path_count == 2) {
            usage = 1;
        } else {
            paths[path_count++] = arguments[i];
        }
    }
    if (usage || path_count != 2) {
        fprintf(stderr, "usage: sim-translate INPUT OUTPUT [--line-name PATH]\n");
        return EXIT_HARNESS;
    }
    char *absolute = line_name ? NULL : realpath(paths[0], NULL);
    int result = translate_file(paths[0], paths[1], line_name ? line_name : absolute ? absolute : paths[0]);
    free(absolute);
    return result;
}
