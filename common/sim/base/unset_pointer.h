// Pointers without a value: the compiler gives them a pattern (-ftrivial-auto-var-init, cmake/lab_code.cmake).
#ifndef SIM_UNSET_POINTER_H
#define SIM_UNSET_POINTER_H

#include <stdbool.h>
#include <stdint.h>

// Is `address` such a pointer, to which an index may have been added? GCC's pattern is 0xfe in each byte, Clang's 0xaa.
// Nothing is at these addresses.
static inline bool is_unset_pointer(uintptr_t address) {
    return (uint64_t)address >> 40 == 0xfefefe || (uint64_t)address >> 40 == 0xaaaaaa;
}

#endif
