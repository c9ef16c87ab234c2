// What a kernel knows of its place in the grid, and how its threads wait for each other.
#ifndef SIM_THREADS_H
#define SIM_THREADS_H

#include <stddef.h>

#include "qualifiers.h"
#include "types.h"

struct sim_indices {
    uint3 thread, block;
};
struct sim_dimensions {
    uint3 block, grid; // not dim3: its constructors would make the compiler read these through hooks
};

enum sim_exchange_kind {
    SIM_SHUFFLE_INDEX,
    SIM_SHUFFLE_UP,
    SIM_SHUFFLE_DOWN,
    SIM_SHUFFLE_XOR,
    SIM_BALLOT,
    SIM_ANY,
    SIM_ALL
};

extern "C" {
// Constants to the compiler, which therefore reads them without a hook; the simulator changes them between
// threads. `__thread`, because each of its workers runs a block of its own.
extern __thread const struct sim_indices sim_index;
extern const struct sim_dimensions sim_dimension;

void __syncthreads(void);
void sim_syncwarp(unsigned mask);
void __threadfence_block(void);
void __threadfence(void);
void __threadfence_system(void);

// One shuffle or vote: `value` (`bytes` long, 1 to 8) is given and replaced by what comes back. A vote gives
// and gets an unsigned.
void sim_exchange(enum sim_exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument,
                  int width, void *pc);
}

#define threadIdx (sim_index.thread)
#define blockIdx  (sim_index.block)
#define blockDim  (sim_dimension.block)
#define gridDim   (sim_dimension.grid)
#define warpSize  32

static inline constexpr unsigned sim_mask(unsigned mask = 0xffffffffu) {
    return mask;
}
#define __syncwarp(...) sim_syncwarp(sim_mask(__VA_ARGS__))

#define SIM_SHUFFLE(function, kind, argument_type)                                                           \
    template <class T>                                                                                       \
    SIM_RAW __attribute__((noinline)) T function(unsigned mask, T value, argument_type argument,             \
                                                 int width = 32) {                                           \
        static_assert(sizeof(T) <= 8, #function " takes values of up to 8 bytes, as CUDA's does");           \
        sim_exchange(kind, mask, &value, sizeof value, (int)argument, width, __builtin_return_address(0));   \
        return value;                                                                                        \
    }
SIM_SHUFFLE(__shfl_sync, SIM_SHUFFLE_INDEX, int)
SIM_SHUFFLE(__shfl_up_sync, SIM_SHUFFLE_UP, unsigned)
SIM_SHUFFLE(__shfl_down_sync, SIM_SHUFFLE_DOWN, unsigned)
SIM_SHUFFLE(__shfl_xor_sync, SIM_SHUFFLE_XOR, int)
#undef SIM_SHUFFLE

SIM_RAW __attribute__((noinline)) inline unsigned __ballot_sync(unsigned mask, int predicate) {
    unsigned value = predicate != 0;
    sim_exchange(SIM_BALLOT, mask, &value, sizeof value, 0, 32, __builtin_return_address(0));
    return value;
}
SIM_RAW __attribute__((noinline)) inline int __any_sync(unsigned mask, int predicate) {
    unsigned value = predicate != 0;
    sim_exchange(SIM_ANY, mask, &value, sizeof value, 0, 32, __builtin_return_address(0));
    return value != 0;
}
SIM_RAW __attribute__((noinline)) inline int __all_sync(unsigned mask, int predicate) {
    unsigned value = predicate == 0;
    sim_exchange(SIM_ALL, mask, &value, sizeof value, 0, 32, __builtin_return_address(0));
    return value == 0;
}

#endif
