// (flip ? s_a : s_b)[i / 2], where GCC may not compute the index in both branches (translate/chosen.c).
#ifndef SIM_CHOSEN_H
#define SIM_CHOSEN_H

#include "qualifiers.h"

#if defined(__clang__)
#define SIM_CHOSEN(...) __VA_ARGS__
#else
#define SIM_CHOSEN(...) sim_chosen(__VA_ARGS__, 0)
template <class T, __SIZE_TYPE__ N> // an array, whose length GCC checks
SIM_INLINED constexpr auto sim_chosen(T (&array)[N], int) -> T (&)[N] {
    return array;
}
template <class T>
SIM_INLINED constexpr T *sim_chosen(T *pointer, long) {
    return pointer;
}
template <class T> // an object with an operator[]
SIM_INLINED constexpr T &&sim_chosen(T &&object, ...) {
    return static_cast<T &&>(object);
}
#endif

#endif
