#include "types.h"

#include <stdlib.h>
#include <string.h>

#include "arithmetic.h"

// ------------------------------------------------------------------------------------------------------- memory
struct arena {
    struct arena *next;
    size_t used, size;
    max_align_t bytes[];
};

void *arena_take(struct arena **arena, size_t bytes) {
    enum { CHUNK = 32 * 1024 };
    bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (*arena == NULL || (*arena)->size - (*arena)->used < bytes) {
        const size_t size = bytes > CHUNK ? bytes : CHUNK;
        struct arena *chunk = calloc(1, sizeof(*chunk) + size);
        if (chunk == NULL) {
            return NULL;
        }
        *chunk = (struct arena){.next = *arena, .size = size};
        *arena = chunk;
    }
    void *taken = (char *)(*arena)->bytes + (*arena)->used;
    (*arena)->used += bytes;
    return taken;
}

void arena_free(struct arena *arena) {
    while (arena != NULL) {
        struct arena *next = arena->next;
        free(arena);
        arena = next;
    }
}

// -------------------------------------------------------------------------------------------------------- types
const struct type type_void = {.kind = TYPE_VOID, .size = 1, .alignment = 1};
const struct type type_bool = {.kind = TYPE_BOOL, .cell = CELL_U8, .size = 1, .alignment = 1};

#define TYPE_OF_CELL(name, type, member)                                                                     \
    [CELL_##name] = {                                                                                        \
        .kind = TYPE_NUMBER, .cell = CELL_##name, .size = sizeof(type), .alignment = _Alignof(type)},
static const struct type numbers[] = {CELLS(TYPE_OF_CELL)};
#undef TYPE_OF_CELL

#define TYPE_OF_OTHER(name, type)                                                                            \
    {                                                                                                        \
        .kind = TYPE_NUMBER, .cell = CELL_##name, .other = true, .size = sizeof(type),                       \
        .alignment = _Alignof(type)                                                                          \
    }
const struct type type_signed_char = TYPE_OF_OTHER(I8, int8_t), type_long_long = TYPE_OF_OTHER(I64, int64_t),
                  type_unsigned_long_long = TYPE_OF_OTHER(U64, uint64_t);

static const struct type no_memory = {.kind = TYPE_VOID, .size = 1, .alignment = 1};

const struct type *type_of_cell(enum cell cell) {
    return &numbers[cell];
}

static const struct type *make(struct arena **arena, struct type type) {
    struct type *made = arena_take(arena, sizeof(*made));
    if (made == NULL) {
        return &no_memory;
    }
    *made = type;
    return made;
}

enum { POINTER_BYTES = 8 }; // of the program, wherever it runs

const struct type *type_pointer(struct arena **arena, const struct type *of) {
    return make(arena, (struct type){.kind = TYPE_POINTER,
                                     .cell = CELL_U64,
                                     .size = POINTER_BYTES,
                                     .alignment = POINTER_BYTES,
                                     .of = of});
}

const struct type *type_reference(struct arena **arena, const struct type *of) {
    return make(arena, (struct type){.kind = TYPE_REFERENCE,
                                     .cell = CELL_U64,
                                     .size = POINTER_BYTES,
                                     .alignment = POINTER_BYTES,
                                     .of = of});
}

const struct type *type_array(struct arena **arena, const struct type *of, size_t length) {
    return make(arena, (struct type){.kind = TYPE_ARRAY,
                                     .size = length * of->size,
                                     .alignment = of->alignment,
                                     .of = of,
                                     .length = length});
}

const struct type *type_function(struct arena **arena, const struct function *signature,
                                 const struct type *result) {
    return make(arena,
                (struct type){
                    .kind = TYPE_FUNCTION, .size = 1, .alignment = 1, .of = result, .signature = signature});
}

const struct type *type_qualified(struct arena **arena, const struct type *type, bool is_const,
                                  bool is_volatile) {
    struct type qualified = *type;
    qualified.is_const |= is_const;
    qualified.is_volatile |= is_volatile;
    if (qualified.is_const == type->is_const && qualified.is_volatile == type->is_volatile) {
        return type;
    }
    if (type->kind == TYPE_ARRAY) { // an array of const elements
        qualified.of = type_qualified(arena, type->of, is_const, is_volatile);
    }
    return make(arena, qualified);
}

const struct type *type_unqualified(struct arena **arena, const struct type *type) {
    struct type plain = *type;
    plain.is_const = plain.is_volatile = false;
    return type->is_const || type->is_volatile ? make(arena, plain) : type;
}

const struct type *type_aligned(struct arena **arena, const struct type *type, size_t alignment) {
    struct type aligned = *type;
    aligned.alignment = alignment > type->alignment ? alignment : type->alignment;
    return make(arena, aligned);
}

const struct type *type_element(const struct type *type) {
    return type->kind == TYPE_ARRAY ? type_element(type->of) : type;
}

bool type_same(const struct type *a, const struct type *b) {
    return a == b || (a->kind == b->kind && a->cell == b->cell && a->length == b->length &&
                      a->structure == b->structure &&
                      (a->kind == TYPE_FUNCTION ? functions_alike(a->signature, b->signature)
                                                : a->of == NULL || type_same(a->of, b->of)));
}

bool type_is_integer(const struct type *type) {
    return type->kind == TYPE_BOOL || (type->kind == TYPE_NUMBER && type->cell < CELL_F32);
}

bool type_is_float(const struct type *type) {
    return type->kind == TYPE_NUMBER && type->cell >= CELL_F32;
}

bool type_is_arithmetic(const struct type *type) {
    return type->kind == TYPE_BOOL || type->kind == TYPE_NUMBER;
}

bool type_is_scalar(const struct type *type) {
    return type_is_arithmetic(type) || type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE;
}

enum number type_number(const struct type *type) {
    return type->cell < CELL_I32 ? NUMBER_I32 : (enum number)(type->cell - CELL_I32);
}

const struct type *type_of_number(enum number number) {
    return &numbers[CELL_I32 + number];
}

enum number type_common(enum number a, enum number b) {
    return a > b ? a : b; // in this order, the greater one can always stand for both
}

unsigned type_registers(const struct type *type) {
    return type->kind == TYPE_VOID ? 0
                                   : (unsigned)((type->size + sizeof(union value) - 1) / sizeof(union value));
}

const char *type_name(const struct type *type) {
    return type->kind == TYPE_NUMBER ? cell_name(type->cell, type->other)
           : type->kind == TYPE_BOOL ? "bool"
                                     : "";
}

// --------------------------------------------------------------------------------------------------- constants
const struct binary *find_binary(const char *sign, size_t length) {
    static const struct binary binaries[] = {{"+", OP_ADD, 0},
                                             {"-", OP_SUBTRACT, 0},
                                             {"*", OP_MULTIPLY, 0},
                                             {"/", OP_DIVIDE, 0},
                                             {"%", OP_REMAINDER, OF_INTEGERS},
                                             {"&", OP_AND, OF_INTEGERS},
                                             {"|", OP_OR, OF_INTEGERS},
                                             {"^", OP_XOR, OF_INTEGERS},
                                             {"<<", OP_SHIFT_LEFT, OF_INTEGERS | SHIFTS},
                                             {">>", OP_SHIFT_RIGHT, OF_INTEGERS | SHIFTS},
                                             {"<", OP_LESS, COMPARES},
                                             {">", OP_LESS, COMPARES | SWAPS},
                                             {"<=", OP_LESS_EQUAL, COMPARES},
                                             {">=", OP_LESS_EQUAL, COMPARES | SWAPS},
                                             {"==", OP_EQUAL, COMPARES},
                                             {"!=", OP_UNEQUAL, COMPARES}};
    for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); i++) {
        if (strlen(binaries[i].sign) == length && memcmp(binaries[i].sign, sign, length) == 0) {
            return &binaries[i];
        }
    }
    return NULL;
}

bool fold(unsigned operation, union value a, union value b, union value *result) {
    *result = (union value){.u = 0};
#define TO                    (*result)
#define A                     a
#define B                     b
#define ON_DIVISION()         return false
#define ON_SHIFT(width, by)   return false
#define ON_LOSS(number, cell) return false
    switch (operation) {
        ARITHMETIC
    default:
        return false;
    }
    return true;
#undef TO
#undef A
#undef B
}

bool fold_binary(const struct binary *binary, enum number number, union value a, union value b,
                 union value *result) {
    const bool swaps = binary != NULL && (binary->flags & SWAPS) != 0;
    return binary != NULL && fold(binary->operation + number, swaps ? b : a, swaps ? a : b, result);
}
