// What the bench's main program calls: each launches one kernel over n ints and returns how many threads that
// took.
#ifndef SIM_BENCH_H
#define SIM_BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// d_in: n ints; d_out: n ints, of which the reduction writes one a block.
size_t bench_modulo(const int *d_in, int *d_out, size_t n);
size_t bench_kogge_stone(const int *d_in, int *d_out, size_t n);
size_t bench_brent_kung(const int *d_in, int *d_out, size_t n);

#ifdef __cplusplus
}
#endif

#endif
