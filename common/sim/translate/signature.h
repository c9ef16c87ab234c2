// The signatures of functions that run on the device.
#ifndef LABS_SIGNATURE_H
#define LABS_SIGNATURE_H

#include "source.h"

struct signature {
    const struct node *parameters; // NULL for a lambda without
    struct range result;           // the result type; empty for a constructor or a lambda without `->`
    const struct node *block;      // the body
    token_index specifiers;        // where to insert its attribute
    int is_lambda, is_constructor;
    int is_constant; // constexpr
};

struct parameter {
    struct range text; // without a default argument
    token_index name;  // NO_TOKEN if it has no name
    int passed;        // as a parameter of the lambda; otherwise the lambda captures it
    int may_be_struct;
};

enum { PARAMETERS_MAX = 64 };

// Reads the signature of the function or lambda, which has a body. false: it has none that can be read.
int signature_read(const struct source *source, const struct node *node, struct signature *function);

// Reads the parameters. Returns their number, or -1 if there are too many or a directive is among them.
int signature_parameters(const struct source *source, const struct node *node, struct parameter *parameters);

// Can a value of this type be a struct?
int may_be_struct(const struct source *source, struct range type);

// Is the word at i a type that is no struct; a word of a type that says nothing about that?
int is_scalar(const struct source *source, token_index i);
int is_qualifier(const struct source *source, token_index i);

// unknown.c: may the word at i, before the function's name, be a macro of a header? `constructs`: it is a constructor.
int may_be_macro(const struct source *source, token_index i, token_index name, int constructs);

#endif
