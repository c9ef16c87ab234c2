// What a person should look at in a student's compiled file: what a kernel and its host code do not need. The file is
// judged all the same, as some of it is harmless.
#ifndef LABS_LOOK_H
#define LABS_LOOK_H

#include <stddef.h>

enum { LOOK_MAX = 6, LOOK_SIZE = 200 };

struct look {
    char lines[LOOK_MAX][LOOK_SIZE]; // "it calls open, pread", one reason each
    size_t count;
};

// Adds the reasons that an object file gives: functions of the C library that it calls or defines, and code that runs
// before or after main. An object that cannot be read is a reason, too.
//
// To allow a function that lab code may need: its name in look_libelf.c.
void look_at_object(const char *object, struct look *look);

#endif
