// What programs take from the header of the same name in NVIDIA's samples: checks of errors, the choice of a device,
// and options of the command line. Written for this course; also for a real GPU.
#ifndef HELPER_CUDA_H
#define HELPER_CUDA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

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

// Is there an option --name, -name or /name, and is there a value after "="?
inline bool checkCmdLineFlag(const int count, const char **words, const char *name) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i] + strspn(words[i], "-");
        size_t length = strlen(name);
        if (word != words[i] && strncmp(word, name, length) == 0 &&
            (word[length] == '=' || word[length] == '\0')) {
            return true;
        }
    }
    return false;
}

inline const char *check_option_value(const int count, const char **words, const char *name) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i] + strspn(words[i], "-");
        size_t length = strlen(name);
        if (word != words[i] && strncmp(word, name, length) == 0 && word[length] == '=') {
            return word + length + 1;
        }
    }
    return NULL;
}

// The value of --name=value; 0 if it is not there.
inline int getCmdLineArgumentInt(const int count, const char **words, const char *name) {
    const char *value = check_option_value(count, words, name);
    return value != NULL ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(const int count, const char **words, const char *name) {
    const char *value = check_option_value(count, words, name);
    return value != NULL ? (float)atof(value) : 0;
}
inline bool getCmdLineArgumentString(const int count, const char **words, const char *name, char **value) {
    *value = (char *)check_option_value(count, words, name);
    return *value != NULL;
}

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

// Cores per multiprocessor.
inline int _ConvertSMVer2Cores(int major, int minor) {
    return (major == 6 && minor == 0) || major == 7 || (major == 8 && minor == 0) ? 64 : 128;
}

#endif
