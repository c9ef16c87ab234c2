// CUDA's runtime API: errors, devices, memory. allocation.h has the functions that allocate it, stream.h streams and
// events, properties.h the device's properties.
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
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                      \
    X(cudaErrorNotSupported, 801, "operation not supported")                                                 \
    X(cudaErrorUnknown, 999, "unknown error")

// Those that the simulated GPU never returns: programs compare with them.
#define SIM_OTHER_ERRORS(X)                                                                                  \
    X(cudaErrorInitializationError, 3)                                                                       \
    X(cudaErrorCudartUnloading, 4)                                                                           \
    X(cudaErrorProfilerDisabled, 5)                                                                          \
    X(cudaErrorProfilerNotInitialized, 6)                                                                    \
    X(cudaErrorProfilerAlreadyStarted, 7)                                                                    \
    X(cudaErrorProfilerAlreadyStopped, 8)                                                                    \
    X(cudaErrorInvalidPitchValue, 12)                                                                        \
    X(cudaErrorInvalidHostPointer, 16)                                                                       \
    X(cudaErrorInvalidDevicePointer, 17)                                                                     \
    X(cudaErrorInvalidTexture, 18)                                                                           \
    X(cudaErrorInvalidTextureBinding, 19)                                                                    \
    X(cudaErrorInvalidChannelDescriptor, 20)                                                                 \
    X(cudaErrorAddressOfConstant, 22)                                                                        \
    X(cudaErrorTextureFetchFailed, 23)                                                                       \
    X(cudaErrorTextureNotBound, 24)                                                                          \
    X(cudaErrorSynchronizationError, 25)                                                                     \
    X(cudaErrorInvalidFilterSetting, 26)                                                                     \
    X(cudaErrorInvalidNormSetting, 27)                                                                       \
    X(cudaErrorMixedDeviceExecution, 28)                                                                     \
    X(cudaErrorNotYetImplemented, 31)                                                                        \
    X(cudaErrorMemoryValueTooLarge, 32)                                                                      \
    X(cudaErrorStubLibrary, 34)                                                                              \
    X(cudaErrorInsufficientDriver, 35)                                                                       \
    X(cudaErrorCallRequiresNewerDriver, 36)                                                                  \
    X(cudaErrorInvalidSurface, 37)                                                                           \
    X(cudaErrorDuplicateVariableName, 43)                                                                    \
    X(cudaErrorDuplicateTextureName, 44)                                                                     \
    X(cudaErrorDuplicateSurfaceName, 45)                                                                     \
    X(cudaErrorDevicesUnavailable, 46)                                                                       \
    X(cudaErrorIncompatibleDriverContext, 49)                                                                \
    X(cudaErrorMissingConfiguration, 52)                                                                     \
    X(cudaErrorPriorLaunchFailure, 53)                                                                       \
    X(cudaErrorLaunchMaxDepthExceeded, 65)                                                                   \
    X(cudaErrorLaunchFileScopedTex, 66)                                                                      \
    X(cudaErrorLaunchFileScopedSurf, 67)                                                                     \
    X(cudaErrorSyncDepthExceeded, 68)                                                                        \
    X(cudaErrorLaunchPendingCountExceeded, 69)                                                               \
    X(cudaErrorDeviceNotLicensed, 102)                                                                       \
    X(cudaErrorSoftwareValidityNotEstablished, 103)                                                          \
    X(cudaErrorStartupFailure, 127)                                                                          \
    X(cudaErrorInvalidKernelImage, 200)                                                                      \
    X(cudaErrorDeviceUninitialized, 201)                                                                     \
    X(cudaErrorMapBufferObjectFailed, 205)                                                                   \
    X(cudaErrorUnmapBufferObjectFailed, 206)                                                                 \
    X(cudaErrorArrayIsMapped, 207)                                                                           \
    X(cudaErrorAlreadyMapped, 208)                                                                           \
    X(cudaErrorNoKernelImageForDevice, 209)                                                                  \
    X(cudaErrorAlreadyAcquired, 210)                                                                         \
    X(cudaErrorNotMapped, 211)                                                                               \
    X(cudaErrorNotMappedAsArray, 212)                                                                        \
    X(cudaErrorNotMappedAsPointer, 213)                                                                      \
    X(cudaErrorECCUncorrectable, 214)                                                                        \
    X(cudaErrorUnsupportedLimit, 215)                                                                        \
    X(cudaErrorDeviceAlreadyInUse, 216)                                                                      \
    X(cudaErrorPeerAccessUnsupported, 217)                                                                   \
    X(cudaErrorInvalidPtx, 218)                                                                              \
    X(cudaErrorInvalidGraphicsContext, 219)                                                                  \
    X(cudaErrorNvlinkUncorrectable, 220)                                                                     \
    X(cudaErrorJitCompilerNotFound, 221)                                                                     \
    X(cudaErrorUnsupportedPtxVersion, 222)                                                                   \
    X(cudaErrorJitCompilationDisabled, 223)                                                                  \
    X(cudaErrorUnsupportedExecAffinity, 224)                                                                 \
    X(cudaErrorUnsupportedDevSideSync, 225)                                                                  \
    X(cudaErrorContained, 226)                                                                               \
    X(cudaErrorInvalidSource, 300)                                                                           \
    X(cudaErrorFileNotFound, 301)                                                                            \
    X(cudaErrorSharedObjectSymbolNotFound, 302)                                                              \
    X(cudaErrorSharedObjectInitFailed, 303)                                                                  \
    X(cudaErrorOperatingSystem, 304)                                                                         \
    X(cudaErrorIllegalState, 401)                                                                            \
    X(cudaErrorLossyQuery, 402)                                                                              \
    X(cudaErrorSymbolNotFound, 500)                                                                          \
    X(cudaErrorLaunchIncompatibleTexturing, 703)                                                             \
    X(cudaErrorPeerAccessAlreadyEnabled, 704)                                                                \
    X(cudaErrorPeerAccessNotEnabled, 705)                                                                    \
    X(cudaErrorSetOnActiveProcess, 708)                                                                      \
    X(cudaErrorContextIsDestroyed, 709)                                                                      \
    X(cudaErrorTooManyPeers, 711)                                                                            \
    X(cudaErrorHostMemoryAlreadyRegistered, 712)                                                             \
    X(cudaErrorHostMemoryNotRegistered, 713)                                                                 \
    X(cudaErrorHardwareStackError, 714)                                                                      \
    X(cudaErrorIllegalInstruction, 715)                                                                      \
    X(cudaErrorInvalidAddressSpace, 717)                                                                     \
    X(cudaErrorInvalidPc, 718)                                                                               \
    X(cudaErrorTensorMemoryLeak, 721)                                                                        \
    X(cudaErrorNotPermitted, 800)                                                                            \
    X(cudaErrorSystemNotReady, 802)                                                                          \
    X(cudaErrorSystemDriverMismatch, 803)                                                                    \
    X(cudaErrorCompatNotSupportedOnDevice, 804)                                                              \
    X(cudaErrorMpsConnectionFailed, 805)                                                                     \
    X(cudaErrorMpsRpcFailure, 806)                                                                           \
    X(cudaErrorMpsServerNotReady, 807)                                                                       \
    X(cudaErrorMpsMaxClientsReached, 808)                                                                    \
    X(cudaErrorMpsMaxConnectionsReached, 809)                                                                \
    X(cudaErrorMpsClientTerminated, 810)                                                                     \
    X(cudaErrorCdpNotSupported, 811)                                                                         \
    X(cudaErrorCdpVersionMismatch, 812)                                                                      \
    X(cudaErrorStreamCaptureUnsupported, 900)                                                                \
    X(cudaErrorStreamCaptureInvalidated, 901)                                                                \
    X(cudaErrorStreamCaptureMerge, 902)                                                                      \
    X(cudaErrorStreamCaptureUnmatched, 903)                                                                  \
    X(cudaErrorStreamCaptureUnjoined, 904)                                                                   \
    X(cudaErrorStreamCaptureIsolation, 905)                                                                  \
    X(cudaErrorStreamCaptureImplicit, 906)                                                                   \
    X(cudaErrorCapturedEvent, 907)                                                                           \
    X(cudaErrorStreamCaptureWrongThread, 908)                                                                \
    X(cudaErrorTimeout, 909)                                                                                 \
    X(cudaErrorGraphExecUpdateFailure, 910)                                                                  \
    X(cudaErrorExternalDevice, 911)                                                                          \
    X(cudaErrorInvalidClusterSize, 912)                                                                      \
    X(cudaErrorFunctionNotLoaded, 913)                                                                       \
    X(cudaErrorInvalidResourceType, 914)                                                                     \
    X(cudaErrorInvalidResourceConfiguration, 915)                                                            \
    X(cudaErrorApiFailureBase, 10000)

typedef enum cudaError {
#define SIM_OTHER_ERROR_ENUM(name, value) name = value,
    SIM_OTHER_ERRORS(SIM_OTHER_ERROR_ENUM)
#undef SIM_OTHER_ERROR_ENUM
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

// Memory of malloc() has no type, and kernels cannot reach pinned host memory, so it has no device pointer.
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

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
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

// `height` rows of `width` bytes. Rows begin every `to_pitch` and `from_pitch` bytes.
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height);

// The error that the call before this returned is not used (lang/unused.c).
void sim_error_unused(void);

// cudaMemcpy with the room that there is on the host's sides, called at `caller`.
cudaError_t sim_memcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, size_t to_room,
                       size_t from_room, const void *caller);

// The next copy's `object` is a variable of `bytes` bytes (lang/notices.c).
void sim_copies_whole(const volatile void *object, size_t bytes);

#ifdef __cplusplus
}

// &object, for a copy to or from all of it.
template <class T>
SIM_RAW T *sim_whole(T &object) {
    sim_copies_whole(__builtin_addressof(object), sizeof(object));
    return __builtin_addressof(object);
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
#endif

#endif
