// Parts of JSON reports, in the form that json.c documents.
#ifndef LABS_JSON_PARTS_H
#define LABS_JSON_PARTS_H

#include <stdio.h>

#include "check/judge/findings.h"

// {"working_warps": 47, ...}
void json_counters(FILE *out, const struct counters *counters);

// An element of "kernels", and one of "diagnostics".
void json_kernel(FILE *out, const struct case_launch *launch);
void json_finding(FILE *out, const struct finding *finding);

// The elements of "lines".
void json_lines(FILE *out, const struct case_outcome *run, const struct source *source);

#endif
