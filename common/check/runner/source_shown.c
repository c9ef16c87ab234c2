#define _GNU_SOURCE // realpath
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "check/runner/source.h"

enum { FILES_MAX = 4 };

static char shown[FILES_MAX][PATH_MAX];
static size_t shown_count;

void source_show(const char *path) {
    if (shown_count < FILES_MAX && realpath(path, shown[shown_count]) != NULL) {
        shown_count++;
    }
}

bool source_is_shown(const char *path) {
    static const char course[] = LABS_COURSE_FOLDER "/";
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) {
        return false;
    }
    for (size_t i = 0; i < shown_count; i++) {
        if (strcmp(real, shown[i]) == 0) {
            return true;
        }
    }
    size_t length = strlen(real);
    bool header = length > 2 && strcmp(real + length - 2, ".h") == 0;
    return shown_count == 0 || (header && strncmp(real, course, strlen(course)) == 0);
}
