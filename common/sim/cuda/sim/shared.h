// Shared memory: the translated `__shared__` declarations.
//
// The translator wraps each declaration in a struct, from which the compiler determines names, types and
// sizes.
//
//     __shared__ int s_a[256], s_b;   ->   struct sim_shared_1 { int s_a[256], s_b; };
//                                          SIM_SHARED(sim_shared_1, s_a) SIM_SHARED(sim_shared_1, s_b)
//
// A gap after each array in the block's shared memory reveals an index past its end.
#ifndef SIM_SHARED_H
#define SIM_SHARED_H

#include <stddef.h>

#include "qualifiers.h"

struct sim_shared_site {
    const char *name;
    size_t bytes, alignment, element; // of the whole array, as declared, and of one element
    size_t row; // elements that one step of the first index skips: 1 in a[N], M in a[N][M]; 0: not an array
};

extern "C" {
// The address of this array in the running block, the same for all its threads.
void *sim_shared_array(const struct sim_shared_site *site);
// The dynamic part, of the size that the launch requests.
void *sim_dynamic_shared(const struct sim_shared_site *site);
}

template <class T>
struct sim_element {
    static constexpr size_t size = sizeof(T);
};
template <class T, size_t N>
struct sim_element<T[N]> : sim_element<T> {};

template <class T>
struct sim_row {
    static constexpr size_t length = 0;
};
template <class T, size_t N>
struct sim_row<T[N]> {
    static constexpr size_t length = sizeof(T) / sim_element<T>::size;
};

// The name of an array in dynamic shared memory is a pointer. `extern __shared__ int n;` is allowed, too.
template <class T>
struct sim_dynamic {
    typedef T &type;
};
template <class T, size_t N>
struct sim_dynamic<T[N]> {
    typedef T *const type;
};
template <class T>
using sim_dynamic_type = typename sim_dynamic<T>::type;

#define SIM_SHARED_SITE(type, member)                                                                        \
    static const struct sim_shared_site sim_site_##member = {                                                \
        #member, sizeof(decltype(type::member)), __alignof__(((type *)0)->member),                           \
        sim_element<decltype(type::member)>::size, sim_row<decltype(type::member)>::length};

#define SIM_SHARED(type, member)                                                                             \
    SIM_SHARED_SITE(type, member)                                                                            \
    auto &member = *static_cast<decltype(type::member) *>(sim_shared_array(&sim_site_##member));

// In CUDA, all arrays of one name are one variable, so nvcc refuses other types. Here the compiler compares them. Its
// message has the names.
#define SIM_DYNAMIC_SHARED(type, member)                                                                     \
    SIM_SHARED_SITE(type, member)                                                                            \
    typedef decltype(type::member) type_of_##member;                                                         \
    extern type_of_##member dynamic_shared_##member __attribute__((unused));                                 \
    sim_dynamic_type<decltype(type::member)> member =                                                        \
        *static_cast<decltype(type::member) *>(sim_dynamic_shared(&sim_site_##member));

// At file scope there is no point at which to get the address: a proxy gets it at each use.
#define SIM_SHARED_STANDIN(type, member, lookup)                                                             \
    SIM_SHARED_SITE(type, member)                                                                            \
    static const struct sim_standin_##member {                                                               \
        SIM_RAW operator decltype(type::member) & () const {                                                 \
            return *static_cast<decltype(type::member) *>(lookup(&sim_site_##member));                       \
        }                                                                                                    \
    } member                                                                                                 \
        __attribute__((unused)) = {}; // Clang does not count uses in functions, which have their own name
#define SIM_COMMA ,

// A function's own name for it.
#define SIM_SHARED_USE(type, member)                                                                         \
    auto &member = *static_cast<decltype(type::member) *>(sim_shared_array(&sim_site_##member));             \
    (void)member;
#define SIM_DYNAMIC_SHARED_USE(type, member)                                                                 \
    sim_dynamic_type<decltype(type::member)> member =                                                        \
        *static_cast<decltype(type::member) *>(sim_dynamic_shared(&sim_site_##member));                      \
    (void)member;
#define SIM_SHARED_GLOBAL(type, member)         SIM_SHARED_STANDIN(type, member, sim_shared_array)
#define SIM_DYNAMIC_SHARED_GLOBAL(type, member) SIM_SHARED_STANDIN(type, member, sim_dynamic_shared)

#endif
