// How a simulated thread gets a kernel's arguments: as copies of the bytes of the host's objects, as in CUDA. No
// constructor or destructor runs in the thread.
//
// C++ passes an object that has either, or a virtual function, by the address of the caller's copy. So the kernel is
// called as a function of addresses, and gets that of the bytes (sim_handed). Where its parameters are not known, it is
// called by its name, with objects that a function made of the bytes returns (sim_hand); a jump skips their destructors
// (sim_done).
#ifndef SIM_HANDED_H
#define SIM_HANDED_H

#include <stddef.h>

#include "qualifiers.h"

extern "C" {
// Calls call(closure, place), which sim_leave_call(place) ends.
void sim_call_to_leave(void (*call)(void *closure, void *place), void *closure);
__attribute__((noreturn)) void sim_leave_call(void *place);

// In place of the host's table of virtual functions, which no kernel can use: each reports that.
extern void (*const sim_no_virtual_functions[])(void);
}

// Are both constructors trivial, if it has them? A constructor of anything hides whether the move is.
struct sim_anything {};
template <class T>
constexpr bool sim_copies = __is_constructible(T, const T &);
template <class T>
constexpr bool sim_is_plain =
    (__is_trivially_constructible(T, const T &) || __is_trivially_constructible(T, T)) &&
    __is_trivially_constructible(T, const T &) == sim_copies<T> &&
    (__is_trivially_constructible(T, T) == __is_constructible(T, T) || __is_constructible(T, sim_anything));

template <class T>
SIM_RAW_INLINE inline void sim_copy_bytes(void *to, const T &from) {
    __builtin_memcpy(to, (const void *)__builtin_addressof(from), sizeof(T));
    if constexpr (__is_polymorphic(T)) {
        *static_cast<void (*const **)(void)>(to) = sim_no_virtual_functions;
    }
}

// ---- For a kernel whose parameters are known ----

template <class T>
struct sim_bytes {
    alignas(T) unsigned char bytes[sizeof(T)];
    SIM_RAW_INLINE explicit sim_bytes(const T &from) {
        sim_copy_bytes(bytes, from);
    }
    SIM_RAW_INLINE operator void *() {
        return bytes;
    }
};
template <class T, bool is_plain = sim_is_plain<T>, bool copies = sim_copies<T>>
struct sim_handed {
    typedef T type;
    SIM_RAW_INLINE static const T &hand(const T &argument) {
        return argument;
    }
};
template <class T>
struct sim_handed<T, true, false> {
    typedef T type;
    SIM_RAW_INLINE static T &&hand(const T &argument) {
        return static_cast<T &&>(const_cast<T &>(argument));
    }
};
template <class T, bool copies>
struct sim_handed<T, false, copies> {
    typedef void *type;
    SIM_RAW_INLINE static sim_bytes<T> hand(const T &argument) {
        return sim_bytes<T>(argument);
    }
};

// ---- For a kernel that only its arguments determine ----

template <class T>
struct sim_handle {
    const T *argument;
    void *place; // of sim_leave_call
};

// Is returned like T, which has a constructor or a destructor, too.
template <class T>
struct sim_made {
    alignas(T) unsigned char bytes[sizeof(T)];
    SIM_RAW explicit sim_made(const T &from) {
        sim_copy_bytes(bytes, from);
    }
    SIM_RAW sim_made(const sim_made &);
    SIM_RAW ~sim_made() {
    }
    SIM_RAW static sim_made make(const T *from) {
        return sim_made(*from);
    }
};

template <class T>
SIM_RAW_INLINE inline T &sim_hand(T &argument) {
    return argument;
}
template <class T>
SIM_RAW_INLINE inline T sim_hand(sim_handle<T> &handle) {
    if constexpr (sim_is_plain<T>) {
        return sim_handed<T>::hand(*handle.argument);
    } else {
        return ((T(*)(const T *))(void (*)())sim_made<T>::make)(handle.argument);
    }
}
template <class T>
SIM_RAW_INLINE inline void sim_done_with(const T &) {
}
template <class T>
SIM_RAW_INLINE inline void sim_done_with(const sim_handle<T> &handle) {
    sim_leave_call(handle.place);
}
template <class... Arguments>
SIM_RAW_INLINE inline void sim_done(const Arguments &...arguments) {
    (sim_done_with(arguments), ...);
}

// Is it passed on as a variable?
template <class T>
constexpr bool sim_is_variable = sim_is_plain<T> && __is_trivially_constructible(T, T &);
template <class T>
SIM_RAW_INLINE inline auto sim_handle_of(const T &argument, void *place) {
    if constexpr (sim_is_variable<T>) {
        return argument;
    } else {
        return sim_handle<T>{__builtin_addressof(argument), place};
    }
}
template <class Call>
SIM_RAW void sim_call_at(void *call, void *place) {
    (*static_cast<Call *>(call))(place);
}
// A thread of such a kernel. `call` calls it by its name.
template <class Call, class... Arguments>
SIM_RAW_INLINE inline void sim_run_by_name(Call call, const Arguments &...arguments) {
    if constexpr ((sim_is_variable<Arguments> && ...)) {
        call(arguments...);
    } else {
        auto handed = [&](void *place) SIM_RAW_INLINE { call(sim_handle_of(arguments, place)...); };
        sim_call_to_leave(sim_call_at<decltype(handed)>, &handed);
    }
}

#endif
