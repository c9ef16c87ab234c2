// What Hopper's multiprocessors can do beside their threads, one instruction a function: copy whole tiles
// from global to shared memory, and tell when they are there. Barriers in shared memory (mbarrier) count
// those who arrive and the bytes that are copied; a phase ends when all have come, and whoever waits names
// the phase by its parity: 0 for the first one, 1 for the second, 0 again for the third. The PTX manual,
// "Asynchronous copy" and "mbarrier", has it all.
//
// And words of global memory that one thread writes while others look at them.
#ifndef BULK_COPY_H
#define BULK_COPY_H

typedef unsigned long long phase_barrier; // in shared memory

__device__ inline unsigned shared_address(const void *pointer) {
    return (unsigned)__cvta_generic_to_shared(pointer);
}

// `arrivals` end each phase. To be followed by phase_barriers_are_set and a block barrier.
__device__ inline void phase_barrier_set(phase_barrier *barrier, unsigned arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals)
                 : "memory");
}

__device__ inline void phase_barriers_are_set() {
    asm volatile("fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void arrive(phase_barrier *barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

// Waits until the phase of this parity has ended.
__device__ inline void wait(phase_barrier *barrier, unsigned parity) {
    asm volatile("{\n\t"
                 ".reg .pred ended;\n\t"
                 "AGAIN_%=: mbarrier.try_wait.parity.shared.b64 ended, [%0], %1;\n\t"
                 "@!ended bra AGAIN_%=;\n\t"
                 "}" ::"r"(shared_address(barrier)),
                 "r"(parity)
                 : "memory");
}

// Starts the copy of `bytes` (a multiple of 16) into shared memory. This thread arrives at the barrier, whose
// phase does not end before all of them are there.
__device__ inline void copy_tile(void *s_to, const void *d_from, unsigned bytes, phase_barrier *barrier) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(s_to)),
        "l"(d_from), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}

__device__ inline unsigned long long look_at(const unsigned long long *d_word) {
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(d_word) : "memory");
    return word;
}

__device__ inline void tell(unsigned long long *d_word, unsigned long long word) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(d_word), "l"(word) : "memory");
}

#endif
