// For a build without libseccomp.
#include "box/calls.h"

#include <errno.h>

const char *calls_missing(enum box_kind kind) {
    (void)kind;
    return "built without libseccomp: install libseccomp-dev, and configure again";
}

int calls_enter(enum box_kind kind) {
    (void)kind;
    errno = ENOSYS;
    return -1;
}
