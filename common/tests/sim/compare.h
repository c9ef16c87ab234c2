// Compares one case of the checker's report with the expectations.
#ifndef LABS_TESTS_COMPARE_H
#define LABS_TESTS_COMPARE_H

#include "expectation.h"
#include "json.h"

// Prints every deviation, beginning with file and line in `source`, and returns how many there are. `found` is an
// element of the report's "cases".
int compare_case(const char *source, struct conformance_case *expected, const json_t *found);

// Is an error, or any end other than a pass, expected of the case?
bool makes_mistakes(const struct conformance_case *expected);

#endif
