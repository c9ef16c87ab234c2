// The expected results, computed in the simplest way: one element after the other, on the CPU.
#ifndef LABS_ORACLE_H
#define LABS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/check.h"
#include "operator/table.h"
#include "runner/sample.h"

// The expected result of a part. Float sums are stored exactly, as doubles, and each has a tolerance.
struct expected {
    enum operator_id operator_id;
    size_t count;      // values
    void *values;      // `count` of the operator's type
    double *exact;     // only for float_sum, otherwise NULL: `count` sums
    double *tolerance; // likewise: how far each value may be from its sum (compare.h)
};

// The number of values that a part returns for n.
size_t oracle_output_count(const struct lab_part *part, size_t n);

// The operator whose values a part takes and returns, if it runs with `operator_id`.
enum operator_id oracle_operator(const struct lab_part *part, enum operator_id operator_id);

// Computes the result of a part for the n values at `in`. `section` is the number of elements per section,
// for the kinds that have sections. Returns false when memory is short.
//
//     sum,  [3 1 7 0 4 1 6 3]:  reduction 25, inclusive scan [3 4 11 11 15 16 22 25],
//                               exclusive scan [0 3 4 11 11 15 16 22],
//                               inclusive scan of sections of 4 [3 4 11 11 4 5 11 14]
bool oracle_make(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in, size_t n,
                 struct expected *expected);

// The same for a reduction of a sampled case, whose elements are ints to be added. It reads only the sections of blocks
// that run.
bool oracle_make_sample(const struct sample *sample, const int32_t *in, size_t n, struct expected *expected);

// The same for a part of kind LAB_LOOP.
bool oracle_make_loop(const struct lab_part *part, enum operator_id operator_id, const void *in, size_t n,
                      struct expected *expected);
void oracle_free(struct expected *expected);

#endif
