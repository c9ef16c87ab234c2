// The smallest programs for every operator: one thread, correct and wrong.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h"

#ifdef __cplusplus
extern "C" {
#endif
value_t reduce(const value_t *d_in, size_t n);
value_t reduce_from_zero(const value_t *d_in, size_t n);          // uses 0 as the identity
void scan(const value_t *d_in, value_t *d_out, size_t n);         // exclusive
void scan_swapped(const value_t *d_in, value_t *d_out, size_t n); // inclusive, operands swapped
value_t through_shared(const value_t *d_in, size_t n);
value_t shared_race(const value_t *d_in, size_t n); // two threads write one value
value_t argument_race(const value_t *d_in, size_t n);
value_t past_the_end(const value_t *d_in, size_t n); // reads d_in[n]
int count_ones(const int *d_in, size_t n);           // has a fixed type: always a sum of ints
void combine_neighbours(const value_t *d_in, value_t *d_out, size_t n);
void count_parities(const int *d_in, int *d_out, size_t n);     // two counts, whatever n is
void count_third_parity(const int *d_in, int *d_out, size_t n); // writes d_out[2], too
#ifdef __cplusplus
}
#endif

#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, reduce, reduce)                                                                             \
    PART(REDUCE, reduce_from_zero, reduce_from_zero)                                                         \
    PART(SCAN, scan, scan)                                                                                   \
    PART(SCAN, scan_swapped, scan_swapped)                                                                   \
    PART(REDUCE, through_shared, through_shared)                                                             \
    PART(REDUCE, shared_race, shared_race)                                                                   \
    PART(REDUCE, argument_race, argument_race)                                                               \
    PART(REDUCE, past_the_end, past_the_end)                                                                 \
    PART(REDUCE, ints, count_ones)                                                                           \
    PART(SCAN, neighbours, combine_neighbours)                                                               \
    PART(SCAN, parities, count_parities)                                                                     \
    PART(SCAN, third_parity, count_third_parity)

#endif
