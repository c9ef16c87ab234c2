// A recorded case, for the trace (check/trace).
#ifndef LABS_RECORDING_H
#define LABS_RECORDING_H

#include <stddef.h>

#include "runner/record.h"

struct recording {
    struct record *record; // NULL if there is none
    void *input;           // n values
    void *output;          // output_count values, as far as the program returned them
    size_t output_count;
    size_t value_size;         // bytes of each
    struct contents *contents; // check/trace/contents.h; NULL: not determined
};

#endif
