// What inline PTX becomes (translate/ptx.c), and the atomic accesses that it shares with cuda::atomic_ref.
#ifndef SIM_PTX_H
#define SIM_PTX_H

#include "loads.h"
#include "threads.h"

enum sim_atomic_kind {
    SIM_ATOMIC_LOAD,
    SIM_ATOMIC_STORE,
    SIM_ATOMIC_UPDATE,
    SIM_ATOMIC_EXCHANGE,
    SIM_ATOMIC_IN_BLOCK,      // plus one of the others: with the scope of the block
    SIM_ATOMIC_IN_THREAD = 8, // the same, of the thread
    SIM_ATOMIC_UNCOUNTED = 16 // plus any of them: a word of a barrier, on which threads wait
};

extern "C" {
// Called before an access by the code at `pc`. Checks it, counts it and orders it. `kind`: enum sim_atomic_kind.
void sim_atomic_begin(const void *address, size_t bytes, int kind, int fences, void *pc);
void sim_atomic_fence(int fences); // not 0

// The access itself, of 1, 2, 4 or 8 bytes. sim_atomic_try returns 1 if it found *expected. Otherwise it
// stores the value that it found in *expected.
void sim_atomic_load(const void *address, void *value, size_t bytes);
void sim_atomic_store(void *address, const void *value, size_t bytes);
int sim_atomic_try(void *address, void *expected, const void *desired, size_t bytes);
}

// ---- Registers ----

extern "C" long long sim_clock_register(void); // means nothing, as clock64()

static inline unsigned sim_warpid(void) {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
static inline unsigned sim_nwarpid(void) {
    return 64;
}
static inline unsigned sim_nsmid(void) {
    return 16;
}
static inline unsigned sim_smid(void) {
    return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % sim_nsmid();
}

// ---- Accesses ----
// `Kind`: as in loads.h. `Fences`: 1 release, 2 acquire; 4 and 8 the same for the block alone. `InBlock`: the scope.
// The address is a pointer or an integer.

template <class T, int Kind, class Address>
SIM_CALLED T sim_ptx_load(Address address) {
    const T *pointer = (const T *)address;
    sim_load(pointer, sizeof(T), Kind, SIM_CALLER);
    return *pointer;
}
template <class T, int Kind, class Address>
SIM_CALLED void sim_ptx_store(Address address, T value) {
    T *pointer = (T *)address;
    sim_store(pointer, sizeof(T), Kind, SIM_CALLER);
    *pointer = value;
}

template <class T, int Fences, int InBlock, class Address>
SIM_CALLED T sim_ptx_load_atomic(Address address) {
    T value;
    sim_atomic_begin((const T *)address, sizeof(T), SIM_ATOMIC_LOAD + InBlock * SIM_ATOMIC_IN_BLOCK, Fences,
                     SIM_CALLER);
    sim_atomic_load((const T *)address, &value, sizeof(T));
    return value;
}
template <class T, int Fences, int InBlock, class Address>
SIM_CALLED void sim_ptx_store_atomic(Address address, T value) {
    sim_atomic_begin((const T *)address, sizeof(T), SIM_ATOMIC_STORE + InBlock * SIM_ATOMIC_IN_BLOCK, Fences,
                     SIM_CALLER);
    sim_atomic_store((T *)address, &value, sizeof(T));
}

#define SIM_PTX_ATOMIC(operation, kind, expression)                                                          \
    template <class T, int Fences, int InBlock, class Address>                                               \
    SIM_CALLED T sim_ptx_##operation(Address address, T value) {                                             \
        T old, desired;                                                                                      \
        sim_atomic_begin((const T *)address, sizeof(T), kind + InBlock * SIM_ATOMIC_IN_BLOCK, Fences,        \
                         SIM_CALLER);                                                                        \
        sim_atomic_load((const T *)address, &old, sizeof(T));                                                \
        do {                                                                                                 \
            desired = (T)(expression);                                                                       \
        } while (!sim_atomic_try((T *)address, &old, &desired, sizeof(T)));                                  \
        return old;                                                                                          \
    }
SIM_PTX_ATOMIC(add, SIM_ATOMIC_UPDATE, old + value)
SIM_PTX_ATOMIC(exch, SIM_ATOMIC_EXCHANGE, value)
SIM_PTX_ATOMIC(min, SIM_ATOMIC_UPDATE, value < old ? value : old)
SIM_PTX_ATOMIC(max, SIM_ATOMIC_UPDATE, old < value ? value : old)
SIM_PTX_ATOMIC(and, SIM_ATOMIC_UPDATE, old &value)
SIM_PTX_ATOMIC(or, SIM_ATOMIC_UPDATE, old | value)
SIM_PTX_ATOMIC(xor, SIM_ATOMIC_UPDATE, old ^ value)
SIM_PTX_ATOMIC(inc, SIM_ATOMIC_UPDATE, old >= value ? 0 : old + 1)
SIM_PTX_ATOMIC(dec, SIM_ATOMIC_UPDATE, old == 0 || old > value ? value : old - 1)
#undef SIM_PTX_ATOMIC

template <class T, int Fences, int InBlock, class Address>
SIM_CALLED T sim_ptx_cas(Address address, T compare, T value) {
    sim_atomic_begin((const T *)address, sizeof(T), SIM_ATOMIC_UPDATE + InBlock * SIM_ATOMIC_IN_BLOCK, Fences,
                     SIM_CALLER);
    sim_atomic_try((T *)address, &compare, &value, sizeof(T));
    return compare;
}

#endif
