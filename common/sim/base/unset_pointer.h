// Pointers without a value: the compiler gives them a pattern (-ftrivial-auto-var-init, cmake/lab_code.cmake).
#ifndef SIM_UNSET_POINTER_H
#define SIM_UNSET_POINTER_H

#include <stdbool.h>
#include <stdint.h>

// Is `address` such a pointer, to which an index may have been added? GCC's pattern is 0xfe in each byte, Clang's 0xaa.
// Nothing is at these addresses.
static inline bool is_unset_pointer(uintptr_t address) {
    const uintptr_t first_bytes = address >> (8 * sizeof(address) - 24);
    return first_bytes == 0xfefefe || first_bytes == 0xaaaaaa;
}

#endif
