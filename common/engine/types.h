// The types of a program's values, and arithmetic with constants.
#ifndef LABS_ENGINE_TYPES_H
#define LABS_ENGINE_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "code.h"

// The integers come in the order of enum cell, and so do the floats.
enum type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_NUMBER, // `cell` says which; also of an enum
    TYPE_POINTER,
    TYPE_REFERENCE, // of a parameter or variable; an expression has the type that it refers to
    TYPE_ARRAY,
    TYPE_STRUCT,
    TYPE_FUNCTION, // its result is `of`
};

struct function; // compiler.h

struct node; // lang/tree.h

struct member {
    int name;
    const struct type *type;
    size_t offset;
    const struct node *value; // its default value; NULL: none
    const struct member *next;
};

struct type {
    enum type_kind kind;
    enum cell cell; // how a scalar is stored
    bool other;     // than the other one with this cell: signed char, long long
    bool is_const, is_volatile;
    size_t size, alignment; // bytes; of an array of unknown length, 0
    const struct type *of;  // of a pointer, reference or array: what it points to or consists of
    size_t length;          // of an array
    const struct structure *structure;
    const struct function *signature; // of a function
};

struct structure {
    int name;
    const struct member *members;
    size_t size, alignment;
    bool complete;
    bool is_union;
    bool has_values;   // of members
    bool vector;       // dim3 or uint3, which are converted to each other
    bool assigned;     // has an assignment of its own, as the vectors do (SIM_STRUCT)
    bool has_assigned; // a member has one, so that the members are assigned one by one
};

// Types are made in an arena, and live as long as that.
struct arena;
void *arena_take(struct arena **arena, size_t bytes); // zeroed; NULL without memory
void arena_free(struct arena *arena);

extern const struct type type_void, type_bool, type_signed_char, type_long_long, type_unsigned_long_long;
const struct type *type_of_cell(enum cell cell); // a number
const struct type *type_pointer(struct arena **arena, const struct type *of);
const struct type *type_reference(struct arena **arena, const struct type *of);
const struct type *type_array(struct arena **arena, const struct type *of, size_t length);
const struct type *type_function(struct arena **arena, const struct function *signature,
                                 const struct type *result);

// The same type with more qualifiers, or with none.
const struct type *type_qualified(struct arena **arena, const struct type *type, bool is_const,
                                  bool is_volatile);
const struct type *type_unqualified(struct arena **arena, const struct type *type);

// The same type with at least this alignment, of a variable.
const struct type *type_aligned(struct arena **arena, const struct type *type, size_t alignment);

// What an array of arrays consists of; of another type, itself.
const struct type *type_element(const struct type *type);

// Have they the same parameters and the same result?
bool functions_alike(const struct function *a, const struct function *b);

// Are they the same, qualifiers aside, at all levels?
bool type_same(const struct type *a, const struct type *b);

bool type_is_integer(const struct type *type); // also bool
bool type_is_float(const struct type *type);
bool type_is_arithmetic(const struct type *type);
bool type_is_scalar(const struct type *type); // it fits into a register

// The type that arithmetic with it is done in, after the integer promotions.
enum number type_number(const struct type *type);
const struct type *type_of_number(enum number number);

// The common type of two operands (C++'s usual arithmetic conversions).
enum number type_common(enum number a, enum number b);

// The operators of two numbers.
enum { SWAPS = 1, COMPARES = 2, SHIFTS = 4, OF_INTEGERS = 8 };
struct binary {
    const char *sign;
    unsigned operation, flags;
};
const struct binary *find_binary(const char *sign, size_t length); // NULL if no such sign exists

// Computes with constants. false: that is left to the machine.
bool fold(unsigned operation, union value a, union value b, union value *result);
bool fold_binary(const struct binary *binary, enum number number, union value a, union value b,
                 union value *result);

// The name of a number's type in C++, as GCC writes it; of others, "".
const char *type_name(const struct type *type);

// The registers that a value of this type takes.
unsigned type_registers(const struct type *type);

#endif
