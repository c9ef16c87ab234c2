// What by_value.c rewrites besides functions.
#ifndef LABS_BY_VALUE_H
#define LABS_BY_VALUE_H

#include "signature.h"

// callee.c: rewrites the call if its callee may be a pointer. `outer`: the outermost device function that contains it.
// Returns 0 or -1.
int rewrite_call(struct source *source, const struct node *outer, const struct node *call);

// assignments.c: rewrites the struct or the union. Returns 0 or -1.
int rewrite_struct(struct source *source, const struct node *node);

#endif
