// Where the parts of the simulated GPU are: simcc.conf, which CMake writes for the build folder and for installing.
//
// A line is a key and a value: `compiler`, one of each of `header` (included first, perhaps precompiled), `object` (the
// simulated GPU) and `reporter` (labs-run), and any number of `option` (of the compiler), `include` and `link`. A value
// that begins with ./ is relative to the file's folder.
#ifndef SIMCC_CONFIG_H
#define SIMCC_CONFIG_H

#include "words.h"

struct config {
    char *compiler, *header, *object, *reporter;
    struct words options, includes, links;
};

// Reads the file that belongs to this executable. Ends simcc, with a message, if there is none.
void config_read(struct config *config);

#endif
