#include "gpu/allocations.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/report.h"
#include "runner/device.h"

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
    char name[48];   // also of the array in a report
    unsigned number; // of the student's cudaMalloc, from 1; 0: an array of the harness
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
    *made = (struct allocation){.memory = memory, .guard = guard, .bytes = bytes, .element = element};
    if (name != NULL) {
        snprintf(made->name, sizeof(made->name), "%s", name);
    } else {
        made->number = ++student_count;
        snprintf(made->name, sizeof(made->name), "cudaMalloc number %u", made->number);
    }
    *pointer = memory + guard;
    return cudaSuccess;
}

cudaError_t allocations_free(void *pointer) {
    for (unsigned i = 0; i < allocation_count && pointer != NULL; i++) {
        struct allocation *one = &allocations[i];
        if (one->memory != NULL && one->memory + one->guard == pointer) {
            if (one->number == 0) {
                gpu_report(DIAGNOSTIC_CUDA_ERROR, one->name,
                           WORDS(TOPIC(FREE_OF_CALLERS), NAME("cudaFree"), NAME(one->name)));
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

static struct said name_of(const struct allocation *one) {
    struct said name;
    say(&name, one->number == 0 ? WORDS(TOPIC(AS_IT_IS), NAME(one->name))
                                : WORDS(TOPIC(MALLOC_NUMBER), NUMBER(one->number)));
    return name;
}

// `offset`: of the changed byte, in bytes from the payload's beginning.
static void report_stray(const struct allocation *one, struct said_word writer, long offset) {
    if (one->number > 0) { // cudaMalloc does not know the element size
        gpu_report_outside(
            one->name, one->bytes,
            WORDS(TOPIC(WROTE_BYTE), writer, NUMBER(offset), PART(name_of(one)), NUMBER(one->bytes)));
        return;
    }
    char element[80];
    struct said length;
    const long bytes = (long)one->element;
    const long index = offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
    snprintf(element, sizeof(element), "%s[%ld]", one->name, index);
    say(&length, WORDS(TOPIC(ELEMENTS), NUMBER(one->bytes / one->element)));
    gpu_report(DIAGNOSTIC_OUT_OF_BOUNDS, one->name,
               WORDS(TOPIC(OUTSIDE), writer, TOPIC(WROTE), NAME(element), NAME(one->name), PART(length)));
}

// Checks the guard that begins at `offset`. A changed guard is reported once, and restored.
static void check_guard(const struct allocation *one, struct said_word writer, long offset) {
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

void allocations_check(struct said_word writer) {
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
        if (one->memory != NULL && one->number > 0 && leaks) {
            gpu_report(DIAGNOSTIC_LEAK, one->name,
                       WORDS(TOPIC(IS_NEVER_FREED), PART(name_of(one)), NUMBER(one->bytes)));
        }
        if (one->memory != NULL) {
            __real_cudaFree(one->memory);
        }
    }
    allocation_count = 0;
}
