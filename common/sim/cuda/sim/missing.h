// What CUDA has and the simulated GPU does not have: using it is a compile error that says what to do
// instead. For missing headers there are files beside cuda_runtime.h that contain an #error.
#ifndef SIM_MISSING_H
#define SIM_MISSING_H

#include <time.h>

#include "qualifiers.h"
#include "stream.h"

// A word that must not be used.
#define SIM_PRAGMA(text)       _Pragma(#text)
#define SIM_MISSING_WORD(text) SIM_PRAGMA(GCC error text)

#define SIM_NO_TIME    "the simulated GPU has no time: it counts. Time kernels on a real GPU (--device gpu)"
#define SIM_NO_MANAGED "the simulated GPU has no managed memory: use cudaMalloc and cudaMemcpy"
#define SIM_NO_GRAPHS  "the simulated GPU has no graphs: launch the kernels one after the other"
#define SIM_NO_TEXTURE                                                                                       \
    "the simulated GPU has no textures and surfaces: read global memory, for example through __ldg"
#define SIM_NO_GRID                                                                                          \
    "the simulated GPU has no cooperative launch: end the kernel where the grid should wait, and launch "    \
    "another"
#define SIM_NO_PEER "the simulated GPU is one device: there is no other to copy to"
#define SIM_NO_PTX                                                                                           \
    "inline PTX (asm): the simulated GPU runs CUDA C only; most such instructions have a function, such as " \
    "__shfl_sync or __ldcs"
#define SIM_NO_CALLBACK "the simulated GPU calls no host functions from streams: synchronize, then call it"
#define SIM_NO_SPACE    "the simulated GPU cannot tell the memory space of a pointer at run time"

#define SIM_MISSING_CALL(function, text) SIM_MISSING(text) cudaError_t function(...);

// ---- Runtime API ----

SIM_MISSING(SIM_NO_TIME)
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);
SIM_MISSING_CALL(cudaMallocManaged, SIM_NO_MANAGED)
SIM_MISSING_CALL(cudaMemPrefetchAsync, SIM_NO_MANAGED)
SIM_MISSING_CALL(cudaMemAdvise, SIM_NO_MANAGED)
SIM_MISSING_CALL(cudaMallocPitch,
                 "the simulated GPU has no cudaMallocPitch: use cudaMalloc with rows * width")
SIM_MISSING_CALL(cudaMalloc3D,
                 "the simulated GPU has no cudaMalloc3D: use cudaMalloc with the product of the lengths")
SIM_MISSING_CALL(cudaMemcpy3D, "the simulated GPU has no cudaMemcpy3D: use cudaMemcpy")
SIM_MISSING_CALL(cudaMallocArray, SIM_NO_TEXTURE)
SIM_MISSING_CALL(cudaCreateTextureObject, SIM_NO_TEXTURE)
SIM_MISSING_CALL(cudaCreateSurfaceObject, SIM_NO_TEXTURE)
SIM_MISSING_CALL(cudaBindTexture, SIM_NO_TEXTURE)
SIM_MISSING_CALL(cudaHostRegister, "the simulated GPU cannot pin existing memory: use cudaMallocHost")
SIM_MISSING_CALL(cudaHostGetDevicePointer,
                 "kernels of the simulated GPU cannot reach host memory: use cudaMemcpy")
SIM_MISSING_CALL(cudaMemcpyPeer, SIM_NO_PEER)
SIM_MISSING_CALL(cudaMemcpyPeerAsync, SIM_NO_PEER)
SIM_MISSING_CALL(cudaDeviceEnablePeerAccess, SIM_NO_PEER)
SIM_MISSING_CALL(cudaLaunchCooperativeKernel, SIM_NO_GRID)
SIM_MISSING_CALL(cudaLaunchKernelEx, "the simulated GPU has no launch attributes: use kernel<<<...>>>(...)")
SIM_MISSING_CALL(cudaLaunchKernelExC, "the simulated GPU has no launch attributes: use kernel<<<...>>>(...)")
SIM_MISSING_CALL(cudaLaunchHostFunc, SIM_NO_CALLBACK)
SIM_MISSING_CALL(cudaStreamAddCallback, SIM_NO_CALLBACK)
SIM_MISSING_CALL(cudaStreamBeginCapture, SIM_NO_GRAPHS)
SIM_MISSING_CALL(cudaGraphCreate, SIM_NO_GRAPHS)
SIM_MISSING_CALL(cudaGraphLaunch, SIM_NO_GRAPHS)
SIM_MISSING_CALL(cudaDeviceSetLimit, "the simulated GPU has no limits to set: a thread's stack has 64 KiB")
SIM_MISSING_CALL(cudaFuncGetAttributes,
                 "the simulated GPU does not know a kernel's registers: cuobjdump and a real GPU do")
SIM_MISSING_CALL(cudaPointerGetAttributes, SIM_NO_SPACE)

// ---- Kernels ----

extern "C" {
SIM_MISSING(SIM_NO_TIME) clock_t clock(void) noexcept;
SIM_MISSING(SIM_NO_TIME) long long clock64(void);
SIM_MISSING(SIM_NO_TIME) unsigned long long __globaltimer(void);
}
SIM_MISSING(SIM_NO_SPACE) unsigned __isGlobal(const void *pointer);
SIM_MISSING(SIM_NO_SPACE) unsigned __isShared(const void *pointer);
SIM_MISSING(SIM_NO_SPACE) unsigned __isLocal(const void *pointer);
SIM_MISSING(SIM_NO_SPACE) unsigned __isConstant(const void *pointer);
SIM_MISSING(SIM_NO_SPACE) size_t __cvta_generic_to_shared(const void *pointer);
SIM_MISSING("the simulated GPU has no numbered barriers: use __syncthreads()")
void __barrier_sync(unsigned number);
SIM_MISSING("the simulated GPU has no numbered barriers: use __syncthreads()")
void __barrier_sync_count(unsigned number, unsigned count);
SIM_MISSING("the simulated GPU has no breakpoints: use printf or assert") void __brkpt(void);
SIM_MISSING("the simulated GPU has no profiler counters: it counts by itself")
void __prof_trigger(int counter);
SIM_MISSING("the simulated GPU has no __dp4a: multiply and add the four bytes") int __dp4a(int, int, int);

// CUDA has removed those without _sync, too.
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

// cudaMalloc and its like use it for the size of an element (api.h). It is never called, so GCC 11 would
// accept it; there the compiler says that no sim_pointee matches.
#if defined(__has_attribute) && __has_attribute(unavailable)
template <class T>
SIM_MISSING(
    "cudaMalloc() writes where the memory is: it takes the pointer's address, cudaMalloc(&pointer, ...)")
char (&sim_pointee(T *))[4];
#endif

// ---- Words ----

#define asm                 SIM_MISSING_WORD(SIM_NO_PTX) __asm__
#define cudaTextureObject_t SIM_MISSING_WORD(SIM_NO_TEXTURE) unsigned long long
#define cudaSurfaceObject_t SIM_MISSING_WORD(SIM_NO_TEXTURE) unsigned long long
#define cudaGraph_t         SIM_MISSING_WORD(SIM_NO_GRAPHS) void *
#define __cluster_dims__(...)                                                                                \
    SIM_MISSING_WORD("__cluster_dims__: the simulated GPU has no clusters of blocks")

// nvcc compiles a file once for the host and once for each architecture, and this says for which. Here it is
// compiled once for both.
#pragma GCC poison __CUDA_ARCH__

#endif
