// An operation that a stream was given: a launch, a copy, a memset.
#ifndef SIM_OPERATION_H
#define SIM_OPERATION_H

#include <stdint.h>

#include "words/topics.h"

struct operation {
    const char *name;      // "scale", "cudaMemcpyAsync"
    enum topic verb;       // TOPIC_ALLOCATES; TOPIC_NONE: it reads or writes
    uint32_t pc;           // of the call
    uint32_t stream, step; // it is the step-th operation of this stream, from 1
};

#endif
