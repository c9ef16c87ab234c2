// The debug information of an executable, read with elfutils' libdw.
//
// Searches the line table of every compile unit. Looking up the unit of an address would need .debug_aranges,
// which Clang does not write.
#define _GNU_SOURCE // O_CLOEXEC, tdestroy

#include "check/runner/source_reader.h"

#include <elfutils/libdw.h>
#include <dwarf.h>
#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/runner/debug_size.h"

// What source_find has found at an instruction: each case and each finding asks for the same ones again.
struct kept {
    uint64_t pc;
    bool found;
    struct source_place place;
};

struct debug {
    int file;
    Dwarf *dwarf;
    void **kept; // a tree of `struct kept` (tsearch), by pc
};

static int compare_kept(const void *a, const void *b) {
    const uint64_t one = ((const struct kept *)a)->pc, other = ((const struct kept *)b)->pc;
    return (one > other) - (one < other);
}

static void *open_debug(const char *executable) {
    int file = open(executable, O_RDONLY | O_CLOEXEC);
    Elf *elf = file >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    const bool readable = !debug_is_too_large(elf);
    elf_end(elf);
    Dwarf *dwarf = file >= 0 && readable ? dwarf_begin(file, DWARF_C_READ) : NULL;
    struct debug *debug = dwarf != NULL ? malloc(sizeof(*debug)) : NULL;
    void **kept = calloc(1, sizeof(*kept));
    if (debug == NULL || kept == NULL) {
        free(debug);
        free(kept);
        dwarf_end(dwarf);
        if (file >= 0) {
            close(file);
        }
        return NULL;
    }
    *debug = (struct debug){.file = file, .dwarf = dwarf, .kept = kept};
    return debug;
}

static void close_debug(void *table) {
    struct debug *debug = table;
    dwarf_end(debug->dwarf);
    close(debug->file);
    tdestroy(*debug->kept, free);
    free(debug->kept);
    free(debug);
}

// Finds the next compile unit at or after *offset and moves *offset past it. false: there are no more.
static bool next_unit(const struct debug *debug, Dwarf_Off *offset, Dwarf_Die *unit) {
    size_t header_size;
    Dwarf_Off start = *offset;
    if (dwarf_nextcu(debug->dwarf, start, offset, &header_size, NULL, NULL, NULL) != 0) {
        return false;
    }
    return dwarf_offdie(debug->dwarf, start + header_size, unit) != NULL;
}

// Makes a file's path absolute with the folder in which its unit was compiled.
static void absolute_path(Dwarf_Die *unit, const char *name, char *path, size_t size) {
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    if (name[0] == '/' || folder == NULL) {
        snprintf(path, size, "%s", name);
    } else {
        snprintf(path, size, "%s/%s", folder, name);
    }
}

// The last entry at or before `pc`, if another entry of its sequence follows. Code without a line, such as the call of
// __stack_chk_fail() that Clang puts behind a function, has that of the code before it.
static Dwarf_Line *find_line(Dwarf_Lines *lines, size_t count, uint64_t pc) {
    Dwarf_Line *last = NULL;
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr from, to;
        bool ends;
        int number;
        if (dwarf_lineno(line, &number) == 0 && number == 0 && last != NULL) {
            line = last;
        }
        last = line;
        if (dwarf_lineaddr(dwarf_onesrcline(lines, i), &from) != 0 ||
            dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &to) != 0) {
            continue;
        }
        if (from <= pc && pc < to && dwarf_lineendsequence(line, &ends) == 0 && !ends) {
            return line;
        }
    }
    return NULL;
}

// Is this the assignment that SIM_COPIED puts into a statement? Its code is in the line of its declaration.
static bool is_copy(Dwarf_Die *scope, int line) {
    const char *name = dwarf_tag(scope) == DW_TAG_inlined_subroutine ? dwarf_diename(scope) : NULL;
    int declared;
    return name != NULL && strcmp(name, "operator=") == 0 && dwarf_decl_line(scope, &declared) == 0 &&
           declared == line;
}

// The scopes around the code at `pc`, from the innermost outwards, where it has been put by calls that were inlined.
// (dwarf_getscopes() goes on with those around the inlined function's declaration.) Returns how many, 0 where a
// function that is no copy comes first; the caller frees *scopes if there are any. Few places are copies, and the
// second search takes most of the time.
static int find_scopes_of_copy(Dwarf_Die *unit, uint64_t pc, int line, Dwarf_Die **scopes) {
    int count = dwarf_getscopes(unit, pc, scopes);
    if (count <= 0) {
        return 0;
    }
    int function = 0;
    while (function < count && dwarf_tag(&(*scopes)[function]) == DW_TAG_lexical_block) {
        function++;
    }
    const bool copy = function < count && is_copy(&(*scopes)[function], line);
    Dwarf_Die innermost = (*scopes)[0];
    free(*scopes);
    count = copy ? dwarf_getscopes_die(&innermost, scopes) : 0;
    return count > 0 ? count : 0;
}

// The compiler's own code for the assignment of a struct is at the place of the struct. Moves that to the statement.
static void leave_copies(Dwarf_Die *unit, uint64_t pc, struct source_place *place) {
    Dwarf_Die *scopes;
    const int count = find_scopes_of_copy(unit, pc, place->line, &scopes);
    for (int i = 0; i < count; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Word line, column;
        if (dwarf_tag(&scopes[i]) == DW_TAG_lexical_block) {
            continue;
        }
        if (!is_copy(&scopes[i], place->line) ||
            dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &line) != 0) {
            break;
        }
        place->line = (int)line;
        place->column = dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_column, &attribute), &column) == 0
                            ? (int)column
                            : 0;
    }
    if (count > 0) {
        free(scopes);
    }
}

static bool find(const struct debug *debug, uint64_t pc, struct source_place *place) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit;
    while (next_unit(debug, &offset, &unit)) {
        Dwarf_Lines *lines;
        size_t count;
        if (dwarf_getsrclines(&unit, &lines, &count) != 0) {
            continue;
        }
        Dwarf_Line *line = find_line(lines, count, pc);
        const char *name = line != NULL ? dwarf_linesrc(line, NULL, NULL) : NULL;
        if (name == NULL || dwarf_lineno(line, &place->line) != 0) {
            continue;
        }
        if (dwarf_linecol(line, &place->column) != 0) {
            place->column = 0;
        }
        absolute_path(&unit, name, place->file, sizeof(place->file));
        leave_copies(&unit, pc, place);
        return true;
    }
    place->line = 0;
    return false;
}

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER; // libdw reads and keeps what it is asked for

// find(), which is not asked again for a pc that it was asked for before.
static bool find_kept(const struct debug *debug, uint64_t pc, struct source_place *place) {
    struct kept key = {.pc = pc}, **known = tfind(&key, debug->kept, compare_kept);
    if (known == NULL) {
        key.found = find(debug, pc, &key.place);
        struct kept *made = malloc(sizeof(*made));
        if (made != NULL) {
            *made = key;
        }
        if (made == NULL ||
            tsearch(made, debug->kept, compare_kept) == NULL) { // no memory: it is found again
            free(made);
        }
    }
    *place = known != NULL ? (*known)->place : key.place;
    return known != NULL ? (*known)->found : key.found;
}

static bool find_locked(const void *table, uint64_t pc, struct source_place *place) {
    pthread_mutex_lock(&reading);
    bool found = find_kept(table, pc, place);
    pthread_mutex_unlock(&reading);
    return found;
}

static size_t find_inlined(const struct debug *debug, uint64_t pc, int *lines, size_t most) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit, *scopes;
    size_t found = 0;
    while (next_unit(debug, &offset, &unit)) {
        int count = dwarf_getscopes(&unit, pc, &scopes);
        for (int i = 0; i < count && found < most; i++) {
            Dwarf_Attribute attribute;
            Dwarf_Word line;
            if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine &&
                dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &line) == 0) {
                lines[found++] = (int)line;
            }
        }
        if (count > 0) {
            free(scopes);
            break;
        }
    }
    return found;
}

static size_t inlined_locked(const void *table, uint64_t pc, int *lines, size_t most) {
    pthread_mutex_lock(&reading);
    size_t found = find_inlined(table, pc, lines, most);
    pthread_mutex_unlock(&reading);
    return found;
}

// Where the function keeps a variable: *offset from its canonical frame address.
static bool find_offset(Dwarf_Die *function, Dwarf_Die *variable, int64_t *offset) {
    enum {
        FRAME_POINTER = 6,
        SAVED_BYTES = 16
    }; // x86-64's rbp, below which nothing but it and the return address is saved
    Dwarf_Attribute attribute;
    Dwarf_Op *base, *place;
    size_t base_count, place_count;
    if (dwarf_getlocation(dwarf_attr_integrate(function, DW_AT_frame_base, &attribute), &base, &base_count) !=
            0 ||
        dwarf_getlocation(dwarf_attr(variable, DW_AT_location, &attribute), &place, &place_count) != 0 ||
        base_count != 1 || place_count != 1 || place[0].atom != DW_OP_fbreg) {
        return false;
    }
    *offset = (int64_t)place[0].number - (base[0].atom == DW_OP_call_frame_cfa ? 0 : SAVED_BYTES);
    return base[0].atom == DW_OP_call_frame_cfa || base[0].atom == DW_OP_reg0 + FRAME_POINTER;
}

// An integer's type, below its typedefs and qualifiers.
static bool find_type(Dwarf_Die *variable, Dwarf_Word *encoding, Dwarf_Word *size) {
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_formref_die(dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type) == NULL ||
        dwarf_peel_type(&type, &type) != 0 || dwarf_tag(&type) != DW_TAG_base_type ||
        dwarf_formudata(dwarf_attr(&type, DW_AT_encoding, &attribute), encoding) != 0 ||
        dwarf_aggregate_size(&type, size) != 0) {
        return false;
    }
    return *size <= sizeof(uint64_t) &&
           (*encoding == DW_ATE_signed || *encoding == DW_ATE_unsigned || *encoding == DW_ATE_boolean ||
            *encoding == DW_ATE_signed_char || *encoding == DW_ATE_unsigned_char);
}

// false: nothing has set it.
static bool write_value(const unsigned char *bytes, size_t size, bool is_signed, bool is_bool,
                        char value[24]) {
    uint64_t number = 0;
    bool alike = size > 1;
    for (size_t i = 0; i < size; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
        alike &= bytes[i] == bytes[0];
    }
    if (alike &&
        (bytes[0] == 0xfe || bytes[0] == 0xaa)) { // of GCC's and Clang's -ftrivial-auto-var-init=pattern
        return false;
    }
    const unsigned above = 64 - 8 * (unsigned)size;
    if (is_bool) {
        snprintf(value, 24, "%s", number != 0 ? "true" : "false");
    } else if (is_signed) {
        snprintf(value, 24, "%lld", (long long)((int64_t)(number << above) >> above));
    } else {
        snprintf(value, 24, "%llu", (unsigned long long)number);
    }
    return true;
}

// Adds the variables of one block.
static size_t add_variables(Dwarf_Die *function, Dwarf_Die *block, const unsigned char *last, size_t count,
                            struct source_variable *variables, size_t found, size_t most) {
    Dwarf_Die variable;
    for (int more = dwarf_child(block, &variable); more == 0 && found < most;
         more = dwarf_siblingof(&variable, &variable)) {
        const char *name = dwarf_diename(&variable);
        const int tag = dwarf_tag(&variable);
        Dwarf_Word encoding, size;
        int64_t offset;
        if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || name == NULL ||
            strlen(name) >= sizeof(variables->name) || !find_type(&variable, &encoding, &size) ||
            !find_offset(function, &variable, &offset) || offset >= 0 || (uint64_t)-offset > count ||
            (uint64_t)-offset < size) {
            continue;
        }
        bool known = false; // in an inner block
        for (size_t i = 0; i < found; i++) {
            known |= strcmp(variables[i].name, name) == 0;
        }
        if (!known && write_value(last + count + offset, size,
                                  encoding == DW_ATE_signed || encoding == DW_ATE_signed_char,
                                  encoding == DW_ATE_boolean, variables[found].value)) {
            snprintf(variables[found++].name, sizeof(variables->name), "%s", name);
        }
    }
    return found;
}

static size_t collect_variables(const struct debug *debug, uint64_t pc, const unsigned char *last,
                                size_t count, struct source_variable *variables, size_t most) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit, *scopes;
    size_t found = 0;
    while (next_unit(debug, &offset, &unit)) {
        const int scope_count = dwarf_getscopes(&unit, pc, &scopes);
        int function = 0;
        while (function < scope_count && dwarf_tag(&scopes[function]) != DW_TAG_subprogram) {
            function++;
        }
        for (int i = 0; i <= function && function < scope_count; i++) {
            found = add_variables(&scopes[function], &scopes[i], last, count, variables, found, most);
        }
        if (scope_count > 0) {
            free(scopes);
            break;
        }
    }
    return found;
}

static size_t variables_locked(const void *table, uint64_t pc, const unsigned char *last, size_t count,
                               struct source_variable *variables, size_t most) {
    pthread_mutex_lock(&reading);
    size_t found = collect_variables(table, pc, last, count, variables, most);
    pthread_mutex_unlock(&reading);
    return found;
}

static bool ends_in_cu(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".cu") == 0;
}

static bool find_main_file(const void *table, char *path, size_t size) {
    const struct debug *debug = table;
    Dwarf_Off offset = 0;
    Dwarf_Die unit;
    while (next_unit(debug, &offset, &unit)) {
        Dwarf_Files *files;
        size_t count;
        if (dwarf_getsrcfiles(&unit, &files, &count) != 0) {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            const char *name = dwarf_filesrc(files, i, NULL, NULL);
            if (name != NULL && ends_in_cu(name)) {
                absolute_path(&unit, name, path, size);
                return true;
            }
        }
    }
    return false;
}

const struct source_reader source_debug = {.open = open_debug,
                                           .close = close_debug,
                                           .find = find_locked,
                                           .inlined = inlined_locked,
                                           .variables = variables_locked,
                                           .main_file = find_main_file};
