// Features of CUDA that the simulated GPU does not have. Using one is a compile error that says what to do
// instead. The long lists are in missing_names.h, missing headers in translate/include.c.
#ifndef SIM_MISSING_H
#define SIM_MISSING_H

#include "qualifiers.h"
#include "stream.h"

// A word that must not be used.
#define SIM_PRAGMA(text)       _Pragma(#text)
#define SIM_MISSING_WORD(text) SIM_PRAGMA(GCC error text)

#define SIM_NO_TIME    "the simulated GPU does not measure time. Time kernels on a real GPU (--device gpu)"
#define SIM_NO_MANAGED "the simulated GPU ignores where managed memory is: remove the call"
#define SIM_NO_GRAPHS  "the simulated GPU has no graphs: launch the kernels one after the other"
#define SIM_NO_TEXTURE                                                                                       \
    "the simulated GPU has no textures and surfaces: read global memory, for example through __ldg"
#define SIM_NO_GRID                                                                                          \
    "the simulated GPU has a barrier of the grid only in cooperative groups: use this_grid().sync()"
#define SIM_NO_PEER "the simulated GPU is a single device: there is no other device to copy to"
// One literal: of several, `#pragma GCC error` shows the first.
#define SIM_NO_PTX "the simulated GPU cannot run this PTX: use a CUDA function such as __shfl_sync or __ldcs"
#define SIM_NO_CALLBACK                                                                                      \
    "the simulated GPU cannot call host functions from streams: synchronize, then call the function"
#define SIM_NO_SPACE   "the simulated GPU cannot determine a pointer's memory space at run time"
#define SIM_NO_DRAWING "the simulated GPU does not draw: copy the results to the host with cudaMemcpy"
#define SIM_NO_POOL    "the simulated GPU has only the default memory pool: use cudaDeviceGetDefaultMemPool"
#define SIM_NO_SHARING "the simulated GPU cannot share memory with other programs: use cudaMemcpy"
#define SIM_NO_MODULES "the simulated GPU cannot load kernels at run time: use kernel<<<...>>>(...)"
#define SIM_NO_PITCH                                                                                         \
    "the simulated GPU has no 3D copies and no batches: use cudaMallocPitch and cudaMemcpy2D, layer by "     \
    "layer"
#define SIM_NO_SETTING  "the simulated GPU does not have this setting: remove the call"
#define SIM_NO_PROFILER "the simulated GPU has no profiler: use ./lab check --counters"
#define SIM_NO_OCCUPANCY                                                                                     \
    "the simulated GPU has no clusters of blocks: use cudaOccupancyMaxActiveBlocksPerMultiprocessor"
#define SIM_NO_LAUNCHES "the simulated GPU cannot launch kernels from kernels: launch from the host"
#define SIM_NO_ROUNDING "the simulated GPU only rounds to nearest: use the function that ends in _rn"
#define SIM_NO_WORDS    "the simulated GPU has no SIMD functions within a word: compute the bytes one by one"
#define SIM_NO_DPX      "the simulated GPU has no DPX functions: use min(), max() and +"
#define SIM_NO_MATH     "the simulated GPU does not have this CUDA function: use one of C's math library"
#define SIM_NO_CLUSTER  "the simulated GPU has no clusters of blocks: use __threadfence() and __syncthreads()"
#define SIM_NO_BARRIERS "the simulated GPU has no numbered barriers: use __syncthreads()"

#include "missing_names.h"

// ---- Host code ----

// Functions of the compiler that nvcc computes, in a kernel, only for constants (translate/host_library.c).
template <bool is_constant>
struct sim_for_constant {
    SIM_MISSING("nvcc lets a kernel call this function only with a constant; otherwise it is host code. CUDA "
                "has __ffs, __clz, __popc and __byte_perm")
    static void check();
};
template <>
struct sim_for_constant<true> {
    SIM_RAW static constexpr void check() {
    }
};

// ---- Kernels ----

extern "C" {
SIM_MISSING(SIM_NO_TIME) unsigned long long __globaltimer(...);
}
SIM_MISSING("the simulated GPU has no breakpoints: use printf or assert") void __brkpt(...);
SIM_MISSING("the simulated GPU has no profiler counters: use ./lab check --counters")
void __prof_trigger(...);

// CUDA has also removed the functions without _sync.
#define SIM_MISSING_OLD(function)                                                                            \
    template <class T, class... U>                                                                           \
    SIM_MISSING(#function " was removed in CUDA 9: use " #function "_sync with the mask of the lanes")       \
    T function(T, U...);
SIM_MISSING_OLD(__shfl)
SIM_MISSING_OLD(__shfl_up)
SIM_MISSING_OLD(__shfl_down)
SIM_MISSING_OLD(__shfl_xor)
SIM_MISSING_OLD(__ballot)
SIM_MISSING_OLD(__any)
SIM_MISSING_OLD(__all)

// ---- Calls with a missing argument ----

#define SIM_NO_MASK(function)                                                                                \
    SIM_MISSING(#function "() takes the mask of the lanes first: " #function "(0xffffffff, ...)")
#define SIM_SHUFFLE_OF_ALL(function)                                                                         \
    template <class T, class U>                                                                              \
    SIM_NO_MASK(function)                                                                                    \
    T function(T value, U argument);
#define SIM_VOTE_OF_ALL(function)                                                                            \
    template <class T>                                                                                       \
    SIM_NO_MASK(function)                                                                                    \
    T function(T value);
SIM_SHUFFLE_OF_ALL(__shfl_sync)
SIM_SHUFFLE_OF_ALL(__shfl_up_sync)
SIM_SHUFFLE_OF_ALL(__shfl_down_sync)
SIM_SHUFFLE_OF_ALL(__shfl_xor_sync)
SIM_VOTE_OF_ALL(__ballot_sync)
SIM_VOTE_OF_ALL(__any_sync)
SIM_VOTE_OF_ALL(__all_sync)
SIM_VOTE_OF_ALL(__match_any_sync)
SIM_VOTE_OF_ALL(__reduce_add_sync)
SIM_VOTE_OF_ALL(__reduce_min_sync)
SIM_VOTE_OF_ALL(__reduce_max_sync)

// ---- Launches ----

// Hides sim_launch() from the rest of the block, which is a kernel's or a device function's (translate/launched.c).
#define SIM_IN_KERNEL                                                                                        \
    SIM_MISSING(SIM_NO_LAUNCHES)                                                                             \
    void sim_launch(...);

// ---- Words ----

#define asm SIM_MISSING_WORD(SIM_NO_PTX) __asm__
#define __cluster_dims__(...)                                                                                \
    SIM_MISSING_WORD("__cluster_dims__: the simulated GPU has no clusters of blocks")

#endif
