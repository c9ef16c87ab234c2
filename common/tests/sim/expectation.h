// What a suite's source says about its cases. A case is everything from the end of the one before it to the end
// of its function, which begins with CASE(name), SUM(name) or SCAN(name) (conformance.h) and ends with a "}" in
// the first column. In comments stand, each to the end of its line:
//
//     // expect: TITLE; TEXT; ...        a mistake of this class is told at this line, and in its words is each TEXT
//     // expect below: TITLE; TEXT       the same, at the next line
//     // expect nowhere: TITLE; TEXT     the same, with no line
//     // other place                     one of the mistakes has its second place at this line
//     // other place in conformance.h    or there, where an array is allocated; where a mistake has a second place, it
//                                        is one of these or on the line of the first
//     // expect nothing                  no mistake
//     // expect note: TITLE; TEXT        a note at this line, one of any number; other notes do not matter
//     // expect note below: TITLE; TEXT, // expect note nowhere: TITLE; TEXT
//     // expect no note: TITLE           no note of this class
//     // expect reason: TEXT             the verdict's reason has TEXT in it
//     // count: NAME = 3, NAME = 4       counters over all launches; "all others = 0" says so of those not named
//     // count in launch 2: NAME = 3     of one launch
//     // count below: NAME = 3           of the instructions of the next line
//     // count by step: NAME = 3 0 1     of the first launch, from block barrier to block barrier
//
// A case that only counts makes no mistakes.
#ifndef LABS_TESTS_EXPECTATION_H
#define LABS_TESTS_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>

enum expectation_kind {
    EXPECT_MISTAKE, // line 0: nowhere
    EXPECT_OTHER_PLACE,
    EXPECT_OTHER_PLACE_IN_HEADER, // conformance.h, at any line
    EXPECT_NOTHING,
    EXPECT_NOTE,
    EXPECT_NO_NOTE,
    EXPECT_REASON,
    EXPECT_COUNT, // launch 0: of all
    EXPECT_COUNT_LINE,
    EXPECT_COUNT_BY_STEP
};

struct expectation {
    enum expectation_kind kind;
    int line;    // that it is about
    int launch;  // EXPECT_COUNT, from 1; 0: all of them
    int written; // line where it stands
    char *text;  // what follows the colon
    bool met;    // for the driver
};

struct conformance_case {
    char name[64];
    int line; // of its function
    struct expectation *expectations;
    size_t expectation_count;
};

struct suite {
    struct conformance_case *cases;
    size_t case_count;
};

// Reads a suite's source. 0, or -1 with the reason on standard error: no file, no case, a case that says nothing,
// or words that look like an expectation and are none.
int suite_read(const char *path, struct suite *suite);
void suite_free(struct suite *suite);

#endif
