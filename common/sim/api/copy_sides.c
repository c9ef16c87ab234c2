#include "sim/api/copy_sides.h"

#include <string.h>

#include "runner/plural.h"
#include "sim/access/host_code.h"
#include "sim/base/unset_pointer.h"
#include "sim/hooks/host_memory.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"

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
        report_host_print(DIAGNOSTIC_WRONG_SPACE, found->name, call->pc, 0, "",
                          "%s receives %s, %s: copy it with cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
                          call->name, found->name, variable_kind(variable));
        return false;
    }
    if (!inside) {
        report_array_bytes(report_host_print(DIAGNOSTIC_OUT_OF_BOUNDS, found->name, call->pc, 0, "",
                                             "%s accesses %zu byte%s at byte %lld of %s, which has %zu",
                                             call->name, bytes, plural(bytes),
                                             (long long)(address - found->base), found->name, found->bytes),
                           found->bytes);
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
        report_host_print(pointer == NULL ? DIAGNOSTIC_NULL_POINTER : DIAGNOSTIC_WRONG_SPACE, call->name,
                          call->pc, 0, "", "%s receives a %s where it needs device memory%s", call->name,
                          pointer == NULL ? "null pointer"
                          : of_host       ? "host pointer"
                                          : "pointer that nothing has set",
                          of_host && copies ? ": are the direction and the order (to, from) correct?" : "");
    } else if (found != NULL && found->freed) {
        report_host_print(DIAGNOSTIC_USE_AFTER_FREE, found->name, call->pc, (uint32_t)found->free_pc,
                          "freed here", "%s uses %s after %s", call->name, found->name, found->free_call);
    } else {
        const struct allocation *near = found != NULL ? found : global_memory_nearest(address);
        bool known = near != NULL && near->pc != 0;
        report_array_bytes(
            report_host_print(DIAGNOSTIC_OUT_OF_BOUNDS, near == NULL ? "" : near->name, call->pc,
                              known ? (uint32_t)near->pc : 0, known ? "allocated here" : "",
                              "%s accesses %zu byte%s at byte %lld of %s, which has %zu", call->name, bytes,
                              plural(bytes), near == NULL ? 0 : (long long)(address - near->base),
                              near == NULL ? "nothing" : near->name, near == NULL ? 0 : near->bytes),
            near == NULL ? 0 : near->bytes);
    }
    return false;
}

static bool host_side(const void *pointer, const struct copy_call *call) {
    enum { NULL_PAGE = 4096 }; // bytes
    if ((uintptr_t)pointer < NULL_PAGE) {
        report_host_print(DIAGNOSTIC_NULL_POINTER, call->name, call->pc, 0, "",
                          "%s receives a null pointer where it needs host memory", call->name);
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
    const char *name = found == NULL ? "" : found->name;
    report_host_print(
        DIAGNOSTIC_WRONG_SPACE, name, call->pc, 0, "",
        "%s receives %s, a device pointer, where it needs host memory: are the direction and the order "
        "(to, from) correct?",
        call->name, found == NULL ? "device memory" : name);
    return false;
}

bool copy_writable(const void *to, const struct copy_call *call) {
    bool inside;
    const struct allocation *target = global_memory_find((uintptr_t)to, 1, &inside);
    if (target != NULL && target->is_input) {
        report_host_print(DIAGNOSTIC_INPUT_CHANGED, target->name, call->pc, 0, "",
                          "%s writes to %s, which is const input", call->name, target->name);
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
        report_about(
            report_host_print(DIAGNOSTIC_RACE_GLOBAL, array->name, call->pc, 0, "",
                              "%s copies %zu bytes from byte %zu of %s to byte %zu of it: the two parts "
                              "overlap, and the bytes may be copied in any order",
                              call->name, bytes, (size_t)(source - array->base), array->name,
                              (size_t)(target - array->base)),
            ABOUT_OVERLAP);
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
                report_about(
                    report_host_print(DIAGNOSTIC_RACE_GLOBAL, array->name, call->pc, 0, "",
                                      "%s writes row %zu of its target where row %zu of its source is, at "
                                      "byte %zu of %s: the rows may be copied in any order",
                                      call->name, row, other,
                                      (size_t)((place > begin ? place : begin) - array->base), array->name),
                    ABOUT_OVERLAP);
                return;
            }
        }
    }
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
            report_about(report_host_print(DIAGNOSTIC_OUT_OF_BOUNDS, "", call->pc, 0, "",
                                           "%s %s %zu bytes %s a variable of %zu byte%s in host memory",
                                           call->name, writes ? "writes" : "reads", bytes,
                                           writes ? "to" : "from", room, plural(room)),
                         ABOUT_VARIABLE_SIZE);
            host_stop();
        }
    }
}

void copy_check_room(const struct copy_call *call, size_t bytes, size_t room, uint32_t pc, bool writes) {
    if (bytes > room) {
        report_array_bytes(
            report_host_print(DIAGNOSTIC_OUT_OF_BOUNDS, "", call->pc, pc, pc != 0 ? "allocated here" : "",
                              "%s %s %zu bytes %s an array of %zu byte%s in host memory", call->name,
                              writes ? "writes" : "reads", bytes, writes ? "to" : "from", room, plural(room)),
            room);
        host_stop();
    }
}

void copy_check_host(const struct copy_call *call, const void *side, size_t bytes, bool writes) {
    uint32_t pc = 0;
    const struct host_block *freed = host_freed_find((uintptr_t)side);
    if (freed != NULL) {
        report_host_print(DIAGNOSTIC_USE_AFTER_FREE, "", call->pc, freed->free_pc, "freed here",
                          "%s %s an array of %zu byte%s in host memory after it was freed", call->name,
                          writes ? "writes" : "reads", freed->bytes, plural(freed->bytes));
        host_stop();
    }
    size_t room = host_memory_room(side, &pc);
    copy_check_room(call, bytes, room, pc, writes);
    check_whole(call, side, bytes, writes);
}
