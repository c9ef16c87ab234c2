// __device__, __constant__ and __managed__ variables: memory of the device that has a name in the program.
//
// The compiler gathers them in sections of the executable (SIM_SECTION in include/sim/qualifiers.h), with a
// gap behind each; the executable's symbol table says which lies where. They are zero or what they were
// initialized with before anybody writes them, so all their bytes are set; and they keep their values from
// case to case, as on a device.
#ifndef SIM_VARIABLES_H
#define SIM_VARIABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/global_memory.h"

enum variable_space { VARIABLE_DEVICE, VARIABLE_CONSTANT, VARIABLE_MANAGED, VARIABLE_SPACES };

struct variable {
    struct allocation allocation; // name, base, bytes, cells
    enum variable_space space;
    bool address_given; // by cudaGetSymbolAddress, in this case
};

// One section of the executable.
struct variable_section {
    uintptr_t begin, end; // both 0: there is none
    struct shadow shadow;
};
extern struct variable_section variable_sections[VARIABLE_SPACES];

// Finds the variables. To be called once. 0; -1 when memory is short.
int variables_open(void);
void variables_begin_case(void);

static inline bool variables_contain(uintptr_t address) {
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        if (address - variable_sections[space].begin <
            variable_sections[space].end - variable_sections[space].begin) {
            return true;
        }
    }
    return false;
}

enum {
    VARIABLE_MARGIN = 128
}; // bytes before a section that its first variable is blamed for, at an index below 0

// In a section, or just before one?
static inline bool variables_near(uintptr_t address) {
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        const struct variable_section *section = &variable_sections[space];
        if (section->end != 0 &&
            address + VARIABLE_MARGIN - section->begin < section->end + VARIABLE_MARGIN - section->begin) {
            return true;
        }
    }
    return false;
}

// The variable that `address` is in, or, if it is in none, the nearest; NULL where there is none. *inside:
// whether all `bytes` from there are in it.
struct variable *variables_find(uintptr_t address, size_t bytes, bool *inside);

// "a __device__ variable", "a __constant__ variable".
const char *variable_kind(const struct variable *variable);

#endif
