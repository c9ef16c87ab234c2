// Which variable does a name mean, if a function declares several of that name?
#ifndef LABS_SCOPES_H
#define LABS_SCOPES_H

#include "words.h"

// The token that declares the variable at token `i`: the innermost declaration of that name whose scope contains it.
// words->count: the function has none, as for a parameter.
//
//     const size_t i = first + tid;
//     for (...) {
//         int i = 2 * tid;
//         s[i] = 0;                 the i of the line above
//     }
//     d_out[i] = s[tid];            the first one
size_t scopes_declaration(const struct words *words, size_t i);

#endif
