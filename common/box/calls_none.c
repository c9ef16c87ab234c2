// For a build without libseccomp.
#include "box/calls.h"

#include <errno.h>

const char *calls_missing(enum box_kind kind) {
    (void)kind;
    return "built without libseccomp: install libseccomp-dev (Fedora: libseccomp-devel), and remove this "
           "build's folder";
}

int calls_enter(enum box_kind kind) {
    (void)kind;
    errno = ENOSYS;
    return -1;
}
