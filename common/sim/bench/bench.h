// Each function launches one kernel over n ints and returns its number of threads.
#ifndef SIM_BENCH_H
#define SIM_BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// d_in: n ints; d_out: n ints, of which the reduction writes one per block.
size_t bench_modulo(const int *d_in, int *d_out, size_t n);
size_t bench_modulo_any(const int *d_in, int *d_out, size_t n,
                        unsigned block); // threads per block: 2 to 1,024
size_t bench_kogge_stone(const int *d_in, int *d_out, size_t n);
size_t bench_brent_kung(const int *d_in, int *d_out, size_t n);

#ifdef __cplusplus
}
#endif

#endif
