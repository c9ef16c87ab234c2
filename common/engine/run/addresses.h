// Addresses in a program have 64 bits. In a module (WebAssembly), those of memory have 32, and nothing stops the
// program where it has no memory: so these functions look first. Elsewhere they do nothing.
#ifndef LABS_ENGINE_ADDRESSES_H
#define LABS_ENGINE_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/run/executable.h"
#include "sim/schedule/workers.h"

#ifdef __wasm__
#include "sim/base/wide_address.h"

// The host code that runs has its frames here.
void addresses_of_frames(const char *begin, const char *end);

// Does host code have memory at this address? Also if it is device memory, whose use the simulated GPU reports.
bool addresses_host(uint64_t address);
void addresses_check_host(uint64_t address); // stops it if not

// The address, for a call.
static inline void *address_at(uint64_t address) {
    return wide_address_at(address);
}

// The same for an access. Host code stops if it has no memory there.
static inline void *memory_at(uint64_t address) {
    if (running_worker == NULL) {
        addresses_check_host(address);
    }
    return wide_address_at(address);
}

// Where a function is about to write a pointer or a size, which has 4 bytes here.
static inline void *memory_for_pointer(uint64_t address) {
    if (address != 0 && addresses_host(address)) {
        memset((char *)(uintptr_t)address + 4, 0, 4);
    }
    return wide_address_at(address);
}

// The simulated GPU lets a thread go on after a read that cannot happen, which finds 0.
static inline bool is_memory(const void *at) {
    return (uintptr_t)at >> 16 < __builtin_wasm_memory_size(0);
}
#else
static inline void addresses_of_frames(const char *begin, const char *end) {
    (void)begin, (void)end;
}
static inline void *address_at(uint64_t address) {
    return (void *)address;
}
static inline void *memory_at(uint64_t address) {
    return (void *)address;
}
static inline void *memory_for_pointer(uint64_t address) {
    return (void *)address;
}
static inline bool is_memory(const void *at) {
    return (void)at, true;
}
#endif

#endif
