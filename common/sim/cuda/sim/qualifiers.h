// CUDA's qualifiers of functions and variables. The translator has already replaced those of __shared__
// declarations (see shared.h) and of __device__ and __constant__ variables (the macros at the end here).
#ifndef SIM_QUALIFIERS_H
#define SIM_QUALIFIERS_H

// Calling a kernel like a function is an error here: cmake/add_lab.cmake turns this warning into one. The
// call that the translator makes of a launch is inside SIM_CALL (launch.h), which allows it.
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
#define __nv_pure__ __attribute__((pure))

// A function that must not be called. GCC 11 does not know the first attribute, and reports the second one
// only where the call is compiled.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define SIM_MISSING(text) __attribute__((unavailable(text)))
#else
#define SIM_MISSING(text) __attribute__((error(text)))
#endif

// For the simulator's own inline code, which the memory hooks must not see.
#define SIM_RAW __attribute__((no_sanitize("thread")))

// The same for the code between a simulated thread's start and its kernel: no nested calls.
#define SIM_RAW_INLINE SIM_RAW __attribute__((always_inline))

// For a struct whose values kernels keep in shared or global memory. GCC calls no hook for `s_sum[tid] = f()`
// where f returns a struct. So each assignment is a call, with both compilers.
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

// For functions whose return address gives the simulator the student's line.
#define SIM_CALLED SIM_RAW __attribute__((noinline))
#define SIM_CALLER __builtin_return_address(0)

// Variables at file scope that live on the device are collected in sections, whose bounds the simulator
// knows. The translator puts a gap after each declaration, which reveals an index past the end. (The
// variables of one declaration have one gap, after the last.)
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
