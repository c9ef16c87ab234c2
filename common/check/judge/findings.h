// Diagnostics prepared for the student: with source lines, and with all reports of one error merged.
#ifndef LABS_FINDINGS_H
#define LABS_FINDINGS_H

#include "check/runner/case_outcome.h"
#include "check/runner/source.h"

enum { FINDING_VARIABLES = 12, FINDING_NAMED = 6, FINDING_BEHIND = 4, FINDING_ADDED = 3 };

// A line behind an error (behind.h).
struct behind {
    struct source_place place;
    struct said said; // what happens there
};

struct finding {
    struct diagnostic diagnostic;  // the first report
    struct source_place places[2]; // of diagnostic.places; all zero if unknown
    struct source_place call;      // where the function with the first place was called; zero if not shown
    int called;                 // the line of that call in the same file, also if it is not shown; 0: unknown
    bool launched;              // `call` is a launch
    uint32_t grid[3], block[3]; // of that launch, if they may be the cause; else 0
    bool calls;                 // the other way round: the first place calls the function with `call`
    struct said said;           // what is at `call`, if it is neither a call nor a launch
    // What the source's lines add to the message: each lacks its first argument.
    struct said added[FINDING_ADDED];
    size_t added_count;
    bool of_launch;           // the message says in which launch it happened
    int launch_line;          // where that launch is; 0: unknown, or in a task that is done for the student
    int named[FINDING_NAMED]; // the lines that the message names; 0: no further one
    struct behind behind[FINDING_BEHIND]; // in the order in which they are shown
    size_t behind_count;
    uint64_t count; // reports in total
    uint32_t later; // of a cause: the launch that adds what the value lacks only later; 0: none
    size_t slot;    // 1 + where in the recording a cause is (check/trace/flow.h); 0: unknown
    size_t report;  // number of the first one, from 0
    struct source_variable variables[FINDING_VARIABLES]; // of the function with the first place, at the error
    size_t variable_count;
    bool updates;          // of a race: at one line, both threads write the element and read it
    bool computed;         // of a wrong value: nothing else is known of the correct one
    bool done_for_student; // it is in a task that is done for the student, and in none of the student's lines
};

extern const char *const diagnostic_names[DIAGNOSTIC_CLASS_COUNT];  // "RACE_SHARED"
extern const char *const diagnostic_titles[DIAGNOSTIC_CLASS_COUNT]; // "race in shared memory"
extern const char *const diagnostic_hints[DIAGNOSTIC_CLASS_COUNT];
extern const enum diagnostic_severity diagnostic_severities[DIAGNOSTIC_CLASS_COUNT];

// Merges the run's diagnostics that have the same class, array and pair of lines, in either order. Errors
// come before notes; otherwise the order is kept. The caller frees the array. NULL, with *count 0, when there
// are none or memory is short.
struct finding *findings_make(const struct case_outcome *run, const struct source *source, size_t *count);

// Sets done_for_student, and swaps the places if the first one is in a task that is done for the student, and only the
// second one in the student's code.
void finding_put_own_first(struct finding *finding);

// Removes the solution's code from what the program printed: CUDA_CHECK prints its call, with the line.
void findings_hide_output(struct case_outcome *run);

// The number of errors among them. An error makes a case fail even if its result is correct.
size_t findings_error_count(const struct finding *findings, size_t count);

#endif
