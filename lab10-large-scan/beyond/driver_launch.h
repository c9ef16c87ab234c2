// A launch that goes around CUDA's runtime. <<<...>>> calls the runtime, which calls the driver's cuLaunchKernel. A
// direct call takes the host less time, which counts where a kernel takes hardly longer than its launch. Only idle.cu
// asks for it: the harness sees the runtime's launches alone.
#ifndef DRIVER_LAUNCH_H
#define DRIVER_LAUNCH_H

#include <cudaTypedefs.h>
#include <stdbool.h>

#include "cuda_check.h"

static bool launch_by_driver;

// In this thread the runtime must have been used before. arguments: the address of each of the kernel's arguments.
static void driver_launch(cudaKernel_t kernel, unsigned blocks, unsigned threads, void **arguments) {
    static PFN_cuLaunchKernel_v4000 launch;
    if (launch == NULL) {
        void *function = NULL;
        CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuLaunchKernel", &function, 4000, cudaEnableDefault));
        launch = (PFN_cuLaunchKernel_v4000)function;
    }
    if (launch((CUfunction)kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL) != CUDA_SUCCESS) {
        fprintf(stderr, "lab10, beyond: cuLaunchKernel failed\n");
        exit(2);
    }
}

#endif
