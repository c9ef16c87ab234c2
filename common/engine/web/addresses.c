#include "engine/run/addresses.h"

#include <signal.h>

#include "sim/api/memory.h"
#include "sim/base/executable.h"
#include "sim/hooks/host_memory.h"
#include "sim/memory/global_memory.h"

uint64_t wide_address;

void *wide_address_stand_in(uint64_t address) {
    wide_address = address;
    // A pointer without a value looks like one here, too (unset_pointer.h).
    return (void *)(address >> 40 == 0xfefefe ? 0xfefefe00 | (uintptr_t)address % 256
                                              : WIDE_ADDRESSES | (uintptr_t)address % WIDE_BYTES);
}

static struct {
    uintptr_t begin, end;
} frames;

void addresses_of_frames(const char *begin, const char *end) {
    frames.begin = (uintptr_t)begin;
    frames.end = (uintptr_t)end;
}

static bool is_variable(uintptr_t at) {
    uintptr_t begin, end;
    executable_variables(0, &begin, &end);
    bool found = at - begin < end - begin || executable_is_constant(at);
    for (unsigned i = 0; i < EXECUTABLE_SECTIONS; i++) {
        executable_section(i, &begin, &end);
        found |= at - begin < end - begin;
    }
    return found;
}

bool addresses_host(uint64_t address) {
    const uintptr_t at = (uintptr_t)address;
    return at == address &&
           (at - frames.begin < frames.end - frames.begin || is_variable(at) || global_memory_contains(at) ||
            host_memory_has(at) || memory_pinned((const void *)at, 1) != NULL);
}

void addresses_check_host(uint64_t address) {
    if (!addresses_host(address)) {
        executable_stops(SIGSEGV);
    }
}

void executable_touches(const void *memory) {
    addresses_check_host((uintptr_t)memory);
}
