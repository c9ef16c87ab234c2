// The kernel of a launch: which function it is, and how a simulated thread calls it (launch.h).
//
//     sim_kernel_of(SIM_KERNEL(name), [&](auto, auto... sim_a) SIM_RAW_INLINE {
//         SIM_CALL(name(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0)
//                                                    the name of a kernel, a template or a variable
//     SIM_KERNEL_VALUE(SIM_CALL(sim_k(sim_a...)), (*pointer))
//                                                    an expression
//
// The call by name is in no argument of a macro, where Clang ignores the pragmas of SIM_CALL. Both make a sim_function,
// whose parameters are known, or a sim_overloads, whose parameters depend on the arguments.
#ifndef SIM_KERNEL_H
#define SIM_KERNEL_H

#include "handed.h"
#include "qualifiers.h"

// A launch in a macro's body: the kernel's name after the macro has been expanded.
#define SIM_KERNEL_NAME(...) #__VA_ARGS__

// The only place where a kernel may be called like a function (qualifiers.h).
#define SIM_CALL(...)                                                                                        \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wattribute-warning\"") __VA_ARGS__;    \
    _Pragma("GCC diagnostic pop")

template <bool, class T = void>
struct sim_if {};
template <class T>
struct sim_if<true, T> {
    typedef T type;
};

// A launch's argument that is just 0 or NULL. It converts to a number or to a null pointer, as the kernel's
// parameter requires.
struct sim_zero {
    template <class T>
    SIM_RAW operator T *() const {
        return nullptr;
    }
    template <class T, class = decltype(T() * 1.0), bool is_class = __is_class(T),
              class = typename sim_if<!is_class>::type>
    SIM_RAW operator T() const {
        return T(0);
    }
    // For a parameter with a constructor that takes a number. The last `class` tells this template from the other.
    template <class T, bool is_class = __is_class(T), class = typename sim_if<is_class>::type,
              class = decltype(T(0)), class = void>
    SIM_RAW operator T() const {
        return T(0);
    }
};
#define SIM_ZERO (sim_zero())

template <class T>
SIM_RAW_INLINE inline T sim_number(T argument) {
    return argument;
}
SIM_RAW_INLINE inline int sim_number(sim_zero) {
    return 0;
}
template <class T>
SIM_RAW_INLINE inline T sim_number(sim_handle<T> handle) {
    return sim_hand(handle);
}
template <class... Arguments, class Call>
constexpr auto sim_takes(Call call, int) -> decltype(call(*static_cast<Arguments *>(nullptr)...), true) {
    return true;
}
template <class... Arguments, class Call>
constexpr bool sim_takes(Call, long) {
    return false;
}
#define SIM_CALL_ZERO(...)                                                                                   \
    if constexpr (sim_takes<decltype(sim_number(sim_a))...>(                                                 \
                      [](auto... sim_b) -> decltype((void)__VA_ARGS__(sim_b...)) {}, 0)) {                   \
        SIM_CALL(__VA_ARGS__(sim_number(sim_a)...), sim_done(sim_a...))                                      \
    } else {                                                                                                 \
        SIM_CALL(__VA_ARGS__(sim_hand(sim_a)...), sim_done(sim_a...))                                        \
    }

// A kernel with these parameters. `call`: for arguments that do not match the parameters one by one, because of default
// arguments or of an error, which the compiler then reports at the launch.
template <class Call, class... Parameters>
struct sim_function {
    void (*function)(Parameters...);
    Call call;

    static void accept(Parameters...);
    template <class... Arguments>
    static constexpr auto takes(int) -> decltype(accept(*static_cast<Arguments *>(nullptr)...), true) {
        return true;
    }
    template <class... Arguments>
    static constexpr auto takes(long) -> decltype(accept(static_cast<Arguments (*)()>(nullptr)()...), true) {
        return true;
    }
    template <class... Arguments>
    static constexpr bool takes(...) {
        return false;
    }
};

// Do the arguments decide a parameter's type? A template's default for it is then not what the launch calls.
struct sim_nothing {}; // converts to no type
template <class Call, class... Before>
struct sim_probe {
    template <class... Arguments>
    static constexpr auto takes(int)
        -> decltype((*static_cast<Call *>(nullptr))(*static_cast<Arguments *>(nullptr)...), true) {
        return true;
    }
    template <class... Arguments>
    static constexpr bool takes(...) {
        return false;
    }
    template <int = 0>
    static constexpr bool deduces() {
        return false;
    }
    template <class First, class... After>
    static constexpr bool deduces() {
        return takes<Before..., sim_nothing, After...>(0) ||
               sim_probe<Call, Before..., First>::template deduces<After...>();
    }
};

// A kernel that only the arguments determine.
template <class Call>
struct sim_overloads {
    Call call;
};

// The only kernel that an expression can mean. Its second parameter makes the call depend on a template's parameter,
// where several kernels are no error.
template <class... Parameters>
SIM_RAW_INLINE constexpr auto sim_pick(void (*kernel)(Parameters...), int) -> void (*)(Parameters...) {
    return kernel;
}
template <class Call, class... Parameters>
SIM_RAW_INLINE inline sim_function<Call, Parameters...> sim_function_of(void (*kernel)(Parameters...),
                                                                        Call call) {
    return {kernel, call};
}
template <class Call, class Probe, class... Parameters>
SIM_RAW_INLINE inline auto sim_only(void (*kernel)(Parameters...), Call call, Probe) ->
    typename sim_if<!sim_probe<Probe>::template deduces<Parameters...>(),
                    sim_function<Call, Parameters...>>::type {
    return {kernel, call};
}
template <class Pick, class Probe, class Call>
SIM_RAW_INLINE inline auto sim_kernel_of(Pick pick, Probe probe, Call call, int)
    -> decltype(sim_only(pick(0), call, probe)) {
    return sim_only(pick(0), call, probe);
}
template <class Pick, class Probe, class Call>
SIM_RAW_INLINE inline sim_overloads<Call> sim_kernel_of(Pick, Probe, Call call, long) {
    return {call};
}
// clang-format off
#define SIM_KERNEL(...)                                                                                      \
    [&](auto sim_k) SIM_RAW_INLINE -> decltype(sim_pick(__VA_ARGS__, sim_k)) {                               \
        return sim_pick(__VA_ARGS__, sim_k);                                                                 \
    },                                                                                                       \
    [&](auto... sim_b) SIM_RAW_INLINE -> decltype((void)__VA_ARGS__(sim_b...)) {}

// An expression whose value is a kernel: table[i].kernel, (*kernel). It is evaluated once, by the host.
#define SIM_KERNEL_VALUE(call, ...)                                                                          \
    sim_function_of(__VA_ARGS__, [](auto sim_k, auto... sim_a) SIM_RAW_INLINE { call })
// clang-format on

#endif
