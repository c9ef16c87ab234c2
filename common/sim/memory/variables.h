// __device__, __constant__ and __managed__ variables: memory of the device that has a name in the program.
//
// The compiler collects them in sections of the executable (SIM_SECTION in cuda/sim/qualifiers.h), with a gap
// after each; the executable's symbol table says where each one is. They start as zero or with their
// initializers, so all their bytes are set, and they keep their values from case to case, as on a device.
#ifndef SIM_VARIABLES_H
#define SIM_VARIABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/global_memory.h"
#include "words/topics.h"

enum variable_space { VARIABLE_DEVICE, VARIABLE_CONSTANT, VARIABLE_MANAGED, VARIABLE_SPACES };

struct variable {
    struct allocation allocation; // name, base, bytes, cells
    enum variable_space space;
    bool address_given; // cudaGetSymbolAddress returned its address in this case
};

// One section of the executable.
struct variable_section {
    uintptr_t begin, end; // both 0 if there is no such section
    struct shadow shadow;
};
extern struct variable_section variable_sections[VARIABLE_SPACES];

// Finds the variables. Call it once. 0, or -1 if memory is short.
int variables_open(void);
void variables_begin_case(void);

// The bytes of all __constant__ variables.
size_t variables_constant_bytes(void);

// Remembers the values of all variables. Is one of them different now? If memory was short: true.
void variables_keep(void);
bool variables_changed(void);

static inline bool variables_contain(uintptr_t address) {
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        if (address - variable_sections[space].begin <
            variable_sections[space].end - variable_sections[space].begin) {
            return true;
        }
    }
    return false;
}

// Is the address just before a section, and in no variable of the host? An access there is reported as an index below 0
// of the section's first variable.
bool variables_before(uintptr_t address);

// In a section, or just before one?
static inline bool variables_near(uintptr_t address) {
    return variables_contain(address) || variables_before(address);
}

// The variable that `address` is in or nearest to, or NULL. *inside: whether all `bytes` from there are in it.
struct variable *variables_find(uintptr_t address, size_t bytes, bool *inside);

// Which variable it is, from 0, in the order of their addresses.
size_t variables_number(const struct variable *variable);

// The name of the host code's variable that contains `address`: one outside functions, or a static one. false: none.
bool variables_host_name(uintptr_t address, char *name, size_t size);

// What kind of variable it is, if it is not managed.
enum topic variable_topic(const struct variable *variable);

#endif
