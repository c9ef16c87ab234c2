// Diagnostics made ready for the learner: resolved to lines, and all reports of one mistake united.
#ifndef LABS_FINDINGS_H
#define LABS_FINDINGS_H

#include "check/runner/case_outcome.h"
#include "check/runner/source.h"

struct finding {
    struct diagnostic diagnostic;  // the first report of it
    struct source_place places[2]; // of diagnostic.places; all zero where unknown
    uint64_t count;                // how often in all
};

extern const char *const diagnostic_names[DIAGNOSTIC_CLASS_COUNT];  // "RACE_SHARED"
extern const char *const diagnostic_titles[DIAGNOSTIC_CLASS_COUNT]; // "race in shared memory"
extern const char *const diagnostic_hints[DIAGNOSTIC_CLASS_COUNT];
extern const enum diagnostic_severity diagnostic_severities[DIAGNOSTIC_CLASS_COUNT];

// Unites the run's diagnostics that have class, array and both lines in common (whichever line comes first).
// Errors stand before notes, otherwise they stay in the order in which they came. The array is to be freed;
// NULL, with *count 0, when there are none or memory is short.
struct finding *findings_make(const struct case_outcome *run, const struct source *source, size_t *count);

// How many of them are errors: those make a case fail, whatever its result is.
size_t findings_error_count(const struct finding *findings, size_t count);

#endif
