// CUDA's runtime API: properties of the device, and attributes of kernels. api/properties.c has the values.
#ifndef SIM_PROPERTIES_H
#define SIM_PROPERTIES_H

#include "allocation.h"

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
    // What programs only print. The last line is not in CUDA 13 any more.
    size_t textureAlignment;
    int pciBusID, pciDeviceID, pciDomainID, tccDriver, streamPrioritiesSupported, globalL1CacheSupported,
        localL1CacheSupported, isMultiGpuBoard, computePreemptionSupported, pageableMemoryAccess,
        hostRegisterSupported, memoryPoolsSupported, clusterLaunch;
    int clockRate, memoryClockRate, computeMode, kernelExecTimeoutEnabled, deviceOverlap;
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
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33,
    cudaDevAttrPciDeviceId = 34,
    cudaDevAttrTccDriver = 35,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrMemoryPoolsSupported = 115,
    // What the simulated GPU does not have, or has 0 of.
    cudaDevAttrMaxTexture1DWidth = 21,
    cudaDevAttrMaxTexture2DWidth = 22,
    cudaDevAttrMaxTexture2DHeight = 23,
    cudaDevAttrMaxTexture3DWidth = 24,
    cudaDevAttrMaxTexture3DHeight = 25,
    cudaDevAttrMaxTexture3DDepth = 26,
    cudaDevAttrMaxTexture2DLayeredWidth = 27,
    cudaDevAttrMaxTexture2DLayeredHeight = 28,
    cudaDevAttrMaxTexture2DLayeredLayers = 29,
    cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrMaxTexture1DLayeredWidth = 42,
    cudaDevAttrMaxTexture1DLayeredLayers = 43,
    cudaDevAttrMaxTexture2DGatherWidth = 45,
    cudaDevAttrMaxTexture2DGatherHeight = 46,
    cudaDevAttrMaxTexture3DWidthAlt = 47,
    cudaDevAttrMaxTexture3DHeightAlt = 48,
    cudaDevAttrMaxTexture3DDepthAlt = 49,
    cudaDevAttrTexturePitchAlignment = 51,
    cudaDevAttrMaxTextureCubemapWidth = 52,
    cudaDevAttrMaxTextureCubemapLayeredWidth = 53,
    cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
    cudaDevAttrMaxSurface1DWidth = 55,
    cudaDevAttrMaxSurface2DWidth = 56,
    cudaDevAttrMaxSurface2DHeight = 57,
    cudaDevAttrMaxSurface3DWidth = 58,
    cudaDevAttrMaxSurface3DHeight = 59,
    cudaDevAttrMaxSurface3DDepth = 60,
    cudaDevAttrMaxSurface1DLayeredWidth = 61,
    cudaDevAttrMaxSurface1DLayeredLayers = 62,
    cudaDevAttrMaxSurface2DLayeredWidth = 63,
    cudaDevAttrMaxSurface2DLayeredHeight = 64,
    cudaDevAttrMaxSurface2DLayeredLayers = 65,
    cudaDevAttrMaxSurfaceCubemapWidth = 66,
    cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67,
    cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
    cudaDevAttrMaxTexture1DLinearWidth = 69,
    cudaDevAttrMaxTexture2DLinearWidth = 70,
    cudaDevAttrMaxTexture2DLinearHeight = 71,
    cudaDevAttrMaxTexture2DLinearPitch = 72,
    cudaDevAttrMaxTexture2DMipmappedWidth = 73,
    cudaDevAttrMaxTexture2DMipmappedHeight = 74,
    cudaDevAttrMaxTexture1DMipmappedWidth = 77,
    cudaDevAttrGlobalL1CacheSupported = 79,
    cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrMultiGpuBoardGroupID = 85,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrReserved92 = 92,
    cudaDevAttrReserved93 = 93,
    cudaDevAttrReserved94 = 94,
    cudaDevAttrReserved96 = 96,
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrSparseCudaArraySupported = 112,
    cudaDevAttrHostRegisterReadOnlySupported = 113,
    cudaDevAttrTimelineSemaphoreInteropSupported = 114,
    cudaDevAttrGPUDirectRDMASupported = 116,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
    cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
    cudaDevAttrClusterLaunch = 120,
    cudaDevAttrDeferredMappingCudaArraySupported = 121,
    cudaDevAttrReserved122 = 122,
    cudaDevAttrReserved123 = 123,
    cudaDevAttrReserved124 = 124,
    cudaDevAttrIpcEventSupport = 125,
    cudaDevAttrMemSyncDomainCount = 126,
    cudaDevAttrReserved127 = 127,
    cudaDevAttrReserved128 = 128,
    cudaDevAttrReserved129 = 129,
    cudaDevAttrNumaConfig = 130,
    cudaDevAttrNumaId = 131,
    cudaDevAttrReserved132 = 132,
    cudaDevAttrMpsEnabled = 133,
    cudaDevAttrHostNumaId = 134,
    cudaDevAttrD3D12CigSupported = 135,
    cudaDevAttrVulkanCigSupported = 138,
    cudaDevAttrGpuPciDeviceId = 139,
    cudaDevAttrGpuPciSubsystemId = 140,
    cudaDevAttrReserved141 = 141,
    cudaDevAttrHostNumaMemoryPoolsSupported = 142,
    cudaDevAttrHostNumaMultinodeIpcSupported = 143,
    cudaDevAttrHostMemoryPoolsSupported = 144,
    cudaDevAttrReserved145 = 145,
    cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
    cudaDevAttrMax
};

enum cudaComputeMode { // cudaDevAttrComputeMode: always the first
    cudaComputeModeDefault,
    cudaComputeModeExclusive,
    cudaComputeModeProhibited,
    cudaComputeModeExclusiveProcess
};

enum cudaSharedCarveout { // cudaFuncAttributePreferredSharedMemoryCarveout: a percentage, or one of these
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);

// `kernel`: the arguments of the call, or its first one, as written in the student's code: a launch whose arguments
// determine the kernel knows only its name.
cudaError_t sim_func_set_attribute(const char *kernel, const void *address, enum cudaFuncAttribute attribute,
                                   int value, const void *caller);
cudaError_t sim_occupancy_blocks(int *blocks, int block_size, size_t dynamic_bytes);
cudaError_t sim_occupancy_block_size(int *grid_size, int *block_size, size_t dynamic_bytes, int limit);
cudaError_t sim_occupancy_shared(size_t *dynamic_bytes, int blocks, int block_size);

#define cudaOccupancyDefault                0u
#define cudaOccupancyDisableCachingOverride 1u

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
template <class Kernel>
SIM_CALLED cudaError_t cudaFuncSetAttribute(Kernel *kernel, enum cudaFuncAttribute attribute, int value,
                                            SIM_WRITTEN) {
    return sim_func_set_attribute(sim_kernel_text(kernel, written.text), (const void *)kernel, attribute,
                                  value, SIM_CALLER);
}
#define cudaFuncSetAttribute(...) cudaFuncSetAttribute(__VA_ARGS__, sim_written{#__VA_ARGS__})

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
template <class Kernel>
SIM_RAW inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, Kernel *,
                                                                     int blocks, int block_size) {
    return sim_occupancy_shared(dynamic_bytes, blocks, block_size);
}
// `bytes_of(size)`: the dynamic shared memory of a block of that size.
template <class Kernel, class Bytes>
SIM_RAW inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid_size, int *block_size,
                                                                          Kernel *, Bytes bytes_of,
                                                                          int limit = 0) {
    cudaError_t error = sim_occupancy_block_size(grid_size, block_size, 0, limit);
    const int largest =
        error == cudaSuccess && *block_size > 0 ? limit > 0 && limit < 1024 ? limit : 1024 : 0;
    int best = 0, multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    for (int size = largest < 32 ? largest : largest / 32 * 32; size > 0 && error == cudaSuccess;
         size -= 32) {
        int blocks = 0;
        error = sim_occupancy_blocks(&blocks, size, bytes_of(size));
        if (error == cudaSuccess && blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *grid_size = blocks * multiprocessors;
        }
    }
    return error;
}
// The flags change nothing here.
template <class Kernel>
SIM_RAW inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Kernel *, int block_size,
                                                       size_t dynamic_bytes, unsigned) {
    return sim_occupancy_blocks(blocks, block_size, dynamic_bytes);
}
template <class Kernel, class Bytes>
SIM_RAW inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid_size, int *block_size, Kernel *kernel,
                                                        Bytes bytes_of, int limit = 0, unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid_size, block_size, kernel, bytes_of, limit);
}
template <class Kernel>
SIM_RAW inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid_size, int *block_size,
                                                                       Kernel *, size_t dynamic_bytes = 0,
                                                                       int limit = 0, unsigned = 0) {
    return sim_occupancy_block_size(grid_size, block_size, dynamic_bytes, limit);
}
#endif

#endif
