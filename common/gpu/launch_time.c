#include "gpu/launch_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*launch_time_ahead)(cudaStream_t stream);

static cudaEvent_t start, stop; // made at the first launch, for the life of the process
static int timed;               // have both events been recorded around the launch?

void launch_time_begin(cudaStream_t stream) {
    timed = 0;
    // If an error is pending for the student, a failing call of ours would hide it: do not time this launch.
    if (cudaPeekAtLastError() != cudaSuccess) {
        return;
    }
    if (start == NULL && (cudaEventCreate(&start) != cudaSuccess || cudaEventCreate(&stop) != cudaSuccess)) {
        start = NULL;
        (void)cudaGetLastError();
        return;
    }
    if (launch_time_ahead != NULL) {
        launch_time_ahead(stream);
    }
    timed = cudaEventRecord(start, stream) == cudaSuccess;
    if (!timed) {
        (void)cudaGetLastError();
    }
}

void launch_time_end(cudaStream_t stream) {
    if (timed && cudaEventRecord(stop, stream) != cudaSuccess) {
        timed = 0;
        (void)cudaGetLastError();
    }
}

double launch_time_milliseconds(void) {
    float milliseconds = 0;
    if (!timed || cudaEventSynchronize(stop) != cudaSuccess ||
        cudaEventElapsedTime(&milliseconds, start, stop) != cudaSuccess) {
        (void)cudaGetLastError(); // launch_time_begin saw that no error was pending
        return 0;
    }
    return milliseconds;
}

void launch_name(const char *mangled, char *name, size_t size) {
    char *end = NULL;
    unsigned long length = strncmp(mangled, "_Z", 2) == 0 ? strtoul(mangled + 2, &end, 10) : 0;
    if (length > 0 && length <= strlen(end)) {
        snprintf(name, size, "%.*s", (int)length, end);
    } else {
        snprintf(name, size, "%s", mangled);
    }
}

void launch_kernel_name(const void *kernel, char *name, size_t size) {
    name[0] = '\0';
#if CUDART_VERSION >= 12030
    const char *mangled;
    if (cudaPeekAtLastError() != cudaSuccess) {
        return; // an error is pending for the student, and must not be hidden
    }
    if (cudaFuncGetName(&mangled, kernel) == cudaSuccess) {
        launch_name(mangled, name, size);
    }
    (void)cudaGetLastError();
#else
    (void)kernel, (void)size;
#endif
}

void launch_time_report(const struct device_sink *sink, const char *name, const void *kernel, dim3 grid,
                        dim3 block, size_t shared) {
    struct launch_record record = {.grid = {grid.x, grid.y, grid.z}, .block = {block.x, block.y, block.z}};
    record.shared_bytes = shared;
    snprintf(record.kernel, sizeof(record.kernel), "%s", name);
    if (timed) {
        struct cudaFuncAttributes attributes;
        record.milliseconds = launch_time_milliseconds();
        if (cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess) {
            record.shared_bytes += attributes.sharedSizeBytes;
        }
        // launch_time_begin saw that no error was pending; a launch that failed is not here.
        (void)cudaGetLastError();
    }
    sink->launch(&record, NULL, NULL);
}
