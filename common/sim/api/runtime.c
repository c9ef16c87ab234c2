// CUDA's runtime API: errors and devices. Memory: memory.c; __device__ variables: symbol.c; streams:
// stream.c; what the device is like: properties.c.
#include "sim/api/runtime.h"

#include <stdio.h>

#include "sim/schedule/block.h"
#include "sim/schedule/grid.h"
#include "sim/memory/global_memory.h"
#include "sim/access/host_code.h"

static cudaError_t last_error;
static const char *error_call; // that gave it back, and nothing has been told yet; else NULL
static uint32_t error_pc;

void runtime_begin_case(void) {
    last_error = cudaSuccess;
    memory_begin_case();
    stream_begin_case();
    symbol_begin_case();
    function_begin_case();
}

void runtime_set_error(int error) {
    last_error = (cudaError_t)error;
    error_call = NULL;
}

int runtime_unseen_error(void) {
    if (last_error != cudaSuccess && error_call != NULL) {
        host_add(DIAGNOSTIC_CUDA_ERROR, error_call, error_pc, 0, "", "%s gives back %s (%s), and nobody asks",
                 error_call, cudaGetErrorName(last_error), cudaGetErrorString(last_error));
        error_call = NULL;
    }
    return (int)last_error;
}

uint32_t runtime_enter(const char *call, const void *return_address) {
    struct worker *worker = sim_worker;
    uint32_t pc = relative_pc(return_address);
    if (worker == NULL) {
        return pc;
    }
    bool is_new;
    struct report_entry *entry =
        report_add(&worker->report, DIAGNOSTIC_UNSUPPORTED, "", pc, 0, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, worker->current, name, sizeof(name));
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                 "%s comes to %s, which is for host code", name, call);
    }
    block_abandon(worker, cudaErrorNotSupported);
}

cudaError_t runtime_result(cudaError_t error) {
    if (grid_error() != 0) {
        return (cudaError_t)grid_error();
    }
    if (error != cudaSuccess) {
        last_error = error;
        error_call = NULL;
    }
    return error;
}

cudaError_t runtime_failure(cudaError_t error, const char *call, uint32_t pc) {
    runtime_result(error);
    error_call = call;
    error_pc = pc;
    return runtime_result(cudaSuccess) == cudaSuccess ? error : (cudaError_t)grid_error();
}

const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define ERROR_NAME(name, value, text)                                                                        \
    case name:                                                                                               \
        return #name;
        SIM_ERRORS(ERROR_NAME)
#undef ERROR_NAME
    }
    return "cudaErrorUnknown";
}

const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define ERROR_TEXT(name, value, text)                                                                        \
    case name:                                                                                               \
        return text;
        SIM_ERRORS(ERROR_TEXT)
#undef ERROR_TEXT
    }
    return "unknown error";
}

cudaError_t cudaPeekAtLastError(void) {
    return grid_error() != 0 ? (cudaError_t)grid_error() : last_error;
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaDeviceSynchronize(void) {
    runtime_enter("cudaDeviceSynchronize", __builtin_return_address(0));
    return runtime_result(cudaSuccess);
}

cudaError_t cudaDeviceReset(void) {
    uint32_t pc = runtime_enter("cudaDeviceReset", __builtin_return_address(0));
    for (size_t i = 0; i < heap_count(); i++) {
        struct allocation *one = heap_at(i);
        if (one->owner == OWNED_BY_STUDENT && !one->freed) {
            heap_free(one, pc);
        }
    }
    return runtime_result(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = 13000; // 13.0
    return runtime_result(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version) {
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return runtime_result(cudaSuccess);
}

cudaError_t cudaSetDevice(int device) {
    uint32_t pc = runtime_enter("cudaSetDevice", __builtin_return_address(0));
    return device == 0 ? runtime_result(cudaSuccess)
                       : runtime_failure(cudaErrorInvalidDevice, "cudaSetDevice", pc);
}

cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return runtime_result(cudaSuccess);
}
