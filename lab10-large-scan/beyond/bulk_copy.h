// Hopper's multiprocessors can copy whole tiles from global to shared memory without their threads, and report when a
// copy is complete. Each function here is one instruction or a few. Barriers in shared memory (mbarrier) count the
// arrivals of threads and the bytes that were copied. A phase ends when all have arrived. A thread that waits names the
// phase by its parity: 0 for the first phase, 1 for the second, 0 again for the third. See "Asynchronous copy",
// "mbarrier", "createpolicy" and "applypriority" in the PTX manual.
#ifndef BULK_COPY_H
#define BULK_COPY_H

#define L2_LINE 128 // bytes of a line of the L2 cache

typedef unsigned long long phase_barrier; // in shared memory

__device__ inline unsigned shared_address(const void *pointer) {
    return (unsigned)__cvta_generic_to_shared(pointer);
}

// `arrivals` arrivals end each phase. Call phase_barriers_are_set and a block barrier after the last one.
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

// Starts the copy of `bytes` bytes (a multiple of 16) into shared memory. This thread arrives at the barrier.
// The phase does not end before all the bytes have arrived. evict_last: the L2 cache evicts these bytes
// last, even when the kernel has ended, unless evict_normally is called.
__device__ inline void copy_tile(void *s_to, const void *d_from, unsigned bytes, phase_barrier *barrier,
                                 bool evict_last) {
    unsigned long long policy;
    if (evict_last) {
        asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    } else {
        asm volatile("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(policy));
    }
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
                 "[%0], [%1], %2, [%3], %4;" ::"r"(shared_address(s_to)),
                 "l"(d_from), "r"(bytes), "r"(shared_address(barrier)), "l"(policy)
                 : "memory");
}

// The L2 cache evicts the line with this address like any other.
__device__ inline void evict_normally(const void *d_value) {
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"((size_t)d_value / L2_LINE * L2_LINE)
                 : "memory");
}

#endif
