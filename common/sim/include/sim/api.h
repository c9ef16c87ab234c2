// The part of CUDA's runtime API that the labs use: memory, errors, streams, events.
// Everything has finished when a call returns, which a stream allows and does not promise.
#ifndef SIM_API_H
#define SIM_API_H

#include <stddef.h>

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Values as in NVIDIA's driver_types.h, so that a printed number means the same.
#define SIM_ERRORS(X)                                                                                        \
    X(cudaSuccess, 0, "no error")                                                                            \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                          \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                                         \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                    \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                              \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                 \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                        \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                              \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                 \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")

typedef enum cudaError {
#define SIM_ERROR_ENUM(name, value, text) name = value,
    SIM_ERRORS(SIM_ERROR_ENUM)
#undef SIM_ERROR_ENUM
} cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

typedef struct sim_stream *cudaStream_t;
typedef struct sim_event *cudaEvent_t;

const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceCount(int *count);

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *to, int byte, size_t bytes);
cudaError_t cudaFree(void *pointer);

// cudaMalloc is a macro below, because the text of its argument names the array in diagnostics.
cudaError_t sim_malloc(void **pointer, size_t bytes, const char *expression);

#ifdef __cplusplus
}

#define cudaMalloc(pointer, bytes) sim_malloc((void **)(pointer), (bytes), #pointer)

// The simulated device has no clock: asking it for a time is stopped by the compiler.
__attribute__((unavailable("the simulated GPU has no time: it counts instead. Time kernels with --device gpu.")))
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);
#endif

#endif
