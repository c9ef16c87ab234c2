// What is wrong with a call that can be read: before anything is built, made or graded.
#ifndef LABS_CLASS_OPTIONS_CHECK_H
#define LABS_CLASS_OPTIONS_CHECK_H

#include "class.h"

// Is the path, whose last parts need not exist, that of the folder or below it?
bool options_is_inside(const char *path, const char *folder);

// Says, with errno, why the folder for the grades cannot be made. Always returns -1.
int options_cannot_make(const char *out);

// Could the folder for the grades be made and written to? Makes nothing. Returns 0, or -1 after a message.
int options_check_out(const struct class_options *options);

// Can the files that the options name be used, and is there what they need? Returns 0, or -1 after a message.
int options_check(const struct class_options *options);

#endif
