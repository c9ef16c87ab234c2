// CUDA's runtime API: names and descriptions of errors.
#include "sim/cuda/sim/api.h"

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
