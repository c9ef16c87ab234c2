// CUDA's runtime API: errors, devices, memory. stream.h has streams and events, properties.h the device's
// properties.
#ifndef SIM_API_H
#define SIM_API_H

#include <stddef.h>

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

// The values are those of NVIDIA's driver_types.h, so a printed number has the same meaning.
#define SIM_ERRORS(X)                                                                                        \
    X(cudaSuccess, 0, "no error")                                                                            \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                          \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                                         \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                    \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                   \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                              \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                         \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                          \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                 \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                        \
    X(cudaErrorNotReady, 600, "device not ready")                                                            \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                              \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                         \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                                  \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                 \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                             \
    X(cudaErrorNotSupported, 801, "operation not supported")                                                 \
    X(cudaErrorUnknown, 999, "unknown error")

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
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *to, int byte, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

// `height` rows of `width` bytes. Rows begin every `to_pitch` and `from_pitch` bytes.
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height);

// The allocation functions are macros: the text of the argument names the array in diagnostics, and its type
// determines the size of an element.
cudaError_t sim_malloc(void **pointer, size_t bytes, size_t element, const char *expression);
cudaError_t sim_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height, size_t element,
                             const char *expression);
cudaError_t sim_malloc_async(void **pointer, size_t bytes, cudaStream_t stream, size_t element,
                             const char *expression);
cudaError_t sim_malloc_host(void **pointer, size_t bytes, const char *expression);
cudaError_t sim_register_host(void *memory, size_t bytes, const char *expression);
cudaError_t cudaHostUnregister(void *memory);

#define cudaHostAllocDefault       0u
#define cudaHostAllocPortable      1u
#define cudaHostAllocWriteCombined 4u
#define cudaHostRegisterDefault    0u
#define cudaHostRegisterPortable   1u
#define cudaHostRegisterReadOnly   8u

#define cudaMalloc(pointer, bytes)                                                                           \
    sim_malloc((void **)(pointer), (bytes), sizeof(sim_pointee(pointer)), #pointer)
#define cudaMallocPitch(pointer, pitch, width, height)                                                       \
    sim_malloc_pitch((void **)(pointer), (pitch), (width), (height), sizeof(sim_pointee(pointer)), #pointer)
#define cudaMallocAsync(pointer, bytes, stream)                                                              \
    sim_malloc_async((void **)(pointer), (bytes), (stream), sizeof(sim_pointee(pointer)), #pointer)
#define cudaMallocHost(pointer, ...)           sim_malloc_host((void **)(pointer), SIM_FIRST(__VA_ARGS__, 0), #pointer)
#define cudaHostAlloc(pointer, bytes, flags)   sim_malloc_host((void **)(pointer), (bytes), #pointer)
#define cudaHostRegister(memory, bytes, flags) ((void)(flags), sim_register_host((memory), (bytes), #memory))
#define SIM_FIRST(first, ...)                  (first)

// cudaMemcpy with the room that there is on the host's sides, called at `caller`.
cudaError_t sim_memcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, size_t to_room,
                       size_t from_room, const void *caller);

#ifdef __cplusplus
}

// A host array whose length the compiler knows.
template <class T, size_t N>
SIM_RAW cudaError_t cudaMemcpy(T (&to)[N], const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return sim_memcpy(to, from, bytes, kind, sizeof(to), (size_t)-1, __builtin_return_address(0));
}
template <class T, size_t N>
SIM_RAW cudaError_t cudaMemcpy(void *to, const T (&from)[N], size_t bytes, enum cudaMemcpyKind kind) {
    return sim_memcpy(to, from, bytes, kind, (size_t)-1, sizeof(from), __builtin_return_address(0));
}
template <class T, size_t N, class F, size_t M>
SIM_RAW cudaError_t cudaMemcpy(T (&to)[N], const F (&from)[M], size_t bytes, enum cudaMemcpyKind kind) {
    return sim_memcpy(to, from, bytes, kind, sizeof(to), sizeof(from), __builtin_return_address(0));
}

// Only the size of their result is used: it is the size of an element. They are never called, and their
// argument is never evaluated.
template <class T>
char (&sim_pointee(T **))[sizeof(T)];
char (&sim_pointee(void **))[4];
#endif

#endif
