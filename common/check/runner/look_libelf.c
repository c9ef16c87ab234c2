// look.h for Linux, with elfutils' libelf.
#define _GNU_SOURCE // RTLD_DEFAULT
#include "check/runner/look.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What lab code may import: what the solutions and the alternatives do (the tests course.check.look_*), and what is as
// harmless. A name that ends with * stands for all that begin so.
static const char *const allowed[] = {
    // the simulated GPU, the compiler's own, and the linker's
    "sim_*", "cuda*", "__tsan_*", "__ubsan_handle_*", "__syncthreads*", "__threadfence*", "__nanosleep",
    "__trap", "threadIdx", "blockIdx", "blockDim", "gridDim", "__popcount*", "_GLOBAL_OFFSET_TABLE_",
    "begin_sim_*", "end_sim_*", "__start_*", "__stop_*", "__executable_start", "__dso_handle", "__cxa_*",
    "_Unwind_Resume", "__gxx_personality_v0", "__stack_chk_fail", "__assert_fail", "__atomic_*",
    "__errno_location",
    // memory, numbers, order
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "memcpy", "memmove", "memset",
    "memcmp", "memchr", "str*", "abs", "labs", "llabs", "qsort", "bsearch", "rand", "srand", "rand_r", "atoi",
    "atol", "atoll", "atof", "is*", "to*",
    // printing and ending
    "stdout", "stderr", "printf", "fprintf", "vprintf", "vfprintf", "snprintf", "sprintf", "vsnprintf",
    "puts", "fputs", "putchar", "fputc", "putc", "fwrite", "fflush", "perror", "exit", "abort",
    "__printf_chk", "__fprintf_chk",
    // time
    "clock", "clock64", "time", "clock_gettime", "difftime",
    // mathematics, also with f at the end
    "sqrt", "cbrt", "fabs", "fmin", "fmax", "fma", "fmod", "floor", "ceil", "round", "trunc", "rint",
    "nearbyint", "lround", "llround", "ldexp", "frexp", "pow", "exp", "exp2", "expm1", "log", "log2", "log10",
    "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot",
    "copysign", "nan"};

// Parts of C++ names that mean files, threads or the system. All other C++ is allowed.
static const char *const refused_cxx[] = {"filebuf", "fstream", "filesystem",
                                          "thread",  "async",   "random_device"};

static bool is_allowed(const char *name) {
    size_t length = strlen(name);
    if (strncmp(name, "_Z", 2) == 0) {
        for (size_t i = 0; i < sizeof(refused_cxx) / sizeof(refused_cxx[0]); i++) {
            if (strstr(name, refused_cxx[i]) != NULL) {
                return false;
            }
        }
        return true;
    }
    for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
        size_t known = strlen(allowed[i]);
        if (allowed[i][known - 1] == '*'
                ? strncmp(name, allowed[i], known - 1) == 0
                : strcmp(name, allowed[i]) == 0 ||
                      (length == known + 1 && name[known] == 'f' && strncmp(name, allowed[i], known) == 0)) {
            return true;
        }
    }
    return false;
}

// Does the course's own code in the program call it? Names of the C library, which the checker is linked to, too; those
// that C reserves for compilers and libraries, such as __gmon_start__, which runs before main; and those of
// Boost.Context. C++ names and what compilers define themselves are not meant.
static bool is_library_name(const char *name) {
    static const char *const of_boost[] = {"make_fcontext", "jump_fcontext", "ontop_fcontext"};
    bool known = dlsym(RTLD_DEFAULT, name) != NULL || (name[0] == '_' && strncmp(name, "_Z", 2) != 0 &&
                                                       strcmp(name, "__clang_call_terminate") != 0);
    for (size_t i = 0; i < sizeof(of_boost) / sizeof(of_boost[0]); i++) {
        known |= strcmp(name, of_boost[i]) == 0;
    }
    return known;
}

// One reason, which may name several things: `words`, then ", "-separated names.
struct reason {
    char text[LOOK_SIZE];
    bool full;
};

static void add_name(struct reason *reason, const char *words, const char *name) {
    static const char more[] = ", ...";
    size_t used = strlen(reason->text);
    if (used + strlen(words) + strlen(name) + sizeof(more) + 2 >= LOOK_SIZE) {
        strcpy(reason->text + used, reason->full ? "" : more);
        reason->full = true;
    } else if (!reason->full) {
        snprintf(reason->text + used, LOOK_SIZE - used, "%s%s", used == 0 ? words : ", ", name);
    }
}

static void add_reason(struct look *look, const char *text) {
    bool known = false;
    for (size_t i = 0; i < look->count; i++) {
        known |= strcmp(look->lines[i], text) == 0;
    }
    if (text[0] != '\0' && !known && look->count < LOOK_MAX) {
        snprintf(look->lines[look->count++], LOOK_SIZE, "%s", text);
    }
}

struct reasons {
    struct reason calls, defines;
    bool runs; // code that the linker chooses before main
};

enum { OF_COMPILER = 1 }; // functions that run before main: that of -fsanitize=thread

static void take_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct reasons *reasons) {
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol) != NULL
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;
        if (name == NULL || name[0] == '\0') {
            continue;
        }
        reasons->runs |= GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC;
        if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL) {
            continue;
        }
        if (symbol.st_shndx == SHN_UNDEF && !is_allowed(name)) {
            add_name(&reasons->calls, "it uses ", name);
        } else if (symbol.st_shndx != SHN_UNDEF && is_library_name(name)) {
            add_name(&reasons->defines, "it defines names of the C library: ", name);
        }
    }
}

// Counts the functions in a section that run before or after main.
static size_t count_array(const char *name, const GElf_Shdr *header) {
    static const char *const arrays[] = {".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors"};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
        if (strncmp(name, arrays[i], strlen(arrays[i])) == 0) {
            return header->sh_size / sizeof(void *);
        }
    }
    return 0;
}

// Is it a section whose code runs before or after main, between what the C library has there?
static bool is_startup(const char *name) {
    return strcmp(name, ".init") == 0 || strcmp(name, ".fini") == 0;
}

void look_at_object(const char *object, struct look *look) {
    struct reasons reasons = {0};
    size_t names, functions = 0;
    int file = open(object, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0) {
        add_reason(look, "its object file could not be inspected");
    } else {
        for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
            GElf_Shdr header;
            const char *name =
                gelf_getshdr(section, &header) != NULL ? elf_strptr(elf, names, header.sh_name) : NULL;
            if (name != NULL && header.sh_type == SHT_SYMTAB) {
                take_symbols(elf, section, &header, &reasons);
            } else if (name != NULL) {
                functions += count_array(name, &header);
                reasons.runs |= is_startup(name);
            }
        }
        add_reason(look, reasons.calls.text);
        add_reason(look, reasons.defines.text);
        add_reason(look, reasons.runs || functions > OF_COMPILER
                             ? "it has code that runs before or after main"
                             : "");
    }
    elf_end(elf);
    if (file >= 0) {
        close(file);
    }
}
