// cuda::atomic_ref (cuda/sim/atomic_ref.h). Host code may use it, too, on host memory.
#include <stdint.h>
#include <string.h>

#include "sim/hooks/hook.h"

// By enum sim_atomic_kind.
static const enum access_kind KINDS[] = {ACCESS_ATOMIC_READ, ACCESS_ATOMIC_WRITE, ACCESS_ATOMIC};

void sim_atomic_begin(const void *address, size_t bytes, int kind, int fences, void *return_address);
void sim_atomic_begin(const void *address, size_t bytes, int kind, int fences, void *return_address) {
    struct worker *worker = running_worker;
    if (worker == NULL) {
        host_access((uintptr_t)address, (unsigned)bytes, KINDS[kind], return_address);
        return;
    }
    if (fences & FENCE_RELEASE) {
        access_fence(worker, FENCE_RELEASE);
    }
    access_check(worker, (uintptr_t)address, (unsigned)bytes, KINDS[kind], relative_pc(return_address));
    if (fences & FENCE_ACQUIRE) {
        access_fence(worker, FENCE_ACQUIRE);
    }
}

void sim_atomic_fence(int fences);
void sim_atomic_fence(int fences) {
    access_fence(kernel_only("cuda::atomic_thread_fence()", __builtin_return_address(0)),
                 (enum fence_kind)fences);
}

void sim_atomic_load(const void *address, void *value, size_t bytes);
void sim_atomic_store(void *address, const void *value, size_t bytes);
int sim_atomic_try(void *address, void *expected, const void *desired, size_t bytes);

#define LOAD(type)  __atomic_load((const type *)address, (type *)value, __ATOMIC_SEQ_CST)
#define STORE(type) __atomic_store((type *)address, (type *)(uintptr_t)value, __ATOMIC_SEQ_CST)
#define TRY(type)                                                                                            \
    __atomic_compare_exchange((type *)address, (type *)expected, (type *)(uintptr_t)desired, 0,              \
                              __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

void sim_atomic_load(const void *address, void *value, size_t bytes) {
    switch (bytes) {
    case 1:
        LOAD(uint8_t);
        break;
    case 2:
        LOAD(uint16_t);
        break;
    case 4:
        LOAD(uint32_t);
        break;
    default:
        LOAD(uint64_t);
    }
}

void sim_atomic_store(void *address, const void *value, size_t bytes) {
    switch (bytes) {
    case 1:
        STORE(uint8_t);
        break;
    case 2:
        STORE(uint16_t);
        break;
    case 4:
        STORE(uint32_t);
        break;
    default:
        STORE(uint64_t);
    }
}

static int try(void *address, void *expected, const void *desired, size_t bytes) {
    switch (bytes) {
    case 1:
        return TRY(uint8_t);
    case 2:
        return TRY(uint16_t);
    case 4:
        return TRY(uint32_t);
    default:
        return TRY(uint64_t);
    }
}

int sim_atomic_try(void *address, void *expected, const void *desired, size_t bytes) {
    int done = try(address, expected, desired, bytes);
    if (done && running_worker != NULL) {
        together_ticket(&running_worker->gate, expected, bytes);
        if (memcmp(expected, desired, bytes) != 0) {
            spin_note_progress(running_worker->launch);
        }
    }
    return done;
}
