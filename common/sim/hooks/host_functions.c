// Host code that a kernel can reach without its name. Host functions of the student's file call sim_host_code() first
// (translate/host_code.c). A function of the C library that could access memory without being observed has a wrapper
// here, and each call of a function by its address passes through a thunk here (cmake/lab_code.cmake).
#define _GNU_SOURCE // dladdr
#include <stdio.h>
#include <string.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

static void refuse(struct said_word call, const void *return_address) {
    struct worker *worker = turn_worker();
    report_thread(&worker->report, DIAGNOSTIC_WRONG_SPACE, worker->current, relative_pc(return_address),
                  WORDS(TOPIC(RUNS_HOST_CODE), call));
    lane_abandon(worker, ERROR_INVALID_FUNCTION);
}

void sim_host_code(const char *name);
void sim_host_code(const char *name) {
    if (running_worker != NULL) {
        char call[120];
        snprintf(call, sizeof(call), "%s()", name);
        refuse(name[0] == '\0' ? TOPIC(A_LAMBDA) : NAME(call), CALLER_ADDRESS());
    }
}

#if defined(__x86_64__) && defined(__ELF__)
#include <dlfcn.h>

// Where a lab's code and the simulator's end, which the linker puts first: the C++ library follows (runner/main.c).
// NULL in other programs.
extern char runner_code_end[] __attribute__((weak));

void sim_check_library_call(const char *name, const void *return_address);
void sim_check_library_call(const char *name, const void *return_address) {
    char call[60];
    if (running_worker != NULL) {
        snprintf(call, sizeof(call), "%s()", name);
        refuse(NAME(call), return_address);
    }
}

// Is this the program's jump to a function of a library, which the linker has made?
static bool is_library_jump(const unsigned char *code) {
    static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa}, jump[] = {0xff, 0x25}; // endbr64, jmp *
    code += memcmp(code, landing, sizeof(landing)) == 0 ? sizeof(landing) : 0;
    code += *code == 0xf2; // bnd
    return memcmp(code, jump, sizeof(jump)) == 0;
}

// From the lowest to the highest address that was found to be a function of the program: thunks need no check between.
__attribute__((used)) static uintptr_t own_begin, own_end;

static void take_own(uintptr_t target) {
    if (own_end == 0 || target < own_begin) {
        own_begin = target;
    }
    if (target >= own_end) {
        own_end = target + 1;
    }
}

// A kernel may call the functions of mathematics by their addresses, too.
void sim_check_indirect_call(uintptr_t target, const void *return_address);
void sim_check_indirect_call(uintptr_t target, const void *return_address) {
    const bool own = executable_is_code(target) &&
                     (runner_code_end == NULL || target < (uintptr_t)runner_code_end) &&
                     !is_library_jump((const unsigned char *)target);
    Dl_info found;
    if (own) {
        take_own(target);
    }
    if (own || running_worker == NULL || dladdr((void *)target, &found) == 0) {
        return;
    }
    const char *library = strrchr(found.dli_fname, '/');
    library = library != NULL ? library + 1 : found.dli_fname;
    if (strncmp(library, "libm.", 5) == 0 || strncmp(library, "libm-", 5) == 0) {
        return;
    }
    const bool begins = found.dli_saddr == (void *)target;
    char call[120];
    snprintf(call, sizeof(call), "%s%s", begins ? found.dli_sname : library, begins ? "()" : "");
    refuse(NAME(call), return_address);
}

// call_check calls a check of two words that are so many bytes above %rbp, and keeps all registers that may have
// arguments.
__asm__(".macro call_check check, first, second\n"
        "    pushq %rbp\n    movq %rsp, %rbp\n"
        "    pushq %rax\n    pushq %rdi\n    pushq %rsi\n    pushq %rdx\n"
        "    pushq %rcx\n    pushq %r8\n    pushq %r9\n    pushq %r10\n"
        "    movq \\first(%rbp), %rdi\n    movq \\second(%rbp), %rsi\n"
        "    subq $128, %rsp\n"
        "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n"
        "    movups %xmm3, 48(%rsp)\n    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n"
        "    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
        "    andq $-16, %rsp\n    call \\check\n    leaq -192(%rbp), %rsp\n"
        "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n"
        "    movups 48(%rsp), %xmm3\n    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n"
        "    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n    addq $128, %rsp\n"
        "    popq %r10\n    popq %r9\n    popq %r8\n    popq %rcx\n"
        "    popq %rdx\n    popq %rsi\n    popq %rdi\n    popq %rax\n    popq %rbp\n"
        ".endm\n"
        ".text\n"
        // On the stack: where to continue, and the return address of the call.
        "check_indirect_call:\n"
        "    call_check sim_check_indirect_call, 8, 16\n"
        "    ret\n"
        // On the stack: the name, where to continue, and the return address of the call.
        "check_library_call:\n"
        "    call_check sim_check_library_call, 8, 24\n"
        "    addq $8, %rsp\n"
        "    ret\n");

// Most functions begin with `push %rbp` (0x55), which no jump to a library does.
__asm__(".irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15\n"
        ".globl __x86_indirect_thunk_\\register\n"
        ".type __x86_indirect_thunk_\\register, @function\n"
        "__x86_indirect_thunk_\\register:\n"
        "    cmpq own_begin(%rip), %\\register\n    jb 1f\n"
        "    cmpq own_end(%rip), %\\register\n    jae 1f\n"
        "    cmpb $0x55, (%\\register)\n    jne 1f\n"
        "    jmp *%\\register\n"
        "1:  pushq %\\register\n"
        "    jmp check_indirect_call\n"
        ".endr\n");

// An older C library does not have all of them (cmake/lab_code.cmake).
__asm__(FOR_LIBRARY_CALLS ".globl __wrap_\\name\n"
                          ".type __wrap_\\name, @function\n"
                          ".weak __real_\\name\n"
                          "__wrap_\\name:\n"
                          "    movq __real_\\name@GOTPCREL(%rip), %r11\n    pushq %r11\n"
                          "    leaq 2f(%rip), %r11\n    pushq %r11\n"
                          "    jmp check_library_call\n"
                          "2:  .asciz \"\\name\"\n"
                          ".endr\n");
#endif
