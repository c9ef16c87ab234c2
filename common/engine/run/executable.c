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

// A return address is the number of the call's instruction, plus 1. Instruction 0 is none.
bool executable_is_code(uintptr_t address) {
    return address > 1 && address <= running->code_count;
}

// Kernels may read the host code's constants that are known when the program is compiled.
bool executable_is_constant(uintptr_t address) {
    for (const struct string *string = running->strings; string != NULL; string = string->next) {
        if (address - (uintptr_t)string->text <= string->length) {
            return true;
        }
    }
    return address - (uintptr_t)running->memory[VARIABLE_OF_BOTH] < running->memory_bytes[VARIABLE_OF_BOTH];
}

static void find_space(enum variable_space space, uintptr_t *begin, uintptr_t *end) {
    *begin = (uintptr_t)running->memory[space];
    *end = *begin + running->memory_bytes[space];
}

bool executable_variables(unsigned i, uintptr_t *begin, uintptr_t *end) {
    find_space(i < VARIABLE_OF_BOTH ? (enum variable_space)i : VARIABLE_OF_HOST, begin, end);
    return i < VARIABLE_OF_BOTH;
}

uintptr_t executable_next_word(uintptr_t address) {
    return (address + sizeof(address) - 1) & ~(sizeof(address) - 1);
}

void executable_section(unsigned i, uintptr_t *begin, uintptr_t *end) {
    find_space((enum variable_space)(VARIABLE_OF_DEVICE + i), begin, end);
}

int executable_symbols(executable_each *each, void *context) {
    for (uint32_t i = 0; i < running->variable_count; i++) {
        const struct code_variable *variable = &running->variables[i];
        if (each((uintptr_t)running->memory[variable->space] + variable->offset, variable->bytes,
                 variable->name, context) != 0) {
            return -1;
        }
    }
    return 0;
}
