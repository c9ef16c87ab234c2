// Loads and stores with a cache hint. A hint affects only the time, which the simulated GPU does not model. So they are
// plain accesses, with two exceptions. No thread may write the memory that __ldg reads. And __ldcg, __ldcv, __stcg and
// __stwt are volatile: each call is an access of its own, and it leaves out the cache of the multiprocessor, so that
// blocks can pass values in this way.
#ifndef SIM_LOADS_H
#define SIM_LOADS_H

#include <stddef.h>

#include "qualifiers.h"
#include "types.h"

enum { SIM_PLAIN, SIM_VOLATILE, SIM_READ_ONLY }; // also in hooks/loads.c

extern "C" {
// Called before an access by the code at `pc`. kind: SIM_PLAIN, SIM_VOLATILE or SIM_READ_ONLY.
void sim_load(const void *address, size_t bytes, int kind, void *pc);
void sim_store(void *address, size_t bytes, int kind, void *pc); // not SIM_READ_ONLY
}

// The types for which CUDA provides these functions.
template <class T>
struct sim_cached {};
#define SIM_CACHED(type)                                                                                     \
    template <>                                                                                              \
    struct sim_cached<type> {                                                                                \
        typedef type value;                                                                                  \
    };
SIM_CACHED(char)
SIM_CACHED(signed char)
SIM_CACHED(unsigned char)
SIM_CACHED(short)
SIM_CACHED(unsigned short)
SIM_CACHED(int)
SIM_CACHED(unsigned)
SIM_CACHED(long)
SIM_CACHED(unsigned long)
SIM_CACHED(long long)
SIM_CACHED(unsigned long long)
SIM_CACHED(float)
SIM_CACHED(double)
SIM_CACHED(char2)
SIM_CACHED(char4)
SIM_CACHED(uchar2)
SIM_CACHED(uchar4)
SIM_CACHED(short2)
SIM_CACHED(short4)
SIM_CACHED(ushort2)
SIM_CACHED(ushort4)
SIM_CACHED(int2)
SIM_CACHED(int4)
SIM_CACHED(uint2)
SIM_CACHED(uint4)
SIM_CACHED(longlong2)
SIM_CACHED(ulonglong2)
SIM_CACHED(float2)
SIM_CACHED(float4)
SIM_CACHED(double2)
#undef SIM_CACHED

#define SIM_LOAD(function, kind)                                                                             \
    template <class T>                                                                                       \
    SIM_CALLED typename sim_cached<T>::value function(const T *pointer) {                                    \
        sim_load(pointer, sizeof(*pointer), kind, SIM_CALLER);                                               \
        return *pointer;                                                                                     \
    }
#define SIM_STORE(function, kind)                                                                            \
    template <class T>                                                                                       \
    SIM_CALLED_BY_VALUE void function(T *pointer, typename sim_cached<T>::value value, SIM_PLACE) {          \
        sim_store_value(pointer, &value, kind, sim_place);                                                   \
    }

template <class T>
SIM_RAW void sim_store_value(T *pointer, const T *value, int kind, void *pc) {
    sim_store(pointer, sizeof(*pointer), kind, pc);
    *pointer = *value;
}
SIM_LOAD(__ldg, SIM_READ_ONLY)
SIM_LOAD(__ldca, SIM_PLAIN)
SIM_LOAD(__ldcg, SIM_VOLATILE)
SIM_LOAD(__ldcs, SIM_PLAIN)
SIM_LOAD(__ldlu, SIM_PLAIN)
SIM_LOAD(__ldcv, SIM_VOLATILE)
SIM_STORE(__stwb, SIM_PLAIN)
SIM_STORE(__stcg, SIM_VOLATILE)
SIM_STORE(__stcs, SIM_PLAIN)
SIM_STORE(__stwt, SIM_VOLATILE)
#undef SIM_LOAD
#undef SIM_STORE

#endif
