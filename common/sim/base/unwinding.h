// Going from a frame of the stack to its caller's crashes where the student's code has overwritten a frame, or between
// two threads of the kernel. The handler of the signal (schedule/signals.c) then goes back to where that began:
//
//     if (sigsetjmp(unwinding_fails, 1) == 0) {
//         unwinding = 1;
//         ...
//     }
//     unwinding = 0;
#ifndef SIM_UNWINDING_H
#define SIM_UNWINDING_H

#include <setjmp.h>
#include <signal.h>

extern __thread sigjmp_buf unwinding_fails;
extern __thread volatile sig_atomic_t unwinding;

#endif
