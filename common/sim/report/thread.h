// Errors of one thread that take only one sentence.
#ifndef SIM_REPORT_THREAD_H
#define SIM_REPORT_THREAD_H

#include "sim/report/report.h"

// Adds an error of `thread` of the report's block, at `pc`. The thread is the first argument of the words' topic, and
// is left out in them. Returns what report_add returns.
struct diagnostic *report_thread(struct report *report, enum diagnostic_class class_, unsigned thread,
                                 uint32_t pc, const struct said_word *words) __attribute__((cold));

// The thread reads the same word again and again, and no block that still runs will write it. `last_pc`: of the last
// write there; 0: none.
void report_spinning(struct report *report, unsigned thread, uint32_t pc, uint32_t last_pc);

// The thread's block needs `bytes` of shared memory; it has `most`. `pc`: of the array that does not fit.
void report_shared_full(struct report *report, uint32_t pc, size_t bytes, size_t most);

// The launch has more threads per block than `most`, which the kernel's __launch_bounds__ state.
void report_over_bounds(struct report *report, unsigned most);

#endif
