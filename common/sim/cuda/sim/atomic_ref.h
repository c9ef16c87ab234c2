// cuda::atomic_ref: atomic access to an existing variable, with an order and a scope; and cuda::atomic, a variable with
// such access only.
//
//     cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(d_flag[block]);
//     flag.store(1, cuda::memory_order_release);                // earlier writes are visible to a thread ...
//     while (flag.load(cuda::memory_order_acquire) == 0) { }    // ... that reads the 1 here
//
// A release is half of a __threadfence() before the access, or of a __threadfence_block() with the scope of
// the block, and an acquire the other half after it, but for this variable alone. load() and store() count as a load
// and a store, all other operations as atomics. With the scope of the thread, they are plain accesses.
#ifndef SIM_ATOMIC_REF_H
#define SIM_ATOMIC_REF_H

#include "library.h"

#include <cuda_runtime.h>

namespace cuda {

namespace std {
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };

// memcmp(), which kernels may not call.
SIM_RAW inline bool sim_same_bytes(const void *a, const void *b, __SIZE_TYPE__ bytes) {
    while (bytes > 0 && static_cast<const char *>(a)[bytes - 1] == static_cast<const char *>(b)[bytes - 1]) {
        bytes--;
    }
    return bytes == 0;
}

// Bits: 1 release, 2 acquire; 4 and 8 the same for the block alone.
SIM_RAW constexpr int sim_fences(memory_order order, thread_scope scope) {
    if (scope > thread_scope_block || order == memory_order_relaxed) {
        return 0;
    }
    int fences = order == memory_order_release ? 1 : order <= memory_order_acquire ? 2 : 3;
    return scope == thread_scope_block ? fences * 4 : fences;
}

// Where the value is.
template <class T>
struct sim_atomic_elsewhere {
    T *target;
    SIM_RAW T *at() const {
        return target;
    }
};
template <class T>
struct sim_atomic_inside {
    alignas((sizeof(T) & (sizeof(T) - 1)) == 0 ? sizeof(T) : 1) T value; // any other size is refused below
    SIM_RAW T *at() const {
        return const_cast<T *>(&value);
    }
};

// What both can do.
template <class T, thread_scope Scope, class Place>
class sim_atomic : protected Place {
    static_assert(sim_is_copied_by_bytes<T> &&
                      (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8),
                  "cuda::atomic_ref and cuda::atomic take trivially copyable values of 1, 2, 4 or 8 bytes");
    using Place::at;

    SIM_RAW void begin(sim_atomic_kind kind, memory_order order, void *pc) const {
        int scope = Scope == thread_scope_thread  ? SIM_ATOMIC_IN_THREAD
                    : Scope == thread_scope_block ? SIM_ATOMIC_IN_BLOCK
                                                  : 0;
        sim_atomic_begin(at(), sizeof(T), kind + scope, sim_fences(order, Scope), pc);
    }
    SIM_RAW T now() const {
        T value;
        sim_atomic_load(at(), &value, sizeof(value));
        return value;
    }
    // Replaces the value by combine(value), and returns the old one.
    template <class Combine>
    SIM_RAW T update(memory_order order, void *pc, Combine combine,
                     sim_atomic_kind kind = SIM_ATOMIC_UPDATE) const {
        begin(kind, order, pc);
        T old = now();
        for (bool done = false; !done;) {
            T desired = combine(old);
            done = sim_atomic_try(at(), &old, &desired, sizeof(old));
        }
        return old;
    }
    SIM_RAW bool exchange_if(T &expected, T desired, memory_order order, void *pc) const {
        begin(SIM_ATOMIC_UPDATE, order, pc);
        return sim_atomic_try(at(), &expected, &desired, sizeof(desired));
    }

  protected:
    SIM_RAW T put(T value, memory_order order, void *pc) const {
        begin(SIM_ATOMIC_STORE, order, pc);
        sim_atomic_store(at(), &value, sizeof(value));
        return value;
    }

  public:
    typedef T value_type;
    static constexpr size_t required_alignment = sizeof(T);
    static constexpr bool is_always_lock_free = true;

    sim_atomic() = default;
    SIM_RAW explicit constexpr sim_atomic(Place place) : Place(place) {
    }

    SIM_RAW bool is_lock_free() const {
        return true;
    }
    SIM_CALLED_BY_VALUE T load(memory_order order = memory_order_seq_cst, SIM_PLACE) const {
        begin(SIM_ATOMIC_LOAD, order == memory_order_seq_cst ? memory_order_acquire : order, sim_place);
        return now();
    }
    SIM_CALLED operator T() const {
        begin(SIM_ATOMIC_LOAD, memory_order_acquire, SIM_CALLER);
        return now();
    }
    SIM_CALLED_BY_VALUE void store(T value, memory_order order = memory_order_seq_cst, SIM_PLACE) const {
        put(value, order, sim_place);
    }
    SIM_CALLED T operator=(T value) const {
        return put(value, memory_order_seq_cst, SIM_CALLER);
    }
    SIM_CALLED_BY_VALUE T exchange(T value, memory_order order = memory_order_seq_cst, SIM_PLACE) const {
        return update(
            order, sim_place, [=](T) SIM_RAW { return value; }, SIM_ATOMIC_EXCHANGE);
    }
    SIM_CALLED_BY_VALUE bool compare_exchange_strong(T &expected, T desired,
                                                     memory_order order = memory_order_seq_cst,
                                                     SIM_PLACE) const {
        return exchange_if(expected, desired, order, sim_place);
    }
    SIM_CALLED_BY_VALUE bool compare_exchange_strong(T &expected, T desired, memory_order order, memory_order,
                                                     SIM_PLACE) const {
        return exchange_if(expected, desired, order, sim_place);
    }
    SIM_CALLED_BY_VALUE bool compare_exchange_weak(T &expected, T desired,
                                                   memory_order order = memory_order_seq_cst,
                                                   SIM_PLACE) const {
        return exchange_if(expected, desired, order, sim_place);
    }
    SIM_CALLED_BY_VALUE bool compare_exchange_weak(T &expected, T desired, memory_order order, memory_order,
                                                   SIM_PLACE) const {
        return exchange_if(expected, desired, order, sim_place);
    }

#define SIM_FETCH(name, expression)                                                                          \
    SIM_CALLED T fetch_##name(T value, memory_order order = memory_order_seq_cst) const {                    \
        return update(order, SIM_CALLER, [=](T old) SIM_RAW { return (T)(expression); });                    \
    }
    SIM_FETCH(add, old + value)
    SIM_FETCH(sub, old - value)
    SIM_FETCH(and, old &value)
    SIM_FETCH(or, old | value)
    SIM_FETCH(xor, old ^ value)
    SIM_FETCH(min, value < old ? value : old)
    SIM_FETCH(max, old < value ? value : old)
#undef SIM_FETCH

#define SIM_ASSIGN(sign)                                                                                     \
    SIM_CALLED T operator sign##=(T value) const {                                                           \
        T old =                                                                                              \
            update(memory_order_seq_cst, SIM_CALLER, [=](T was) SIM_RAW { return (T)(was sign value); });    \
        return (T)(old sign value);                                                                          \
    }
    SIM_ASSIGN(+)
    SIM_ASSIGN(-)
    SIM_ASSIGN(&)
    SIM_ASSIGN(|)
    SIM_ASSIGN(^)
#undef SIM_ASSIGN

#define SIM_STEP(sign)                                                                                       \
    SIM_CALLED T operator sign##sign() const { /* the new value */                                           \
        return (T)(update(memory_order_seq_cst, SIM_CALLER, [](T old) SIM_RAW { return (T)(old sign 1); })   \
                       sign 1);                                                                              \
    }                                                                                                        \
    SIM_CALLED T operator sign##sign(int) const { /* the old one */                                          \
        return update(memory_order_seq_cst, SIM_CALLER, [](T old) SIM_RAW { return (T)(old sign 1); });      \
    }
    SIM_STEP(+)
    SIM_STEP(-)
#undef SIM_STEP

    // A waiting thread polls, as on a GPU, so a notification has nothing to do.
    SIM_CALLED_BY_VALUE void wait(T old, memory_order order = memory_order_seq_cst, SIM_PLACE) const {
        T value;
        do {
            begin(SIM_ATOMIC_LOAD, order == memory_order_seq_cst ? memory_order_acquire : order, sim_place);
            value = now();
        } while (sim_same_bytes(&value, &old, sizeof(old)));
    }
    SIM_RAW void notify_one() const {
    }
    SIM_RAW void notify_all() const {
    }
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public sim_atomic<T, Scope, sim_atomic_elsewhere<T>> {
    typedef sim_atomic<T, Scope, sim_atomic_elsewhere<T>> base;

  public:
    SIM_RAW explicit constexpr atomic_ref(T &variable) : base(sim_atomic_elsewhere<T>{&variable}) {
    }
    SIM_RAW constexpr atomic_ref(const atomic_ref &other) : base(other) {
    }
    atomic_ref &operator=(const atomic_ref &) = delete;
    using base::operator=;
};

// In device memory it needs no constructor: cudaMemset and cudaMemcpyToSymbol set its value.
template <class T, thread_scope Scope = thread_scope_system>
class atomic : public sim_atomic<T, Scope, sim_atomic_inside<T>> {
    typedef sim_atomic<T, Scope, sim_atomic_inside<T>> base;

  public:
    atomic() = default;
    constexpr atomic(T value) : base(sim_atomic_inside<T>{value}) {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    SIM_CALLED T operator=(T value) {
        return this->put(value, memory_order_seq_cst, SIM_CALLER);
    }
};

SIM_RAW inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (sim_fences(order, scope) != 0) {
        sim_atomic_fence(sim_fences(order, scope));
    }
}

} // namespace cuda

#endif
