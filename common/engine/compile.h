// Compiles a preprocessed source into a program.
#ifndef LABS_ENGINE_COMPILE_H
#define LABS_ENGINE_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "code.h"

struct compile_request {
    const char *text; // the prelude, and then the source
    size_t length;
    const char *parts; // LAB_PART(REDUCE, modulo, reduce_modulo) ...
};

// Why a source was rejected: what the engine does not know, or what is wrong.
struct refusal {
    char text[200];
    size_t byte; // of the text
    bool is_wrong;
};

// The program; NULL: the refusal says what the engine does not know, or what no compiler would accept.
struct program *compile(const struct compile_request *request, struct refusal *refusal);

void program_code_free(struct program *program);

#endif
