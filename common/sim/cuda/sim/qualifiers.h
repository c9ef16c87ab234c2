// CUDA's qualifiers of functions and variables. The translator has already replaced those of __shared__
// declarations (see shared.h) and of __device__ and __constant__ variables (see the macros at the end of this
// file).
#ifndef SIM_QUALIFIERS_H
#define SIM_QUALIFIERS_H

// -fsanitize=bounds is for host code (hooks/array_bounds.c). GCC would load a constant that is an index twice.
#if defined(__clang__)
#define SIM_NO_BOUNDS
#else
#define SIM_NO_BOUNDS __attribute__((no_sanitize("bounds")))
#endif

// Calling a kernel like a function is an error here: cmake/lab_code.cmake turns this warning into an error. A
// translated launch calls the kernel inside SIM_CALL (kernel.h), which allows it.
#define __global__                                                                                           \
    SIM_NO_BOUNDS                                                                                            \
    __attribute__((warning("a kernel is launched, not called: kernel<<<blocks, threads>>>(...)")))
#define __device__ SIM_NO_BOUNDS
#define __host__
#define __forceinline__ inline
#define __noinline__    // nothing is inlined unless it must be; libstdc++ writes __attribute__((__noinline__))
#define __inline_hint__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __nv_pure__                 __attribute__((pure))
#define __builtin_assume(condition) ((void)sizeof((condition) ? 1 : 0)) // not evaluated, as in nvcc

// A function that must not be called. GCC 11 does not know the first attribute, and reports the second one
// only where the call is compiled.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define SIM_MISSING(text)      __attribute__((unavailable(text)))
#define SIM_MISSING_TYPE(text) __attribute__((unavailable(text)))
#else
#define SIM_MISSING(text)      __attribute__((error(text)))
#define SIM_MISSING_TYPE(text) __attribute__((deprecated(text)))
#endif

// For the simulator's own inline code, which the memory hooks must not see.
#define SIM_RAW __attribute__((no_sanitize("thread")))

// The same for the code between a simulated thread's start and its kernel: no nested calls.
#define SIM_RAW_INLINE SIM_RAW __attribute__((always_inline))

#define SIM_NO_CASE __builtin_trap(); // translate/cases.c

// Host code that a kernel must not reach (translate/host_code.c). The compiler may compute it.
#define SIM_HOST_CODE(name)                                                                                  \
    if (!__builtin_is_constant_evaluated()) {                                                                \
        sim_host_code(name);                                                                                 \
    }
#ifdef __cplusplus
extern "C"
#endif
    void
    sim_host_code(const char *name);

// The translator adds these to functions that may take or return a struct (translate/by_value.c). GCC's
// thread sanitizer instruments the assignment of a struct, but not a call that reads one directly from memory
// or returns one directly to memory. So the function becomes an inlined shell, and its body a lambda. Clang
// instruments both.
#if defined(__GNUC__) && !defined(__clang__) && defined(__cplusplus)
#define SIM_INLINED       __attribute__((always_inline))
#define SIM_BODY(...)     return __VA_ARGS__
#define SIM_BODY_END(...) (__VA_ARGS__);
#define SIM_CALLEE(...)   sim_callee(__VA_ARGS__, 0)
#ifdef SIM_FOR_WARNINGS // add_warnings() in cmake/add_lab.cmake
#define SIM_LINE
#define SIM_LINE_AND
#else
#define SIM_LINE     __asm__ volatile(""); // translate/lines.c
#define SIM_LINE_AND ({ __asm__ volatile(""); }),
#endif

// Calls a function by its address, and assigns its parameters and result as a shell does.
template <class R, class... P>
struct sim_pointer {
    R (*function)(P...);
    SIM_INLINED R operator()(P... arguments) const {
        return function(static_cast<P &&>(arguments)...);
    }
};
template <class R, class... P>
SIM_INLINED constexpr sim_pointer<R, P...> sim_callee(R (*function)(P...), int) {
    return {function};
}
template <class F> // anything else
SIM_INLINED constexpr F &&sim_callee(F &&function, long) {
    return static_cast<F &&>(function);
}
#else
#define SIM_INLINED
#define SIM_BODY(...)
#define SIM_BODY_END(...)
#define SIM_CALLEE(...) __VA_ARGS__
#define SIM_LINE
#define SIM_LINE_AND
#endif

// For a struct that kernels store in shared or global memory. If f returns a struct, GCC calls no hook for
// `s_sum[tid] = f()`. So each assignment is a call, with both compilers.
#ifdef __cplusplus
extern "C" void sim_assign(void *to, const void *from, __SIZE_TYPE__ bytes, __SIZE_TYPE__ alignment,
                           const void *return_address);
#define SIM_STRUCT(name)                                                                                     \
    name() = default;                                                                                        \
    name(const name &) = default;                                                                            \
    SIM_RAW name &operator=(const name &other) {                                                             \
        sim_assign(this, &other, sizeof(other), alignof(name), __builtin_return_address(0));                 \
        return *this;                                                                                        \
    }
// For a struct that contains one: puts its assignment into the statement that copies (translate/assignments.c).
#define SIM_COPIED(name) __attribute__((always_inline)) name &operator=(const name &) = default;
#else
#define SIM_STRUCT(name)
#endif

// For functions whose return address gives the simulator the student's line.
#define SIM_CALLED SIM_RAW __attribute__((noinline))
#define SIM_CALLER __builtin_return_address(0)

// The same for a function that may take or return a student's struct. A last parameter, SIM_PLACE, passes it
// the address of its caller as sim_place.
#if defined(__GNUC__) && !defined(__clang__) && defined(__cplusplus)
#define SIM_CALLED_BY_VALUE SIM_INLINED
#else
#define SIM_CALLED_BY_VALUE SIM_CALLED
#endif
#define SIM_PLACE void *sim_place = sim_here()
#ifdef __cplusplus
SIM_CALLED static inline void *sim_here(void) {
    return SIM_CALLER;
}
#endif

// Device variables at file scope are in their own sections, whose bounds the simulator knows. The translator
// adds a gap after each declaration, which reveals an index past the variable's end. (Variables of one
// declaration share a gap, after the last.)
#if defined(__APPLE__)
#define SIM_SECTION(name) __attribute__((section("__DATA," #name), used, aligned(128)))
#else
#define SIM_SECTION(name) __attribute__((section(#name), used, aligned(128)))
#endif
// nvcc refuses one whose initializer is not a constant: no code runs on the device before the first kernel.
// In Clang, require_constant_initialization also needs a struct's members to be initialized. The warning does not. The
// gap ends it.
#if defined(__clang__)
#define SIM_INITIALIZED                                                                                      \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic error \"-Wglobal-constructors\"")
#define SIM_INITIALIZED_FUNCTION SIM_INITIALIZED
#define SIM_INITIALIZED_END      _Pragma("clang diagnostic pop")
#else
#define SIM_INITIALIZED          __constinit
#define SIM_INITIALIZED_FUNCTION // GCC takes __constinit of a pointer to a function for that of the function
#define SIM_INITIALIZED_END
#endif
#define SIM_DEVICE_VARIABLE            SIM_SECTION(sim_device) SIM_INITIALIZED
#define SIM_CONSTANT_VARIABLE          SIM_SECTION(sim_constant) SIM_INITIALIZED
#define SIM_MANAGED_VARIABLE           SIM_SECTION(sim_managed) SIM_INITIALIZED
#define SIM_DEVICE_VARIABLE_FUNCTION   SIM_SECTION(sim_device) SIM_INITIALIZED_FUNCTION
#define SIM_CONSTANT_VARIABLE_FUNCTION SIM_SECTION(sim_constant) SIM_INITIALIZED_FUNCTION
#define SIM_MANAGED_VARIABLE_FUNCTION  SIM_SECTION(sim_managed) SIM_INITIALIZED_FUNCTION

// GCC before 14 ignores the section of a template, so kernels would find the variable in host memory. Newer versions do
// not let it share a section with other variables.
#if defined(__GNUC__) && !defined(__clang__)
#define SIM_VARIABLE_TEMPLATE                                                                                \
    static_assert(false, "with this compiler, the simulated GPU has no templates of __device__ and "         \
                         "__constant__ variables: declare a variable for each type, or use Clang");
#else
#define SIM_VARIABLE_TEMPLATE
#endif

#define SIM_GAP_NAME_(number) sim_gap_##number
#define SIM_GAP_NAME(number)  SIM_GAP_NAME_(number)
#define SIM_GAP(name)                                                                                        \
    static char SIM_GAP_NAME(__COUNTER__)[4096] SIM_SECTION(name);                                           \
    SIM_INITIALIZED_END
#define SIM_DEVICE_GAP   SIM_GAP(sim_device)
#define SIM_CONSTANT_GAP SIM_GAP(sim_constant)
#define SIM_MANAGED_GAP  SIM_GAP(sim_managed)

#endif
