// The functions that a source declares or defines at file scope, and the member functions of its structs.
#ifndef LABS_FUNCTIONS_H
#define LABS_FUNCTIONS_H

#include "source.h"

struct function {
    token_index first;                   // of its declaration, `template <...>` included
    token_index name, parameters, body;  // parameters: their `(`; body: its `{`, or NO_TOKEN of a declaration
    int is_kernel, for_device, for_host; // as its words say; a kernel is also for the device
    int is_template;
    token_index of; // a member function's struct: its name; else NO_TOKEN
};

struct functions {
    struct function *list;
    size_t count, capacity;
};

// Finds them all. 0, or -1 with the error recorded; either way the caller frees functions->list.
int find_functions(struct source *source, struct functions *functions);

// Do two tokens read the same?
int same_word(const struct source *source, token_index a, token_index b);

// kernel.c: 0, or -1 where nvcc or the device would refuse a kernel or a device function as it is defined.
// Also makes the compiler refuse arrays of variable length in them, and has a kernel check its launch bounds.
int source_check_kernels(struct source *source, const struct functions *functions);

// host_call.c: 0, or -1 where code for one side calls a function of the other.
int source_check_calls(struct source *source, const struct functions *functions);

#endif
