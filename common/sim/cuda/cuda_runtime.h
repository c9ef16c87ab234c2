// The simulated GPU's CUDA runtime. A student's file includes this in place of NVIDIA's header.
//
// It includes no heavy C++ headers, because each save compiles a lab's file with it. docs/cuda-surface.md
// lists what it contains.
#ifndef SIM_CUDA_RUNTIME_H
#define SIM_CUDA_RUNTIME_H

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
#include "sim/stream.h"

#ifdef __cplusplus
#define __CUDACC__ 1

#include "sim/qualifiers.h"
#include "sim/launch.h"
#include "sim/shared.h"
#include "sim/threads.h"
#include "sim/warp.h"
#include "sim/atomics.h"
#include "sim/loads.h"
#include "sim/arithmetic.h"
#include "sim/floats.h"
#include "sim/missing.h"
#endif

#endif
