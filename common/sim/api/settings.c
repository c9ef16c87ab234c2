// CUDA's runtime API: settings, which the simulated GPU only remembers.
#include "sim/cuda/sim/settings.h"

#include <stdbool.h>
#include <stdint.h>

#include "sim/api/call.h"

enum { LIMITS = cudaLimitPersistingL2CacheSize + 1 };

static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig shared_config;
static unsigned device_flags;
// A stack has 64 KiB, whatever is set here; the others are those of an H100 when a program starts.
static size_t limits[LIMITS] = {1024, 7602176, 8388608, 0, 2048, 64, 0};

// The result of `call`, if its arguments are right.
static cudaError_t answer(bool right, const char *call, const void *return_address) {
    uint32_t pc = call_enter(call, return_address);
    return right ? call_result(cudaSuccess) : call_failure(cudaErrorInvalidValue, call, pc);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    cache_config = config;
    return answer(config <= cudaFuncCachePreferEqual, "cudaDeviceSetCacheConfig", CALLER_ADDRESS());
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    if (config != NULL) {
        *config = cache_config;
    }
    return answer(config != NULL, "cudaDeviceGetCacheConfig", CALLER_ADDRESS());
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    shared_config = config;
    return answer(config <= cudaSharedMemBankSizeEightByte, "cudaDeviceSetSharedMemConfig", CALLER_ADDRESS());
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    if (config != NULL) {
        *config = shared_config;
    }
    return answer(config != NULL, "cudaDeviceGetSharedMemConfig", CALLER_ADDRESS());
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    bool known = (unsigned)limit < LIMITS;
    if (known) {
        limits[limit] = value;
    }
    return answer(known, "cudaDeviceSetLimit", CALLER_ADDRESS());
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    bool right = (unsigned)limit < LIMITS && value != NULL;
    if (right) {
        *value = limits[limit];
    }
    return answer(right, "cudaDeviceGetLimit", CALLER_ADDRESS());
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    device_flags = flags;
    return answer(true, "cudaSetDeviceFlags", CALLER_ADDRESS());
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    if (flags != NULL) {
        *flags = device_flags;
    }
    return answer(flags != NULL, "cudaGetDeviceFlags", CALLER_ADDRESS());
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned valid) {
    uint32_t pc = call_enter("cudaInitDevice", CALLER_ADDRESS());
    (void)valid;
    device_flags = flags;
    return device == 0 ? call_result(cudaSuccess)
                       : call_failure(cudaErrorInvalidDevice, "cudaInitDevice", pc);
}

// ---- The default memory pool ----

struct CUmemPoolHandle_st {
    int reuse[cudaMemPoolAttrReleaseThreshold]; // by attribute
    uint64_t threshold;
};
static struct CUmemPoolHandle_st default_pool = {.reuse = {0, 1, 1, 1}};

static cudaError_t give_pool(cudaMemPool_t *pool, int device, const char *call, const void *return_address) {
    if (pool != NULL) {
        *pool = &default_pool;
    }
    return answer(pool != NULL && device == 0, call, return_address);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    return give_pool(pool, device, "cudaDeviceGetDefaultMemPool", CALLER_ADDRESS());
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return give_pool(pool, device, "cudaDeviceGetMemPool", CALLER_ADDRESS());
}

static bool has_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value) {
    return pool == &default_pool && attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolAttrReleaseThreshold && value != NULL;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    bool right = has_attribute(pool, attribute, value);
    if (right && attribute == cudaMemPoolAttrReleaseThreshold) {
        pool->threshold = *(const uint64_t *)value;
    } else if (right) {
        pool->reuse[attribute] = *(const int *)value;
    }
    return answer(right, "cudaMemPoolSetAttribute", CALLER_ADDRESS());
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    bool right = has_attribute(pool, attribute, value);
    if (right && attribute == cudaMemPoolAttrReleaseThreshold) {
        *(uint64_t *)value = pool->threshold;
    } else if (right) {
        *(int *)value = pool->reuse[attribute];
    }
    return answer(right, "cudaMemPoolGetAttribute", CALLER_ADDRESS());
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
    (void)bytes;
    return answer(pool == &default_pool, "cudaMemPoolTrimTo", CALLER_ADDRESS());
}

cudaError_t cudaProfilerStart(void) {
    return answer(true, "cudaProfilerStart", CALLER_ADDRESS());
}

cudaError_t cudaProfilerStop(void) {
    return answer(true, "cudaProfilerStop", CALLER_ADDRESS());
}
