// CUDA's words for functions and variables. The translator has already replaced those on __shared__
// declarations (see shared.h) and on __device__ and __constant__ variables (the macros at the end here).
#ifndef SIM_QUALIFIERS_H
#define SIM_QUALIFIERS_H

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__    __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__

// On the simulator's own inline code, which the memory hooks must not see.
#define SIM_RAW __attribute__((no_sanitize("thread")))

// In a struct whose values kernels keep in shared or global memory. GCC calls no hook for `s_sum[tid] = f()` where f
// returns a struct; so each assignment of one is a call, which both compilers make alike.
#ifdef __cplusplus
extern "C" void sim_assign(void *to, const void *from, __SIZE_TYPE__ bytes, const void *return_address);
#define SIM_STRUCT(name)                                                                                     \
    name() = default;                                                                                        \
    name(const name &) = default;                                                                            \
    SIM_RAW name &operator=(const name &other) {                                                             \
        sim_assign(this, &other, sizeof other, __builtin_return_address(0));                                 \
        return *this;                                                                                        \
    }
#else
#define SIM_STRUCT(name)
#endif

// Variables at file scope that live on the device: gathered in one section, whose bounds the simulator knows.
#if defined(__APPLE__)
#define SIM_DEVICE_VARIABLE __attribute__((section("__DATA,sim_device")))
#else
#define SIM_DEVICE_VARIABLE __attribute__((section("sim_device")))
#endif
#define SIM_CONSTANT_VARIABLE SIM_DEVICE_VARIABLE
#define SIM_MANAGED_VARIABLE  SIM_DEVICE_VARIABLE

#endif
