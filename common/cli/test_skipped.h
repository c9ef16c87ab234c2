// Why tests were skipped, from the report of CTest's last run.
#ifndef LABS_CLI_TEST_SKIPPED_H
#define LABS_CLI_TEST_SKIPPED_H

#include <stdio.h>

// Prints each reason once, with the number of tests that were skipped for it. A reason is the last line that such a
// test printed, after "skipped: " or "skipped, because "; it names the package that would run the test. Prints nothing
// where none was skipped, or without a report (ctest --output-junit FILE).
void test_skipped_print(FILE *out, const char *report_path);

#endif
