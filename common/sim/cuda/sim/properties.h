// CUDA's runtime API: properties of the device, and attributes of kernels. api/properties.c has the values.
#ifndef SIM_PROPERTIES_H
#define SIM_PROPERTIES_H

#include "api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    size_t totalConstMem;
    int major, minor, multiProcessorCount, integrated, canMapHostMemory, concurrentKernels, ECCEnabled,
        asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, concurrentManagedAccess, cooperativeLaunch,
        maxBlocksPerMultiProcessor;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
} cudaDeviceProp;

// The values are those of NVIDIA's driver_types.h.
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);

// `kernel`: as written in the student's code, where a launch uses the same name.
cudaError_t sim_func_set_attribute(const char *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t sim_occupancy_blocks(int *blocks, int block_size, size_t dynamic_bytes);
cudaError_t sim_occupancy_block_size(int *grid_size, int *block_size, size_t dynamic_bytes, int limit);

#ifdef __cplusplus
}

// The kernel must exist and be a function, even if the simulator needs only its name.
template <class Kernel>
SIM_RAW inline const char *sim_kernel_text(Kernel *, const char *text) {
    return text;
}
SIM_RAW inline const char *sim_kernel_text(const void *kernel, const char *text); // launch.h
SIM_RAW inline const char *sim_kernel_text(void *kernel, const char *text) {
    return sim_kernel_text((const void *)kernel, text);
}
#define cudaFuncSetAttribute(kernel, attribute, value)                                                       \
    sim_func_set_attribute(sim_kernel_text((kernel), #kernel), (attribute), (value))

template <class Kernel>
SIM_RAW inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel *, int block_size, size_t dynamic_bytes) {
    return sim_occupancy_blocks(blocks, block_size, dynamic_bytes);
}
template <class Kernel>
SIM_RAW inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, Kernel *,
                                                              size_t dynamic_bytes = 0, int limit = 0) {
    return sim_occupancy_block_size(grid_size, block_size, dynamic_bytes, limit);
}
#endif

#endif
