// std::atomic and similar operations in host code: the compiler leaves them to the thread sanitizer's
// library, so they are executed here. Kernels must not use them, because a GPU does not have them.
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

static void check(const volatile void *address, unsigned bytes, enum access_kind kind,
                  const void *return_address) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        host_access((uintptr_t)address, bytes, kind, return_address);
        return;
    }
    report_thread(&worker->report, DIAGNOSTIC_UNSUPPORTED, worker->current, relative_pc(return_address),
                  WORDS(TOPIC(USES_HOST_ATOMIC)));
    lane_abandon(worker, ERROR_NOT_SUPPORTED);
}

#define CHECK(kind) check(address, sizeof(*address), kind, CALLER_ADDRESS())

#define FETCH(bits, name)                                                                                    \
    uint##bits##_t __tsan_atomic##bits##_fetch_##name(volatile uint##bits##_t *address,                      \
                                                      uint##bits##_t value, int order);                      \
    uint##bits##_t __tsan_atomic##bits##_fetch_##name(volatile uint##bits##_t *address,                      \
                                                      uint##bits##_t value, int order) {                     \
        (void)order;                                                                                         \
        CHECK(ACCESS_ATOMIC);                                                                                \
        return __atomic_fetch_##name(address, value, __ATOMIC_SEQ_CST);                                      \
    }

// All use the strongest order, whichever was requested.
#define ATOMICS(bits)                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *address, int order);            \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *address, int order) {           \
        (void)order;                                                                                         \
        CHECK(ACCESS_ATOMIC_READ);                                                                           \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *address, uint##bits##_t value, int order);     \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *address, uint##bits##_t value, int order) {    \
        (void)order;                                                                                         \
        CHECK(ACCESS_ATOMIC_WRITE);                                                                          \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *address, uint##bits##_t value,    \
                                                  int order);                                                \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *address, uint##bits##_t value,    \
                                                  int order) {                                               \
        (void)order;                                                                                         \
        CHECK(ACCESS_ATOMIC);                                                                                \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                        \
    }                                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *address,              \
                                                              uint##bits##_t expected, uint##bits##_t value, \
                                                              int order, int failed);                        \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *address,              \
                                                              uint##bits##_t expected, uint##bits##_t value, \
                                                              int order, int failed) {                       \
        (void)order, (void)failed;                                                                           \
        CHECK(ACCESS_ATOMIC);                                                                                \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return expected;                                                                                     \
    }                                                                                                        \
    COMPARE_EXCHANGE(bits, strong)                                                                           \
    COMPARE_EXCHANGE(bits, weak)                                                                             \
    FETCH(bits, add)                                                                                         \
    FETCH(bits, sub)                                                                                         \
    FETCH(bits, and)                                                                                         \
    FETCH(bits, or)                                                                                          \
    FETCH(bits, xor)                                                                                         \
    FETCH(bits, nand)

#define COMPARE_EXCHANGE(bits, name)                                                                         \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile uint##bits##_t *address,                      \
                                                      uint##bits##_t *expected, uint##bits##_t value,        \
                                                      int order, int failed);                                \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile uint##bits##_t *address,                      \
                                                      uint##bits##_t *expected, uint##bits##_t value,        \
                                                      int order, int failed) {                               \
        (void)order, (void)failed;                                                                           \
        CHECK(ACCESS_ATOMIC);                                                                                \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
