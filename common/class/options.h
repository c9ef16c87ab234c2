// The command line of `./lab class`.
#ifndef LABS_CLASS_OPTIONS_H
#define LABS_CLASS_OPTIONS_H

#include "class.h"

// Reads the words after the build folder. Returns 0, or -1 after a message.
int options_read(int count, char **words, struct class_options *options);

// Makes the folder for the grades, options->out, which becomes a path without links. Returns 0, or -1 after a message.
int options_make_out(struct class_options *options);

#endif
