// An operation that a stream was given: a launch, a copy, a memset.
#ifndef SIM_OPERATION_H
#define SIM_OPERATION_H

#include <stdint.h>

struct operation {
    const char *name;      // "scale", "cudaMemcpyAsync"
    const char *verb;      // "allocates"; NULL: it reads or writes
    uint32_t pc;           // of the call
    uint32_t stream, step; // it is the step-th operation of this stream, from 1
};

#endif
