// The recorded case as a file or a text.
#ifndef LABS_TRACE_H
#define LABS_TRACE_H

#include <stdio.h>

#include "check/judge/lab_result.h"

// A lab's result with --trace and the like: the one case of the part that it shows.
struct traced {
    const struct lab_result *result;
    const struct lab_part *part;
    const struct judgement *judgement; // with a recording
    const char *replay;                // of a program that is no lab's; NULL: the checker's command
};

// The trace (docs/trace.md). Returns 0, or -1 with errno.
int trace_json(FILE *out, const struct traced *traced);

// The first words of each array after each barrier, as text. Returns 0, or -1 with errno.
int trace_show(FILE *out, const struct traced *traced);

// One of options.h's pictures. Returns 0, or -1 with errno.
int trace_picture(FILE *out, const struct traced *traced);

#endif
