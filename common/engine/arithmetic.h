// Arithmetic on registers, as cases of a switch over operations: the machine's, and the compiler's with constants.
//
// A file that uses ARITHMETIC defines the operands TO, A and B, and what happens where a processor and C++ have no
// result: ON_DIVISION() by zero, ON_SHIFT(width, by) too far, and ON_LOSS(number, cell) if an integer type cannot hold
// it.
#ifndef LABS_ENGINE_ARITHMETIC_H
#define LABS_ENGINE_ARITHMETIC_H

#include "engine/code.h"

// The smallest integer is what x86 makes of a number that does not fit.
static inline int32_t to_int(double number) {
    return number > -2147483649.0 && number < 2147483648.0 ? (int32_t)number : INT32_MIN;
}
static inline int64_t to_long(double number) {
    return number >= -0x1p63 && number < 0x1p63 ? (int64_t)number : INT64_MIN;
}
static inline uint64_t to_unsigned_long(double number) {
    return number >= 0x1p63 ? (uint64_t)to_long(number - 0x1p63) ^ (1ull << 63) : (uint64_t)to_long(number);
}

// A type's name in C++, as GCC writes it. `other`: of two types that are alike, the one that is not so common.
static inline const char *cell_name(enum cell cell, bool other) {
    static const char *const names[] = {"char",  "unsigned char", "short int", "short unsigned int",
                                        "int",   "unsigned int",  "long int",  "long unsigned int",
                                        "float", "double"};
    static const char *const others[] = {
        [CELL_I8] = "signed char", [CELL_I64] = "long long int", [CELL_U64] = "long long unsigned int"};
    return other ? others[cell] : names[cell];
}

// The integer types, the numbers that they do not hold any more, and what becomes of these.
#define CONVERSIONS(CONVERSION)                                                                              \
    CONVERSION(I8, i, int8_t, -129.0, 128.0, to_int)                                                         \
    CONVERSION(U8, u, uint8_t, -1.0, 256.0, to_int)                                                          \
    CONVERSION(I16, i, int16_t, -32769.0, 32768.0, to_int)                                                   \
    CONVERSION(U16, u, uint16_t, -1.0, 65536.0, to_int)                                                      \
    CONVERSION(I32, i, int32_t, -2147483649.0, 2147483648.0, to_int)                                         \
    CONVERSION(U32, u, uint32_t, -1.0, 4294967296.0, to_long)                                                \
    CONVERSION(I64, i, int64_t, -0x1.0000000000001p63, 0x1p63, to_long)                                      \
    CONVERSION(U64, u, uint64_t, -1.0, 0x1p64, to_unsigned_long)

// Where C leaves the result open, the processor stops the program.
#define DIVIDES(member, least)                                                                               \
    if (B.u == 0 || ((least) != 0 && A.member == (least) && B.i == -1)) {                                    \
        ON_DIVISION();                                                                                       \
    }

#define SHIFTS(width)                                                                                        \
    if (B.u >= (width)) {                                                                                    \
        ON_SHIFT((int)(width), B.i);                                                                         \
    }

// INTEGER(name, type, its unsigned type, member, least value)
#define INTEGERS(INTEGER)                                                                                    \
    INTEGER(I32, int32_t, uint32_t, i, INT32_MIN)                                                            \
    INTEGER(U32, uint32_t, uint32_t, u, 0)                                                                   \
    INTEGER(I64, int64_t, uint64_t, i, INT64_MIN)                                                            \
    INTEGER(U64, uint64_t, uint64_t, u, 0)
#define FLOATS(FLOAT)                                                                                        \
    FLOAT(F32, float, f)                                                                                     \
    FLOAT(F64, double, d)

// The case of an operation: checks, and what it puts into a member of TO.
#define CASE(operation, check, member, ...)                                                                  \
    case operation:                                                                                          \
        check TO.member = __VA_ARGS__;                                                                       \
        break;

#define ARITHMETIC_OF_INTEGERS(name, type, wraps, member, least)                                             \
    CASE(OP_ADD + NUMBER_##name, , member, (type)((wraps)A.u + (wraps)B.u))                                  \
    CASE(OP_SUBTRACT + NUMBER_##name, , member, (type)((wraps)A.u - (wraps)B.u))                             \
    CASE(OP_MULTIPLY + NUMBER_##name, , member, (type)((wraps)A.u * (wraps)B.u))                             \
    CASE(OP_DIVIDE + NUMBER_##name, DIVIDES(member, least), member, (type)A.member / (type)B.member)         \
    CASE(OP_REMAINDER + NUMBER_##name, DIVIDES(member, least), member, (type)A.member % (type)B.member)      \
    CASE(OP_AND + NUMBER_##name, , u, A.u & B.u)                                                             \
    CASE(OP_OR + NUMBER_##name, , u, A.u | B.u)                                                              \
    CASE(OP_XOR + NUMBER_##name, , u, A.u ^ B.u)                                                             \
    CASE(OP_SHIFT_LEFT + NUMBER_##name, SHIFTS(8 * sizeof(type)), member,                                    \
         (type)((wraps)A.u << B.u % (8 * sizeof(type))))                                                     \
    CASE(OP_SHIFT_RIGHT + NUMBER_##name, SHIFTS(8 * sizeof(type)), member,                                   \
         (type)A.member >> B.u % (8 * sizeof(type)))                                                         \
    CASE(OP_NEGATE + NUMBER_##name, , member, (type)(0 - (wraps)A.u))

#define ARITHMETIC_OF_FLOATS(name, type, member)                                                             \
    CASE(OP_ADD + NUMBER_##name, , member, A.member + B.member)                                              \
    CASE(OP_SUBTRACT + NUMBER_##name, , member, A.member - B.member)                                         \
    CASE(OP_MULTIPLY + NUMBER_##name, , member, A.member * B.member)                                         \
    CASE(OP_DIVIDE + NUMBER_##name, , member, A.member / B.member)                                           \
    CASE(OP_NEGATE + NUMBER_##name, , member, -A.member)                                                     \
    CASE(OP_I64_TO + NUMBER_##name, , member, (type)A.i)                                                     \
    CASE(OP_U64_TO + NUMBER_##name, , member, (type)A.u)                                                     \
    CASE(OP_F32_TO + CELL_##name, , member, (type)A.f)                                                       \
    CASE(OP_F64_TO + CELL_##name, , member, (type)A.d)

#define COMPARISONS(name, type, member)                                                                      \
    CASE(OP_LESS + NUMBER_##name, , u, A.member < B.member)                                                  \
    CASE(OP_LESS_EQUAL + NUMBER_##name, , u, A.member <= B.member)                                           \
    CASE(OP_EQUAL + NUMBER_##name, , u, A.member == B.member)                                                \
    CASE(OP_UNEQUAL + NUMBER_##name, , u, A.member != B.member)                                              \
    CASE(OP_TO_BOOL + NUMBER_##name, , u, A.member != 0)

// A float as an integer type, which may not hold it.
#define LOSES(member, name, below, above)                                                                    \
    if (!((double)A.member > (below) && (double)A.member < (above))) {                                       \
        ON_LOSS((double)A.member, CELL_##name);                                                              \
    }
#define CONVERSIONS_TO(name, member, type, below, above, convert)                                            \
    CASE(OP_TRUNCATE + CELL_##name, , member, (type)A.u)                                                     \
    CASE(OP_F32_TO + CELL_##name, LOSES(f, name, below, above), member, (type)convert((double)A.f))          \
    CASE(OP_F64_TO + CELL_##name, LOSES(d, name, below, above), member, (type)convert(A.d))

#define ARITHMETIC                                                                                           \
    INTEGERS(ARITHMETIC_OF_INTEGERS)                                                                         \
    FLOATS(ARITHMETIC_OF_FLOATS)                                                                             \
    NUMBERS(COMPARISONS)                                                                                     \
    CONVERSIONS(CONVERSIONS_TO)                                                                              \
    CASE(OP_NOT, , u, A.u == 0)

#endif
