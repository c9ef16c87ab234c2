// Checks the values of the options against each other and against the lab. For options.c.
#ifndef LABS_OPTIONS_CHECK_H
#define LABS_OPTIONS_CHECK_H

#include "check/plan/options.h"

// Writes a message to error[size], in the manner of printf. Returns -1.
__attribute__((format(printf, 3, 4))) int options_fail(char *error, size_t size, const char *format, ...);

// Reports that `word` is an unknown `what`, with a suggestion or the valid names. Returns -1.
int options_report_unknown(const char *what, const char *word, const char *const *names, size_t count,
                           char *error, size_t size);

// Lists the names of the lab's operators and returns how many there are.
size_t options_lab_operators(const struct lab *lab, const char *names[OPERATOR_COUNT]);

// Returns 0, or -1 after a message in error[size].
int options_check(const struct options *options, const struct lab *lab, char *error, size_t size);

#endif
