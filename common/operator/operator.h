// value_t, identity() and combine(a, b): the interface of a lab's kernels from lab04 on.
//
//     value_t sum = identity();
//     sum = combine(sum, d_in[i]);
//
// The same kernel is compiled once for each operator that its lab is checked with (operators.h lists them).
// The build defines LABS_OPERATOR. Without it the operator is the sum of ints: value_t is int, identity() is
// 0 and combine(a, b) is a + b.
//
// combine() is associative. Keep its operands in the order of the elements, because not every operator commutes.
#ifndef LABS_OPERATOR_H
#define LABS_OPERATOR_H

#include "operators.h"

#ifndef LABS_OPERATOR
#define LABS_OPERATOR sum
#endif

#define OPERATOR_TYPE(NAME, name, type, title, commutes) typedef type operator_##name##_type;
OPERATORS(OPERATOR_TYPE)
#undef OPERATOR_TYPE

#define OPERATOR_PASTE(before, name, after)  before##name##after
#define OPERATOR_EXPAND(before, name, after) OPERATOR_PASTE(before, name, after)

typedef OPERATOR_EXPAND(operator_, LABS_OPERATOR, _type) value_t;

#if defined(SIM_RAW)
extern "C" void sim_combined(void); // the simulated GPU counts operator applications
#define OPERATOR_COUNT()  sim_combined()
#define OPERATOR_BY_VALUE SIM_INLINED OPERATOR_FUNCTION // and checks their operands and results
#else
#define OPERATOR_COUNT()  ((void)0)
#define OPERATOR_BY_VALUE OPERATOR_FUNCTION
#endif

// OPERATOR_IS(sum), in an #if: is that the operator? Only these two can have code of their own. Any other name divides
// by zero, which is an error, because lab code is compiled once for all operators of a type.
#define OPERATOR_HAS_CODE_sum        1
#define OPERATOR_HAS_CODE_affine     1
#define OPERATOR_IS_sum_sum          1
#define OPERATOR_IS_affine_affine    1
#define OPERATOR_IS(name)            OPERATOR_IS_EXPAND(LABS_OPERATOR, name)
#define OPERATOR_IS_EXPAND(is, name) OPERATOR_IS_PASTE(is, name)
#define OPERATOR_IS_PASTE(is, name)  (OPERATOR_IS_##is##_##name / OPERATOR_HAS_CODE_##name)

// With LABS_OPERATOR_LINKED, lab code is compiled for one operator, and linked with that or with another one on the
// same type (common/runner/part.cpp).
#if defined(LABS_OPERATOR_LINKED)
extern "C" value_t sim_identity(void);
extern "C" value_t sim_combine(value_t a, value_t b);
#define OPERATOR_CALL(function) sim_##function
#else
#define OPERATOR_CALL(function) OPERATOR_EXPAND(function##_, LABS_OPERATOR, )
#endif

// The value that changes nothing: combine(identity(), a) = combine(a, identity()) = a.
OPERATOR_BY_VALUE value_t identity(void) {
    return OPERATOR_CALL(identity)();
}

// Combines two values; `a` comes before `b` in the array.
OPERATOR_BY_VALUE value_t combine(value_t a, value_t b) {
    OPERATOR_COUNT();
    return OPERATOR_CALL(combine)(a, b);
}
#undef OPERATOR_CALL // it does not count

#endif
