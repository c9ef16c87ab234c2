// CUDA's atomic functions (cuda/sim/atomics.h). Each is one atomic access for the race rule and the counters,
// and is then executed for real, since blocks run side by side.
#include <stdint.h>
#include <string.h>

#include "sim/hooks/hook.h"

static _Thread_local enum stale_addition addition; // what the last one was, if it was an addition

static void check(const void *address, unsigned bytes, enum access_kind kind, const void *return_address) {
    struct worker *worker = kernel_only("an atomic function", return_address);
    access_begin_update(worker);
    access_check(worker, (uintptr_t)address, bytes, kind, relative_pc(return_address));
}

void sim_result_unused(void);
void sim_result_unused(void) {
    if (turn_worker() != NULL) {
        access_result_unused(turn_worker(), addition);
    }
}

// An operation that changes nothing, such as testing a held lock, is not progress.
static void done(const void *old, const void *new, size_t bytes) {
    bool changed = memcmp(old, new, bytes) != 0;
    access_end_update(turn_worker(), changed);
    together_ticket(&turn_worker()->gate, old, bytes);
    if (changed) {
        spin_note_progress(turn_worker()->launch);
        spin_end_update(&turn_worker()->spin);
    }
}

// Returns the old value, as CUDA's functions do. The second function has the scope of the block.
#define FETCH_AS(symbol, type, expression, kind)                                                             \
    type symbol(type *address, type value);                                                                  \
    type symbol(type *address, type value) {                                                                 \
        check(address, sizeof(*address), kind, __builtin_return_address(0));                                 \
        addition = (type)0.5 != 0 ? ADDS_FLOATS : ADDS_INTS;                                                 \
        type old, new;                                                                                       \
        while (access_older(turn_worker(), address, &old, sizeof(old))) {                                    \
            new = (expression);                                                                              \
            if (memcmp(&old, &new, sizeof(old)) != 0) {                                                      \
                break;                                                                                       \
            }                                                                                                \
            if (access_take_older(turn_worker())) {                                                          \
                return old;                                                                                  \
            }                                                                                                \
        }                                                                                                    \
        __atomic_load(address, &old, __ATOMIC_RELAXED);                                                      \
        do {                                                                                                 \
            new = (expression);                                                                              \
        } while (!__atomic_compare_exchange(address, &old, &new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));    \
        done(&old, &new, sizeof(old));                                                                       \
        return old;                                                                                          \
    }
#define FETCH(symbol, type, expression)                                                                      \
    FETCH_AS(symbol, type, expression, ACCESS_ATOMIC)                                                        \
    FETCH_AS(symbol##_block, type, expression, ACCESS_BLOCK_ATOMIC)
#define EXCHANGE(symbol, type)                                                                               \
    FETCH_AS(symbol, type, value, ACCESS_EXCHANGE)                                                           \
    FETCH_AS(symbol##_block, type, value, ACCESS_BLOCK_EXCHANGE)

FETCH(sim_atomic_add_i32, int32_t, (int32_t)((uint32_t)old + (uint32_t)value))
FETCH(sim_atomic_add_u32, uint32_t, old + value)
FETCH(sim_atomic_add_u64, unsigned long long, old + value)
FETCH(sim_atomic_add_f32, float, old + value)
FETCH(sim_atomic_add_f64, double, old + value)
FETCH(sim_atomic_sub_i32, int32_t, (int32_t)((uint32_t)old - (uint32_t)value))
FETCH(sim_atomic_sub_u32, uint32_t, old - value)
EXCHANGE(sim_atomic_exch_f32, float)
FETCH(sim_atomic_inc_u32, uint32_t, old >= value ? 0 : old + 1)
FETCH(sim_atomic_dec_u32, uint32_t, old == 0 || old > value ? value : old - 1)

#define FETCH_EACH(letters, type)                                                                            \
    EXCHANGE(sim_atomic_exch_##letters, type)                                                                \
    FETCH(sim_atomic_min_##letters, type, value < old ? value : old)                                         \
    FETCH(sim_atomic_max_##letters, type, value > old ? value : old)                                         \
    FETCH(sim_atomic_and_##letters, type, old &value)                                                        \
    FETCH(sim_atomic_or_##letters, type, old | value)                                                        \
    FETCH(sim_atomic_xor_##letters, type, old ^ value)
FETCH_EACH(i32, int32_t)
FETCH_EACH(u32, uint32_t)
FETCH_EACH(u64, unsigned long long)
FETCH(sim_atomic_min_i64, long long, value < old ? value : old)
FETCH(sim_atomic_max_i64, long long, value > old ? value : old)

#define CAS_AS(symbol, type, kind)                                                                           \
    type symbol(type *address, type compare, type value);                                                    \
    type symbol(type *address, type compare, type value) {                                                   \
        check(address, sizeof(*address), kind, __builtin_return_address(0));                                 \
        type old;                                                                                            \
        while (access_older(turn_worker(), address, &old, sizeof(old)) &&                                    \
               (old != compare || old == value)) {                                                           \
            if (access_take_older(turn_worker())) {                                                          \
                return old;                                                                                  \
            }                                                                                                \
        }                                                                                                    \
        if (__atomic_compare_exchange(address, &compare, &value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {   \
            done(&compare, &value, sizeof(value));                                                           \
        }                                                                                                    \
        access_end_update(turn_worker(), false);                                                             \
        return compare;                                                                                      \
    }
#define CAS(symbol, type)                                                                                    \
    CAS_AS(symbol, type, ACCESS_ATOMIC)                                                                      \
    CAS_AS(symbol##_block, type, ACCESS_BLOCK_ATOMIC)
CAS(sim_atomic_cas_i32, int32_t)
CAS(sim_atomic_cas_u32, uint32_t)
CAS(sim_atomic_cas_u64, unsigned long long)
CAS(sim_atomic_cas_u16, uint16_t)
