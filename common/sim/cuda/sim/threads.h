// A thread's indices, and the barriers of its block.
#ifndef SIM_THREADS_H
#define SIM_THREADS_H

#include <stddef.h>
#include <time.h>

#include "leave.h"
#include "qualifiers.h"
#include "types.h"

enum sim_vote { SIM_COUNT, SIM_AND, SIM_OR };

extern "C" {
// The compiler treats them as constants, and therefore reads them without a hook. The simulator changes them
// between threads. Two are `__thread` because each worker runs its own block. The others are not dim3: its constructors
// would make the compiler read them through hooks.
extern __thread const uint3 threadIdx, blockIdx;
extern const uint3 blockDim, gridDim;

void __syncthreads(void);
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void sim_barrier(void *pc);      // __syncthreads() in the code at `pc`
void sim_grid_barrier(void *pc); // the same for the whole grid, in a cooperative launch
bool sim_is_cooperative(void);   // is this launch one?

void __threadfence_block(void);
void __threadfence(void);
void __threadfence_system(void);

void __trap(void);
void __nanosleep(unsigned nanoseconds); // lets other threads run
long long clock64(void);                // means nothing: counts the calls in the block, 1,000 for each
clock_t clock(void) noexcept;           // the same in a kernel; the C library's in host code
}

static const int warpSize = 32; // no macro: struct cudaDeviceProp has a member of this name

// PTX's %laneid and %lanemask_lt and the like (translate/registers.c).
static inline unsigned sim_laneid(void) {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
static inline unsigned sim_lanemask_eq(void) {
    return 1u << sim_laneid();
}
static inline unsigned sim_lanemask_lt(void) {
    return sim_lanemask_eq() - 1;
}
static inline unsigned sim_lanemask_le(void) {
    return sim_lanemask_lt() | sim_lanemask_eq();
}
static inline unsigned sim_lanemask_gt(void) {
    return ~sim_lanemask_le();
}
static inline unsigned sim_lanemask_ge(void) {
    return ~sim_lanemask_lt();
}

#ifdef SIM_LEAVE
// A macro, so its code belongs to the student's line.
#define __syncthreads() SIM_LEAVE(sim_leave_for_barrier)
#endif

#endif
