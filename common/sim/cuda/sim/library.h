// Parts of the host's C++ library that NVIDIA's headers of C++ include, such as <cuda/std/array>, <cuda/atomic> and
// <cooperative_groups.h>. Programs that include one of these use them without a header of their own.
#ifndef SIM_LIBRARY_H
#define SIM_LIBRARY_H

#include <cassert>
#include <cfloat>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept> // and <string>
#include <type_traits>

// May a T be copied byte by byte? The vectors here define their assignment (SIM_STRUCT), unlike CUDA's, so to the
// compiler they are not trivially copyable.
template <class T>
constexpr bool sim_is_copied_by_bytes =
    __is_trivially_copyable(T) ||
    (std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>);

#endif
