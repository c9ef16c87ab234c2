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

static bool is_in_section(const struct code_variable *variable, unsigned section) {
    return variable->space == (section == 0 ? VARIABLE_OF_DEVICE : VARIABLE_OF_CONSTANT) && section < 2;
}

// From the first variable of the section to the first one of another section after it.
void executable_section(unsigned i, uintptr_t *begin, uintptr_t *end) {
    size_t first = running->memory_bytes, last = 0, limit = running->memory_bytes;
    for (uint32_t k = 0; k < running->variable_count; k++) {
        const size_t offset = running->variables[k].offset;
        if (is_in_section(&running->variables[k], i)) {
            first = offset < first ? offset : first;
            last = offset > last ? offset : last;
        }
    }
    for (uint32_t k = 0; k < running->variable_count; k++) {
        const size_t offset = running->variables[k].offset;
        if (offset > last && offset < limit && !is_in_section(&running->variables[k], i)) {
            limit = offset;
        }
    }
    const bool any = first < running->memory_bytes;
    *begin = any ? (uintptr_t)running->memory + first : 0;
    *end = any ? (uintptr_t)running->memory + limit : 0;
}

int executable_symbols(executable_each *each, void *context) {
    for (uint32_t i = 0; i < running->variable_count; i++) {
        const struct code_variable *variable = &running->variables[i];
        if (each((uintptr_t)running->memory + variable->offset, variable->bytes, variable->name, context) !=
            0) {
            return -1;
        }
    }
    return 0;
}
