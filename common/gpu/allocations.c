#include "gpu/allocations.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/report.h"
#include "runner/device.h"
#include "runner/plural.h"

enum {
    GUARD_BYTES = 256, // keeps cudaMalloc's alignment
    GUARD_VALUE = 0xc7,
    POISON_WORDS = 16384, // copied from the host; the rest is copied on the device
    ALLOCATIONS_MAX = 4096
};

static struct allocation {
    char *memory; // with the guards; NULL once freed
    size_t guard; // bytes of each
    size_t bytes; // of the payload
    size_t element;
    char name[48];
    bool harness;
} allocations[ALLOCATIONS_MAX];
static unsigned allocation_count;
static unsigned student_count;

// The runtime's own functions: these calls are the harness's, and must not be intercepted.
cudaError_t __real_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes);

// Are guards and poison turned on?
static bool guarded(void) {
    const char *wanted = getenv("LABS_GUARDS");
    return wanted == NULL || strcmp(wanted, "no") != 0;
}

void allocations_begin(void) {
    allocation_count = student_count = 0;
}

cudaError_t allocations_poison(void *d_memory, size_t bytes) {
    static uint32_t pattern[POISON_WORDS];
    if (bytes == 0 || !guarded()) {
        return cudaSuccess;
    }
    for (size_t i = 0; i < POISON_WORDS && pattern[i] == 0; i++) {
        pattern[i] = DEVICE_POISON;
    }
    size_t done = bytes < sizeof(pattern) ? bytes : sizeof(pattern);
    cudaError_t error = __real_cudaMemcpy(d_memory, pattern, done, cudaMemcpyHostToDevice);
    while (done < bytes && error == cudaSuccess) { // twice as much each time
        size_t more = bytes - done < done ? bytes - done : done;
        error = __real_cudaMemcpy((char *)d_memory + done, d_memory, more, cudaMemcpyDeviceToDevice);
        done += more;
    }
    // Copies on the device may still be running, and the student's streams do not wait for them.
    return error == cudaSuccess ? cudaStreamSynchronize(0) : error;
}

// A free entry: that of an allocation that was freed, or the next unused one. NULL if the table is full.
static struct allocation *find_room(void) {
    unsigned i = 0;
    while (i < allocation_count && allocations[i].memory != NULL) {
        i++;
    }
    return i < ALLOCATIONS_MAX ? &allocations[i] : NULL;
}

cudaError_t allocations_add(void **pointer, size_t bytes, const char *name, size_t element) {
    char *memory;
    size_t guard = guarded() ? GUARD_BYTES : 0;
    struct allocation *made = find_room();
    if (made == NULL || bytes > SIZE_MAX - 2 * GUARD_BYTES) {
        return cudaErrorMemoryAllocation;
    }
    size_t all = bytes + 2 * guard;
    cudaError_t error = __real_cudaMalloc((void **)&memory, all > 0 ? all : 1);
    if (error != cudaSuccess) {
        return error;
    }
    if (guard > 0) {
        __real_cudaMemset(memory, GUARD_VALUE, guard);
        __real_cudaMemset(memory + guard + bytes, GUARD_VALUE, guard);
    }
    error = allocations_poison(memory + guard, bytes);
    if (error != cudaSuccess) {
        __real_cudaFree(memory);
        return error;
    }
    allocation_count += made == &allocations[allocation_count];
    *made = (struct allocation){
        .memory = memory, .guard = guard, .bytes = bytes, .element = element, .harness = name != NULL};
    if (name != NULL) {
        snprintf(made->name, sizeof(made->name), "%s", name);
    } else {
        snprintf(made->name, sizeof(made->name), "cudaMalloc number %u", ++student_count);
    }
    *pointer = memory + guard;
    return cudaSuccess;
}

cudaError_t allocations_free(void *pointer) {
    for (unsigned i = 0; i < allocation_count && pointer != NULL; i++) {
        struct allocation *one = &allocations[i];
        if (one->memory != NULL && one->memory + one->guard == pointer) {
            if (one->harness) {
                gpu_report_of_caller(one->name, "cudaFree of %s, which belongs to the caller", one->name);
                return cudaErrorInvalidValue;
            }
            char *memory = one->memory;
            one->memory = NULL;
            return __real_cudaFree(memory);
        }
    }
    return __real_cudaFree(pointer);
}

// ---- Guards ----------------------------------------------------------------------------------------------

// `offset`: of the changed byte, in bytes from the payload's beginning.
static void report_stray(const struct allocation *one, const char *writer, long offset) {
    if (!one->harness) { // cudaMalloc does not know the element size
        gpu_report_outside(one->name, one->bytes, "%s wrote byte %ld of %s, which has %zu bytes", writer,
                           offset, one->name, one->bytes);
        return;
    }
    long element = (long)one->element;
    long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    size_t count = one->bytes / one->element;
    gpu_report(DIAGNOSTIC_OUT_OF_BOUNDS, one->name, "%s wrote %s[%ld], but %s has %zu element%s", writer,
               one->name, index, one->name, count, plural(count));
}

// Checks the guard that begins at `offset`. A changed guard is reported once, and restored.
static void check_guard(const struct allocation *one, const char *writer, long offset) {
    unsigned char guard[GUARD_BYTES];
    char *d_guard = one->memory + GUARD_BYTES + offset;
    if (__real_cudaMemcpy(guard, d_guard, GUARD_BYTES, cudaMemcpyDeviceToHost) != cudaSuccess) {
        return; // the device is lost: another message says so
    }
    for (long i = 0; i < GUARD_BYTES; i++) {
        if (guard[i] != GUARD_VALUE) {
            report_stray(one, writer, offset + i);
            __real_cudaMemset(d_guard, GUARD_VALUE, GUARD_BYTES);
            return;
        }
    }
}

void allocations_check(const char *writer) {
    for (unsigned i = 0; i < allocation_count; i++) {
        if (allocations[i].memory != NULL && allocations[i].guard > 0) {
            check_guard(&allocations[i], writer, -GUARD_BYTES);
            check_guard(&allocations[i], writer, (long)allocations[i].bytes);
        }
    }
}

void allocations_end(bool leaks) {
    for (unsigned i = 0; i < allocation_count; i++) {
        struct allocation *one = &allocations[i];
        if (one->memory != NULL && !one->harness && leaks) {
            gpu_report(DIAGNOSTIC_LEAK, one->name, "%s (%zu byte%s) is never freed", one->name, one->bytes,
                       plural(one->bytes));
        }
        if (one->memory != NULL) {
            __real_cudaFree(one->memory);
        }
    }
    allocation_count = 0;
}
