// Asynchronous copies within a kernel. Here the bytes are copied when the function that begins the copy returns. In
// shared memory they count as not written until the thread has waited (schedule/async_copies.h).
#ifndef SIM_COPIES_H
#define SIM_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "loads.h"
#include "qualifiers.h"

extern "C" {
// The running thread has copied this at the code `pc`, but has not waited for it.
void sim_copy_begun(const void *to, size_t bytes, void *pc);
// What it has copied since its last commit is a stage.
void sim_copies_commit(void);
// It waits for its oldest stage; or for all except the last `prior`, 0: for all that it has copied.
void sim_copies_wait_oldest(void);
void sim_copies_wait_prior(size_t prior);
}

namespace cuda {

// A number of bytes, of pointers with this alignment.
template <size_t Alignment>
struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    SIM_RAW explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {
    }
    SIM_RAW constexpr operator size_t() const {
        return value;
    }
};

} // namespace cuda

// What the addresses are multiples of, by the type of the elements and of the number of bytes.
template <class T>
struct sim_copy_unit {
    static constexpr size_t value = alignof(T) < 16 ? alignof(T) : 16;
};
template <>
struct sim_copy_unit<void> {
    static constexpr size_t value = 1;
};
template <class Bytes>
struct sim_bytes_unit {
    static constexpr size_t value = 1;
};
template <size_t Alignment>
struct sim_bytes_unit<cuda::aligned_size_t<Alignment>> {
    static constexpr size_t value = Alignment < 16 ? Alignment : 16;
};

// Not memcpy, which is an access of its own.
SIM_RAW inline void sim_copy_bytes(void *to, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
}

// The part of thread `rank` of `threads`: neighbouring threads copy neighbouring units. The code at `pc` called the
// function.
template <class T, class Bytes>
SIM_RAW void sim_copy_part(T *to, const void *from, const Bytes &bytes, unsigned rank, unsigned threads,
                           void *pc) {
    const size_t count = (size_t)bytes;
    size_t unit = sim_copy_unit<T>::value < sim_bytes_unit<Bytes>::value ? sim_bytes_unit<Bytes>::value
                                                                         : sim_copy_unit<T>::value;
    while (count % unit != 0) {
        unit /= 2;
    }
    for (size_t at = rank * unit; at < count; at += threads * unit) {
        sim_load((const char *)from + at, unit, SIM_PLAIN, pc);
        sim_store((char *)to + at, unit, SIM_PLAIN, (char *)pc - 1); // another instruction
        sim_copy_bytes((char *)to + at, (const char *)from + at, unit);
        sim_copy_begun((char *)to + at, unit, pc);
    }
}

#endif
