#include "sim/access/host_code.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/attempt.h"
#include "runner/element_name.h"
#include "sim/access/pending.h"
#include "sim/access/stream_use.h"
#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"
#include "sim/schedule/watchdog.h"
#include "sim/trace/trace.h"

enum { COPIES_MAX = 64 };

// Host memory that a copy from the device has filled.
struct copy {
    uintptr_t base, from;
    size_t bytes;
    uint8_t *seen; // by word: has host code read it?
    char array[48];
    uint32_t pc;
};
static struct copy copies[COPIES_MAX];
static unsigned copy_count;

// What host code has read of managed memory.
static struct {
    uint64_t bytes;
    uintptr_t last; // address
    uint32_t pc;    // of the last one
} managed_reads;

static struct attempt attempted;
static bool running;
static const void *outermost; // the frame of host_run()

void host_begin_case(void) {
    for (unsigned i = 0; i < copy_count; i++) {
        free(copies[i].seen);
    }
    copy_count = 0;
    memset(&managed_reads, 0, sizeof(managed_reads));
    host_report.count = 0;
}

uint64_t host_managed_bytes(uint32_t *pc) {
    *pc = managed_reads.pc;
    return managed_reads.bytes;
}

// Reading one value several times in a row moves it once.
static void count_managed_read(uintptr_t address, unsigned bytes, uint32_t pc) {
    if (address != managed_reads.last) {
        managed_reads.bytes += bytes;
        managed_reads.last = address;
        managed_reads.pc = pc;
    }
}

int host_run(void (*call)(void *), void *argument) {
    const struct frame *frame = caller_save();
    running = true;
    outermost = __builtin_frame_address(0);
    watchdog_host(true);
    const bool ended = attempt(&attempted, call, argument);
    running = false;
    caller_restore(frame);
    watchdog_host(false);
    return !ended;
}

bool host_stack(uintptr_t address) {
    enum { STACK_MAX = 8 << 20 }; // bytes
    return running && (uintptr_t)outermost - address < STACK_MAX;
}

void host_calls(const void *frame, uint32_t pc, uint64_t *calls, unsigned most) {
    const struct frame *at = frame;
    bool passed = false;
    unsigned count = 0;
    memset(calls, 0, most * sizeof(*calls));
    while (running && count < most && (uintptr_t)at % sizeof(void *) == 0 &&
           (uintptr_t)at < (uintptr_t)outermost && executable_is_code((uintptr_t)at->return_address)) {
        if (passed) {
            calls[count++] = relative_pc(at->return_address);
        }
        passed |= relative_pc(at->return_address) == pc;
        at = at->caller > at ? at->caller : outermost;
    }
}

void host_report_exit(void) {
    struct diagnostic *made = running && report_sent() == 0 && host_report.count == 0
                                  ? report_host(DIAGNOSTIC_EXIT, "", 0, 0, NOTHING, WORDS(TOPIC(EXITS)))
                                  : NULL;
    if (made != NULL) {
        _Static_assert((int)DIAGNOSTIC_CALLS <= (int)DIAGNOSTIC_FRAMES, "the calls fit");
        memcpy(made->stack, made->calls, sizeof(made->calls));
        memset(made->calls, 0, sizeof(made->calls));
    }
}

_Noreturn void host_stop(void) {
    if (!running) {
        abort(); // no student code runs: an error in the harness
    }
    give_up(&attempted);
}

static struct said_word verb_of(enum access_kind kind) {
    return access_reads(kind) ? TOPIC(READS) : TOPIC(WRITES);
}

// Host code accesses global memory. Does not return if it must not.
static void access_global(uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct allocation *found = global_memory_find(address, bytes, &inside);
    if (found == NULL) {
        report_host(DIAGNOSTIC_WRONG_SPACE, "", pc, 0, NOTHING, WORDS(TOPIC(HOST_ACCESSES_DEVICE_MEMORY)));
        host_stop();
    }
    const char *name = found->name;
    const struct said_word verb = verb_of(kind);
    if (!found->managed) {
        report_host(DIAGNOSTIC_WRONG_SPACE, name, pc, 0, NOTHING,
                    WORDS(TOPIC(HOST_ACCESSES_DEVICE_ARRAY), verb, NAME(name)));
        host_stop();
    }
    if (found->freed) {
        report_host(DIAGNOSTIC_USE_AFTER_FREE, name, pc, (uint32_t)found->free_pc, TOPIC(FREED_HERE),
                    WORDS(TOPIC(AFTER_CALL), TOPIC(HOST_CODE), verb, NAME(name), NAME(found->free_call)));
        host_stop();
    }
    if (!inside) {
        report_array_bytes(
            report_host(DIAGNOSTIC_OUT_OF_BOUNDS, name, pc, (uint32_t)found->pc, TOPIC(ALLOCATED_HERE),
                        WORDS(TOPIC(BEYOND_BYTES), TOPIC(HOST_CODE), verb, NUMBER(bytes),
                              NUMBER(address - found->base), NAME(name), NUMBER(found->bytes))),
            found->bytes);
        host_stop();
    }
    stream_use_host(found, address, bytes, kind, pc);
    if (access_reads(kind)) {
        global_memory_mark_read(found, address, bytes);
        count_managed_read(address, bytes, pc);
        if (trace_on()) {
            trace_host_read(pc, address);
        }
    } else {
        global_memory_mark_set(found, address, bytes);
    }
}

void host_access(uintptr_t address, unsigned bytes, enum access_kind kind, const void *return_address) {
    if (!running) {
        return;
    }
    if (address < pending_range.end && address + bytes > pending_range.begin) {
        pending_host_access(address, bytes, kind, relative_pc(return_address));
    }
    if (global_memory_contains(address) && !global_memory_unlocked()) {
        access_global(address, bytes, kind, relative_pc(return_address));
    }
    if (variables_contain(address)) {
        bool inside;
        const struct variable *variable = variables_find(address, bytes, &inside);
        if (variable != NULL && variable->space != VARIABLE_MANAGED) {
            report_host(DIAGNOSTIC_WRONG_SPACE, variable->allocation.name, relative_pc(return_address), 0,
                        NOTHING,
                        WORDS(TOPIC(HOST_ACCESSES_VARIABLE), verb_of(kind), NAME(variable->allocation.name),
                              A_TOPIC(variable_topic(variable))));
            host_stop();
        }
        if (variable != NULL && inside) {
            stream_use_host(&variable->allocation, address, bytes, kind, relative_pc(return_address));
            if (access_reads(kind)) {
                count_managed_read(address, bytes, relative_pc(return_address));
            }
        }
    }
    for (unsigned i = 0; i < copy_count; i++) {
        struct copy *copy = &copies[i];
        if (address - copy->base < copy->bytes) {
            for (size_t at = address - copy->base; at < address - copy->base + bytes && at < copy->bytes;
                 at += 4) {
                copy->seen[at / 4] = 1;
            }
            if (trace_on() && access_reads(kind)) {
                trace_host_read(relative_pc(return_address), copy->from + (address - copy->base));
            }
        }
    }
}

void host_outside_array(const char *type, int64_t index, uint32_t pc) {
    if (running) {
        report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", pc, 0, NOTHING,
                    WORDS(TOPIC(HOST_INDEX_OUTSIDE), NUMBER(index), NAME(type)));
        host_stop();
    }
}

void host_outside_local(const char *name, uint64_t length, int64_t index, uint32_t pc) {
    if (running) {
        char element[96];
        struct said elements;
        element_name(name, 1, index, element, sizeof(element));
        say(&elements, WORDS(TOPIC(ELEMENTS), NUMBER(length)));
        report_host(
            DIAGNOSTIC_OUT_OF_BOUNDS, "", pc, 0, NOTHING,
            WORDS(TOPIC(OUTSIDE), TOPIC(HOST_CODE), TOPIC(USES), NAME(element), NAME(name), PART(elements)));
        host_stop();
    }
}

_Noreturn void host_overwrites_stack(uint32_t pc) {
    if (!running) {
        abort();
    }
    host_report.overwritten = true;
    report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", pc, 0, NOTHING, WORDS(TOPIC(HOST_OVERWRITES_LOCALS)));
    host_report.overwritten = false;
    host_stop();
}

void host_shifts_too_far(int width, long long by, uint32_t pc) {
    if (running) {
        report_host(DIAGNOSTIC_SHIFT, "", pc, 0, NOTHING,
                    WORDS(TOPIC(SHIFTS_TOO_FAR), TOPIC(HOST_CODE), NUMBER(width), NUMBER(by)));
    }
}

void host_converts(const char *number, const char *type, uint32_t pc) {
    if (running) {
        report_host(DIAGNOSTIC_CONVERSION, "", pc, 0, NOTHING,
                    WORDS(TOPIC(CANNOT_HOLD), TOPIC(HOST_CODE), NAME(number), NAME(type)));
    }
}

_Noreturn void host_calls_kernel_only(enum topic what, const char *call, uint32_t pc) {
    report_host(DIAGNOSTIC_WRONG_SPACE, "", pc, 0, NOTHING,
                WORDS(TOPIC(KERNELS_ONLY), what == TOPIC_NONE ? NAME(call) : A_TOPIC(what)));
    host_stop();
}

void host_note_copy(uintptr_t address, uintptr_t from, size_t bytes, const char *array, uint32_t pc) {
    if (trace_on()) {
        trace_copy(pc, from, bytes);
    }
    if (copy_count == COPIES_MAX || !running || bytes == 0) {
        return;
    }
    struct copy *copy = &copies[copy_count];
    copy->seen = calloc(bytes / 4 + 1, 1);
    if (copy->seen == NULL) {
        return;
    }
    copy->base = address;
    copy->from = from;
    copy->bytes = bytes;
    copy->pc = pc;
    snprintf(copy->array, sizeof(copy->array), "%s", array);
    copy_count++;
}

void host_report_unread(void) {
    for (unsigned i = 0; i < copy_count; i++) {
        const struct copy *copy = &copies[i];
        size_t words = (copy->bytes + 3) / 4, unread = 0, first = 0;
        for (size_t word = words; word > 0; word--) {
            if (copy->seen[word - 1] == 0) {
                unread++;
                first = word - 1;
            }
        }
        if (unread > 0) {
            struct said part;
            say(&part, WORDS(TOPIC(OF_THEM_NEVER_READ), NUMBER(unread)));
            report_host(
                DIAGNOSTIC_UNREAD_COPY, copy->array, copy->pc, 0, NOTHING,
                WORDS(TOPIC(COPIED_NEVER_READ), NUMBER(words), NAME(copy->array), PART(part), NUMBER(first)));
        }
    }
}
