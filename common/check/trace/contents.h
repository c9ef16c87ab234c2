// Which elements of the input does each value of a run contain, and how often?
//
// Found by experiment, for sums of ints, without a guess about the program: the case runs again, with other
// inputs. In run k the elements 16 k to 16 k + 15 are 1, 4, 16, ... 4^15 and all others 0. A value's digits to
// the base 4 then say how often it contains each of the 16, up to 3 times. A run on zeros comes first: what a
// value is then does not come from the input. In the end each value of the actual run must be the sum of the
// elements that were found; otherwise nothing is said about it. The runs must take the same steps, access for
// access. So a program whose steps depend on its values has no contents.
//
//     a write of in[2] + in[3] + in[3] is 16 + 2 * 64 = 144 in run 0: 0 0 1 2, read from the last digit on
//
// Cost: n / 16 + 2 runs, and O(writes) memory.
#ifndef LABS_TRACE_CONTENTS_H
#define LABS_TRACE_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/runner/recording.h"

enum { CONTENTS_PER_RUN = 16 }; // elements that one run identifies

// `count` elements: first, first + step, ...; each is contained `times` times.
struct content_run {
    uint32_t first, count, step, times;
};

struct content_set {
    uint32_t first_run, run_count; // in `runs`
};

struct contents {
    struct content_run *runs;
    size_t run_count;
    struct content_set *sets; // each different set once
    size_t set_count;
    // The number of the set + 1 of word w of entry i at [4 * i + w], for writes, atomics (the new value) and
    // exchanges (what the lane gets); 0: unknown.
    uint32_t *of_entries;
    uint32_t *of_output; // the same for each value of the output
};

// Runs the case on another input of n ints, and records it. false: that was not possible. The caller frees
// again->record and again->output.
typedef bool contents_runner(void *context, const int32_t *input, struct recording *again);

// Fills actual->contents, if it can be found, with at most `entries_max` entries to look at in all runs. A run without
// entries counts as its input's n. `stride` 1: for all elements. More: for CONTENTS_PER_RUN elements only, so far apart
// from the first one on, in two runs. The others are in no set then, and the sets are not verified.
void contents_find(struct recording *actual, size_t n, size_t stride, uint64_t entries_max,
                   contents_runner *run, void *context);

// The same for values that are the sum of all elements of a range, as in a scan: three runs, on zeros, on ones and on
// the indices, which say how many elements there are and where they begin. The others are unknown. Without `sums`, the
// actual run computes something else: then its values verify nothing, and nothing is said about the output.
void contents_ranges(struct recording *actual, size_t n, bool sums, uint64_t entries_max,
                     contents_runner *run, void *context);
void contents_free(struct contents *contents);

#endif
