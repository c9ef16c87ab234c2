// Where the student's code has called a hook. Compiled code says it by its return addresses and frame pointers. In an
// interpreted program (SIM_INTERPRETED, common/engine), the machine says it before each call of a hook.
#ifndef SIM_CALLER_H
#define SIM_CALLER_H

#include <stdint.h>

#include "sim/base/thread_local.h"

// What a function that keeps a frame pointer has at it. Lab code is compiled without optimization, so each function
// does.
struct frame {
    const struct frame *caller;
    const void *return_address;
};

#ifdef SIM_INTERPRETED
// The frame of the call that the running instruction makes. Outside of a program's code it is one without a place, never
// NULL. The machine sets it, and resets it when it returns.
extern __thread const struct frame *running_frame SIM_THREAD_LOCAL;
#define CALLER_ADDRESS() ((void *)(uintptr_t)running_frame->return_address)
#define CALLER_FRAME()   (running_frame)
#else
#define CALLER_ADDRESS() __builtin_return_address(0)
#define CALLER_FRAME()   __builtin_frame_address(0)
#endif

// caller_restore(caller_save()): around what runs another thread, or leaves the student's code in the middle of a call.
static inline const struct frame *caller_save(void) {
#ifdef SIM_INTERPRETED
    return running_frame;
#else
    return 0;
#endif
}
static inline void caller_restore(const struct frame *frame) {
#ifdef SIM_INTERPRETED
    running_frame = frame;
#else
    (void)frame;
#endif
}

#endif
