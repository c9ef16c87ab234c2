// The expected results, computed in the plainest way: one element after the other, on the CPU.
#ifndef LABS_ORACLE_H
#define LABS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/check.h"
#include "operator/table.h"

// What a part has to give back. Floats are known exactly here (as doubles), and each has a tolerance.
struct expected {
    enum operator_id operator_id;
    size_t count;      // values
    void *values;      // `count` of the operator's type
    double *exact;     // float_sum alone, else NULL: `count` sums
    double *tolerance; // likewise: how far each may lie from its sum (compare.h)
};

// How many values a part of this kind gives back for n.
size_t oracle_output_count(enum lab_kind kind, size_t n);

// Whose values a part of this kind is given and gives back, run for that operator.
enum operator_id oracle_operator(enum lab_kind kind, enum operator_id operator_id);

// The result of a part for the n values at `in`. Kinds of sections have `section` elements in each, and no
// others look at it. false when there is no memory for the result.
//
//     sum,  [3 1 7 0 4 1 6 3]:  reduction 25, inclusive scan [3 4 11 11 15 16 22 25],
//                               exclusive scan [0 3 4 11 11 15 16 22],
//                               inclusive scan of sections of 4 [3 4 11 11 4 5 11 14]
bool oracle_make(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in, size_t n,
                 struct expected *expected);

// The same for a part of kind LAB_LOOP.
bool oracle_make_loop(void (*loop)(const int *in, int *out, size_t n), const int *in, size_t n,
                      struct expected *expected);
void oracle_free(struct expected *expected);

#endif
