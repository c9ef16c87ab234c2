// CUDA's runtime API: the properties of the simulated device, and attributes of kernels.
#ifndef SIM_API_PROPERTIES_H
#define SIM_API_PROPERTIES_H

#include <stddef.h>

#include "sim/cuda/sim/properties.h"

// Begins a new case: discards the attributes of kernels.
void properties_begin_case(void);

// Bytes of dynamic shared memory that a launch of this kernel may request (cudaFuncSetAttribute). `address`: NULL if it
// is not known.
size_t properties_dynamic_max(const char *kernel, const void *address);

#endif
