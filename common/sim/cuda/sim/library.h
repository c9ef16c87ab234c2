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

#endif
