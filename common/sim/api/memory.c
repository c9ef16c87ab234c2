// CUDA's runtime API: allocating and freeing device memory, and pinned host memory.
#include "sim/api/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/access/leftovers.h"
#include "sim/access/stream_use.h"
#include "sim/api/call.h"
#include "sim/api/stream.h"
#include "sim/api/written.h"
#include "sim/base/unset_pointer.h"
#include "sim/cuda/sim/managed.h"
#include "sim/hooks/host_memory.h"
#include "sim/memory/global_memory.h"
#include "sim/report/host.h"
#include "sim/trace/trace.h"

// Pinned host memory that the case has allocated.
struct pinned {
    struct pinned *next;
    void *memory;
    size_t bytes;
    char name[48];
    uint32_t pc, free_pc;
    bool registered; // by cudaHostRegister: the program's own memory
    bool freed;      // or no longer registered
};
static struct pinned *all_pinned;

// Arrays of the case that cudaFree has freed, but for those that were discarded, the oldest first.
static struct {
    struct allocation *first, *last;
    size_t count, bytes;
} kept_freed;

static void free_pinned(struct pinned *one, uint32_t pc) {
    one->freed = true;
    one->free_pc = pc;
    if (!one->registered) {
        free(one->memory);
    }
}

// The latest pinned memory that begins there and is such, or NULL.
static struct pinned *find_pinned(const void *memory, bool registered, bool freed) {
    struct pinned *one = all_pinned;
    while (one != NULL && (one->memory != memory || one->registered != registered || one->freed != freed)) {
        one = one->next;
    }
    return one;
}

// free() or delete of pinned memory.
static bool report_free(const void *memory, const char *call, uint32_t pc) {
    struct pinned *found = find_pinned(memory, false, false);
    if (found != NULL) {
        report_host(DIAGNOSTIC_INVALID_FREE, found->name, pc, found->pc, TOPIC(ALLOCATED_HERE),
                    WORDS(TOPIC(PINNED_FREED_BY), NAME(found->name), NAME(call)));
        free_pinned(found, pc);
    }
    return found != NULL;
}

void memory_begin_case(void) {
    memset(&kept_freed, 0, sizeof(kept_freed));
    host_memory_on_unknown(report_free);
    while (all_pinned != NULL) {
        struct pinned *next = all_pinned->next;
        if (!all_pinned->freed && !all_pinned->registered) {
            free(all_pinned->memory);
        }
        free(all_pinned);
        all_pinned = next;
    }
}

void memory_free_all(uint32_t pc) {
    bool reported = false;
    for (size_t i = 0; i < global_memory_count(); i++) {
        struct allocation *one = global_memory_at(i);
        if (one->owner == OWNED_BY_STUDENT && !one->freed) {
            global_memory_free(one, "cudaDeviceReset", pc);
        } else if (one->owner == OWNED_BY_HARNESS && !one->freed && !reported) {
            report_host(DIAGNOSTIC_CUDA_ERROR, one->name, pc, 0, NOTHING,
                        WORDS(TOPIC(ALSO_FREES_CALLERS), NAME("cudaDeviceReset"), NAME(one->name)));
            reported = true;
        }
    }
    for (struct pinned *one = all_pinned; one != NULL; one = one->next) {
        if (!one->freed) {
            free_pinned(one, pc);
        }
    }
}

void memory_report_leaks(void) {
    for (const struct pinned *one = all_pinned; one != NULL; one = one->next) {
        if (!one->freed && one->registered) {
            report_host(DIAGNOSTIC_LEAK, one->name, one->pc, 0, NOTHING,
                        WORDS(TOPIC(NEVER_UNREGISTERED), NAME(one->name)));
        } else if (!one->freed) {
            report_host(DIAGNOSTIC_LEAK, one->name, one->pc, 0, NOTHING,
                        WORDS(TOPIC(NEVER_FREED), NAME(one->name), NUMBER(one->bytes)));
        }
    }
}

const char *memory_pinned(const void *pointer, size_t bytes) {
    const struct pinned *one = all_pinned;
    while (one != NULL && (one->freed || (uintptr_t)pointer - (uintptr_t)one->memory + bytes > one->bytes)) {
        one = one->next;
    }
    return one == NULL ? NULL : one->name;
}

// "d_sums" from "&d_sums", "(void **)&d_sums" or "&d_sums[i]", "d_sums[1]" from "&d_sums[1]", "sums" from
// "&work->sums": the last name in the first argument, outside brackets, with an index that is a number.
static void last_name(const char *written, char *name, size_t size) {
    const char *begin = written, *end = written, *last = written + written_first(written);
    int depth = 0; // of brackets
    for (const char *at = written; at < last;) {
        if (isalpha((unsigned char)*at) || *at == '_') {
            const char *name_begin = at;
            while (isalnum((unsigned char)*at) || *at == '_') {
                at++;
            }
            begin = depth == 0 ? name_begin : begin;
            end = depth == 0 ? at : end;
            size_t index = *at == '[' ? strspn(at + 1, "0123456789") : 0;
            if (depth == 0 && index > 0 && at[index + 1] == ']') {
                end = at += index + 2;
            }
        } else {
            depth += (*at == '[') - (*at == ']');
            at++;
        }
    }
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
}

// "&d_sums" is meant where the argument is "d_sums" or "(void **)d_sums".
static cudaError_t refuse_null(const char *written, const char *call, uint32_t pc) {
    char name[48];
    last_name(written, name, sizeof(name));
    if (name[0] == '\0' || strcmp(name, "NULL") == 0 || strcmp(name, "nullptr") == 0) {
        report_host(DIAGNOSTIC_CUDA_ERROR, "", pc, 0, NOTHING, WORDS(TOPIC(RECEIVES_NO_ADDRESS), NAME(call)));
    } else {
        report_host(DIAGNOSTIC_CUDA_ERROR, name, pc, 0, NOTHING,
                    WORDS(TOPIC(RECEIVES_NO_ADDRESS_OF), NAME(call), NAME(name)));
    }
    return call_result(cudaErrorInvalidValue);
}

// `bytes` is what the program asks for, whose sizes have 64 bits also where an interpreter's have 32.
static cudaError_t allocate(void **pointer, uint64_t bytes, size_t element, bool managed, const char *written,
                            const char *call, uint32_t pc) {
    if (pointer == NULL) {
        return refuse_null(written, call, pc);
    }
    if (bytes == 0) {
        *pointer = NULL; // as CUDA does
        global_memory.empty_pc = pc;
        return call_result(cudaSuccess);
    }
    char name[48];
    last_name(written, name, sizeof(name));
    const size_t room = bytes == (size_t)bytes ? bytes : SIZE_MAX;
    struct allocation *made = managed
                                  ? global_memory_allocate_managed(name, room, element, pc)
                                  : global_memory_allocate(name, room, element, OWNED_BY_STUDENT, false, pc);
    if (made == NULL) {
        return call_failure_of(cudaErrorMemoryAllocation, call, pc,
                               WORDS(TOPIC(CALL_OF_BYTES), NAME(call), NUMBER(bytes)));
    }
    if (trace_on()) {
        trace_allocation(made, false);
    }
    *pointer = (void *)made->base;
    return call_result(cudaSuccess);
}

cudaError_t sim_malloc(void **pointer, uint64_t bytes, size_t element, const char *written,
                       const void *caller) {
    return allocate(pointer, bytes, element, false, written, "cudaMalloc", call_enter("cudaMalloc", caller));
}

// Rows begin every PITCH bytes, or a multiple of that, as on an H100.
cudaError_t sim_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height, size_t element,
                             const char *written, const void *caller) {
    enum { PITCH = 512 };
    uint32_t pc = call_enter("cudaMallocPitch", caller);
    if (pitch == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaMallocPitch", pc);
    }
    size_t rounded = (width + PITCH - 1) / PITCH * PITCH;
    if (rounded < width || (height > 0 && rounded > SIZE_MAX / height)) {
        return call_failure(cudaErrorMemoryAllocation, "cudaMallocPitch", pc);
    }
    *pitch = rounded;
    return allocate(pointer, rounded * height, element, false, written, "cudaMallocPitch", pc);
}

cudaError_t sim_malloc_managed(void **pointer, uint64_t bytes, size_t element, const char *written,
                               const void *caller) {
    uint32_t pc = call_enter("cudaMallocManaged", caller);
    stream_follow_words();
    return allocate(pointer, bytes, element, true, written, "cudaMallocManaged", pc);
}

cudaError_t sim_managed_hint(const void *pointer, size_t bytes, const cudaStream_t *stream, const char *call,
                             void *return_address) {
    uint32_t pc = call_enter(call, return_address);
    if (stream != NULL && !stream_check(*stream, call, pc)) {
        return cudaErrorInvalidResourceHandle;
    }
    bool inside, managed = global_memory_find((uintptr_t)pointer, bytes, &inside) != NULL && inside &&
                           global_memory_is_managed((uintptr_t)pointer);
    return managed ? call_result(cudaSuccess) : call_failure(cudaErrorInvalidValue, call, pc);
}

// An operation allocates or frees the memory: others must be ordered with it as with a write.
static void use_all(const void *pointer, size_t bytes, cudaStream_t stream, const char *call, enum topic verb,
                    uint32_t pc) {
    if (call_fault() == cudaSuccess) {
        stream_use_range(stream_order_issue(stream_number(stream), call, verb, pc), (uintptr_t)pointer, bytes,
                         ACCESS_WRITE);
    }
}

cudaError_t sim_malloc_async(void **pointer, uint64_t bytes, cudaStream_t stream, size_t element,
                             const char *written, const void *caller) {
    uint32_t pc = call_enter("cudaMallocAsync", caller);
    if (!stream_check(stream, "cudaMallocAsync", pc)) {
        return cudaErrorInvalidResourceHandle;
    }
    cudaError_t error = allocate(pointer, bytes, element, false, written, "cudaMallocAsync", pc);
    if (error == cudaSuccess && *pointer != NULL) {
        use_all(*pointer, bytes, stream, "cudaMallocAsync", TOPIC_ALLOCATES, pc);
    }
    return error;
}

static void report_freed_twice(const char *name, uint32_t pc, uint32_t free_pc) {
    report_second(report_host(DIAGNOSTIC_DOUBLE_FREE, name, pc, free_pc, TOPIC(FIRST_FREED),
                              WORDS(TOPIC(FREED_TWICE), NAME(name))),
                  PLACE_ACT);
}

// The allocation at `pointer`, which `call` is to free. If it cannot be freed, reports that and returns NULL.
static struct allocation *to_be_freed(const void *pointer, const char *call, uint32_t pc) {
    bool inside;
    struct allocation *found = global_memory_find((uintptr_t)pointer, 0, &inside);
    const struct pinned *pinned = find_pinned(pointer, false, false);
    if (pinned != NULL) {
        report_host(DIAGNOSTIC_CUDA_ERROR, pinned->name, pc, 0, NOTHING,
                    WORDS(TOPIC(FREE_OF_PINNED), NAME(call), NAME(pinned->name)));
        return NULL;
    }
    if (found == NULL || found->base != (uintptr_t)pointer || found->owner == OWNED_BY_HARNESS) {
        const char *name = found == NULL ? "" : found->name;
        report_host(DIAGNOSTIC_CUDA_ERROR, name, pc, 0, NOTHING,
                    is_unset_pointer((uintptr_t)pointer) ? WORDS(TOPIC(FREE_OF_UNSET), NAME(call))
                    : found == NULL ? WORDS(TOPIC(FREE_OF_UNKNOWN), NAME(call), NAME("cudaMalloc"))
                    : found->owner == OWNED_BY_HARNESS ? WORDS(TOPIC(FREE_OF_CALLERS), NAME(call), NAME(name))
                                                       : WORDS(TOPIC(FREES_MIDDLE), NAME(call), NAME(name)));
        return NULL;
    }
    if (found->freed) {
        report_freed_twice(found->name, pc, (uint32_t)found->free_pc);
        return NULL;
    }
    return found;
}

// Arrays that were freed keep their memory until the case ends. Where there is much of it, or there are many, those
// that were freed first lose it.
static void keep(struct allocation *freed) {
    enum { // the shadow of these bytes takes several times as many
        BYTES_MAX = GLOBAL_BYTES / 4 < 1 << 26 ? GLOBAL_BYTES / 4 : 1 << 26,
        COUNT_MAX = GLOBAL_BYTES / GLOBAL_GAP / 2 < 500 ? GLOBAL_BYTES / GLOBAL_GAP / 2 : 500
    };
    *(kept_freed.first == NULL ? &kept_freed.first : &kept_freed.last->later) = freed;
    kept_freed.last = freed;
    kept_freed.count++;
    kept_freed.bytes += freed->bytes;
    while ((kept_freed.bytes > BYTES_MAX || kept_freed.count > COUNT_MAX) && !trace_on()) {
        struct allocation *oldest = kept_freed.first;
        kept_freed.first = oldest->later;
        kept_freed.count--;
        kept_freed.bytes -= oldest->bytes;
        leftovers_report_freed(oldest);
        global_memory_discard(oldest);
    }
}

cudaError_t cudaFree(void *pointer) {
    uint32_t pc = call_enter("cudaFree", CALLER_ADDRESS());
    stream_host_wait_all();
    struct allocation *found = pointer == NULL ? NULL : to_be_freed(pointer, "cudaFree", pc);
    if (found != NULL) {
        global_memory_free(found, "cudaFree", pc);
        keep(found);
    }
    return call_result(found == NULL && pointer != NULL ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    uint32_t pc = call_enter("cudaFreeAsync", CALLER_ADDRESS());
    if (!stream_check(stream, "cudaFreeAsync", pc)) {
        return cudaErrorInvalidResourceHandle;
    }
    struct allocation *found = pointer == NULL ? NULL : to_be_freed(pointer, "cudaFreeAsync", pc);
    if (found != NULL) {
        use_all(pointer, found->bytes, stream, "cudaFreeAsync", TOPIC_FREES, pc);
        global_memory_free(found, "cudaFreeAsync", pc);
    }
    return call_result(found == NULL && pointer != NULL ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    uint32_t pc = call_enter("cudaMemGetInfo", CALLER_ADDRESS());
    size_t used = 0;
    if (free_bytes == NULL || total_bytes == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaMemGetInfo", pc);
    }
    for (size_t i = 0; i < global_memory_count(); i++) {
        used += global_memory_at(i)->freed ? 0 : global_memory_at(i)->bytes;
    }
    *total_bytes = GLOBAL_BYTES;
    *free_bytes = GLOBAL_BYTES - used;
    return call_result(cudaSuccess);
}

static void add_pinned(struct pinned *made, size_t bytes, const char *written, uint32_t pc) {
    made->next = all_pinned;
    made->bytes = bytes;
    made->pc = pc;
    last_name(written, made->name, sizeof(made->name));
    all_pinned = made;
}

// The bytes to allocate for pinned memory of so many. malloc lets a block use 8 bytes of those in front of the next one
// unless its size is a multiple of 16, and host code must not access those (hooks/host_memory.c).
static size_t pinned_room(size_t bytes) {
    enum { UNIT = 16 };
    return bytes == 0 ? UNIT : bytes > SIZE_MAX - UNIT ? bytes : (bytes + UNIT - 1) / UNIT * UNIT;
}

cudaError_t sim_malloc_host(void **pointer, size_t bytes, const char *written, const void *caller) {
    uint32_t pc = call_enter("cudaMallocHost", caller);
    struct pinned *made = calloc(1, sizeof(*made));
    if (pointer == NULL) {
        free(made);
        return refuse_null(written, "cudaMallocHost", pc);
    }
    if (made == NULL || (made->memory = malloc(pinned_room(bytes))) == NULL) {
        free(made);
        return call_failure(cudaErrorMemoryAllocation, "cudaMallocHost", pc);
    }
    add_pinned(made, bytes, written, pc);
    const uint32_t poison = DEVICE_POISON; // the same content in every run, and no plausible one
    for (size_t i = 0; i < bytes; i++) {
        ((unsigned char *)made->memory)[i] = ((const unsigned char *)&poison)[i % sizeof(poison)];
    }
    *pointer = made->memory;
    return call_result(cudaSuccess);
}

cudaError_t sim_register_host(void *memory, size_t bytes, const char *written, const void *caller) {
    uint32_t pc = call_enter("cudaHostRegister", caller);
    if (memory != NULL && memory_pinned(memory, 1) != NULL) {
        return call_failure(cudaErrorHostMemoryAlreadyRegistered, "cudaHostRegister", pc);
    }
    struct pinned *made = memory == NULL || bytes == 0 ? NULL : calloc(1, sizeof(*made));
    if (made == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaHostRegister", pc);
    }
    made->memory = memory;
    made->registered = true;
    add_pinned(made, bytes, written, pc);
    return call_result(cudaSuccess);
}

cudaError_t cudaHostUnregister(void *memory) {
    uint32_t pc = call_enter("cudaHostUnregister", CALLER_ADDRESS());
    struct pinned *found = find_pinned(memory, true, false);
    if (found == NULL) {
        return call_failure(memory == NULL ? cudaErrorInvalidValue : cudaErrorHostMemoryNotRegistered,
                            "cudaHostUnregister", pc);
    }
    stream_host_wait_all();
    free_pinned(found, pc);
    return call_result(cudaSuccess);
}

cudaError_t cudaFreeHost(void *pointer) {
    uint32_t pc = call_enter("cudaFreeHost", CALLER_ADDRESS());
    if (pointer == NULL) {
        return call_result(cudaSuccess);
    }
    struct pinned *found = find_pinned(pointer, false, false);
    if (found != NULL) {
        stream_host_wait_all();
        free_pinned(found, pc);
        return call_result(cudaSuccess);
    }
    const struct pinned *freed_before = find_pinned(pointer, false, true);
    if (freed_before != NULL) {
        report_freed_twice(freed_before->name, pc, freed_before->free_pc);
    } else {
        report_host(DIAGNOSTIC_CUDA_ERROR, "", pc, 0, NOTHING,
                    WORDS(TOPIC(FREE_OF_UNKNOWN), NAME("cudaFreeHost"), NAME("cudaMallocHost")));
    }
    return call_result(cudaErrorInvalidValue);
}
