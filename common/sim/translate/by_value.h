// What by_value.c rewrites besides functions.
#ifndef LABS_BY_VALUE_H
#define LABS_BY_VALUE_H

#include "signature.h"

// callee.c: rewrites the call whose arguments open at `open`, if its callee may be a pointer. `body`: the outermost
// device function that contains it. Returns 0 or -1.
int rewrite_call(struct source *source, struct range body, token_index open);

// assignments.c: rewrites the struct, or the union, at i. These return 0 or -1.
int rewrite_struct(struct source *source, token_index i);
int rewrite_union(struct source *source, token_index i);

#endif
