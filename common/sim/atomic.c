// CUDA's atomic functions (include/sim/atomics.h) and the compiler's atomic built-ins. Each is one atomic access for
// the race rule and the counters, and is then carried out for real, since blocks run side by side.
#include <stdint.h>
#include <string.h>

#include "access.h"
#include "hooks.h"

static void check(const void *address, unsigned bytes, const void *return_address) {
    access_check(hooks_kernel_worker("an atomic function"), (uintptr_t)address, bytes, ACCESS_ATOMIC,
                 relative_pc(return_address));
}

// The old value comes back, as CUDA's functions have it.
#define FETCH(symbol, type, expression)                                                                      \
    type symbol(type *address, type value);                                                                  \
    type symbol(type *address, type value) {                                                                 \
        check(address, sizeof *address, __builtin_return_address(0));                                        \
        type old, new;                                                                                       \
        __atomic_load(address, &old, __ATOMIC_RELAXED);                                                      \
        do {                                                                                                 \
            new = (expression);                                                                              \
        } while (!__atomic_compare_exchange(address, &old, &new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));    \
        return old;                                                                                          \
    }

FETCH(sim_atomic_add_i32, int32_t, (int32_t)((uint32_t)old + (uint32_t)value))
FETCH(sim_atomic_add_u32, uint32_t, old + value)
FETCH(sim_atomic_add_u64, unsigned long long, old + value)
FETCH(sim_atomic_add_f32, float, old + value)
FETCH(sim_atomic_add_f64, double, old + value)
FETCH(sim_atomic_sub_i32, int32_t, (int32_t)((uint32_t)old - (uint32_t)value))
FETCH(sim_atomic_sub_u32, uint32_t, old - value)
FETCH(sim_atomic_exch_i32, int32_t, value)
FETCH(sim_atomic_exch_u32, uint32_t, value)
FETCH(sim_atomic_exch_u64, unsigned long long, value)
FETCH(sim_atomic_min_i32, int32_t, value < old ? value : old)
FETCH(sim_atomic_min_u32, uint32_t, value < old ? value : old)
FETCH(sim_atomic_max_i32, int32_t, value > old ? value : old)
FETCH(sim_atomic_max_u32, uint32_t, value > old ? value : old)

#define CAS(symbol, type)                                                                                    \
    type symbol(type *address, type compare, type value);                                                    \
    type symbol(type *address, type compare, type value) {                                                   \
        check(address, sizeof *address, __builtin_return_address(0));                                        \
        __atomic_compare_exchange(address, &compare, &value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);         \
        return compare;                                                                                      \
    }
CAS(sim_atomic_cas_i32, int32_t)
CAS(sim_atomic_cas_u32, uint32_t)
CAS(sim_atomic_cas_u64, unsigned long long)
