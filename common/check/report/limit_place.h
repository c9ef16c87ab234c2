// Where a limit was exceeded: what the files limit_*.c share.
#ifndef LABS_LIMIT_PLACE_H
#define LABS_LIMIT_PLACE_H

#include "check/report/report.h"
#include "lang/questions.h"

// What a report on a limit is about.
struct cost {
    const struct terminal *terminal;
    const struct lab_result *result;
    const struct lab_part *part;
    const struct judgement *judgement;
    const struct source *source;
    const struct tree *tree; // of the student's file; NULL: unknown
    char own[1024];          // the student's file
};

enum {
    CALLS_SHOWN_MAX = 4, // lines
    LIMIT_LOOP = 1,      // the nearest loop: how often it runs
    LIMIT_THREADS = 2,   // the nearest condition: which threads come there
};

// Prints these heads of loops and conditions around the place.
void limit_print_around(const struct cost *cost, const struct source_place *place, int what);

// If the place is in a helper function: prints its calls in `kernel` or in other functions, unless there are many.
void limit_print_calls(const struct cost *cost, const struct source_place *place, const char *kernel);

// Prints the launches, where they come from and how much of the counter (limits.h) each contributes. Returns false if
// there are none, or nothing is known about them.
bool limit_print_launches(const struct cost *cost, const char *counter);

// Do several lines launch the same kernel, or call the same function that launches, and would the limit hold without
// the largest of these calls?
bool limit_is_repeated(const struct cost *cost, const char *counter, uint64_t excess);

// If the first launch has more blocks than the part needs for its input: prints it.
bool limit_print_blocks(const struct cost *cost);

// The line that the counter is about, with what causes it. Returns false if no line counts.
bool limit_print_line(const struct cost *cost, int counter);

// The same for sectors, of loads (`loads`), or of all accesses: only an access whose sectors are mostly unused, if it
// is the cause.
bool limit_print_sectors(const struct cost *cost, bool loads);

// Is the line in a function that runs in a launch? Yes if that is not known. The tree must be.
bool limit_in_launch(const struct cost *cost, int line);

#endif
