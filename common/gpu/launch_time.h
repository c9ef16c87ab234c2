// What a launch was and how long it took, for the checker: one launch_record each.
//
//     launch_time_begin(stream);
//     error = ...the launch...;
//     launch_time_end(stream);           // if it was accepted
//     cudaDeviceSynchronize();
//     launch_time_report(sink, name, kernel, grid, block, shared);
//
// The time is measured between events around the launch, and includes some microseconds of the launch itself,
// unless launch_time_ahead keeps the device busy for that long. No call here changes what cudaGetLastError
// returns to the student.
#ifndef GPU_LAUNCH_TIME_H
#define GPU_LAUNCH_TIME_H

#include <stddef.h>

#include <cuda_runtime_api.h>

#include "runner/device.h"

// If not NULL, called before each timed launch to put work into its stream. With a kernel that waits for
// longer than a launch takes, events and launch are queued one after the other, with nothing between them.
extern void (*launch_time_ahead)(cudaStream_t stream);

void launch_time_begin(cudaStream_t stream);
void launch_time_end(cudaStream_t stream);
// Waits for the last timed launch. 0 if it could not be timed.
double launch_time_milliseconds(void);
void launch_time_report(const struct device_sink *sink, const char *name, const void *kernel, dim3 grid,
                        dim3 block, size_t shared);

// The name of a kernel as written in the source; "" if it is not available: before CUDA 12.3, and while an
// error is pending for the student. `kernel` as cudaLaunchKernel gets it; `size` is name's length in bytes.
void launch_kernel_name(const void *kernel, char *name, size_t size);

// The name of a function as written in the source, from the mangled name: "_Z13modulo_kernelPKiPim" gives
// "modulo_kernel". Other names are copied unchanged. `size` is name's length in bytes.
void launch_name(const char *mangled, char *name, size_t size);

#endif
