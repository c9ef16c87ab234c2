#include "sim/memory/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/executable.h"

struct variable_section variable_sections[VARIABLE_SPACES];
static struct variable *variables; // by address
static size_t variable_count;

#ifdef SIM_INTERPRETED
enum { INTERPRETED = 1 }; // its symbols are names as they are written
#else
enum { INTERPRETED = 0 };
#endif

// libstdc++'s; the simulated GPU is linked to it with the student's code.
char *__cxa_demangle(const char *symbol, char *buffer, size_t *length, int *status);

// "counter" for the symbols `counter`, `_ZL7counter` (static), `_ZN3lab7counterE` (in a namespace).
static void plain_name(const char *symbol, char *name, size_t size) {
    int status;
    // A C name may be the code of a type: "c" of char. __cxa_demangle() returns NULL for other C names.
    const bool mangled = strncmp(symbol, "_Z", 2) == 0 || strncmp(symbol, "__Z", 3) == 0;
    char *demangled = mangled && !INTERPRETED ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
    const char *full = demangled == NULL ? symbol : demangled, *colon = strrchr(full, ':');
    snprintf(name, size, "%s", colon == NULL ? full : colon + 1);
    free(demangled);
}

static int add(enum variable_space space, uintptr_t address, size_t bytes, const char *symbol) {
    struct variable *larger = realloc(variables, (variable_count + 1) * sizeof(*larger));
    if (larger == NULL) {
        return -1;
    }
    variables = larger;
    struct variable made = {.space = space};
    made.allocation = (struct allocation){
        .base = address, .bytes = bytes, .element = bytes < 4 ? bytes : 4, .owner = OWNED_BY_HARNESS};
    made.allocation.shadow =
        shadow_from(&variable_sections[space].shadow, address - variable_sections[space].begin);
    plain_name(symbol, made.allocation.name, sizeof(made.allocation.name));
    size_t at = variable_count++;
    for (; at > 0 && variables[at - 1].allocation.base > address; at--) {
        variables[at] = variables[at - 1];
    }
    variables[at] = made;
    return 0;
}

// Adds a variable that is in one of the sections, except the gaps.
static int add_device(uintptr_t address, size_t bytes, const char *symbol, void *context) {
    (void)context;
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        const struct variable_section *section = &variable_sections[space];
        if (address - section->begin < section->end - section->begin && strstr(symbol, "sim_gap_") == NULL &&
            add((enum variable_space)space, address, bytes, symbol) != 0) {
            return -1;
        }
    }
    return 0;
}

// The name of the variable that contains an address.
struct named {
    uintptr_t address;
    char *name;
    size_t size;
    bool found;
};

// The last name in a symbol: "table" in `_ZN8settings5tableE`. A kernel may be running, so __cxa_demangle(), which
// calls functions that are hooks, cannot be used.
static void name_in_symbol(const char *symbol, char *name, size_t size) {
    snprintf(name, size, "%s", symbol);
    for (const char *at = symbol; strncmp(symbol, "_Z", 2) == 0 && *at != '\0';) {
        char *end;
        size_t length = *at >= '0' && *at <= '9' ? strtoul(at, &end, 10) : 0;
        if (length > 0 && length <= strlen(end)) {
            snprintf(name, size, "%.*s", (int)length, end);
            at = end + length;
        } else {
            at++;
        }
    }
}

static int find_name(uintptr_t address, size_t bytes, const char *symbol, void *context) {
    struct named *named = context;
    if (named->address - address < bytes) {
        name_in_symbol(symbol, named->name, named->size);
        named->found = true;
    }
    return named->found ? -1 : 0;
}

int variables_open(void) {
    bool any = false;
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        struct variable_section *section = &variable_sections[space];
        *section = (struct variable_section){0};
        executable_section((unsigned)space, &section->begin, &section->end);
        size_t words = (section->end - section->begin + 3) / 4;
        if (words == 0) {
            continue;
        }
        any = true;
        if (shadow_reserve(&section->shadow, words * 4) != 0) {
            return -1;
        }
        for (size_t word = 0; word < words; word++) {
            section->shadow.cells[word].set_bytes = 15;
        }
    }
    return any ? executable_symbols(add_device, NULL) : 0;
}

void variables_begin_case(void) {
    for (size_t i = 0; i < variable_count; i++) {
        variables[i].address_given = false;
    }
}

static char *kept[VARIABLE_SPACES];

void variables_keep(void) {
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        const struct variable_section *section = &variable_sections[space];
        size_t bytes = section->end - section->begin;
        free(kept[space]);
        kept[space] = bytes > 0 ? malloc(bytes) : NULL;
        if (kept[space] != NULL) {
            memcpy(kept[space], (const void *)section->begin, bytes);
        }
    }
}

bool variables_changed(void) {
    bool changed = false;
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        const struct variable_section *section = &variable_sections[space];
        size_t bytes = section->end - section->begin;
        changed |= bytes > 0 &&
                   (kept[space] == NULL || memcmp(kept[space], (const void *)section->begin, bytes) != 0);
    }
    return changed;
}

size_t variables_number(const struct variable *variable) {
    return (size_t)(variable - variables);
}

struct variable *variables_find(uintptr_t address, size_t bytes, bool *inside) {
    size_t low = 0, high = variable_count; // variables[low - 1] begins at or before the address
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (variables[middle].allocation.base <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *inside = false;
    if (low == 0) {
        return variable_count > 0 ? &variables[0] : NULL;
    }
    struct variable *found = &variables[low - 1];
    uintptr_t offset = address - found->allocation.base;
    *inside = offset + bytes <= found->allocation.bytes;
    if (offset >= found->allocation.bytes && low < variable_count &&
        variables[low].allocation.base - address < offset - found->allocation.bytes) {
        return &variables[low];
    }
    return found;
}

bool variables_host_name(uintptr_t address, char *name, size_t size) {
    struct named named = {.address = address, .name = name, .size = size};
    uintptr_t begin, end;
    for (unsigned i = 0; !named.found && executable_variables(i, &begin, &end); i++) {
        if (address - begin < end - begin && executable_next_word(address) - address < sizeof(address)) {
            executable_symbols(find_name, &named);
        }
    }
    return named.found;
}

bool variables_before(uintptr_t address) {
    enum { MARGIN = 128 }; // bytes
    bool before = false;
    char name[2];
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        const struct variable_section *section = &variable_sections[space];
        before |= section->end != 0 && section->begin - address <= MARGIN;
    }
    return before && !variables_host_name(address, name, sizeof(name));
}

size_t variables_constant_bytes(void) {
    size_t bytes = 0;
    for (size_t i = 0; i < variable_count; i++) {
        bytes += variables[i].space == VARIABLE_CONSTANT ? variables[i].allocation.bytes : 0;
    }
    return bytes;
}

enum topic variable_topic(const struct variable *variable) {
    return variable->space == VARIABLE_CONSTANT ? TOPIC_A_CONSTANT_VARIABLE : TOPIC_A_DEVICE_VARIABLE;
}
