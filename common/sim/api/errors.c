// CUDA's runtime API: names and descriptions of errors.
#include "sim/base/error.h"
#include "sim/cuda/sim/api.h"

#define SAME(own, name) _Static_assert((int)(own) == (int)(name), #own " is " #name)
SAME(ERROR_INVALID_VALUE, cudaErrorInvalidValue);
SAME(ERROR_MEMORY_ALLOCATION, cudaErrorMemoryAllocation);
SAME(ERROR_INVALID_FUNCTION, cudaErrorInvalidDeviceFunction);
SAME(ERROR_ILLEGAL_ADDRESS, cudaErrorIllegalAddress);
SAME(ERROR_TIMEOUT, cudaErrorLaunchTimeout);
SAME(ERROR_ASSERT, cudaErrorAssert);
SAME(ERROR_MISALIGNED_ADDRESS, cudaErrorMisalignedAddress);
SAME(ERROR_LAUNCH_FAILURE, cudaErrorLaunchFailure);
SAME(ERROR_NOT_SUPPORTED, cudaErrorNotSupported);
#undef SAME

const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define ERROR_NAME(name, value, text)                                                                        \
    case name:                                                                                               \
        return #name;
        SIM_ERRORS(ERROR_NAME)
#undef ERROR_NAME
#define OTHER_NAME(name, value)                                                                              \
    case name:                                                                                               \
        return #name;
        SIM_OTHER_ERRORS(OTHER_NAME)
#undef OTHER_NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define ERROR_TEXT(name, value, text)                                                                        \
    case name:                                                                                               \
        return text;
        SIM_ERRORS(ERROR_TEXT)
#undef ERROR_TEXT
    default:
        return cudaGetErrorName(error);
    }
}
