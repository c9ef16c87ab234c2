#include "sim/api/copy_sides.h"

#include <string.h>

#include "sim/access/host_code.h"
#include "sim/base/unset_pointer.h"
#include "sim/hooks/host_memory.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"

// `call` accesses so many bytes at `address`, which are not all in the array or variable.
static void report_outside(const struct copy_call *call, uintptr_t address, size_t bytes,
                           const struct allocation *array) {
    report_array_bytes(
        report_host(DIAGNOSTIC_OUT_OF_BOUNDS, array->name, call->pc, (uint32_t)array->pc,
                    array->pc != 0 ? TOPIC(ALLOCATED_HERE) : NOTHING,
                    WORDS(TOPIC(BEYOND_BYTES), NAME(call->name), TOPIC(ACCESSES), NUMBER(bytes),
                          NUMBER(address - array->base), NAME(array->name), NUMBER(array->bytes))),
        array->bytes);
}

// Are all `bytes` inside a __device__ variable whose address cudaGetSymbolAddress has returned? Otherwise, if
// they belong to a variable, reports an error.
static bool variable_given(uintptr_t address, size_t bytes, const struct copy_call *call) {
    bool inside;
    const struct variable *variable =
        variables_contain(address) ? variables_find(address, bytes, &inside) : NULL;
    if (variable == NULL) {
        return false;
    }
    const struct allocation *found = &variable->allocation;
    if (variable->space != VARIABLE_MANAGED && !variable->address_given) {
        report_host(DIAGNOSTIC_WRONG_SPACE, found->name, call->pc, 0, NOTHING,
                    WORDS(TOPIC(RECEIVES_VARIABLE), NAME(call->name), NAME(found->name),
                          A_TOPIC(variable_topic(variable))));
        return false;
    }
    if (!inside) {
        report_outside(call, address, bytes, found);
    }
    return inside;
}

bool copy_device_side(const void *pointer, size_t bytes, const struct copy_call *call) {
    bool inside;
    uintptr_t address = (uintptr_t)pointer;
    const struct allocation *found = global_memory_find(address, bytes, &inside);
    if (inside || variable_given(address, bytes, call)) {
        return true;
    }
    if (variables_contain(address)) {
        return false; // reported
    }
    if (!global_memory_contains(address)) {
        const bool of_host = pointer != NULL && !is_unset_pointer(address),
                   copies = strncmp(call->name, "cudaMemcpy", strlen("cudaMemcpy")) == 0;
        report_host(
            pointer == NULL ? DIAGNOSTIC_NULL_POINTER : DIAGNOSTIC_WRONG_SPACE, call->name, call->pc, 0,
            NOTHING,
            WORDS(of_host && copies ? TOPIC(RECEIVES_FOR_DEVICE_IN_ORDER) : TOPIC(RECEIVES_FOR_DEVICE),
                  NAME(call->name),
                  pointer == NULL ? TOPIC(NULL_POINTER)
                  : of_host       ? TOPIC(HOST_POINTER)
                                  : TOPIC(UNSET_POINTER)));
    } else if (found != NULL && found->freed) {
        report_host(DIAGNOSTIC_USE_AFTER_FREE, found->name, call->pc, (uint32_t)found->free_pc,
                    TOPIC(FREED_HERE),
                    WORDS(TOPIC(AFTER_CALL), NAME(call->name), TOPIC(USES), NAME(found->name),
                          NAME(found->free_call)));
    } else if (found != NULL || (found = global_memory_nearest(address)) != NULL) {
        report_outside(call, address, bytes, found);
    } else {
        report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", call->pc, 0, NOTHING,
                    WORDS(TOPIC(NOWHERE), NAME(call->name), TOPIC(ACCESSES), NUMBER(bytes)));
    }
    return false;
}

static bool host_side(const void *pointer, const struct copy_call *call) {
    enum { NULL_PAGE = 4096 }; // bytes
    if ((uintptr_t)pointer < NULL_PAGE) {
        report_host(DIAGNOSTIC_NULL_POINTER, call->name, call->pc, 0, NOTHING,
                    WORDS(TOPIC(RECEIVES_FOR_HOST), NAME(call->name), TOPIC(NULL_POINTER)));
        return false;
    }
    bool inside;
    const struct allocation *found = global_memory_find((uintptr_t)pointer, 1, &inside);
    if (variables_contain((uintptr_t)pointer)) {
        const struct variable *variable = variables_find((uintptr_t)pointer, 1, &inside);
        if (variable == NULL || variable->space == VARIABLE_MANAGED) {
            return true;
        }
        found = &variable->allocation;
    } else if (!global_memory_contains((uintptr_t)pointer) || global_memory_is_managed((uintptr_t)pointer)) {
        return true;
    }
    report_host(DIAGNOSTIC_WRONG_SPACE, found == NULL ? "" : found->name, call->pc, 0, NOTHING,
                WORDS(TOPIC(RECEIVES_DEVICE_POINTER), NAME(call->name),
                      found == NULL ? TOPIC(DEVICE_MEMORY) : NAME(found->name)));
    return false;
}

bool copy_writable(const void *to, const struct copy_call *call) {
    bool inside;
    const struct allocation *target = global_memory_find((uintptr_t)to, 1, &inside);
    if (target != NULL && target->is_input) {
        report_host(DIAGNOSTIC_INPUT_CHANGED, target->name, call->pc, 0, NOTHING,
                    WORDS(TOPIC(WRITES_TO_INPUT), NAME(call->name), NAME(target->name)));
        return false;
    }
    return true;
}

bool copy_sides_right(const void *to, const void *from, size_t bytes, bool to_device, bool from_device,
                      const struct copy_call *call) {
    return (to_device ? copy_device_side(to, bytes, call) : host_side(to, call)) &&
           (from_device ? copy_device_side(from, bytes, call) : host_side(from, call));
}

// The allocation or variable that all these bytes are in.
static const struct allocation *holder(uintptr_t address, size_t bytes) {
    bool inside;
    if (variables_contain(address)) {
        const struct variable *variable = variables_find(address, bytes, &inside);
        return variable != NULL && inside ? &variable->allocation : NULL;
    }
    const struct allocation *found = global_memory_find(address, bytes, &inside);
    return inside ? found : NULL;
}

void copy_check_overlap(const void *to, const void *from, size_t bytes, const struct copy_call *call) {
    const uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    const uintptr_t apart = target > source ? target - source : source - target;
    const struct allocation *array = apart != 0 && apart < bytes ? holder(source, bytes) : NULL;
    if (array != NULL) {
        report_host(DIAGNOSTIC_RACE_GLOBAL, array->name, call->pc, 0, NOTHING,
                    WORDS(TOPIC(COPY_OVERLAPS), NAME(call->name), NUMBER(bytes), NUMBER(source - array->base),
                          NAME(array->name), NUMBER(target - array->base)));
    }
}

void copy_check_rows(const void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                     size_t height, const struct copy_call *call) {
    const uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    const struct allocation *array = width > 0 && height > 0 ? holder(source, width) : NULL;
    if (array == NULL || array != holder(target, width)) {
        return;
    }
    for (size_t row = 0; row < height; row++) {
        const uintptr_t begin = target + row * to_pitch, end = begin + width;
        // The first row of the source that ends behind `begin`.
        size_t other = begin < source + width ? 0 : (begin - source - width) / from_pitch + 1;
        for (; other < height && source + other * from_pitch < end; other++) {
            const uintptr_t place = source + other * from_pitch;
            if (other != row) {
                report_host(DIAGNOSTIC_RACE_GLOBAL, array->name, call->pc, 0, NOTHING,
                            WORDS(TOPIC(ROWS_OVERLAP), NAME(call->name), NUMBER(row), NUMBER(other),
                                  NUMBER((place > begin ? place : begin) - array->base), NAME(array->name)));
                return;
            }
        }
    }
}

// Reports that the copy is longer than the variable or array of `room` bytes in host memory.
static struct diagnostic *report_too_long(const struct copy_call *call, size_t bytes, bool writes,
                                          struct said_word topic, size_t room, uint32_t pc) {
    struct said what;
    say(&what, WORDS(topic, NUMBER(room)));
    return report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", call->pc, pc, pc != 0 ? TOPIC(ALLOCATED_HERE) : NOTHING,
                       WORDS(writes ? TOPIC(WRITES_TO_HOST) : TOPIC(READS_FROM_HOST), NAME(call->name),
                             NUMBER(bytes), PART(what)));
}

// The variables whose addresses the next copy is given, and their lengths; the calls are made from host code alone.
static struct {
    const volatile void *object;
    size_t bytes;
} whole[2];

void sim_copies_whole(const volatile void *object, size_t bytes) {
    whole[1] = whole[0];
    whole[0].object = object;
    whole[0].bytes = bytes;
}

void copy_end_variables(void) {
    whole[0].object = whole[1].object = NULL;
}

// Does not return if the copy is longer than such a variable.
static void check_whole(const struct copy_call *call, const void *side, size_t bytes, bool writes) {
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
        const size_t room = whole[i].bytes;
        if (whole[i].object == side && bytes > room) {
            report_too_long(call, bytes, writes, TOPIC(HOST_VARIABLE), room, 0);
            host_stop();
        }
    }
}

void copy_check_room(const struct copy_call *call, size_t bytes, size_t room, uint32_t pc, bool writes) {
    if (bytes > room) {
        report_array_bytes(report_too_long(call, bytes, writes, TOPIC(HOST_ARRAY), room, pc), room);
        host_stop();
    }
}

void copy_check_host(const struct copy_call *call, const void *side, size_t bytes, bool writes) {
    uint32_t pc = 0;
    const struct host_block *freed = host_freed_find((uintptr_t)side);
    if (freed != NULL) {
        struct said what;
        say(&what, WORDS(TOPIC(HOST_ARRAY), NUMBER(freed->bytes)));
        report_host(
            DIAGNOSTIC_USE_AFTER_FREE, "", call->pc, freed->free_pc, TOPIC(FREED_HERE),
            WORDS(TOPIC(AFTER_FREE), NAME(call->name), writes ? TOPIC(WRITES) : TOPIC(READS), PART(what)));
        host_stop();
    }
    size_t room = host_memory_room(side, &pc);
    copy_check_room(call, bytes, room, pc, writes);
    check_whole(call, side, bytes, writes);
}
