// The executable in memory: where the student's code and constants are.
#ifndef SIM_EXECUTABLE_H
#define SIM_EXECUTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uintptr_t executable_address; // where it was loaded

// Finds the executable in memory. Call it before all others.
void executable_open(void);

// Is `address` inside the executable's code?
bool executable_is_code(uintptr_t address);

// Is `address` in the executable's read-only data, which kernels may read?
bool executable_is_constant(uintptr_t address);

// The number i of its segments of static variables, which it may write to. false: it has no more.
bool executable_variables(unsigned i, uintptr_t *begin, uintptr_t *end);

// The first aligned word from this address on that is in none of the simulated GPU's own variables.
uintptr_t executable_next_word(uintptr_t address);

// The memory of __device__, __constant__ and __managed__ variables, in this order; both 0: there are none.
enum { EXECUTABLE_SECTIONS = 3 };
void executable_section(unsigned i, uintptr_t *begin, uintptr_t *end);

// Calls `each` for each static variable, with its name in the executable, until that returns -1. Returns 0, or -1 if
// one did, or if the names cannot be read.
typedef int executable_each(uintptr_t address, size_t bytes, const char *symbol, void *context);
int executable_symbols(executable_each *each, void *context);

// Host code is about to access this memory by a call of the API. In a module (WebAssembly) no signal says that there is
// none: this does, and ends the process.
#ifdef __wasm__
void executable_touches(const void *memory);
#else
static inline void executable_touches(const void *memory) {
    (void)memory;
}
#endif

// The address of a call, given its return address, relative to executable_address. One less than the return
// address: inside the call instruction, not after it.
static inline uint32_t relative_pc(const void *return_address) {
    return (uint32_t)((uintptr_t)return_address - executable_address - 1);
}

#endif
