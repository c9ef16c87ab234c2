// CUB's part of the exercises beyond lab10, for ints (peer.h).
#ifndef LABS_BENCH_PEER_USES_H
#define LABS_BENCH_PEER_USES_H

#include <stddef.h>

#include "bench/peer.h"

// Without d_scratch, sets scratch_bytes.
void peer_use(enum peer_kind kind, const int *d_in, int *d_out, size_t n, void *d_scratch,
              size_t &scratch_bytes);

#endif
