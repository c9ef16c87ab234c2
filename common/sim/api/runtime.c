// CUDA's runtime API: the last error, and devices.
#include <stddef.h>

#include "sim/api/call.h"
#include "sim/api/memory.h"
#include "sim/api/stream.h"

cudaError_t cudaPeekAtLastError(void) {
    call_note_check(false);
    return call_last_error();
}

cudaError_t cudaGetLastError(void) {
    call_note_check(true);
    cudaError_t error = call_last_error();
    call_set_last_error(cudaSuccess);
    return error;
}

cudaError_t cudaDeviceSynchronize(void) {
    call_enter("cudaDeviceSynchronize", CALLER_ADDRESS());
    stream_host_wait_all();
    return call_result(cudaSuccess);
}

cudaError_t cudaDeviceReset(void) {
    uint32_t pc = call_enter("cudaDeviceReset", CALLER_ADDRESS());
    stream_host_wait_all();
    memory_free_all(pc);
    stream_destroy_all(pc);
    return call_result(cudaSuccess);
}

// Gives `value` to the caller of `call`.
static cudaError_t give(int *to, int value, const char *call, const void *return_address) {
    uint32_t pc = call_enter(call, return_address);
    if (to == NULL) {
        return call_failure(cudaErrorInvalidValue, call, pc);
    }
    *to = value;
    return call_result(cudaSuccess);
}

enum { VERSION = 13000 }; // 13.0

cudaError_t cudaRuntimeGetVersion(int *version) {
    return give(version, VERSION, "cudaRuntimeGetVersion", CALLER_ADDRESS());
}

cudaError_t cudaDriverGetVersion(int *version) {
    return give(version, VERSION, "cudaDriverGetVersion", CALLER_ADDRESS());
}

cudaError_t cudaGetDevice(int *device) {
    return give(device, 0, "cudaGetDevice", CALLER_ADDRESS());
}

cudaError_t cudaSetDevice(int device) {
    uint32_t pc = call_enter("cudaSetDevice", CALLER_ADDRESS());
    return device == 0 ? call_result(cudaSuccess) : call_failure(cudaErrorInvalidDevice, "cudaSetDevice", pc);
}

cudaError_t cudaGetDeviceCount(int *count) {
    return give(count, 1, "cudaGetDeviceCount", CALLER_ADDRESS());
}
