#define _GNU_SOURCE
#include "sim/access/host_code.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__APPLE__)
#include <link.h>
#else
#include <mach-o/dyld.h>
#endif

#include "sim/memory/global_memory.h"
#include "runner/plural.h"
#include "sim/memory/variables.h"
#include "sim/schedule/worker.h"

enum { COPIES_MAX = 64, SEGMENTS_MAX = 16 };

struct report host_report;

// A stretch of host memory that a copy from the device has filled.
struct copy {
    uintptr_t base;
    size_t bytes;
    uint8_t *seen; // one byte a word
    char array[48];
    uint32_t pc;
};
static struct copy copies[COPIES_MAX];
static unsigned copy_count;

static sigjmp_buf stop_point;
static bool running;

// The executable as it lies in memory.
static struct {
    uintptr_t begin, end;
    bool writable, code;
} segments[SEGMENTS_MAX];
static unsigned segment_count;
uintptr_t sim_load_address;

#if !defined(__APPLE__)
static int note_segments(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    sim_load_address = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum && segment_count < SEGMENTS_MAX; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_LOAD) {
            segments[segment_count].begin = info->dlpi_addr + header->p_vaddr;
            segments[segment_count].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
            segments[segment_count].writable = (header->p_flags & PF_W) != 0;
            segments[segment_count].code = (header->p_flags & PF_X) != 0;
            segment_count++;
        }
    }
    return 1; // the executable comes first, and is all that is wanted
}
#endif

void host_open(void) {
#if !defined(__APPLE__)
    dl_iterate_phdr(note_segments, NULL);
#else
    sim_load_address = (uintptr_t)_dyld_get_image_vmaddr_slide(0);
#endif
}

static int segment_of(uintptr_t address) {
    for (unsigned i = 0; i < segment_count; i++) {
        if (address - segments[i].begin < segments[i].end - segments[i].begin) {
            return (int)i;
        }
    }
    return -1;
}

bool host_is_code(uintptr_t address) {
    int segment = segment_of(address);
    return segment >= 0 && segments[segment].code;
}

bool host_is_constant(uintptr_t address) {
    int segment = segment_of(address);
    return segment >= 0 && !segments[segment].writable;
}

bool host_is_simulators_own(uintptr_t address) {
    return address - (uintptr_t)&sim_index < sizeof(sim_index) ||
           address - (uintptr_t)&sim_dimension < sizeof(sim_dimension);
}

void host_begin(void) {
    for (unsigned i = 0; i < copy_count; i++) {
        free(copies[i].seen);
    }
    copy_count = 0;
    host_report.count = 0;
}

struct diagnostic *host_add(enum diagnostic_class class_, const char *array, uint32_t pc, uint32_t second_pc,
                            const char *second_text, const char *message, ...) {
    bool is_new;
    struct report_entry *entry = report_add(&host_report, class_, array, pc, second_pc, 0, &is_new);
    if (entry == NULL || !is_new) {
        return NULL;
    }
    va_list values;
    va_start(values, message);
    vsnprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message), message, values);
    va_end(values);
    snprintf(entry->diagnostic.places[1].text, sizeof(entry->diagnostic.places[1].text), "%s", second_text);
    return &entry->diagnostic;
}

int host_run(void (*call)(void *), void *argument) {
    if (sigsetjmp(stop_point, 1) != 0) {
        running = false;
        return 1;
    }
    running = true;
    call(argument);
    running = false;
    return 0;
}

_Noreturn void host_stop(void) {
    if (!running) {
        abort(); // the harness itself went wrong
    }
    siglongjmp(stop_point, 1);
}

void host_access(uintptr_t address, unsigned bytes, enum access_kind kind, const void *return_address) {
    if (!running) {
        return;
    }
    if (heap_contains(address) && !heap_unlocked()) {
        bool inside;
        const struct allocation *found = heap_find(address, bytes, &inside);
        const char *name = found == NULL ? "device memory" : found->name;
        host_add(DIAGNOSTIC_WRONG_SPACE, name, relative_pc(return_address), 0, "",
                 "host code %s %s, which is device memory: only kernels and cudaMemcpy reach it",
                 access_reads(kind) ? "reads" : "writes", name);
        host_stop();
    }
    if (variables_contain(address)) {
        bool inside;
        const struct variable *variable = variables_find(address, bytes, &inside);
        if (variable != NULL && variable->space != VARIABLE_MANAGED) {
            host_add(
                DIAGNOSTIC_WRONG_SPACE, variable->allocation.name, relative_pc(return_address), 0, "",
                "host code %s %s, %s: only kernels, cudaMemcpyToSymbol and cudaMemcpyFromSymbol reach it",
                access_reads(kind) ? "reads" : "writes", variable->allocation.name, variable_kind(variable));
            host_stop();
        }
    }
    for (unsigned i = 0; i < copy_count; i++) {
        struct copy *copy = &copies[i];
        if (address - copy->base < copy->bytes) {
            for (size_t at = address - copy->base; at < address - copy->base + bytes && at < copy->bytes;
                 at += 4) {
                copy->seen[at / 4] = 1;
            }
        }
    }
}

_Noreturn void host_report_kernel_only(const char *what, uint32_t pc) {
    host_add(DIAGNOSTIC_WRONG_SPACE, "", pc, 0, "", "%s is for kernels only, and host code calls it", what);
    host_stop();
}

void host_watch_copy(uintptr_t address, size_t bytes, const char *array, uint32_t pc) {
    if (copy_count == COPIES_MAX || !running || bytes == 0) {
        return;
    }
    struct copy *copy = &copies[copy_count];
    copy->seen = calloc(bytes / 4 + 1, 1);
    if (copy->seen == NULL) {
        return;
    }
    copy->base = address;
    copy->bytes = bytes;
    copy->pc = pc;
    snprintf(copy->array, sizeof(copy->array), "%s", array);
    copy_count++;
}

void host_note_unread(void) {
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
            host_add(DIAGNOSTIC_UNREAD_COPY, copy->array, copy->pc, 0, "",
                     "%zu value%s %s copied from %s to the host here, and %zu of them %s never read: the "
                     "first at index %zu",
                     words, plural(words), words == 1 ? "is" : "are", copy->array, unread,
                     unread == 1 ? "is" : "are", first);
        }
    }
}
