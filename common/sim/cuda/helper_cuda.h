// What programs take from the header of the same name in NVIDIA's samples: checks of errors and the choice of a device.
// Written for this course, as are the other headers with such names; also for a real GPU.
#ifndef HELPER_CUDA_H
#define HELPER_CUDA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char *_cudaGetErrorEnum(cudaError_t error) {
    return cudaGetErrorName(error);
}

inline void check_cuda_error(cudaError_t error, const char *call, const char *file, int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)error,
                cudaGetErrorName(error), call);
        exit(EXIT_FAILURE);
    }
}

// Ends the program if a call of the runtime API fails.
#define checkCudaErrors(call) check_cuda_error((call), #call, __FILE__, __LINE__)

// Ends the program if an earlier call or launch has failed.
#define getLastCudaError(message) check_cuda_error(cudaGetLastError(), message, __FILE__, __LINE__)
#define printLastCudaError(message)                                                                          \
    fprintf(stderr, "%s(%d): %s: %s\n", __FILE__, __LINE__, message, cudaGetErrorString(cudaGetLastError()))

// Chooses the device of --device=N, otherwise the first one, and says which.
inline int findCudaDevice(int count, const char **words) {
    int device = checkCmdLineFlag(count, words, "device") ? getCmdLineArgumentInt(count, words, "device") : 0;
    cudaDeviceProp properties;
    checkCudaErrors(cudaSetDevice(device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name,
           properties.major, properties.minor);
    return device;
}

inline int gpuGetMaxGflopsDeviceId() {
    return 0;
}

inline int gpuDeviceInit(int device) {
    checkCudaErrors(cudaSetDevice(device));
    return device;
}

// Has the current device at least this compute capability? Otherwise says which it has.
inline bool checkCudaCapabilities(int major, int minor) {
    int device;
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    bool enough = properties.major > major || (properties.major == major && properties.minor >= minor);
    if (!enough) {
        printf("Device %d has compute capability %d.%d, but %d.%d is needed\n", device, properties.major,
               properties.minor, major, minor);
    }
    return enough;
}

// Cores per multiprocessor.
inline int _ConvertSMVer2Cores(int major, int minor) {
    return (major == 6 && minor == 0) || major == 7 || (major == 8 && minor == 0) ? 64 : 128;
}

inline const char *_ConvertSMVer2ArchName(int major, int minor) {
    return major == 6                 ? "Pascal"
           : major == 7 && minor < 5  ? "Volta"
           : major == 7               ? "Turing"
           : major == 8 && minor == 9 ? "Ada"
           : major == 8               ? "Ampere"
           : major == 9               ? "Hopper"
                                      : "Graphics Device";
}

#endif
