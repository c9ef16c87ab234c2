// For editors: what clangd includes before a .cu file (.clangd), so that it knows CUDA without a CUDA toolkit and
// without a build. What the translator replaces is declared here.
#ifndef SIM_EDITOR_H
#define SIM_EDITOR_H

#include <cuda_runtime.h>

// What Clang calls for kernel<<<blocks, threads>>>(...), by the version of CUDA that it takes for the installed one.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);

#define __shared__
#define __constant__
#define __managed__

#endif
