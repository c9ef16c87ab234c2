// CUDA's runtime API: managed memory, which host code and kernels access at the same address.
#ifndef SIM_MANAGED_H
#define SIM_MANAGED_H

#include "allocation.h"

#define cudaCpuDeviceId     (-1)
#define cudaInvalidDeviceId (-2)

// The values are those of NVIDIA's driver_types.h.
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaMemLocationType { cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

#ifdef __cplusplus
extern "C" {
#endif

// Only checks its arguments: where managed memory is makes no difference here.
cudaError_t sim_managed_hint(const void *pointer, size_t bytes, const cudaStream_t *stream, const char *call,
                             void *pc);

#ifdef __cplusplus
}

// As in CUDA 12, and as in CUDA 13.
SIM_CALLED inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int,
                                                   cudaStream_t stream = 0) {
    return sim_managed_hint(pointer, bytes, &stream, "cudaMemPrefetchAsync", SIM_CALLER);
}
SIM_CALLED inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation,
                                                   unsigned, cudaStream_t stream = 0) {
    return sim_managed_hint(pointer, bytes, &stream, "cudaMemPrefetchAsync", SIM_CALLER);
}
SIM_CALLED inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise, int) {
    return sim_managed_hint(pointer, bytes, nullptr, "cudaMemAdvise", SIM_CALLER);
}
SIM_CALLED inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise,
                                            struct cudaMemLocation) {
    return sim_managed_hint(pointer, bytes, nullptr, "cudaMemAdvise", SIM_CALLER);
}
#endif

#endif
