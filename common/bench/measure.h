// One process's times of a part and of CUB, both on the same data in the same run, and of the ceilings.
// main.c says what is timed, and how often.
#ifndef LABS_BENCH_MEASURE_H
#define LABS_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/peer.h"
#include "bench/times.h"
#include "runner/part.h"

enum { LOW = 10, HIGH = 30, POWER_MAX = 34 }; // of two: lengths

// A part, and which of CUB's functions does the same. section: values that are scanned by themselves, 0 for
// all.
struct target {
    const struct part *part;
    enum peer_kind kind;
    size_t section;
};

// What is known of a part and n. Without times it was not measured.
struct row {
    struct times part, cub, copy, read;
    bool wrong;
};

// Does one call take so little that it is measured as often as may be, and in more processes?
bool measure_is_short(const struct times *times);

// Opens the GPU and lets it work until its clock is high. No two processes have the same number. Ends the
// program, with exit code 77, where there is no GPU, and with 2 where it fails, as do those below.
void measure_open(int process);

// Fills in `row` for 2^power values; the part's own times only `with_part`. false, after a message: there is
// no memory for so many.
bool measure(const struct target *target, int power, bool with_part, struct row *row);

// Does one call of the part take so long that no more values are tried?
bool measure_takes_too_long(const struct row *row);

// The largest power of two up to `low` whose call does not take too long. A scan whose time grows with n * n
// would not come back from 2^28.
int measure_reachable(const struct target *target, int low);

#endif
