// The layer `system calls`: seccomp, through libseccomp.
#ifndef LABS_BOX_CALLS_H
#define LABS_BOX_CALLS_H

#include "box/box.h"

// Why this layer is missing; NULL: it is there.
const char *calls_missing(enum box_kind kind);

// Restricts this process, and all that it starts, for good. Needs no_new_privs. 0, or -1 with errno.
int calls_enter(enum box_kind kind);

#endif
