#include "runtime.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grid.h"
#include "heap.h"
#include "host.h"

static cudaError_t last_error;
static const char *error_call; // that gave it back, and nothing has been told yet; else NULL
static uint32_t error_pc;
static uint64_t bytes_to_host, bytes_to_device;

void runtime_begin_case(void) {
    last_error = cudaSuccess;
    bytes_to_host = bytes_to_device = 0;
}

void runtime_set_error(int error) {
    last_error = (cudaError_t)error;
    error_call = NULL;
}

void runtime_copied(uint64_t *to_host, uint64_t *to_device) {
    *to_host = bytes_to_host;
    *to_device = bytes_to_device;
}

int runtime_unseen_error(void) {
    if (last_error != cudaSuccess && error_call != NULL) {
        host_add(DIAGNOSTIC_CUDA_ERROR, error_call, error_pc, 0, "", "%s gives back %s (%s), and nobody asks",
                 error_call, cudaGetErrorName(last_error), cudaGetErrorString(last_error));
        error_call = NULL;
    }
    return (int)last_error;
}

// Every call ends here: a fault of an earlier kernel stays, and an error is kept for cudaGetLastError.
static cudaError_t result(cudaError_t error) {
    if (grid_error() != 0) {
        return (cudaError_t)grid_error();
    }
    if (error != cudaSuccess) {
        last_error = error;
        error_call = NULL;
    }
    return error;
}

// The same for an error that is no mistake if somebody looks at it: `call` gives it back, at `return_address`.
static cudaError_t failure(cudaError_t error, const char *call, const void *return_address) {
    result(error);
    error_call = call;
    error_pc = relative_pc(return_address);
    return result(cudaSuccess) == cudaSuccess ? error : (cudaError_t)grid_error();
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
    return result(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return result(cudaSuccess);
}

cudaError_t cudaSetDevice(int device) {
    return device == 0 ? result(cudaSuccess)
                       : failure(cudaErrorInvalidDevice, "cudaSetDevice", __builtin_return_address(0));
}

cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return result(cudaSuccess);
}

// "d_sums" from "&d_sums", "(void **)&d_sums" or "&work->sums": the last name in the expression.
static void last_name(const char *expression, char *name, size_t size) {
    const char *begin = expression, *end = expression;
    for (const char *at = expression; *at != 0;) {
        if (isalpha((unsigned char)*at) || *at == '_') {
            begin = at;
            while (isalnum((unsigned char)*at) || *at == '_') {
                at++;
            }
            end = at;
        } else {
            at++;
        }
    }
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
}

cudaError_t sim_malloc(void **pointer, size_t bytes, const char *expression) {
    uint32_t pc = relative_pc(__builtin_return_address(0));
    if (pointer == NULL) {
        return failure(cudaErrorInvalidValue, "cudaMalloc", __builtin_return_address(0));
    }
    if (bytes == 0) {
        *pointer = NULL; // as CUDA does
        return result(cudaSuccess);
    }
    char name[48];
    last_name(expression, name, sizeof name);
    struct allocation *made = heap_allocate(name, bytes, 4, OWNED_BY_STUDENT, false, pc);
    if (made == NULL) {
        return failure(cudaErrorMemoryAllocation, "cudaMalloc", __builtin_return_address(0));
    }
    *pointer = (void *)made->base;
    return result(cudaSuccess);
}

cudaError_t cudaFree(void *pointer) {
    uint32_t pc = relative_pc(__builtin_return_address(0));
    if (pointer == NULL) {
        return result(cudaSuccess);
    }
    bool inside;
    struct allocation *found = heap_find((uintptr_t)pointer, 0, &inside);
    if (found == NULL || found->base != (uintptr_t)pointer || found->owner == OWNED_BY_HARNESS) {
        host_add(DIAGNOSTIC_CUDA_ERROR, found == NULL ? "" : found->name, pc, 0, "",
                 found == NULL              ? "cudaFree of a pointer that cudaMalloc never gave out"
                 : found->owner == OWNED_BY_HARNESS ? "cudaFree of memory that belongs to the harness"
                                            : "cudaFree of a pointer into the middle of an allocation");
        return result(cudaErrorInvalidValue);
    }
    if (found->freed) {
        host_add(DIAGNOSTIC_DOUBLE_FREE, found->name, pc, (uint32_t)found->free_pc, "freed here before",
                 "%s is freed a second time", found->name);
        return result(cudaErrorInvalidValue);
    }
    heap_free(found, pc);
    return result(cudaSuccess);
}

// One side of a copy or memset on the device: is the whole stretch inside one live allocation? Reports where not.
static bool device_side(const void *pointer, size_t bytes, const char *call, uint32_t pc) {
    bool inside;
    uintptr_t address = (uintptr_t)pointer;
    const struct allocation *found = heap_find(address, bytes, &inside);
    if (inside) {
        return true;
    }
    if (!heap_contains(address)) {
        host_add(DIAGNOSTIC_WRONG_SPACE, call, pc, 0, "", "%s is given a %s where device memory is meant", call,
                 pointer == NULL ? "null pointer" : "host pointer");
    } else if (found != NULL && found->freed) {
        host_add(DIAGNOSTIC_USE_AFTER_FREE, found->name, pc, (uint32_t)found->free_pc, "freed here",
                 "%s uses %s after cudaFree", call, found->name);
    } else {
        const struct allocation *near = found != NULL ? found : heap_nearest(address);
        host_add(DIAGNOSTIC_OUT_OF_BOUNDS, near == NULL ? "" : near->name, pc, 0, "",
                 "%s touches %zu bytes at byte %lld of %s, which has %zu", call, bytes,
                 near == NULL ? 0 : (long long)(address - near->base), near == NULL ? "nothing" : near->name,
                 near == NULL ? 0 : near->bytes);
    }
    return false;
}

static bool host_side(const void *pointer, const char *call, uint32_t pc) {
    bool inside;
    const struct allocation *found = heap_find((uintptr_t)pointer, 1, &inside);
    if (!heap_contains((uintptr_t)pointer)) {
        return true;
    }
    const char *name = found == NULL ? "" : found->name;
    host_add(DIAGNOSTIC_WRONG_SPACE, name, pc, 0, "",
             "%s is given %s, a device pointer, where host memory is meant: direction and order (to, from)?", call,
             found == NULL ? "device memory" : name);
    return false;
}

static bool writable(const void *to, const char *call, uint32_t pc) {
    bool inside;
    const struct allocation *target = heap_find((uintptr_t)to, 1, &inside);
    if (target != NULL && target->is_input) {
        host_add(DIAGNOSTIC_INPUT_CHANGED, target->name, pc, 0, "", "%s writes to %s, which is const input", call,
                 target->name);
        return false;
    }
    return true;
}

static void report_unset_copy(const struct allocation *source, uintptr_t from, size_t bytes, uint32_t pc) {
    size_t unset = 0, first = 0;
    for (uintptr_t at = from, next; at < from + bytes && !source->is_input; at = next) {
        next = (at & ~(uintptr_t)3) + 4; // to the end of the word, or of the copy
        unsigned end = next <= from + bytes ? 4 : (unsigned)((from + bytes) % 4);
        unsigned wanted = (1u << end) - (1u << at % 4);
        if ((heap_cell(at)->set_bytes & wanted) != wanted) {
            first = unset == 0 ? (at - source->base) / 4 : first;
            unset++;
        }
    }
    if (unset > 0) {
        host_add(DIAGNOSTIC_UNSET_READ, source->name, pc, 0, "",
                 "%zu of the %zu values copied to the host here have never been written, the first is %s[%zu]",
                 unset, (bytes + 3) / 4, source->name, first);
    }
}

static cudaError_t copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc) {
    if (grid_error() != 0 || bytes == 0) {
        return result(cudaSuccess);
    }
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        to_device = heap_contains((uintptr_t)to);
        from_device = heap_contains((uintptr_t)from);
    }
    bool right = (to_device ? device_side(to, bytes, "cudaMemcpy", pc) : host_side(to, "cudaMemcpy", pc)) &&
                 (from_device ? device_side(from, bytes, "cudaMemcpy", pc) : host_side(from, "cudaMemcpy", pc));
    if (!right) {
        return result(cudaErrorInvalidValue);
    }
    if (to_device && !writable(to, "cudaMemcpy", pc)) {
        return result(cudaSuccess);
    }
    bool inside;
    uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    struct allocation *to_allocation = to_device ? heap_find(target, bytes, &inside) : NULL;
    struct allocation *from_allocation = from_device ? heap_find(source, bytes, &inside) : NULL;
    heap_unlock();
    memmove(to, from, bytes);
    heap_lock();
    if (to_device && from_device) {
        heap_copy_set(target, source, bytes);
    } else if (to_device) {
        heap_mark_set(to_allocation, target, bytes);
        bytes_to_device += bytes;
    } else if (from_device) {
        report_unset_copy(from_allocation, source, bytes, pc);
        heap_mark_read(from_allocation, source, bytes);
        host_watch_copy(target, bytes, from_allocation->name, pc);
        bytes_to_host += bytes;
    }
    return result(cudaSuccess);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return copy(to, from, bytes, kind, relative_pc(__builtin_return_address(0)));
}

cudaError_t cudaMemset(void *to, int byte, size_t bytes) {
    uint32_t pc = relative_pc(__builtin_return_address(0));
    if (grid_error() != 0 || bytes == 0) {
        return result(cudaSuccess);
    }
    if (!device_side(to, bytes, "cudaMemset", pc)) {
        return result(cudaErrorInvalidValue);
    }
    if (!writable(to, "cudaMemset", pc)) {
        return result(cudaSuccess);
    }
    bool inside;
    heap_unlock();
    memset(to, byte, bytes);
    heap_lock();
    heap_mark_set(heap_find((uintptr_t)to, bytes, &inside), (uintptr_t)to, bytes);
    return result(cudaSuccess);
}
