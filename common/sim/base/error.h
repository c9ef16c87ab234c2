// The errors with which a launch can end, as numbers of cudaError_t (sim/cuda/sim/api.h).
#ifndef SIM_ERROR_H
#define SIM_ERROR_H

enum launch_error {
    ERROR_INVALID_VALUE = 1,
    ERROR_MEMORY_ALLOCATION = 2,
    ERROR_INVALID_FUNCTION = 98,
    ERROR_ILLEGAL_ADDRESS = 700,
    ERROR_TIMEOUT = 702,
    ERROR_ASSERT = 710,
    ERROR_MISALIGNED_ADDRESS = 716,
    ERROR_LAUNCH_FAILURE = 719,
    ERROR_NOT_SUPPORTED = 801
};

#endif
