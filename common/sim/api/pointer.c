// CUDA's runtime API: which memory a pointer points to.
#include "sim/api/call.h"
#include "sim/api/memory.h"
#include "sim/memory/global_memory.h"

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer) {
    uint32_t pc = call_enter("cudaPointerGetAttributes", CALLER_ADDRESS());
    if (attributes == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaPointerGetAttributes", pc);
    }
    bool inside = false;
    const struct allocation *found = global_memory_find((uintptr_t)pointer, 1, &inside);
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .device = -2};
    if (inside) {
        attributes->type = found->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice;
        attributes->device = 0;
        attributes->devicePointer = (void *)(uintptr_t)pointer;
        attributes->hostPointer = found->managed ? (void *)(uintptr_t)pointer : NULL;
    } else if (memory_pinned(pointer, 1) != NULL) {
        attributes->type = cudaMemoryTypeHost;
        attributes->device = 0;
        attributes->hostPointer = (void *)(uintptr_t)pointer;
    }
    return call_result(cudaSuccess);
}
