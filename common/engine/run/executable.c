#include "engine/run/executable.h"

#include "sim/base/caller.h"
#include "sim/base/executable.h"

static const struct program *running;
static const struct frame none = {.return_address = (const void *)1}; // its place is 0

uintptr_t executable_address = 0;
__thread const struct frame *running_frame = &none;

void executable_runs(const struct program *program) {
    running = program;
}

void executable_open(void) {
}

// A return address is the number of the call's instruction, plus 1.
bool executable_is_code(uintptr_t address) {
    return address - 1 < running->code_count;
}

// Kernels may read the host code's constants that are known when the program is compiled.
bool executable_is_constant(uintptr_t address) {
    if (address - (uintptr_t)running->strings < running->string_bytes) {
        return true;
    }
    const uintptr_t offset = address - (uintptr_t)running->memory;
    for (uint32_t i = 0; i < running->variable_count && offset < running->memory_bytes; i++) {
        const struct code_variable *variable = &running->variables[i];
        if (variable->space == VARIABLE_OF_BOTH && offset - variable->offset < variable->bytes) {
            return true;
        }
    }
    return false;
}

bool executable_variables(unsigned i, uintptr_t *begin, uintptr_t *end) {
    *begin = (uintptr_t)running->memory;
    *end = *begin + running->memory_bytes;
    return i == 0 && running->memory_bytes > 0;
}

uintptr_t executable_next_word(uintptr_t address) {
    return (address + sizeof(address) - 1) & ~(sizeof(address) - 1);
}
