// The times of a part, of CUB on the same data and of the ceilings, measured in one process. main.c says what
// is timed, and how often.
#ifndef LABS_BENCH_MEASURE_H
#define LABS_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/peer.h"
#include "bench/times.h"
#include "runner/part.h"

enum { LOW = 10, HIGH = 30, POWER_MAX = 34 }; // lengths, as powers of two

// A part, and the CUB function that does the same. section: values per separately scanned section, 0 for one scan.
struct target {
    const struct part *part;
    enum peer_kind kind;
    size_t section;
};

// The times of a part for one n. Without times it was not measured.
struct row {
    struct times part, cub, copy, read, memcpy;
    bool wrong;
};

// Is one call so short that it must be measured RUNS_MAX times and in several processes?
bool measure_is_short(const struct times *times);

// Opens the GPU and keeps it busy until its clock is high. Each process has its own number. Exits with 77 if
// there is no GPU, and with 2 if a call fails, as do the functions below.
void measure_open(int process);

// Fills in `row` for 2^power values; the part's own times only if `with_part`. Returns false, after a
// message, if there is not enough memory.
bool measure(const struct target *target, int power, bool with_part, struct row *row);

// Does one call of the part take too long to try more values?
bool measure_takes_too_long(const struct row *row);

// The largest power of two up to `low` whose call does not take too long. A scan whose time grows with n * n
// would not return from 2^28.
int measure_reachable(const struct target *target, int low);

#endif
