// cuda::barrier: threads that wait for each other, in one step or in two.
//
//     __shared__ cuda::barrier<cuda::thread_scope_block> s_barrier;
//     if (threadIdx.x == 0) {
//         init(&s_barrier, blockDim.x);
//     }
//     __syncthreads();
//     auto token = s_barrier.arrive();        // what this thread has done until here ...
//     s_barrier.wait(std::move(token));       // ... comes before what any thread does after it has waited
//
// It consists of words that threads access by atomics with acquire and release, which are not counted. So the race
// check orders what a barrier orders, and no more: a thread between the two calls has no order with the others. A phase
// in which all threads of the block arrive and wait in one step is a block barrier, and counts as one.
#ifndef SIM_BARRIER_H
#define SIM_BARRIER_H

#include "atomic_ref.h"
#include "copies.h"

extern "C" {
// Have all threads of the block but `number` left the kernel?
bool sim_are_all_threads(unsigned number);
// The calling thread waits while both words have these values.
void sim_wait_while(const unsigned *word, unsigned value, const unsigned *other, unsigned other_value,
                    void *pc);
// All threads that have not left the kernel wait so, and the calling one is about to. They continue together, as after
// __syncthreads().
void sim_all_wait(void);
}

namespace cuda {

struct sim_no_completion {
    SIM_RAW void operator()() const {
    }
};

template <thread_scope Scope, class Completion = sim_no_completion>
class barrier {
    unsigned expected; // threads of each phase
    unsigned missing;  // threads that have not arrived in this phase
    unsigned phases;   // that are over
    unsigned waiting;  // threads in wait_with_all; not part of the real type
    Completion completion;

    // Each access has a place of its own in the call of the student's code at `pc`, as the lanes' accesses are aligned
    // by their places.
    SIM_RAW static void begin(unsigned *word, int kind, memory_order order, void *pc) {
        const int scope = Scope == thread_scope_thread  ? SIM_ATOMIC_IN_THREAD
                          : Scope == thread_scope_block ? SIM_ATOMIC_IN_BLOCK
                                                        : 0;
        sim_atomic_begin(word, sizeof(*word), kind + scope + SIM_ATOMIC_UNCOUNTED, sim_fences(order, Scope),
                         pc);
    }
    SIM_RAW static unsigned load(const unsigned &word, memory_order order, void *pc) {
        unsigned value;
        begin(const_cast<unsigned *>(&word), SIM_ATOMIC_LOAD, order, pc);
        sim_atomic_load(&word, &value, sizeof(value));
        return value;
    }
    SIM_RAW static void store(unsigned &word, unsigned value, memory_order order, void *pc) {
        begin(&word, SIM_ATOMIC_STORE, order, pc);
        sim_atomic_store(&word, &value, sizeof(value));
    }
    // A plain store: before other threads use the barrier, they must wait for this one.
    SIM_RAW static void set(unsigned &word, unsigned value, void *pc) {
        sim_atomic_begin(&word, sizeof(word), SIM_ATOMIC_STORE + SIM_ATOMIC_IN_THREAD, 0, pc);
        sim_atomic_store(&word, &value, sizeof(value));
    }
    SIM_RAW static unsigned subtract(unsigned &word, unsigned number, memory_order order, void *pc) {
        unsigned old, now;
        begin(&word, SIM_ATOMIC_UPDATE, order, pc);
        sim_atomic_load(&word, &old, sizeof(old));
        do {
            now = old - number;
        } while (!sim_atomic_try(&word, &old, &now, sizeof(now)));
        return old;
    }
    // Only the last thread that arrives knows what the others have done; they do when they have waited.
    SIM_RAW unsigned arrive_at(unsigned number, void *pc) {
        sim_copies_wait_prior(0); // a phase also ends only after the copies that its threads have begun
        const unsigned phase = load(phases, memory_order_relaxed, pc);
        if (subtract(missing, number, memory_order_release, (char *)pc - 1) == number) {
            load(missing, memory_order_acquire, (char *)pc - 2);
            completion();
            store(missing, load(expected, memory_order_relaxed, (char *)pc - 2), memory_order_relaxed,
                  (char *)pc - 1);
            store(phases, phase + 1, memory_order_release, pc);
        }
        return phase;
    }
    // Waits for the end of a phase in which all threads of the block that still run arrive and wait in one step.
    // false: this is another one, in which the thread has yet to arrive.
    SIM_RAW bool wait_with_all(void *pc) {
        const unsigned all = load(expected, memory_order_relaxed, (char *)pc - 2);
        const unsigned phase = load(phases, memory_order_relaxed, pc);
        if (!__is_same(Completion, sim_no_completion) || !sim_are_all_threads(all) ||
            load(missing, memory_order_relaxed, (char *)pc - 1) != all) {
            return false;
        }
        if (++waiting == all) {
            waiting = 0;
            store(phases, phase + 1, memory_order_relaxed, pc);
            sim_all_wait();
        }
        // A thread that arrives and does not wait changes `missing`.
        sim_wait_while(&phases, phase, &missing, all, pc);
        const bool over = phases != phase;
        waiting -= !over;
        return over;
    }
    SIM_RAW void wait_at(unsigned phase, void *pc) const {
        do {
            sim_wait_while(&phases, phase, &phases, phase, pc);
        } while (load(phases, memory_order_acquire, (char *)pc - 3) == phase);
    }

  public:
    typedef unsigned long long arrival_token;

    barrier() = default;
    constexpr barrier(ptrdiff_t number, Completion function = Completion())
        : expected((unsigned)number), missing((unsigned)number), phases(0), waiting(0), completion(function) {
    }
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;

    SIM_CALLED friend void init(barrier *made, ptrdiff_t number, Completion function = Completion()) {
        void *pc = SIM_CALLER;
        set(made->expected, (unsigned)number, pc);
        set(made->missing, (unsigned)number, (char *)pc - 1);
        set(made->phases, 0, (char *)pc - 2);
        made->waiting = 0;
        made->completion = function;
    }
    SIM_CALLED arrival_token arrive(ptrdiff_t number = 1) {
        return arrive_at((unsigned)number, SIM_CALLER);
    }
    SIM_CALLED void wait(arrival_token &&token) const {
        wait_at((unsigned)token, SIM_CALLER);
    }
    SIM_CALLED void wait_parity(bool odd) const {
        void *pc = SIM_CALLER;
        const unsigned phase = load(phases, memory_order_acquire, (char *)pc - 3);
        if ((phase & 1) == odd) {
            wait_at(phase, pc);
        }
    }
    SIM_CALLED void arrive_and_wait() {
        void *pc = SIM_CALLER;
        sim_copies_wait_prior(0);
        if (!wait_with_all(pc)) {
            wait_at(arrive_at(1, pc), pc);
        }
    }
    SIM_CALLED void arrive_and_drop() {
        void *pc = SIM_CALLER;
        subtract(expected, 1, memory_order_relaxed, (char *)pc - 3);
        arrive_at(1, pc);
    }
    SIM_RAW static constexpr ptrdiff_t max() {
        return (1 << 20) - 1;
    }
};

// Copies that the barrier waits for.
template <class Group, class To, class From, class Bytes, thread_scope Scope, class Completion>
SIM_CALLED void memcpy_async(const Group &group, To *to, const From *from, const Bytes &bytes,
                             barrier<Scope, Completion> &) {
    sim_copy_part(to, from, bytes, group.thread_rank(), group.size(), SIM_CALLER);
}
template <class To, class From, class Bytes, thread_scope Scope, class Completion>
SIM_CALLED void memcpy_async(To *to, const From *from, const Bytes &bytes, barrier<Scope, Completion> &) {
    sim_copy_part(to, from, bytes, 0, 1, SIM_CALLER);
}

} // namespace cuda

#endif
