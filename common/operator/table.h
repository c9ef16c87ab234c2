// All operators at run time, for the checker, which judges programs compiled for different operators.
#ifndef LABS_OPERATOR_TABLE_H
#define LABS_OPERATOR_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "operators.h"

enum operator_id {
#define OPERATOR_ID(NAME, name, type, title, commutes) OPERATOR_##NAME,
    OPERATORS(OPERATOR_ID)
#undef OPERATOR_ID
        OPERATOR_COUNT
};

enum { VALUE_SIZE_MAX = 12, VALUE_TEXT_SIZE = 48 };

struct operator_info {
    const char *name;  // "float_sum", as in LABS_OPERATOR
    const char *title; // "sum of floats"
    size_t value_size; // bytes, at most VALUE_SIZE_MAX
    bool commutes;
    void (*identity)(void *value);
    void (*combine)(const void *a, const void *b, void *both); // `both` may be a or b
    // Writes the value to text[VALUE_TEXT_SIZE] as in JSON: "25", "0.5", "[3, 4, 5]".
    void (*text)(const void *value, char *text);
};

extern const struct operator_info operators[OPERATOR_COUNT];

// The operator of that name; OPERATOR_COUNT if there is none.
enum operator_id operator_named(const char *name);

#endif
