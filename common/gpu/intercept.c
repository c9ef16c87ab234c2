#include "intercept.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "launch_time.h"

enum {
    GUARD_BYTES = 256, // keeps cudaMalloc's alignment
    GUARD_VALUE = 0xc7,
    ALLOCATIONS_MAX = 4096
};

int intercept_off;

static struct allocation {
    char *memory; // with the guards; NULL once freed
    size_t bytes; // of the payload
    char name[48];
    bool harness;
} allocations[ALLOCATIONS_MAX];
static unsigned allocation_count;
static unsigned launches;
static uint64_t to_host_bytes, to_device_bytes;
static double memset_milliseconds;
static const struct device_sink *sink;

// The runtime's own functions, and ours that stand before them.
cudaError_t __real_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __wrap_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __wrap_cudaFree(void *pointer);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __wrap_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __real_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
cudaError_t __real_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream);
cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream);
// What nvcc 13 calls in its place.
cudaError_t __real___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream);
cudaError_t __real_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream);

static void report(enum diagnostic_class class_, const char *array, const char *message) {
    struct diagnostic made = {.class_ = class_, .count = 1, .launch = launches};
    snprintf(made.array, sizeof made.array, "%s", array);
    snprintf(made.message, sizeof made.message, "%s", message);
    sink->diagnostic(&made);
}

void intercept_begin(const struct device_sink *to) {
    sink = to;
    allocation_count = 0;
    launches = 0;
    to_host_bytes = to_device_bytes = 0;
    memset_milliseconds = 0;
}

double intercept_memset_milliseconds(void) {
    return memset_milliseconds;
}

unsigned intercept_launches(void) {
    return launches;
}

void intercept_copied(uint64_t *to_host, uint64_t *to_device) {
    *to_host = to_host_bytes;
    *to_device = to_device_bytes;
}

static cudaError_t allocate(void **pointer, size_t bytes, const char *name, bool harness) {
    if (allocation_count == ALLOCATIONS_MAX) {
        return cudaErrorMemoryAllocation;
    }
    char *memory;
    cudaError_t error = __real_cudaMalloc((void **)&memory, bytes + 2 * GUARD_BYTES);
    if (error != cudaSuccess) {
        return error;
    }
    __real_cudaMemset(memory, GUARD_VALUE, GUARD_BYTES);
    __real_cudaMemset(memory + GUARD_BYTES, DEVICE_POISON, bytes);
    __real_cudaMemset(memory + GUARD_BYTES + bytes, GUARD_VALUE, GUARD_BYTES);
    struct allocation *made = &allocations[allocation_count++];
    *made = (struct allocation){.memory = memory, .bytes = bytes, .harness = harness};
    if (harness) {
        snprintf(made->name, sizeof made->name, "%s", name);
    } else {
        snprintf(made->name, sizeof made->name, "cudaMalloc number %u (%zu bytes)", allocation_count, bytes);
    }
    *pointer = memory + GUARD_BYTES;
    return cudaSuccess;
}

void *intercept_allocate(const char *name, size_t bytes) {
    void *pointer;
    return allocate(&pointer, bytes, name, true) == cudaSuccess ? pointer : NULL;
}

// The first byte of a guard that has changed, or -1.
static long changed_byte(const char *d_guard) {
    unsigned char guard[GUARD_BYTES];
    if (__real_cudaMemcpy(guard, d_guard, GUARD_BYTES, cudaMemcpyDeviceToHost) != cudaSuccess) {
        return -1; // the device is lost: another message says so
    }
    for (long i = 0; i < GUARD_BYTES; i++) {
        if (guard[i] != GUARD_VALUE) {
            return i;
        }
    }
    return -1;
}

static void check_guards(struct allocation *one) {
    long before = changed_byte(one->memory), after = changed_byte(one->memory + GUARD_BYTES + one->bytes);
    char text[200];
    if (before >= 0) {
        snprintf(text, sizeof text, "a kernel wrote %ld bytes before %s", GUARD_BYTES - before, one->name);
        report(DIAGNOSTIC_OUT_OF_BOUNDS, one->name, text);
    }
    if (after >= 0) {
        snprintf(text, sizeof text, "a kernel wrote %ld bytes past the end of %s", after, one->name);
        report(DIAGNOSTIC_OUT_OF_BOUNDS, one->name, text);
    }
    if (before >= 0 || after >= 0) { // told once
        __real_cudaMemset(one->memory, GUARD_VALUE, GUARD_BYTES);
        __real_cudaMemset(one->memory + GUARD_BYTES + one->bytes, GUARD_VALUE, GUARD_BYTES);
    }
}

static void check_all_guards(void) {
    for (unsigned i = 0; i < allocation_count; i++) {
        if (allocations[i].memory != NULL) {
            check_guards(&allocations[i]);
        }
    }
}

void intercept_end(int finished) {
    check_all_guards();
    for (unsigned i = 0; i < allocation_count; i++) {
        struct allocation *one = &allocations[i];
        if (one->memory == NULL) {
            continue;
        }
        if (!one->harness && finished) {
            char text[200];
            snprintf(text, sizeof text, "%s is never freed", one->name);
            report(DIAGNOSTIC_LEAK, one->name, text);
        }
        __real_cudaFree(one->memory);
    }
    allocation_count = 0;
}

cudaError_t __wrap_cudaMalloc(void **pointer, size_t bytes) {
    if (intercept_off || bytes == 0) {
        return __real_cudaMalloc(pointer, bytes);
    }
    return allocate(pointer, bytes, "", false);
}

cudaError_t __wrap_cudaFree(void *pointer) {
    for (unsigned i = 0; i < allocation_count && pointer != NULL && !intercept_off; i++) {
        struct allocation *one = &allocations[i];
        if (one->memory != NULL && one->memory + GUARD_BYTES == pointer) {
            if (one->harness) {
                report(DIAGNOSTIC_CUDA_ERROR, one->name, "cudaFree of memory that belongs to the harness");
                return cudaErrorInvalidValue;
            }
            char *memory = one->memory;
            one->memory = NULL;
            return __real_cudaFree(memory);
        }
    }
    return __real_cudaFree(pointer);
}

cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    if (!intercept_off) {
        to_host_bytes += kind == cudaMemcpyDeviceToHost ? bytes : 0;
        to_device_bytes += kind == cudaMemcpyHostToDevice ? bytes : 0;
    }
    return __real_cudaMemcpy(to, from, bytes, kind);
}

// To set memory is work of the device like a kernel's.
static cudaError_t after_memset(cudaError_t error, cudaStream_t stream) {
    if (error == cudaSuccess) {
        launch_time_end(stream);
        memset_milliseconds += launch_time_milliseconds();
    }
    return error;
}

cudaError_t __wrap_cudaMemset(void *to, int value, size_t bytes) {
    if (intercept_off) {
        return __real_cudaMemset(to, value, bytes);
    }
    launch_time_begin(0);
    return after_memset(__real_cudaMemset(to, value, bytes), 0);
}

cudaError_t __wrap_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
    if (intercept_off) {
        return __real_cudaMemsetAsync(to, value, bytes, stream);
    }
    launch_time_begin(stream);
    return after_memset(__real_cudaMemsetAsync(to, value, bytes, stream), stream);
}

// After each launch: has it been accepted, has it run to its end, and are all guards as they were? The errors stay
// where they are, for the student's own checks.
static cudaError_t after_launch(cudaError_t error, const void *kernel, dim3 grid, dim3 block, size_t shared,
                                cudaStream_t stream) {
    if (intercept_off || error != cudaSuccess) {
        return error;
    }
    launches++;
    launch_time_end(stream);
    if (cudaDeviceSynchronize() == cudaSuccess) {
        launch_time_report(sink, kernel, grid, block, shared);
        check_all_guards();
    }
    return error;
}

cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream) {
    launch_time_begin(stream);
    cudaError_t error = __real_cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, kernel, grid, block, shared, stream);
}

cudaError_t __wrap___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream) {
    launch_time_begin(stream);
    cudaError_t error = __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, kernel, grid, block, shared, stream);
}

cudaError_t __wrap_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream) {
    launch_time_begin(stream);
    cudaError_t error = __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, kernel, grid, block, shared, stream);
}
