// Indexes of local arrays in kernels and device functions: translate/local_arrays.c adds the calls.
#ifndef SIM_LOCAL_ARRAYS_H
#define SIM_LOCAL_ARRAYS_H

// Reports an index outside a local array of `length` elements, in a thread or on the host. `name`: of the array, in
// the source; `return_address`: in the student's code.
extern "C" void sim_outside_local(const char *name, unsigned long long length, long long index,
                                  const void *return_address);

template <class T>
struct sim_array {
    static constexpr long long length = -1;
};
template <class T, __SIZE_TYPE__ N>
struct sim_array<T[N]> {
    static constexpr long long length = N;
};
template <class T, __SIZE_TYPE__ N>
struct sim_array<T (&)[N]> {
    static constexpr long long length = N;
};

template <class I>
constexpr bool sim_is_floating = false;
template <>
constexpr bool sim_is_floating<float> = true;
template <>
constexpr bool sim_is_floating<double> = true;

// The index, of a variable of type A: if that is an array, less than its length plus BEYOND. After a report it is 0,
// and so the thread overwrites nothing else.
template <class A, int BEYOND, class I>
SIM_CALLED constexpr auto sim_at(const char *name, I index) {
    if constexpr (sim_array<A>::length >= 0) {
        static_assert(!sim_is_floating<I>, "an index is an integer");
        const long long at = static_cast<long long>(index);
        if (at < 0 || at >= sim_array<A>::length + BEYOND) {
            sim_outside_local(name, sim_array<A>::length, at, SIM_CALLER);
            return 0ll;
        }
        return at;
    } else {
        return index;
    }
}

#endif
