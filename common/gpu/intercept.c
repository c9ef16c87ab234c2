#include "gpu/intercept.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/allocations.h"
#include "gpu/launch_time.h"
#include "gpu/report.h"

int intercept_off;

static uint64_t to_host_bytes, to_device_bytes;
static double memset_milliseconds;

// The launch that failed last, and how.
static struct {
    cudaError_t error;
    bool device_lost; // each call fails from here on, with the same error
    struct said launch;
} failed;

// The runtime's functions, and ours, which replace them.
cudaError_t __wrap_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __real_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __wrap_cudaFree(void *pointer);
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __wrap_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __real_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
cudaError_t __real_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared, cudaStream_t stream);
cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared, cudaStream_t stream);
// nvcc 13 calls this instead.
cudaError_t __real___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream);
cudaError_t __real_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream);

void intercept_begin(const struct device_sink *to) {
    gpu_report_begin(to);
    allocations_begin();
    to_host_bytes = to_device_bytes = 0;
    memset_milliseconds = 0;
    failed.error = cudaSuccess;
    failed.device_lost = false;
}

double intercept_memset_milliseconds(void) {
    return memset_milliseconds;
}

void intercept_copied(uint64_t *to_host, uint64_t *to_device) {
    *to_host = to_host_bytes;
    *to_device = to_device_bytes;
}

const struct said *intercept_failed_launch(cudaError_t error) {
    return error != cudaSuccess && error == failed.error ? &failed.launch : NULL;
}

void *intercept_allocate(const char *name, size_t count, size_t value_size) {
    void *pointer;
    return allocations_add(&pointer, count * value_size, name, value_size) == cudaSuccess ? pointer : NULL;
}

void intercept_end(int finished) {
    allocations_check(TOPIC(SOMETHING)); // a call that is not intercepted
    allocations_end(finished);
}

// ---- Memory ----------------------------------------------------------------------------------------------

cudaError_t __wrap_cudaMalloc(void **pointer, size_t bytes) {
    if (intercept_off || bytes == 0) {
        return __real_cudaMalloc(pointer, bytes);
    }
    return allocations_add(pointer, bytes, NULL, 1);
}

cudaError_t __wrap_cudaFree(void *pointer) {
    return intercept_off ? __real_cudaFree(pointer) : allocations_free(pointer);
}

cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    cudaError_t error = __real_cudaMemcpy(to, from, bytes, kind);
    if (!intercept_off) {
        to_host_bytes += kind == cudaMemcpyDeviceToHost ? bytes : 0;
        to_device_bytes += kind == cudaMemcpyHostToDevice ? bytes : 0;
        if (kind != cudaMemcpyDeviceToHost && error == cudaSuccess) {
            allocations_check(NAME("cudaMemcpy"));
        }
    }
    return error;
}

// Setting memory is work of the device, as a kernel is.
static cudaError_t after_memset(cudaError_t error, cudaStream_t stream) {
    if (error == cudaSuccess) {
        launch_time_end(stream);
        memset_milliseconds += launch_time_milliseconds();
        allocations_check(NAME("cudaMemset"));
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

// ---- Launches --------------------------------------------------------------------------------------------

// The class of an error that loses the device: by its cause, not by how CUDA detected it.
static enum diagnostic_class class_of(cudaError_t error) {
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure: // in shared memory, according to CUDA's list of errors
        return DIAGNOSTIC_OUT_OF_BOUNDS;
    case cudaErrorMisalignedAddress:
        return DIAGNOSTIC_MISALIGNED;
    case cudaErrorInvalidAddressSpace:
        return DIAGNOSTIC_WRONG_SPACE;
    case cudaErrorAssert:
        return DIAGNOSTIC_ASSERT;
    case cudaErrorLaunchTimeout:
        return DIAGNOSTIC_ENDLESS_LOOP;
    default:
        return DIAGNOSTIC_CUDA_ERROR;
    }
}

static void report_failure(enum diagnostic_class class_, const char *name, cudaError_t error) {
    failed.error = error;
    gpu_report(class_, name,
               WORDS(TOPIC(LAUNCH_ERROR), PART(failed.launch), NAME(cudaGetErrorName(error)),
                     NAME(cudaGetErrorString(error))));
}

// "256", or "(16, 16, 1)"
static const char *dimensions(dim3 size, char text[48]) {
    snprintf(text, 48, size.y == 1 && size.z == 1 ? "%u" : "(%u, %u, %u)", size.x, size.y, size.z);
    return text;
}

static void report_refused(const char *name, struct said_word kernel, dim3 grid, dim3 block,
                           cudaError_t error) {
    char grid_text[48], block_text[48];
    say(&failed.launch, WORDS(TOPIC(LAUNCH_OF), kernel, NAME(dimensions(grid, grid_text)),
                              NAME(dimensions(block, block_text))));
    report_failure(DIAGNOSTIC_LAUNCH, name, error);
}

// Before each launch, while its kernel's name is still available.
static const char *begin_launch(const void *kernel, cudaStream_t stream) {
    static char name[64];
    name[0] = '\0';
    if (!intercept_off) {
        launch_kernel_name(kernel, name, sizeof(name));
    }
    launch_time_begin(stream);
    return name;
}

// After each launch: was it accepted, did it run to its end, and are all guards unchanged? The errors stay
// pending, for the student's own checks. The loss of the device is reported once.
static cudaError_t after_launch(cudaError_t error, const char *name, const void *kernel, dim3 grid,
                                dim3 block, size_t shared, cudaStream_t stream) {
    const struct said_word said_kernel = name[0] != '\0' ? NAME(name) : TOPIC(A_KERNEL);
    if (intercept_off) {
        return error;
    }
    if (error != cudaSuccess) {
        if (!failed.device_lost) {
            report_refused(name, said_kernel, grid, block, error);
        }
        return error;
    }
    unsigned launch = gpu_report_launch();
    launch_time_end(stream);
    cudaError_t run = cudaDeviceSynchronize();
    if (run == cudaSuccess) {
        launch_time_report(gpu_report_sink(), name, kernel, grid, block, shared);
        allocations_check(said_kernel);
    } else if (!failed.device_lost) {
        failed.device_lost = true;
        say(&failed.launch, WORDS(TOPIC(LAUNCH_NUMBER), said_kernel, NUMBER(launch)));
        report_failure(class_of(run), name, run);
    }
    return error;
}

cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared, cudaStream_t stream) {
    const char *name = begin_launch(kernel, stream);
    cudaError_t error = __real_cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, name, kernel, grid, block, shared, stream);
}

cudaError_t __wrap___cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream) {
    const char *name = begin_launch(kernel, stream);
    cudaError_t error = __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, name, kernel, grid, block, shared, stream);
}

cudaError_t __wrap_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream) {
    const char *name = begin_launch(kernel, stream);
    cudaError_t error = __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared, stream);
    return after_launch(error, name, kernel, grid, block, shared, stream);
}
