// CUDA's words for functions and variables. The translator has already replaced those on __shared__
// declarations (see shared.h) and on __device__ and __constant__ variables (the macros at the end here).
#ifndef SIM_QUALIFIERS_H
#define SIM_QUALIFIERS_H

// Calling a kernel like a function is an error here (cmake/add_lab.cmake makes it one of this warning). The
// call that the translator makes of a launch stands in SIM_CALL (launch.h), which allows it.
#define __global__                                                                                           \
    __attribute__((warning("a kernel is launched, not called: kernel<<<blocks, threads>>>(...)")))
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__    __attribute__((noinline))
#define __inline_hint__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __nv_pure__                 __attribute__((pure))
#define __builtin_assume(condition) ((void)sizeof((condition) ? 1 : 0)) // not evaluated, as in nvcc

// A function that cannot be called. GCC 11 does not know the first attribute; its second one needs the call
// to be compiled.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define SIM_MISSING(text)      __attribute__((unavailable(text)))
#define SIM_MISSING_TYPE(text) __attribute__((unavailable(text)))
#else
#define SIM_MISSING(text)      __attribute__((error(text)))
#define SIM_MISSING_TYPE(text) __attribute__((deprecated(text)))
#endif

// On the simulator's own inline code, which the memory hooks must not see.
#define SIM_RAW __attribute__((no_sanitize("thread")))

// The same on what stands between a simulated thread's start and its kernel: no calls within calls.
#define SIM_RAW_INLINE SIM_RAW __attribute__((always_inline))

// In a struct whose values kernels keep in shared or global memory. GCC calls no hook for `s_sum[tid] = f()`
// where f returns a struct; so each assignment of one is a call, which both compilers make alike.
#ifdef __cplusplus
extern "C" void sim_assign(void *to, const void *from, __SIZE_TYPE__ bytes, const void *return_address);
#define SIM_STRUCT(name)                                                                                     \
    name() = default;                                                                                        \
    name(const name &) = default;                                                                            \
    SIM_RAW name &operator=(const name &other) {                                                             \
        sim_assign(this, &other, sizeof(other), __builtin_return_address(0));                                \
        return *this;                                                                                        \
    }
#else
#define SIM_STRUCT(name)
#endif

// On those functions of it that tell the simulator where the student's code called them, by their return
// address.
#define SIM_CALLED SIM_RAW __attribute__((noinline))
#define SIM_CALLER __builtin_return_address(0)

// Variables at file scope that live on the device: gathered in sections, whose bounds the simulator knows.
// Behind the declaration of each the translator puts a gap, so that an index past its end is seen. (Variables
// of one declaration have one gap, behind the last.)
#if defined(__APPLE__)
#define SIM_SECTION(name) __attribute__((section("__DATA," #name), used, aligned(128)))
#else
#define SIM_SECTION(name) __attribute__((section(#name), used, aligned(128)))
#endif
#define SIM_DEVICE_VARIABLE   SIM_SECTION(sim_device)
#define SIM_CONSTANT_VARIABLE SIM_SECTION(sim_constant)
#define SIM_MANAGED_VARIABLE  SIM_SECTION(sim_managed)

#define SIM_GAP_NAME_(number) sim_gap_##number
#define SIM_GAP_NAME(number)  SIM_GAP_NAME_(number)
#define SIM_GAP(name)         static char SIM_GAP_NAME(__COUNTER__)[4096] SIM_SECTION(name);
#define SIM_DEVICE_GAP        SIM_GAP(sim_device)
#define SIM_CONSTANT_GAP      SIM_GAP(sim_constant)
#define SIM_MANAGED_GAP       SIM_GAP(sim_managed)

#endif
