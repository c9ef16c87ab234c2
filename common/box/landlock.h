// The layer `files`: Landlock, through its system calls.
#ifndef LABS_BOX_LANDLOCK_H
#define LABS_BOX_LANDLOCK_H

#include "box/box.h"

// The kernel's version of Landlock; below 1: it has none, or it is switched off.
int landlock_version(void);

// Does it also keep signals inside the box?
bool landlock_keeps_signals(void);

// Restricts this process for good. Needs no_new_privs. -1 with errno, and in *path the path at fault or NULL.
int landlock_enter(const struct box *box, const char **path);

// The system's folder that the path, without links, lies in and that commands in the box may read. NULL: none.
const char *landlock_system_folder(const char *path);

#endif
