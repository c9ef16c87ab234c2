// The expectations of a suite's source about its cases. A case is everything from the end of the previous one
// to the end of its function, which begins with CASE(name), SUM(name) or SCAN(name) (conformance.h) and ends
// with a "}" in the first column. Comments contain the following, each up to the end of its line:
//
//     // expect: TITLE; TEXT; ...        an error of this class at this line, whose text contains each TEXT
//     // expect below: TITLE; TEXT       the same, at the next line
//     // expect nowhere: TITLE; TEXT     the same, without a line
//     // expect first: TITLE; TEXT, // expect first below: TITLE; TEXT    the same, before all others
//     // other place                     one of the errors has its second place at this line
//     // other place in conformance.h    or there, where an array is allocated; if an error has a second place, it is
//                                        one of these or on the line of the first
//     // expect nothing                  no error
//     // expect note: TITLE; TEXT        a note at this line, of any number; other notes do not matter
//     // expect note below: TITLE; TEXT, // expect note nowhere: TITLE; TEXT
//     // expect no note: TITLE           no note of this class
//     // expect reason: TEXT             the verdict's reason contains TEXT
//     // count: NAME = 3, NAME = 4       counters over all launches; "all others = 0" is for those not named
//     // count in launch 2: NAME = 3     of one launch
//     // count below: NAME = 3           of the instructions of the next line
//     // count by step: NAME = 3 0 1     of the first launch, from block barrier to block barrier
//
// A case that only counts must cause no error.
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
    int line;    // to which it applies
    int launch;  // EXPECT_COUNT, from 1; 0: all of them
    int written; // where it is written
    char *text;  // what follows the colon
    bool first;  // of all errors
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

// Reads a suite's source. 0, or -1 with the reason on standard error: no file, no case, a case without an expectation,
// or a malformed expectation.
int suite_read(const char *path, struct suite *suite);
void suite_free(struct suite *suite);

#endif
