// Errors of the student's code on a real GPU, on their way to the checker.
#ifndef GPU_REPORT_H
#define GPU_REPORT_H

#include "runner/device.h"

// Begins a new case: diagnostics and launches go to `sink`, and launches count from 0.
void gpu_report_begin(const struct device_sink *sink);

const struct device_sink *gpu_report_sink(void);

// Counts a launch that was accepted; what is reported from here on belongs to it. Returns its number, from 1.
unsigned gpu_report_launch(void);

// Launches of the case so far.
unsigned gpu_report_launches(void);

// Reports an error. `array`: what it is about.
void gpu_report(enum diagnostic_class class_, const char *array, const struct said_word *words);

// The same for an access outside an array, whose size the message states in bytes.
void gpu_report_outside(const char *array, size_t bytes, const struct said_word *words);

#endif
