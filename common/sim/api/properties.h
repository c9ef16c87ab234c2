// CUDA's runtime API: the properties of the simulated device, and attributes of kernels.
#ifndef SIM_API_PROPERTIES_H
#define SIM_API_PROPERTIES_H

#include <stddef.h>
#include <stdint.h>

#include "sim/cuda/sim/properties.h"

// Begins a new case: discards the attributes of kernels.
void properties_begin_case(void);

// Bytes of dynamic shared memory that a launch of this kernel may request (cudaFuncSetAttribute). `address`: NULL if it
// is not known.
size_t properties_dynamic_max(const char *kernel, const void *address);

// The most blocks of so many threads of a cooperative launch: those that the device can run at the same time.
uint64_t properties_cooperative_blocks(unsigned threads, size_t dynamic_bytes);

#endif
