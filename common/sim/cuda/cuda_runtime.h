// CUDA's runtime as the simulated GPU has it. A student's file includes this in the place of NVIDIA's header.
//
// It stays light on purpose (no heavy C++ headers): every lab file is compiled with it at each save.
// What stands here and what does not: docs/cuda-surface.md.
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
