#define _GNU_SOURCE // asprintf
#include "called_path.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"

// Was ./lab called in the course's folder, where it works? `folder`: where it was called.
static bool is_here(const char *folder) {
    struct stat called, here;
    return stat(folder, &called) == 0 && stat(".", &here) == 0 && called.st_dev == here.st_dev &&
           called.st_ino == here.st_ino;
}

char *called_path(const char *path) {
    const char *folder = getenv("LABS_CALLED_FROM");
    char *made;
    const bool same = path[0] == '/' || folder == NULL || is_here(folder);
    if ((same ? asprintf(&made, "%s", path) : asprintf(&made, "%s/%s", folder, path)) < 0) {
        fputs("lab: not enough memory\n", stderr);
        exit(EXIT_BROKEN);
    }
    return made;
}
