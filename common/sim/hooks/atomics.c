// CUDA's atomic functions (cuda/sim/atomics.h). Each is one atomic access for the race rule and the counters,
// and is then executed for real, since blocks run side by side.
#include <stdint.h>
#include <string.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

// Of the last one.
static _Thread_local enum stale_addition addition; // what it was, if it was an addition or an exchange
static _Thread_local uint32_t failed_pc;           // of an atomicCAS() that has stored nothing; otherwise 0

static void check(const void *address, unsigned bytes, enum access_kind kind, const void *return_address) {
    struct worker *worker = kernel_only_of(TOPIC_AN_ATOMIC_FUNCTION, "", return_address);
    access_begin_update(worker);
    access_check(worker, (uintptr_t)address, bytes, alignment_of(bytes), kind, relative_pc(return_address));
}

void sim_result_unused(void);
void sim_result_unused(void) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        return;
    }
    if (failed_pc != 0) {
        report_thread(&worker->report, DIAGNOSTIC_SWAP_FAILED, worker->current, failed_pc,
                      WORDS(TOPIC(SWAP_FAILED)));
    }
    if (addition != NO_ADDITION) {
        access_result_unused(worker, addition);
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

// A value of 2, 4 or 8 bytes, in the low ones.
typedef uint64_t bits;

static bits load_bits(const void *address, size_t bytes) {
    return bytes == sizeof(uint16_t)   ? __atomic_load_n((const uint16_t *)address, __ATOMIC_RELAXED)
           : bytes == sizeof(uint32_t) ? __atomic_load_n((const uint32_t *)address, __ATOMIC_RELAXED)
                                       : __atomic_load_n((const uint64_t *)address, __ATOMIC_RELAXED);
}

#define REPLACE(type)                                                                                        \
    __atomic_compare_exchange_n((type *)address, &(type){(type)old}, (type)wanted, 0, __ATOMIC_RELAXED,      \
                                __ATOMIC_RELAXED)
static bool replace_bits(void *address, bits old, bits wanted, size_t bytes) {
    return bytes == sizeof(uint16_t)   ? REPLACE(uint16_t)
           : bytes == sizeof(uint32_t) ? REPLACE(uint32_t)
                                       : REPLACE(uint64_t);
}

// Makes the value at `address` what `operation` makes of it and `value`. Returns the old one. `kind` and `adds` are the
// operation's, for the race rule.
static bits update(void *address, bits value, size_t bytes, bits (*operation)(bits, bits),
                   enum access_kind kind, enum stale_addition adds, const void *return_address) {
    bits old = 0, new;
    check(address, bytes, kind, return_address);
    addition = adds;
    failed_pc = 0;
    while (access_older(turn_worker(), address, &old, bytes) && operation(old, value) == old) {
        if (access_take_older(turn_worker())) {
            return old;
        }
    }
    do {
        old = load_bits(address, bytes);
        new = operation(old, value);
    } while (!replace_bits(address, old, new, bytes));
    done(&old, &new, bytes);
    return old;
}

// Writes `value` if `compare` is at `address`. Returns the old value.
static bits compare_and_swap(void *address, bits compare, bits value, size_t bytes, enum access_kind kind,
                             const void *return_address) {
    bits old = 0;
    check(address, bytes, kind, return_address);
    addition = NO_ADDITION;
    failed_pc = relative_pc(return_address);
    while (access_older(turn_worker(), address, &old, bytes) && (old != compare || old == value)) {
        if (access_take_older(turn_worker())) {
            return old;
        }
    }
    do {
        old = load_bits(address, bytes);
    } while (old == compare && !replace_bits(address, old, value, bytes));
    if (old == compare) {
        failed_pc = 0;
        done(&compare, &value, bytes);
    }
    access_end_update(turn_worker(), false);
    return old;
}

static inline bits bits_of(const void *value, size_t bytes) {
    bits all = 0;
    memcpy(&all, value, bytes);
    return all;
}

#define OPERATION(symbol, type, expression)                                                                  \
    static bits symbol##_of(bits old_bits, bits value_bits) {                                                \
        type old, value;                                                                                     \
        memcpy(&old, &old_bits, sizeof(old));                                                                \
        memcpy(&value, &value_bits, sizeof(value));                                                          \
        type new = (expression);                                                                             \
        return bits_of(&new, sizeof(new));                                                                   \
    }
#define FETCH_AS(symbol, operation, type, kind)                                                              \
    type symbol(type *address, type value);                                                                  \
    type symbol(type *address, type value) {                                                                 \
        bits old = update(address, bits_of(&value, sizeof(value)), sizeof(value), operation, kind,           \
                          access_exchanges(kind) ? STORES                                                    \
                          : (type)0.5 != 0       ? ADDS_FLOATS                                               \
                                                 : ADDS_INTS,                                                      \
                          CALLER_ADDRESS());                                                                 \
        memcpy(&value, &old, sizeof(value));                                                                 \
        return value;                                                                                        \
    }
// Return the old value, as CUDA's functions do. The second function has the scope of the block.
#define FETCH(symbol, type, expression)                                                                      \
    OPERATION(symbol, type, expression)                                                                      \
    FETCH_AS(symbol, symbol##_of, type, ACCESS_ATOMIC)                                                       \
    FETCH_AS(symbol##_block, symbol##_of, type, ACCESS_BLOCK_ATOMIC)
#define EXCHANGE(symbol, type)                                                                               \
    OPERATION(symbol, type, value)                                                                           \
    FETCH_AS(symbol, symbol##_of, type, ACCESS_EXCHANGE)                                                     \
    FETCH_AS(symbol##_block, symbol##_of, type, ACCESS_BLOCK_EXCHANGE)

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
        return (type)compare_and_swap(address, bits_of(&compare, sizeof(compare)),                           \
                                      bits_of(&value, sizeof(value)), sizeof(value), kind,                   \
                                      CALLER_ADDRESS());                                                     \
    }
#define CAS(symbol, type)                                                                                    \
    CAS_AS(symbol, type, ACCESS_ATOMIC)                                                                      \
    CAS_AS(symbol##_block, type, ACCESS_BLOCK_ATOMIC)
CAS(sim_atomic_cas_i32, int32_t)
CAS(sim_atomic_cas_u32, uint32_t)
CAS(sim_atomic_cas_u64, unsigned long long)
CAS(sim_atomic_cas_u16, uint16_t)
