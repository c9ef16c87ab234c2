// The callbacks that the compiler inserts into the student's code with -fsanitize=thread: one before every
// load and store. The thread sanitizer's own run-time library is not linked; these functions are all there is
// of it.
#ifndef SIM_HOOKS_H
#define SIM_HOOKS_H

#include "sim/schedule/worker.h"

// The worker whose kernel thread calls; for what only kernels may call. Called from host code it reports that
// `what` is for kernels only, where `return_address` says, and does not return.
struct worker *hooks_kernel_worker(const char *what, const void *return_address);

#endif
