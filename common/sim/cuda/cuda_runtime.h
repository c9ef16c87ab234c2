// The simulated GPU's CUDA runtime. A student's file includes this in place of NVIDIA's header.
//
// It includes no heavy C++ headers, because each save compiles a lab's file with it. docs/cuda-surface.md
// lists what it contains.
#ifndef SIM_CUDA_RUNTIME_H
#define SIM_CUDA_RUNTIME_H

// The C++ library's <math.h> includes <cmath>, which adds 5,000 lines for std::riemann_zeta and similar
// functions. They would take a third of a lab file's compile time, so they are turned off.
#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif

#include "sim/host_memory.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/types.h"
#include "sim/api.h"
#include "sim/properties.h"
#include "sim/settings.h"
#include "sim/stream.h"
#include "sim/allocation.h"

#define CUDART_VERSION 13000
#define CUDART_CB

#ifdef __cplusplus
#include <utility> // as in NVIDIA's header: std::move, and <initializer_list> for `for (int s : {1, 2})`
#include <limits>
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h> // what NVIDIA's header has of <algorithm>: std::min, std::max, std::swap
#endif

#define __CUDACC__           1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0

// nvcc compiles a file once for the host and once for each architecture, which this macro names. Here the
// file is compiled once, for both, and the macro is always defined: code in its #else is not compiled.
#define __CUDA_ARCH__ 800

// The parts of cuda::std that are plain C++. The translator replaces <cuda/std/array> by <array>.
namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#include "sim/qualifiers.h"
#include "sim/launch.h"
#include "sim/chosen.h"
#include "sim/local_arrays.h"
#include "sim/unset.h"
#include "sim/managed.h"
#include "sim/shared.h"
#include "sim/threads.h"
#include "sim/warp.h"
#include "sim/atomics.h"
#include "sim/loads.h"
#include "sim/ptx.h"
#include "sim/arithmetic.h"
#include "sim/floats.h"
#include "sim/missing.h"
#endif

#endif
