// CUDA's runtime API: copying and setting memory.
#include "sim/api/copy.h"

#include <stdio.h>
#include <string.h>

#include "sim/access/host_code.h"
#include "sim/access/pending.h"
#include "sim/access/stream_use.h"
#include "sim/api/call.h"
#include "sim/api/copy_sides.h"
#include "sim/api/launch.h"
#include "sim/api/memory.h"
#include "sim/api/stream.h"
#include "sim/base/executable.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"
#include "sim/report/last.h"

static struct copy_counts counts;
static uint64_t largest_to_host, largest_on_device;

void copy_begin_case(void) {
    counts = (struct copy_counts){0};
    largest_to_host = largest_on_device = 0;
}

struct copy_counts copy_counts(void) {
    return counts;
}

static void report_unset_copy(const struct allocation *source, uintptr_t from, size_t bytes, uint32_t pc) {
    size_t unset = 0, first = 0;
    for (uintptr_t at = from, next; at < from + bytes && !source->is_input; at = next) {
        next = (at & ~(uintptr_t)3) + 4; // the end of the word, or of the copy
        unsigned end = next <= from + bytes ? 4 : (unsigned)((from + bytes) % 4);
        unsigned wanted = (1u << end) - (1u << at % 4);
        const struct shadow_cell *cell = global_memory_cell(at);
        if ((cell->set_bytes & wanted) != wanted &&
            !shadow_may_be_padding(cell, at, source->element / 8 * 8, source->element) &&
            !global_memory_is_set(at)) {
            first = unset == 0 ? (at - source->base) / 4 : first;
            unset++;
        }
    }
    if (unset > 0) {
        const size_t values = (bytes + 3) / 4;
        char element[80];
        snprintf(element, sizeof(element), "%s[%zu]", source->name, first);
        struct diagnostic *made = report_host(
            DIAGNOSTIC_UNSET_READ, source->name, pc, 0, NOTHING,
            values == 1 ? WORDS(TOPIC(COPIES_UNWRITTEN), NAME(element))
                        : WORDS(TOPIC(COPIES_SOME_UNWRITTEN), NUMBER(unset), NUMBER(values), NAME(element)));
        if (made != NULL && launch_count() == 0) {
            say(&made->message, WORDS(TOPIC(NO_LAUNCH_BEFORE), PART(made->message)));
        }
    }
}

// As many bytes as the array has elements were probably meant as elements.
static void report_bytes(const struct allocation *array, size_t bytes, struct said_word topic, uint32_t pc) {
    if (array->element > 1 && bytes > 0 && bytes == array->bytes / array->element) {
        report_host(DIAGNOSTIC_BYTES_COPIED, array->name, pc, 0, NOTHING,
                    WORDS(topic, NUMBER(bytes), NAME(array->name), NUMBER(bytes), NUMBER(array->element)));
    }
}

// After the copy: updates what is known of the bytes. An allocation is NULL if that side is not global memory.
static void note_copy(uintptr_t to, uintptr_t from, size_t bytes, bool to_device, bool from_device,
                      const struct copy_call *call) {
    bool inside;
    const struct allocation *target = global_memory_find(to, bytes, &inside),
                            *source = global_memory_find(from, bytes, &inside);
    if (target != NULL || source != NULL) {
        report_bytes(target != NULL ? target : source, bytes, TOPIC(COPIES_BYTES_FOR_ELEMENTS), call->pc);
    }
    if (target != NULL && source != NULL) {
        global_memory_copy_set(to, from, bytes);
    } else if (target != NULL) {
        global_memory_note_set(target, call->name, call->pc, 0, bytes);
        global_memory_mark_set(target, to, bytes);
    } else if (source != NULL) {
        if (!to_device) {
            report_unset_copy(source, from, bytes, call->pc);
            host_note_copy(to, from, bytes, source->name, call->pc);
        }
        global_memory_mark_read(source, from, bytes);
    }
    if (from_device && !to_device && bytes > largest_to_host) {
        largest_to_host = bytes;
        counts.to_host_pc = call->pc;
    }
    if (from_device && to_device && bytes > largest_on_device) {
        largest_on_device = bytes;
        counts.on_device_pc = call->pc;
    }
    counts.to_host += from_device && !to_device ? bytes : 0;
    counts.to_device += to_device && !from_device ? bytes : 0;
    counts.on_device += from_device && to_device ? bytes : 0;
}

// The call's operation, which it gets when its first bytes are certain to be copied.
static uint32_t operation_of(struct copy_call *call) {
    if (call->operation == 0) {
        call->operation = stream_order_issue(call->stream, call->name, TOPIC_NONE, call->pc);
    }
    return call->operation;
}

// One side of a copy, before it happens.
static void use(struct copy_call *call, const void *address, size_t bytes, bool on_device, bool writes) {
    uint32_t operation = operation_of(call);
    if (on_device || global_memory_contains((uintptr_t)address) || variables_contain((uintptr_t)address)) {
        stream_use_range(operation, (uintptr_t)address, bytes, writes ? ACCESS_WRITE : ACCESS_READ);
    } else {
        pending_use(stream_order_operation(operation), address, bytes, writes);
    }
}

// Does the copy go on when the call returns? Copies between device arrays always do. A copy to or from
// pinned memory does if the call is asynchronous. Pageable memory is copied before the call returns: if it is
// the source, to a buffer.
static void move(struct copy_call *call, void *to, const void *from, size_t bytes, bool to_device,
                 bool from_device) {
    void *host = to_device ? (void *)(uintptr_t)from : to;
    const char *pinned = call->asynchronous && to_device != from_device ? memory_pinned(host, bytes) : NULL;
    if (pinned != NULL) {
        pending_add(stream_order_operation(call->operation), pinned, host, bytes,
                    to_device ? to : (void *)(uintptr_t)from, from_device);
    }
    if (pinned == NULL || to_device) {
        report_begin_copy(call->name, !to_device);
        executable_touches(to);
        executable_touches(from);
        memmove(to, from, bytes);
        report_end_copy();
    }
    bool managed = global_memory_is_managed((uintptr_t)to) || global_memory_is_managed((uintptr_t)from);
    call->wait |= call->asynchronous ? pinned == NULL && !to_device : managed || !(to_device && from_device);
}

cudaError_t copy_end(const struct copy_call *call, cudaError_t error) {
    copy_end_variables();
    if (call->wait) {
        stream_host_wait(call->stream);
    }
    return error;
}

cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                       struct copy_call *call) {
    if (call_fault() != 0 || bytes == 0) {
        return call_result(cudaSuccess);
    }
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        to_device = global_memory_contains((uintptr_t)to) || variables_contain((uintptr_t)to);
        from_device = global_memory_contains((uintptr_t)from) || variables_contain((uintptr_t)from);
    }
    if (!copy_sides_right(to, from, bytes, to_device, from_device, call)) {
        return call_result(cudaErrorInvalidValue);
    }
    if (!to_device) {
        copy_check_host(call, to, bytes, true);
    }
    if (!from_device) {
        copy_check_host(call, from, bytes, false);
    }
    if (to_device && !copy_writable(to, call)) {
        return call_result(cudaSuccess);
    }
    if (to_device && from_device) {
        copy_check_overlap(to, from, bytes, call);
    }
    use(call, from, bytes, from_device, false);
    use(call, to, bytes, to_device, true);
    const bool managed = global_memory_is_managed((uintptr_t)to) || global_memory_is_managed((uintptr_t)from);
    if (managed) { // its length has not been checked if it is the host's side
        global_memory_unlock();
    }
    global_memory_unlock_bytes((uintptr_t)to, bytes);
    global_memory_unlock_bytes((uintptr_t)from, bytes);
    move(call, to, from, bytes, to_device, from_device);
    global_memory_lock_bytes((uintptr_t)to, bytes);
    global_memory_lock_bytes((uintptr_t)from, bytes);
    if (managed) {
        global_memory_lock();
    }
    note_copy((uintptr_t)to, (uintptr_t)from, bytes, to_device, from_device, call);
    return call_result(cudaSuccess);
}

// What few bytes that are equal make is rarely meant.
static void report_each_byte(const struct allocation *target, int byte, const struct copy_call *call) {
    enum { SMALL = 0x3f }; // 0x3f3f3f3f, 0x7f7f7f7f, -1 and the like often are
    if (target->element >= sizeof(int) && byte > 0 && byte < SMALL) {
        const unsigned word = (unsigned)byte * 0x01010101u;
        char hexadecimal[16];
        snprintf(hexadecimal, sizeof(hexadecimal), "0x%08x", word);
        report_host(DIAGNOSTIC_EACH_BYTE_SET, target->name, call->pc, 0, NOTHING,
                    WORDS(TOPIC(SETS_EACH_BYTE), NAME(call->name), NAME(target->name), NUMBER(byte),
                          NAME(hexadecimal), NUMBER(word)));
    }
}

static cudaError_t set_bytes(void *to, int byte, size_t bytes, struct copy_call *call) {
    bool inside;
    const struct allocation *target = global_memory_find((uintptr_t)to, bytes, &inside);
    if (target != NULL) {
        global_memory_note_set(target, call->name, call->pc, byte, bytes);
    }
    if (call_fault() != 0 || bytes == 0) {
        return call_result(cudaSuccess);
    }
    if (!copy_device_side(to, bytes, call)) {
        return call_result(cudaErrorInvalidValue);
    }
    if (!copy_writable(to, call)) {
        return call_result(cudaSuccess);
    }
    use(call, to, bytes, true, true);
    global_memory_unlock_bytes((uintptr_t)to, bytes);
    memset(to, byte, bytes);
    global_memory_lock_bytes((uintptr_t)to, bytes);
    if (target != NULL) {
        report_bytes(target, bytes, TOPIC(SETS_BYTES_FOR_ELEMENTS), call->pc);
        report_each_byte(target, byte, call);
        global_memory_mark_set(target, (uintptr_t)to, bytes);
    }
    return call_result(cudaSuccess);
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, enum cudaMemcpyKind kind, struct copy_call *call) {
    if (width > to_pitch || width > from_pitch) {
        return call_failure(cudaErrorInvalidValue, call->name, call->pc);
    }
    cudaError_t error = call_result(cudaSuccess);
    for (size_t row = 0; row < height && error == cudaSuccess; row++) {
        error =
            copy_bytes((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width, kind, call);
    }
    if (error == cudaSuccess && call_fault() == 0) {
        copy_check_rows(to, to_pitch, from, from_pitch, width, height, call);
    }
    return error;
}

static cudaError_t set_rows(void *to, size_t pitch, int byte, size_t width, size_t height,
                            struct copy_call *call) {
    if (width > pitch) {
        return call_failure(cudaErrorInvalidValue, call->name, call->pc);
    }
    cudaError_t error = call_result(cudaSuccess);
    for (size_t row = 0; row < height && error == cudaSuccess; row++) {
        error = set_bytes((char *)to + row * pitch, byte, width, call);
    }
    return error;
}

// Declares `call`, for a call of this name.
#define ENTER(call_name)                                                                                     \
    struct copy_call call = {                                                                                \
        .name = (call_name), .pc = call_enter(call_name, CALLER_ADDRESS()), .stream = STREAM_LEGACY}

// The same for an asynchronous one.
#define ENTER_ASYNC(call_name)                                                                               \
    ENTER(call_name);                                                                                        \
    if (!stream_check(stream, call.name, call.pc)) {                                                         \
        return cudaErrorInvalidResourceHandle;                                                               \
    }                                                                                                        \
    call.stream = stream_number(stream);                                                                     \
    call.asynchronous = true

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    ENTER("cudaMemcpy");
    return copy_end(&call, copy_bytes(to, from, bytes, kind, &call));
}

cudaError_t sim_memcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, size_t to_room,
                       size_t from_room, const void *caller) {
    struct copy_call call = {
        .name = "cudaMemcpy", .pc = call_enter("cudaMemcpy", caller), .stream = STREAM_LEGACY};
    copy_check_room(&call, bytes, to_room, 0, true);
    copy_check_room(&call, bytes, from_room, 0, false);
    return copy_end(&call, copy_bytes(to, from, bytes, kind, &call));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    ENTER_ASYNC("cudaMemcpyAsync");
    return copy_end(&call, copy_bytes(to, from, bytes, kind, &call));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
    ENTER("cudaMemcpy2D");
    return copy_end(&call, copy_rows(to, to_pitch, from, from_pitch, width, height, kind, &call));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    ENTER_ASYNC("cudaMemcpy2DAsync");
    return copy_end(&call, copy_rows(to, to_pitch, from, from_pitch, width, height, kind, &call));
}

cudaError_t cudaMemset(void *to, int byte, size_t bytes) {
    ENTER("cudaMemset");
    return set_bytes(to, byte, bytes, &call);
}

cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t stream) {
    ENTER_ASYNC("cudaMemsetAsync");
    return set_bytes(to, byte, bytes, &call);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height) {
    ENTER("cudaMemset2D");
    return set_rows(to, pitch, byte, width, height, &call);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream) {
    ENTER_ASYNC("cudaMemset2DAsync");
    return set_rows(to, pitch, byte, width, height, &call);
}
