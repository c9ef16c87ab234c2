// CUDA's runtime API: the last error, and devices.
#include <stddef.h>

#include "sim/api/call.h"
#include "sim/api/memory.h"
#include "sim/api/stream.h"

cudaError_t cudaPeekAtLastError(void) {
    call_note_check();
    return call_last_error();
}

cudaError_t cudaGetLastError(void) {
    call_note_check();
    cudaError_t error = call_last_error();
    call_set_last_error(cudaSuccess);
    return error;
}

cudaError_t cudaDeviceSynchronize(void) {
    call_enter("cudaDeviceSynchronize", __builtin_return_address(0));
    stream_host_wait_all();
    return call_result(cudaSuccess);
}

cudaError_t cudaDeviceReset(void) {
    uint32_t pc = call_enter("cudaDeviceReset", __builtin_return_address(0));
    stream_host_wait_all();
    memory_free_all(pc);
    return call_result(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = 13000; // 13.0
    return call_result(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version) {
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return call_result(cudaSuccess);
}

cudaError_t cudaSetDevice(int device) {
    uint32_t pc = call_enter("cudaSetDevice", __builtin_return_address(0));
    return device == 0 ? call_result(cudaSuccess) : call_failure(cudaErrorInvalidDevice, "cudaSetDevice", pc);
}

cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return call_result(cudaSuccess);
}
