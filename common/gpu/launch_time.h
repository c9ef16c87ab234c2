// What a launch was and how long it took, for the checker: one launch_record each.
//
//     launch_time_begin(stream);
//     error = ...the launch...;
//     launch_time_end(stream);           // if it was accepted
//     cudaDeviceSynchronize();
//     launch_time_report(sink, name, kernel, grid, block, shared);
//
// The time is from event to event around the launch, which adds some microseconds of the launch itself,
// unless launch_time_ahead keeps the device busy for so long. No call here changes what cudaGetLastError will
// say to the student.
#ifndef GPU_LAUNCH_TIME_H
#define GPU_LAUNCH_TIME_H

#include <stddef.h>

#include <cuda_runtime_api.h>

#include "runner/device.h"

// What is to be put into the stream ahead of each launch that is timed, if not NULL. With a kernel that waits
// for longer than a launch takes, events and launch stand in the queue behind one another, and nothing comes
// between.
extern void (*launch_time_ahead)(cudaStream_t stream);

void launch_time_begin(cudaStream_t stream);
void launch_time_end(cudaStream_t stream);
// Waits for what was timed last; 0 where it was not.
double launch_time_milliseconds(void);
void launch_time_report(const struct device_sink *sink, const char *name, const void *kernel, dim3 grid,
                        dim3 block, size_t shared);

// The name of a kernel as written in the source; "" where it cannot be had: before CUDA 12.3, and while an
// error waits for the student. `kernel` as cudaLaunchKernel gets it; `size` is name's length in bytes.
void launch_kernel_name(const void *kernel, char *name, size_t size);

// The name of a function as written in the source, from the compiler's: "_Z13modulo_kernelPKiPim" gives
// "modulo_kernel". Names that it cannot take apart stay as they are. `size` is name's length in bytes.
void launch_name(const char *mangled, char *name, size_t size);

#endif
