// Indexes of local arrays, rows and members in kernels and device functions: translate/local_arrays.c adds the calls.
#ifndef SIM_LOCAL_ARRAYS_H
#define SIM_LOCAL_ARRAYS_H

// Reports an index outside a local array of `length` elements, in a thread or on the host. `name`: of the array, in
// the source; `return_address`: in the student's code.
extern "C" void sim_outside_local(const char *name, unsigned long long length, long long index,
                                  const void *return_address);

// decltype(sim_array_of(variable)) has the length of an array. Of anything else it is -1, also of an array of variable
// length, of which the compiler says that a kernel has none.
template <long long LENGTH>
struct sim_length {
    static constexpr long long value = LENGTH;
};
template <class T, __SIZE_TYPE__ N>
sim_length<N> sim_array_of(T (&)[N]);
sim_length<-1> sim_array_of(...);

// The same of a member that may be used with more elements than it is declared with, if that is one.
template <class T, __SIZE_TYPE__ N>
sim_length<N == 1 ? -1ll : static_cast<long long>(N)> sim_member_of(T (&)[N]);
sim_length<-1> sim_member_of(...);

template <class I>
inline constexpr bool sim_is_index = true;
template <>
inline constexpr bool sim_is_index<float> = false;
template <>
inline constexpr bool sim_is_index<double> = false;
template <class T>
inline constexpr bool sim_is_index<T *> = false;

// The index: of an array, less than its length plus BEYOND. After a report it is 0, and so the thread overwrites
// nothing else.
template <class LENGTH, int BEYOND, class I>
SIM_CALLED constexpr auto sim_at(const char *name, I index) {
    static_assert(LENGTH::value < 0 || sim_is_index<I>, "an index is an integer");
    if constexpr (LENGTH::value < 0) {
        return index;
    } else if constexpr (sim_is_index<I>) {
        const long long at = static_cast<long long>(index);
        if (at < 0 || at >= LENGTH::value + BEYOND) {
            sim_outside_local(name, LENGTH::value, at, SIM_CALLER);
            return 0ll;
        }
        return at;
    } else {
        return 0ll; // after that error
    }
}

#endif
