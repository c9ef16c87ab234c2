// SIM_LEAVE(function): the simulated thread that runs here waits, and another one goes on.
//
// `void *function(void *context)` is called with the place that this thread is to go on at later, and returns
// the place that the processor goes on at now (fiber.h). Where there is no SIM_LEAVE, a wait is a call like
// any other.
//
// Why not a call: processors guess where a `ret` leads to from the last calls, which are another thread's
// here. When that one came from a call elsewhere in the kernel the guess is wrong, and costs more than all
// the rest of a switch. Jumps leave those guesses alone.
#ifndef SIM_LEAVE_H
#define SIM_LEAVE_H

#if defined(__x86_64__) && defined(__ELF__) && !defined(SIM_FIBER_BOOST)

// All that another thread may have changed when this one goes on: everything but %rsp and %rbp; %rdi and %rsi
// as well, where they are no operands.
#define SIM_LEAVE_CLOBBERS                                                                                   \
    "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",        \
        "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",  \
        "xmm14", "xmm15", "cc", "memory"

// The compiler is told that nothing lies below the stack pointer (-mno-red-zone), where a function that calls
// no other could keep variables else.
#define SIM_LEAVE(function)                                                                                  \
    __extension__({                                                                                          \
        __asm__ volatile("leaq 1f(%%rip), %%rcx\n\t"                                                         \
                         "leaq " #function "(%%rip), %%rax\n\t"                                              \
                         "jmp sim_leave\n"                                                                   \
                         "1:"                                                                                \
                         :                                                                                   \
                         :                                                                                   \
                         : SIM_LEAVE_CLOBBERS, "rdi", "rsi");                                                \
    })

#endif
#endif
