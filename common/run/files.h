// The files that labs-run writes.
#ifndef LABS_RUN_FILES_H
#define LABS_RUN_FILES_H

#include <stdio.h>

#include "run/report.h"
#include "runner/record.h"

// --json: one object, whose fields mean the same as in the checker's report (check/report/json.c):
//
//     {"format": 1, "program": "vector_add", "device_name": "simulated GPU (1 worker)", "exit_code": 0, "reason": "",
//      "errors": 1, "launches": 1, "blocks": 4, "milliseconds": 0.0, "copied_to_host": 8, "copied_to_device": 0,
//      "copied_on_device": 0,
//      "counters": {...}, "kernels": [...], "lines": [...], "diagnostics": [...]}
//
// `exit_code` is that of labs-run, `reason` why the program did not come to its regular end. With --launch, `kernels`
// has only that launch. Returns 0, or -1 with errno.
int files_json(FILE *out, const struct run_result *result);

// --trace: the launch that was recorded (docs/trace.md), with "kind": "program". Returns 0, or -1 with errno.
int files_trace(FILE *out, const struct run_result *result, struct record *record);

#endif
