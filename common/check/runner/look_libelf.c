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

#include "check/runner/debug_size.h"

// What lab code may import: what the solutions and the alternatives do (the tests course.check.look_*), and what is as
// harmless. A name that ends with * stands for all that begin so.
static const char *const of_course[] = {
    // the simulated GPU, the compiler's own, and the linker's
    "sim_*",
    "cuda*",
    "__tsan_*",
    "__ubsan_handle_*",
    "__x86_indirect_thunk_*",
    "__syncthreads*",
    "__threadfence*",
    "__nanosleep",
    "__trap",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "__popcount*",
    "_GLOBAL_OFFSET_TABLE_",
    "begin_sim_*",
    "end_sim_*",
    "__start_*",
    "__stop_*",
    "__executable_start",
    "__dso_handle",
    "__cxa_*",
    "_Unwind_Resume",
    "__gxx_personality_v0",
    "__stack_chk_fail",
    "__assert_fail",
    "__atomic_*",
    "__dynamic_cast",
    "__libc_single_threaded",
    "__mulsc3",
    "__muldc3",
    "__divsc3",
    "__divdc3",
    NULL};

// Of the C library. Their addresses give away where its other functions are.
static const char *const of_library[] = {
    "__errno_location",
    // memory, numbers, order
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "memcpy", "memmove", "memset",
    "memcmp", "memchr", "strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", "strncat", "strlen", "strnlen",
    "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "strspn", "strcspn",
    "strpbrk", "strtok", "strtok_r", "strto*", "__isoc23_strto*", "strdup", "strerror", "abs", "labs",
    "llabs", "qsort", "bsearch", "rand", "srand", "rand_r", "atoi", "atol", "atoll", "atof", "is*", "to*",
    // printing and ending
    "printf", "fprintf", "vprintf", "vfprintf", "snprintf", "sprintf", "vsnprintf", "puts", "fputs",
    "putchar", "fputc", "putc", "fwrite", "fflush", "perror", "exit", "abort", "__printf_chk",
    "__fprintf_chk",
    // time
    "clock", "clock64", "time", "clock_gettime", "difftime",
    // mathematics, also with f at the end
    "sqrt", "cbrt", "fabs", "fmin", "fmax", "fma", "fmod", "floor", "ceil", "round", "trunc", "rint",
    "nearbyint", "lround", "llround", "ldexp", "frexp", "pow", "exp", "exp2", "expm1", "log", "log2", "log10",
    "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot",
    "copysign", "nan", NULL};

static const char *const variables[] = {"stdout", "stderr", NULL};

// Of the C++ library: memory, text, streams that are no files, containers, exceptions and clocks. A # stands for a
// number, the length of the name behind it.
static const char *const of_cxx_library[] = {
    "_Znw*", "_Zna*", "_Zdl*", "_Zda*", "_ZSt7nothrow", "_ZSt9terminatev",
    // std::string, and what is printed with std::cout or into a string
    "_ZNSt7__cxx1112basic_string*", "_ZNKSt7__cxx1112basic_string*", "_ZNSs*", "_ZNKSs*", "_ZNSaIcE*",
    "_ZNSt7__cxx1115basic_stringbuf*", "_ZNSt7__cxx1118basic_stringstream*",
    "_ZNSt7__cxx1119basic_ostringstream*", "_ZNSt7__cxx1119basic_istringstream*",
    "_ZNKSt7__cxx1115basic_stringbuf*", "_ZNKSt7__cxx1118basic_stringstream*",
    "_ZNKSt7__cxx1119basic_ostringstream*", "_ZNKSt7__cxx1119basic_istringstream*",
    "_ZTVNSt7__cxx1115basic_stringbuf*", "_ZTVNSt7__cxx1118basic_stringstream*",
    "_ZTVNSt7__cxx1119basic_ostringstream*", "_ZTTNSt7__cxx1118basic_stringstream*",
    "_ZTTNSt7__cxx1119basic_ostringstream*", "_ZTVSt15basic_streambuf*", "_ZTVSt9basic_ios*", "_ZSt4cout",
    "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZSt4endl*", "_ZSt5flush*", "_ZStls*", "_ZStrs*", "_ZStpl*",
    "_ZSt7getline*", "_ZSt16__ostream_insert*", "_ZNSo*", "_ZNSi*", "_ZNSd*", "_ZNSt8ios_base*",
    "_ZNKSt8ios_base*", "_ZNSt9basic_ios*", "_ZNKSt9basic_ios*", "_ZNSt6localeC1Ev", "_ZNSt6localeC1ERKS_",
    "_ZNSt6localeD1Ev", "_ZNKSt5ctypeIcE*", "_ZSt9use_facetISt5ctypeIcEE*", "_ZSt8to_chars*",
    "_ZSt10from_chars*", "_ZSt8setprecision*", "_ZSt4setw*", "_ZSt5fixed*",
    "_ZNSt15basic_streambufIcSt11char_traitsIcEE*",
    // containers
    "_ZSt18_Rb_tree_increment*", "_ZSt18_Rb_tree_decrement*", "_ZSt29_Rb_tree_insert_and_rebalance*",
    "_ZSt28_Rb_tree_rebalance_for_erase*", "_ZNSt8__detail15_List_node_base*",
    "_ZNKSt8__detail20_Prime_rehash_policy*", "_ZSt11_Hash_bytes*",
    // exceptions, types and clocks
    "_ZSt#__throw_*", "_ZTI*", "_ZTS*", "_ZTVN10__cxxabiv1*", "_ZTVSt9exception", "_ZTVSt9bad_alloc",
    "_ZTVSt13runtime_error", "_ZTVSt11logic_error", "_ZNSt9exception*", "_ZNKSt9exception*",
    "_ZNSt9bad_alloc*", "_ZNKSt9bad_alloc*", "_ZNSt13runtime_error*", "_ZNKSt13runtime_error*",
    "_ZNSt11logic_error*", "_ZNKSt11logic_error*", "_ZNSt12out_of_range*", "_ZNSt16invalid_argument*",
    "_ZNSt12length_error*", "_ZNSt12domain_error*", "_ZNSt11range_error*", "_ZNSt14overflow_error*",
    "_ZNSt15underflow_error*", "_ZNSt#bad_*", "_ZNKSt#bad_*", "_ZTVSt#bad_*", "_ZNSt15__exception_ptr*",
    "_ZSt17current_exceptionv", "_ZSt17rethrow_exception*", "_ZNSt6chrono3_V2*", NULL};

static bool matches(const char *name, const char *pattern) {
    for (; *pattern != '\0' && *pattern != '*'; pattern++) {
        if (*pattern == '#') {
            name += strspn(name, "0123456789");
        } else if (*name++ != *pattern) {
            return false;
        }
    }
    return *pattern == '*' || *name == '\0';
}

static bool matches_any(const char *name, const char *const *patterns) {
    while (*patterns != NULL && !matches(name, *patterns)) {
        patterns++;
    }
    return *patterns != NULL;
}

static bool is_of_library(const char *name) {
    char without_f[16] = ""; // sqrtf: sqrt
    size_t length = strlen(name);
    if (length > 1 && length <= sizeof(without_f) && name[length - 1] == 'f') {
        memcpy(without_f, name, length - 1);
    }
    return matches_any(name, of_library) || (without_f[0] != '\0' && matches_any(without_f, of_library));
}

static bool is_allowed(const char *name) {
    return matches_any(name, of_course) || matches_any(name, variables) || is_of_library(name) ||
           matches_any(name, of_cxx_library);
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
    size_t more; // names for which there is no room
};

enum {
    NAME_SHOWN = 40, // bytes of a name that are shown
    MORE_SIZE = 24
}; // of ", and 123456 more"

static void add_name(struct reason *reason, const char *words, const char *name) {
    const int shown = strlen(name) > NAME_SHOWN ? NAME_SHOWN - 3 : (int)strlen(name);
    const char *rest = name[shown] != '\0' ? "..." : "";
    size_t used = strlen(reason->text);
    if (reason->more > 0 || used + strlen(words) + NAME_SHOWN + MORE_SIZE >= LOOK_SIZE) {
        reason->more++;
        return;
    }
    snprintf(reason->text + used, LOOK_SIZE - used, "%s%.*s%s", used == 0 ? words : ", ", shown, name, rest);
}

static void end_names(struct reason *reason) {
    size_t used = strlen(reason->text);
    if (reason->more > 0) {
        snprintf(reason->text + used, LOOK_SIZE - used, ", and %zu more", reason->more);
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
    struct reason calls, defines, addresses;
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

// Is it a relocation of a call? true also for a machine that is not known here.
static bool is_call(GElf_Half machine, GElf_Xword type) {
    switch (machine) {
    case EM_X86_64:
        return type == R_X86_64_PLT32;
    case EM_AARCH64:
        return type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26;
    default:
        return true;
    }
}

// Does std::stoi() or the like, which passes strtol() on, have this address in its section?
static bool is_of_stoi(const char *section, const char *name) {
    static const char begin[] = ".rela.text._ZNSt7__cxx114sto";
    return section != NULL && strncmp(section, begin, strlen(begin)) == 0 &&
           (strncmp(name, "strto", 5) == 0 || strncmp(name, "__isoc23_strto", 14) == 0);
}

// Takes the functions of the C library whose addresses the section with these relocations has.
static void take_addresses(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *section_name,
                           GElf_Half machine, struct reasons *reasons) {
    GElf_Shdr of, symbols;
    Elf_Scn *table = elf_getscn(elf, header->sh_link);
    Elf_Data *data = elf_getdata(section, NULL), *names = table != NULL ? elf_getdata(table, NULL) : NULL;
    if (gelf_getshdr(elf_getscn(elf, header->sh_info), &of) == NULL || (of.sh_flags & SHF_ALLOC) == 0 ||
        names == NULL || gelf_getshdr(table, &symbols) == NULL) {
        return;
    }
    size_t count = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        GElf_Rela at;
        GElf_Sym symbol;
        if (gelf_getrela(data, (int)i, &at) == NULL || is_call(machine, GELF_R_TYPE(at.r_info)) ||
            gelf_getsym(names, (int)GELF_R_SYM(at.r_info), &symbol) == NULL || symbol.st_shndx != SHN_UNDEF) {
            continue;
        }
        const char *name = elf_strptr(elf, symbols.sh_link, symbol.st_name);
        if (name != NULL && name != last && is_of_library(name) && !is_of_stoi(section_name, name) &&
            strstr(reasons->addresses.text, name) == NULL) {
            add_name(&reasons->addresses, "it takes the address of ", name);
            last = name;
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
    GElf_Ehdr file_header;
    if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0 || gelf_getehdr(elf, &file_header) == NULL) {
        add_reason(look, "its object file could not be inspected");
    } else {
        for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
            GElf_Shdr header;
            const char *name =
                gelf_getshdr(section, &header) != NULL ? elf_strptr(elf, names, header.sh_name) : NULL;
            if (name != NULL && header.sh_type == SHT_SYMTAB) {
                take_symbols(elf, section, &header, &reasons);
            } else if (name != NULL && header.sh_type == SHT_RELA) {
                take_addresses(elf, section, &header, name, file_header.e_machine, &reasons);
            } else if (name != NULL) {
                functions += count_array(name, &header);
                reasons.runs |= is_startup(name);
            }
        }
        struct reason *const named[] = {&reasons.calls, &reasons.defines, &reasons.addresses};
        for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
            end_names(named[i]);
            add_reason(look, named[i]->text);
        }
        add_reason(look,
                   debug_is_too_large(elf) ? "it has too much debug information, which is not read" : "");
        add_reason(look, reasons.runs || functions > OF_COMPILER
                             ? "it has code that runs before or after main"
                             : "");
    }
    elf_end(elf);
    if (file >= 0) {
        close(file);
    }
}
