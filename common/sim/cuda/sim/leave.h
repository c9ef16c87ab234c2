// SIM_LEAVE(entry): the current simulated thread waits, and another one continues.
//
// `entry` is assembly code that gets in %rcx where this thread continues later (schedule/fiber.h). Where SIM_LEAVE is
// not defined, a wait is an ordinary call, as in interpreted programs.
//
// A call would be slow: processors predict the target of a `ret` from the last calls, and here another thread
// made them. If that thread came from a call elsewhere in the kernel, the prediction is wrong and costs more
// than the rest of a switch. Jumps do not affect those predictions.
#ifndef SIM_LEAVE_H
#define SIM_LEAVE_H

#if defined(__x86_64__) && defined(__ELF__) && !defined(SIM_FOR_WARNINGS)

// The registers that another thread may have changed when this one continues: all except %rsp and %rbp. Add
// %rdi and %rsi where they are not operands.
#define SIM_LEAVE_CLOBBERS                                                                                   \
    "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",        \
        "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",  \
        "xmm14", "xmm15", "cc", "memory"

#ifndef SIM_INTERPRETED
// With -mno-red-zone the compiler keeps nothing below the stack pointer. Otherwise a leaf function could keep
// variables there.
#define SIM_LEAVE(entry)                                                                                     \
    __extension__({                                                                                          \
        __asm__ volatile("leaq 1f(%%rip), %%rcx\n\t"                                                         \
                         "jmp " #entry "\n"                                                                  \
                         "1:"                                                                                \
                         :                                                                                   \
                         :                                                                                   \
                         : SIM_LEAVE_CLOBBERS, "rdi", "rsi");                                                \
    })
#endif

#endif
#endif
