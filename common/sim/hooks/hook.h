// Shared by the hooks.
#ifndef SIM_HOOK_H
#define SIM_HOOK_H

#include "sim/access/access.h"
#include "sim/access/host_code.h"
#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/hooks/host_memory.h"
#include "sim/schedule/turn.h"

// The worker whose kernel thread uses `what`, or `call` if that is TOPIC_NONE, which only kernels may use. A use by
// host code is reported, at `return_address`, and does not return.
static inline struct worker *kernel_only_of(enum topic what, const char *call, const void *return_address) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        host_calls_kernel_only(what, call, relative_pc(return_address));
    }
    if (worker->astray.left != 0) {
        astray_leave(worker);
    }
    return worker;
}

// The same for a call of a function: "__syncthreads()".
static inline struct worker *kernel_only(const char *call, const void *return_address) {
    return kernel_only_of(TOPIC_NONE, call, return_address);
}

// Is the memory on the running thread's own stack? Then `accesses` of it are noted, and need no check.
static inline bool touch_own(struct worker *worker, uintptr_t address, size_t bytes, size_t accesses) {
    uintptr_t offset = address - worker->own_stack;
    if (offset >= STACK_BYTES || bytes > STACK_BYTES - offset) {
        return false;
    }
    worker->progress.accesses += accesses;
    return true;
}

// The alignment that an access of so many bytes needs, if its type is as aligned as it can be.
static inline unsigned alignment_of(size_t bytes) {
    return (bytes & (bytes - 1)) == 0 ? (unsigned)bytes : 1;
}

// An access of a kernel or of host code, before it happens. `alignment`: as for access_check.
static inline void touch_aligned(const volatile void *address, size_t bytes, unsigned alignment,
                                 enum access_kind kind, const void *return_address) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        host_memory_check((uintptr_t)address, (unsigned)bytes, !access_reads(kind), return_address);
        host_access((uintptr_t)address, (unsigned)bytes, kind, return_address);
    } else if (!touch_own(worker, (uintptr_t)address, bytes, 1)) {
        access_check(worker, (uintptr_t)address, (unsigned)bytes, alignment, kind,
                     relative_pc(return_address));
    }
}

static inline void touch(const volatile void *address, size_t bytes, enum access_kind kind,
                         const void *return_address) {
    touch_aligned(address, bytes, alignment_of(bytes), kind, return_address);
}

#endif
