// Errors and notes of host code, launches included.
#ifndef SIM_REPORT_HOST_H
#define SIM_REPORT_HOST_H

#include "sim/report/report.h"

extern struct report host_report;

// Adds a diagnostic with one place, or two if `second`, the topic of a PLACE_WHOLE, is not NOTHING. Returns the new
// diagnostic for further details; NULL if the error is known and has only been counted.
#define NOTHING ((struct said_word){.kind = WORD_END})
struct diagnostic *report_host(enum diagnostic_class class_, const char *array, uint32_t pc,
                               uint32_t second_pc, struct said_word second, const struct said_word *words);

// Moves the last diagnostic before number `at`: it happened then.
void report_host_move(unsigned at);

#endif
