// cuda::atomic_ref (cuda/sim/atomic_ref.h). Host code may use it, too, on host memory.
#include <stdint.h>
#include <string.h>

#include "sim/hooks/hook.h"

// By enum sim_atomic_kind; then the same with the scope of the block; then with that of the thread, which is atomic for
// no other thread. There an update is a read and a write.
static const enum access_kind KINDS[] = {ACCESS_ATOMIC_READ,
                                         ACCESS_ATOMIC_WRITE,
                                         ACCESS_ATOMIC,
                                         ACCESS_EXCHANGE,
                                         ACCESS_BLOCK_ATOMIC_READ,
                                         ACCESS_BLOCK_ATOMIC_WRITE,
                                         ACCESS_BLOCK_ATOMIC,
                                         ACCESS_BLOCK_EXCHANGE,
                                         ACCESS_READ,
                                         ACCESS_WRITE,
                                         ACCESS_READ,
                                         ACCESS_WRITE};
enum { UPDATE_OF_THREAD = 10, UNCOUNTED = 16 };

enum { IN_BLOCK = FENCE_BOTH + 1 }; // times a fence: for the block alone

static void fence(struct worker *worker, int fences) {
    if (fences >= IN_BLOCK) {
        access_block_fence(worker, (enum fence_kind)(fences / IN_BLOCK));
    } else if (fences != 0) {
        access_fence(worker, (enum fence_kind)fences);
    }
}

void sim_atomic_begin(const void *address, size_t bytes, int kind, int fences, void *return_address);
void sim_atomic_begin(const void *address, size_t bytes, int kind, int fences, void *return_address) {
    struct worker *worker = turn_worker();
    uint32_t pc = relative_pc(return_address);
    const bool counted = kind < UNCOUNTED;
    kind %= UNCOUNTED;
    if (worker == NULL) {
        host_access((uintptr_t)address, (unsigned)bytes, KINDS[kind], return_address);
        return;
    }
    int own = fences >= IN_BLOCK ? fences / IN_BLOCK : fences;
    if (own & FENCE_RELEASE) {
        lane_next_epoch(worker); // separates the accesses before it from those after it
    }
    worker->order.block.own = own;
    if (counted || !access_uncounted(worker, (uintptr_t)address, KINDS[kind], pc)) {
        access_check(worker, (uintptr_t)address, (unsigned)bytes, alignment_of(bytes), KINDS[kind], pc);
    }
    worker->order.block.own = 0;
    if (kind == UPDATE_OF_THREAD) {
        access_check(worker, (uintptr_t)address, (unsigned)bytes, alignment_of(bytes), ACCESS_WRITE, pc);
    }
}

void sim_atomic_fence(int fences);
void sim_atomic_fence(int fences) {
    fence(kernel_only("cuda::atomic_thread_fence()", CALLER_ADDRESS()), fences);
}

void sim_atomic_load(const void *address, void *value, size_t bytes);
void sim_atomic_store(void *address, const void *value, size_t bytes);
int sim_atomic_try(void *address, void *expected, const void *desired, size_t bytes);

#define LOAD(type)  __atomic_load((const type *)address, (type *)value, __ATOMIC_SEQ_CST)
#define STORE(type) __atomic_store((type *)address, (type *)(uintptr_t)value, __ATOMIC_SEQ_CST)
#define TRY(type)                                                                                            \
    __atomic_compare_exchange((type *)address, (type *)expected, (type *)(uintptr_t)desired, 0,              \
                              __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

static void load(const void *address, void *value, size_t bytes) {
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

// Has the update of this OS thread loaded an older value, which it may have to give up?
static _Thread_local bool loaded_older;

void sim_atomic_load(const void *address, void *value, size_t bytes) {
    struct worker *worker = turn_worker();
    loaded_older = worker != NULL && access_older(worker, address, value, bytes);
    if (!loaded_older) {
        load(address, value, bytes);
    }
}

void sim_atomic_compared(const volatile void *address, void *value, size_t bytes, void *return_address);
void sim_atomic_compared(const volatile void *address, void *value, size_t bytes, void *return_address) {
    bool word = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    touch(address, bytes, word ? ACCESS_ATOMIC_READ : ACCESS_READ, return_address);
    if (word) {
        sim_atomic_load((const void *)(uintptr_t)address, value, bytes);
    } else {
        memcpy(value, (const void *)(uintptr_t)address, bytes);
    }
}

static void store(void *address, const void *value, size_t bytes) {
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

void sim_atomic_store(void *address, const void *value, size_t bytes) {
    store(address, value, bytes);
    if (turn_worker() != NULL) {
        access_end_update(turn_worker(), false);
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

// An update that is offered an older value finds it if that changes nothing. Otherwise it finds the newest one;
// if it has loaded the older one, it has to try again. false: the caller tries.
static bool try_older(struct worker *worker, void *address, void *expected, const void *desired, size_t bytes,
                      int *done) {
    uint64_t older = 0;
    if (!access_older(worker, address, &older, bytes)) {
        return false;
    }
    bool loaded = loaded_older;
    loaded_older = false;
    *done = memcmp(expected, &older, bytes) == 0;
    if ((!*done || memcmp(expected, desired, bytes) == 0) && access_take_older(worker)) {
        memcpy(expected, &older, bytes);
        return true;
    }
    access_refuse_older(worker);
    *done = 0;
    if (loaded) {
        load(address, expected, bytes);
    }
    return loaded; // it tries again
}

int sim_atomic_try(void *address, void *expected, const void *desired, size_t bytes) {
    struct worker *worker = turn_worker();
    int done = 0;
    if (worker == NULL) {
        return try(address, expected, desired, bytes);
    }
    if (try_older(worker, address, expected, desired, bytes, &done)) {
        return done;
    }
    done = try(address, expected, desired, bytes);
    bool changed = done && memcmp(expected, desired, bytes) != 0;
    access_end_update(worker, changed);
    if (done) {
        together_ticket(&worker->gate, expected, bytes);
    }
    if (changed) {
        spin_note_progress(worker->launch);
        spin_end_update(&worker->spin);
    }
    return done;
}
