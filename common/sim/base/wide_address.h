// Addresses that an interpreted program has and this processor has not: in a module (WebAssembly), pointers have 4
// bytes, and those of the program 8. A negative index that has wrapped around makes such an address.
#ifndef SIM_WIDE_ADDRESS_H
#define SIM_WIDE_ADDRESS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
extern uint64_t wide_address; // the last one that was used

enum { WIDE_ADDRESSES = 0xf0000000, WIDE_BYTES = 1 << 16 }; // no memory is there

// The address, or one among WIDE_ADDRESSES that stands for it.
void *wide_address_stand_in(uint64_t address);
static inline void *wide_address_at(uint64_t address) {
    return address >> 32 == 0 ? (void *)(uintptr_t)address : wide_address_stand_in(address);
}
#endif

// The address that is less by 2^32 elements; 0: there is none.
static inline uintptr_t wide_address_wrapped(uintptr_t address, size_t element) {
    uint64_t wide = address;
#ifdef __wasm__
    wide = address - WIDE_ADDRESSES < WIDE_BYTES ? wide_address : wide;
#endif
    wide -= (uint64_t)element << 32;
    return wide <= UINTPTR_MAX ? (uintptr_t)wide : 0;
}

#endif
