// CUDA's runtime API: the properties of the simulated device. The numbers are not measured, and are the same
// on every machine: those of a device of compute capability 8.0 with few multiprocessors.
#include "sim/api/properties.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/limits.h"
#include "sim/api/call.h"
#include "sim/api/written.h"

enum {
    MULTIPROCESSORS = 16,
    THREADS_PER_MULTIPROCESSOR = 2048,
    BLOCKS_PER_MULTIPROCESSOR = 32,
    REGISTERS = 65536,      // per block and per multiprocessor
    SHARED_RESERVED = 1024, // bytes of each block's shared memory that the system uses
    SHARED_PER_MULTIPROCESSOR = 164 * 1024,
    CONSTANT_BYTES = 64 * 1024,
    BUS_BITS = 5120,
    L2_BYTES = 40 * 1024 * 1024,
    FUNCTIONS_MAX = 64 // kernels with an attribute
};

static const struct cudaDeviceProp device = {
    .name = "Simulated GPU",
    .totalGlobalMem = GLOBAL_BYTES,
    .sharedMemPerBlock = SHARED_STATIC_MAX,
    .regsPerBlock = REGISTERS,
    .warpSize = WARP_LANES,
    .memPitch = 0x7fffffff,
    .maxThreadsPerBlock = BLOCK_THREADS_MAX,
    .maxThreadsDim = {BLOCK_THREADS_MAX, BLOCK_THREADS_MAX, 64},
    .maxGridSize = {0x7fffffff, 65535, 65535},
    .totalConstMem = CONSTANT_BYTES,
    .major = 8,
    .minor = 0,
    .multiProcessorCount = MULTIPROCESSORS,
    .concurrentKernels = 1,
    .asyncEngineCount = 1,
    .unifiedAddressing = 1,
    .memoryBusWidth = BUS_BITS,
    .l2CacheSize = L2_BYTES,
    .maxThreadsPerMultiProcessor = THREADS_PER_MULTIPROCESSOR,
    .sharedMemPerMultiprocessor = SHARED_PER_MULTIPROCESSOR,
    .regsPerMultiprocessor = REGISTERS,
    .managedMemory = 1,
    .cooperativeLaunch = 1,
    .concurrentManagedAccess = 1,
    .maxBlocksPerMultiProcessor = BLOCKS_PER_MULTIPROCESSOR,
    .sharedMemPerBlockOptin = SHARED_OPTIN_MAX,
    .reservedSharedMemPerBlock = SHARED_RESERVED,
    .textureAlignment = 512,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .hostRegisterSupported = 1,
    .deviceOverlap = 1,
};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int number) {
    uint32_t pc = call_enter("cudaGetDeviceProperties", CALLER_ADDRESS());
    if (number != 0 || properties == NULL) {
        return call_failure(number != 0 ? cudaErrorInvalidDevice : cudaErrorInvalidValue,
                            "cudaGetDeviceProperties", pc);
    }
    *properties = device;
    return call_result(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int number) {
    static const struct {
        enum cudaDeviceAttr attribute;
        int value;
    } attributes[] = {
        {cudaDevAttrMaxThreadsPerBlock, BLOCK_THREADS_MAX},
        {cudaDevAttrMaxBlockDimX, BLOCK_THREADS_MAX},
        {cudaDevAttrMaxBlockDimY, BLOCK_THREADS_MAX},
        {cudaDevAttrMaxBlockDimZ, 64},
        {cudaDevAttrMaxGridDimX, 0x7fffffff},
        {cudaDevAttrMaxGridDimY, 65535},
        {cudaDevAttrMaxGridDimZ, 65535},
        {cudaDevAttrMaxSharedMemoryPerBlock, SHARED_STATIC_MAX},
        {cudaDevAttrTotalConstantMemory, CONSTANT_BYTES},
        {cudaDevAttrWarpSize, WARP_LANES},
        {cudaDevAttrMaxRegistersPerBlock, REGISTERS},
        {cudaDevAttrMultiProcessorCount, MULTIPROCESSORS},
        {cudaDevAttrMaxThreadsPerMultiProcessor, THREADS_PER_MULTIPROCESSOR},
        {cudaDevAttrComputeCapabilityMajor, 8},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, SHARED_PER_MULTIPROCESSOR},
        {cudaDevAttrManagedMemory, 1},
        {cudaDevAttrCooperativeLaunch, 1},
        {cudaDevAttrConcurrentManagedAccess, 1},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, SHARED_OPTIN_MAX},
        {cudaDevAttrMaxPitch, 0x7fffffff},
        {cudaDevAttrTextureAlignment, 512},
        {cudaDevAttrGpuOverlap, 1},
        {cudaDevAttrConcurrentKernels, 1},
        {cudaDevAttrGlobalMemoryBusWidth, BUS_BITS},
        {cudaDevAttrL2CacheSize, L2_BYTES},
        {cudaDevAttrAsyncEngineCount, 1},
        {cudaDevAttrUnifiedAddressing, 1},
        {cudaDevAttrStreamPrioritiesSupported, 1},
        {cudaDevAttrMaxRegistersPerMultiprocessor, REGISTERS},
        {cudaDevAttrHostRegisterSupported, 1},
        {cudaDevAttrReservedSharedMemoryPerBlock, SHARED_RESERVED},
        {cudaDevAttrMaxBlocksPerMultiprocessor, BLOCKS_PER_MULTIPROCESSOR},
    };
    uint32_t pc = call_enter("cudaDeviceGetAttribute", CALLER_ADDRESS());
    if (number != 0) {
        return call_failure(cudaErrorInvalidDevice, "cudaDeviceGetAttribute", pc);
    }
    if (value == NULL || attribute <= 0 || attribute >= cudaDevAttrMax) {
        return call_failure(cudaErrorInvalidValue, "cudaDeviceGetAttribute", pc);
    }
    *value = 0;
    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
        if (attributes[i].attribute == attribute) {
            *value = attributes[i].value;
        }
    }
    return call_result(cudaSuccess);
}

// ---- Kernels with an attribute, by address ----

static struct function {
    const void *address;
    char name[96]; // for a launch that knows only that
    size_t dynamic_max;
} functions[FUNCTIONS_MAX];
static unsigned function_count;

void properties_begin_case(void) {
    function_count = 0;
}

// "scan<int>" from "(const void *)&scan< int >, attribute", which is also the kernel's name in its launch; "scan<int,
// 4>" from "(scan<int, 4>)".
static void plain_name(const char *written, char *name, size_t size) {
    size_t length = 0;
    int depth = 0;
    const char *end = written + written_first(written), *inner = NULL; // of the last parentheses
    for (const char *at = written; at < end && length + 1 < size; at++) {
        inner = *at == '(' && depth == 0 ? at + 1 : inner;
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 && *at != ')' && *at != '&' && !isspace((unsigned char)*at)) {
            name[length++] = *at;
        }
    }
    name[length] = 0;
    if (length == 0 && inner != NULL) {
        char text[sizeof(functions[0].name)];
        snprintf(text, sizeof(text), "%.*s", (int)(end - inner) - 1, inner);
        plain_name(text, name, size);
    }
}

// May the kernel `name`, as "scan<int, 4>", be launched as `launched`, as "scan" or "scan<int>"?
static bool may_be(const char *name, const char *launched) {
    size_t length = strlen(launched);
    length -= length > 0 && launched[length - 1] == '>';
    return strncmp(name, launched, length) == 0 && strchr("<,>", name[length]) != NULL; // also at its end
}

size_t properties_dynamic_max(const char *kernel, const void *address) {
    char name[sizeof(functions[0].name)];
    plain_name(kernel, name, sizeof(name));
    for (unsigned i = 0; i < function_count; i++) {
        if (address != NULL ? functions[i].address == address : may_be(functions[i].name, name)) {
            return functions[i].dynamic_max;
        }
    }
    return SHARED_STATIC_MAX;
}

cudaError_t sim_func_set_attribute(const char *kernel, const void *address, enum cudaFuncAttribute attribute,
                                   int value, const void *caller) {
    uint32_t pc = call_enter("cudaFuncSetAttribute", caller);
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        return call_result(cudaSuccess); // only a preference
    }
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 || value > SHARED_OPTIN_MAX) {
        return call_failure(cudaErrorInvalidValue, "cudaFuncSetAttribute", pc);
    }
    unsigned i = 0;
    while (i < function_count && functions[i].address != address) {
        i++;
    }
    if (i == FUNCTIONS_MAX) {
        return call_failure(cudaErrorMemoryAllocation, "cudaFuncSetAttribute", pc);
    }
    function_count += i == function_count;
    functions[i].address = address;
    plain_name(kernel, functions[i].name, sizeof(functions[i].name));
    functions[i].dynamic_max = (size_t)value;
    return call_result(cudaSuccess);
}

// ---- Occupancy: by threads and dynamic shared memory; registers and static shared memory are unknown ----

static int blocks_at_once(int block_size, size_t dynamic_bytes) {
    int warps = (block_size + WARP_LANES - 1) / WARP_LANES;
    int by_threads = THREADS_PER_MULTIPROCESSOR / WARP_LANES / warps;
    int by_shared = (int)(SHARED_PER_MULTIPROCESSOR / (dynamic_bytes + SHARED_RESERVED));
    int blocks = by_threads < by_shared ? by_threads : by_shared;
    return blocks < BLOCKS_PER_MULTIPROCESSOR ? blocks : BLOCKS_PER_MULTIPROCESSOR;
}

uint64_t properties_cooperative_blocks(unsigned threads, size_t dynamic_bytes) {
    return MULTIPROCESSORS * (uint64_t)blocks_at_once((int)threads, dynamic_bytes);
}

cudaError_t sim_occupancy_blocks(int *blocks, int block_size, size_t dynamic_bytes) {
    uint32_t pc = call_enter("cudaOccupancyMaxActiveBlocksPerMultiprocessor", CALLER_ADDRESS());
    if (blocks == NULL || block_size <= 0) {
        return call_failure(cudaErrorInvalidValue, "cudaOccupancyMaxActiveBlocksPerMultiprocessor", pc);
    }
    *blocks = block_size > BLOCK_THREADS_MAX || dynamic_bytes > SHARED_OPTIN_MAX
                  ? 0
                  : blocks_at_once(block_size, dynamic_bytes);
    return call_result(cudaSuccess);
}

// As much as leaves room for so many blocks on a multiprocessor.
cudaError_t sim_occupancy_shared(size_t *dynamic_bytes, int blocks, int block_size) {
    uint32_t pc = call_enter("cudaOccupancyAvailableDynamicSMemPerBlock", CALLER_ADDRESS());
    if (dynamic_bytes == NULL || blocks <= 0 || block_size <= 0 || block_size > BLOCK_THREADS_MAX) {
        return call_failure(cudaErrorInvalidValue, "cudaOccupancyAvailableDynamicSMemPerBlock", pc);
    }
    const size_t each = SHARED_PER_MULTIPROCESSOR / (size_t)blocks;
    const size_t room =
        blocks > blocks_at_once(block_size, 0) || each < SHARED_RESERVED ? 0 : each - SHARED_RESERVED;
    *dynamic_bytes = room < SHARED_OPTIN_MAX ? room : SHARED_OPTIN_MAX;
    return call_result(cudaSuccess);
}

cudaError_t sim_occupancy_block_size(int *grid_size, int *block_size, size_t dynamic_bytes, int limit) {
    uint32_t pc = call_enter("cudaOccupancyMaxPotentialBlockSize", CALLER_ADDRESS());
    if (grid_size == NULL || block_size == NULL || limit < 0 || dynamic_bytes > SHARED_OPTIN_MAX) {
        return call_failure(cudaErrorInvalidValue, "cudaOccupancyMaxPotentialBlockSize", pc);
    }
    int largest = limit == 0 || limit > BLOCK_THREADS_MAX ? BLOCK_THREADS_MAX : limit;
    int best = 0;
    for (int size = largest >= WARP_LANES ? largest / WARP_LANES * WARP_LANES : largest; size > 0;
         size -= WARP_LANES) {
        int threads = size * blocks_at_once(size, dynamic_bytes);
        if (threads > best) {
            best = threads;
            *block_size = size;
            *grid_size = MULTIPROCESSORS * blocks_at_once(size, dynamic_bytes);
        }
    }
    return call_result(cudaSuccess);
}
