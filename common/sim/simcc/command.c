#include "command.h"

#include <string.h>

enum takes { NOTHING, VALUE };

enum action {
    IGNORE, // means nothing to the simulated GPU
    PASS,   // the host compiler has the same option
    OUTPUT,
    INCLUDE,
    STANDARD,
    LANGUAGE,
    COMPILE,
    TO_COMPILER, // words for the host compiler, separated by commas
    TO_LINKER,
    LIBRARY,
    DEPENDENCIES,
    FORWARD, // from here on, unknown options
    VERBOSE,
    VERSION,
    HELP,
    REFUSE // with a reason
};

// nvcc's options. Each begins with one dash or two, and a value follows after a space or "=". A reason says why simcc
// refuses an option.
static const struct option {
    const char *name;
    enum takes takes;
    enum action action;
    const char *reason;
} options[] = {
    {"o", VALUE, OUTPUT, NULL},
    {"output-file", VALUE, OUTPUT, NULL},
    {"c", NOTHING, COMPILE, NULL},
    {"compile", NOTHING, COMPILE, NULL},
    {"dc", NOTHING, COMPILE, NULL},
    {"device-c", NOTHING, COMPILE, NULL},
    {"I", VALUE, INCLUDE, NULL},
    {"include-path", VALUE, INCLUDE, NULL},
    {"isystem", VALUE, INCLUDE, NULL},
    {"std", VALUE, STANDARD, NULL},
    {"x", VALUE, LANGUAGE, NULL},
    {"Xcompiler", VALUE, TO_COMPILER, NULL},
    {"compiler-options", VALUE, TO_COMPILER, NULL},
    {"Xlinker", VALUE, TO_LINKER, NULL},
    {"linker-options", VALUE, TO_LINKER, NULL},
    {"l", VALUE, LIBRARY, NULL},
    {"library", VALUE, LIBRARY, NULL},
    {"D", VALUE, PASS, NULL},
    {"U", VALUE, PASS, NULL},
    {"L", VALUE, PASS, NULL},
    {"include", VALUE, PASS, NULL},
    {"w", NOTHING, PASS, NULL},
    {"MD", NOTHING, PASS, NULL},
    {"MMD", NOTHING, PASS, NULL},
    {"MP", NOTHING, PASS, NULL},
    {"MT", VALUE, PASS, NULL},
    {"MF", VALUE, DEPENDENCIES, NULL},
    {"v", NOTHING, VERBOSE, NULL},
    {"verbose", NOTHING, VERBOSE, NULL},
    {"V", NOTHING, VERSION, NULL},
    {"version", NOTHING, VERSION, NULL},
    {"h", NOTHING, HELP, NULL},
    {"help", NOTHING, HELP, NULL},

    {"g", NOTHING, IGNORE, NULL}, // each program has debug information, and is not optimized
    {"G", NOTHING, IGNORE, NULL},
    {"device-debug", NOTHING, IGNORE, NULL},
    {"lineinfo", NOTHING, IGNORE, NULL},
    {"generate-line-info", NOTHING, IGNORE, NULL},
    {"m64", NOTHING, IGNORE, NULL},
    {"keep", NOTHING, IGNORE, NULL},
    {"use_fast_math", NOTHING, IGNORE, NULL},
    {"restrict", NOTHING, IGNORE, NULL},
    {"extended-lambda", NOTHING, IGNORE, NULL},
    {"expt-extended-lambda", NOTHING, IGNORE, NULL},
    {"expt-relaxed-constexpr", NOTHING, IGNORE, NULL},
    {"allow-unsupported-compiler", NOTHING, IGNORE, NULL},
    {"forward-unknown-to-host-compiler", NOTHING, FORWARD, NULL},
    {"res-usage", NOTHING, IGNORE, NULL},
    {"arch", VALUE, IGNORE, NULL},
    {"gpu-architecture", VALUE, IGNORE, NULL},
    {"code", VALUE, IGNORE, NULL},
    {"gpu-code", VALUE, IGNORE, NULL},
    {"gencode", VALUE, IGNORE, NULL},
    {"generate-code", VALUE, IGNORE, NULL},
    {"rdc", VALUE, IGNORE, NULL}, // the linker joins device functions of several files in any case
    {"relocatable-device-code", VALUE, IGNORE, NULL},
    {"maxrregcount", VALUE, IGNORE, NULL},
    {"ftz", VALUE, IGNORE, NULL},
    {"prec-div", VALUE, IGNORE, NULL},
    {"prec-sqrt", VALUE, IGNORE, NULL},
    {"fmad", VALUE, IGNORE, NULL},
    {"cudart", VALUE, IGNORE, NULL},
    {"ccbin", VALUE, IGNORE, NULL},
    {"compiler-bindir", VALUE, IGNORE, NULL},
    {"threads", VALUE, IGNORE, NULL},
    {"t", VALUE, IGNORE, NULL},
    {"Xptxas", VALUE, IGNORE, NULL},
    {"ptxas-options", VALUE, IGNORE, NULL},
    {"Xnvlink", VALUE, IGNORE, NULL},
    {"Xfatbin", VALUE, IGNORE, NULL},
    {"Xcudafe", VALUE, IGNORE, NULL},
    {"diag-suppress", VALUE, IGNORE, NULL},
    {"Werror", VALUE, IGNORE, NULL},

    {"dlink", NOTHING, REFUSE, "there is no separate device link: link the objects with simcc -o PROGRAM"},
    {"device-link", NOTHING, REFUSE,
     "there is no separate device link: link the objects with simcc -o PROGRAM"},
    {"ptx", NOTHING, REFUSE, "the simulated GPU has no PTX"},
    {"cubin", NOTHING, REFUSE, "the simulated GPU has no machine code of its own"},
    {"fatbin", NOTHING, REFUSE, "the simulated GPU has no machine code of its own"},
    {"shared", NOTHING, REFUSE, "the simulated GPU cannot be in a shared library: link one program"},
    {"lib", NOTHING, REFUSE, "make a library of objects with ar"},
    {"run", NOTHING, REFUSE, "start the program yourself"},
    {"default-stream", VALUE, REFUSE, "the simulated GPU has only the legacy default stream"},
};

enum { OPTION_COUNT = sizeof(options) / sizeof(options[0]) };

static int ends_in(const char *path, const char *end) {
    size_t length = strlen(path), end_length = strlen(end);
    return length > end_length && strcmp(path + length - end_length, end) == 0;
}

// The option that a word names, and its value if that is in the same word. -DNAME, -Ifolder, -lname and the like have
// one dash, a letter, and a value without a space.
static const struct option *find(const char *word, const char **value) {
    const char *name = word + 1 + (word[1] == '-');
    size_t length = strcspn(name, "=");
    *value = name[length] == '=' ? name + length + 1 : NULL;
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0) {
            return &options[i];
        }
    }
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (options[i].takes == VALUE && options[i].name[1] == '\0' && options[i].name[0] == word[1] &&
            strchr("oIDULlxt", word[1]) != NULL && word[2] != '\0') {
            *value = word + 2;
            return &options[i];
        }
    }
    return NULL;
}

// Adds the parts of "a,b,c". Optimization is not for the host compiler to choose: it would remove accesses.
static void add_list(struct words *words, const char *list) {
    while (*list != '\0') {
        size_t length = strcspn(list, ",");
        if (length > 0 && strncmp(list, "-O", 2) != 0) {
            words_add(words, "%.*s", (int)length, list);
        }
        list += length + (list[length] == ',');
    }
}

static void add_library(struct command *command, const char *name) {
    static const char *const own[] = {"cudart", "cudart_static", "cudadevrt", "cuda", "rt", NULL};
    static const char *const missing[] = {"cublas",   "cublasLt",   "cufft", "curand", "cusolver",
                                          "cusparse", "cudnn",      "nvrtc", "nccl",   "nppc",
                                          "npps",     "nvToolsExt", NULL};
    for (int i = 0; own[i] != NULL; i++) {
        if (strcmp(own[i], name) == 0) {
            return;
        }
    }
    for (int i = 0; missing[i] != NULL; i++) {
        if (strcmp(missing[i], name) == 0) {
            fail("-l%s: the simulated GPU has no libraries: write your own kernel", name);
        }
    }
    words_add(&command->objects, "-l%s", name);
}

static void set_standard(struct command *command, const char *value) {
    static const char *const years[] = {"17", "20", "23"}; // the headers need C++17
    command->standard = "17";
    for (size_t i = 0; i < sizeof(years) / sizeof(years[0]); i++) {
        if (ends_in(value, years[i])) {
            command->standard = years[i];
        }
    }
}

static void take(struct command *command, const struct option *option, const char *value) {
    switch (option->action) {
    case IGNORE:
        break;
    case PASS:
        words_add(option->name[0] == 'L' ? &command->linker : &command->compiler, "-%s%s", option->name,
                  value == NULL || option->name[1] != '\0' ? "" : value);
        if (value != NULL && option->name[1] != '\0') {
            words_add(&command->compiler, "%s", value);
        }
        break;
    case OUTPUT:
        command->output = value;
        break;
    case INCLUDE:
        words_add(&command->includes, "%s", value);
        break;
    case STANDARD:
        set_standard(command, value);
        break;
    case LANGUAGE:
        command->cuda = strcmp(value, "cu") == 0;
        break;
    case COMPILE:
        command->end = MAKES_OBJECTS;
        break;
    case TO_COMPILER:
        add_list(&command->compiler, value);
        break;
    case TO_LINKER:
        words_add(&command->linker, "-Wl,%s", value);
        break;
    case LIBRARY:
        add_library(command, value);
        break;
    case DEPENDENCIES:
        command->dependencies = value;
        words_add(&command->compiler, "-MF");
        words_add(&command->compiler, "%s", value);
        break;
    case FORWARD:
        command->forwards = 1;
        break;
    case VERBOSE:
        command->verbose = 1;
        break;
    case VERSION:
        command->end = SHOWS_VERSION;
        break;
    case HELP:
        command->end = SHOWS_HELP;
        break;
    case REFUSE:
        fail("%s%s: %s", option->name[1] == '\0' ? "-" : "--", option->name, option->reason);
    }
}

static void add_file(struct command *command, const char *word) {
    static const char *const sources[] = {".cu", ".cpp", ".cc", ".cxx", ".C", ".c", NULL};
    static const char *const objects[] = {".o", ".a", ".so", ".obj", NULL};
    for (int i = 0; sources[i] != NULL; i++) {
        if (ends_in(word, sources[i])) {
            words_add(&command->sources, "%s", word);
            return;
        }
    }
    for (int i = 0; objects[i] != NULL; i++) {
        if (ends_in(word, objects[i])) {
            words_add(&command->objects, "%s", word);
            return;
        }
    }
    fail("%s: unknown kind of file: sources end in .cu, .cpp, .cc, .cxx or .c, objects in .o, .a or .so",
         word);
}

void command_read(char **words, struct command *command) {
    *command = (struct command){.end = MAKES_PROGRAM, .standard = "17"};
    for (char **word = words + 1; *word != NULL; word++) {
        const char *value;
        const struct option *option;
        if ((*word)[0] != '-' || (*word)[1] == '\0') {
            add_file(command, *word);
            continue;
        }
        if (strncmp(*word, "-O", 2) == 0 || strncmp(*word, "--optimize", 10) == 0) {
            continue;
        }
        if (strncmp(*word, "-W", 2) == 0 && strncmp(*word, "-Werror", 7) != 0) {
            words_add(strncmp(*word, "-Wl,", 4) == 0 ? &command->linker : &command->compiler, "%s", *word);
            continue;
        }
        option = find(*word, &value);
        if (option == NULL && command->forwards) {
            words_add(&command->compiler, "%s", *word);
            words_add(&command->linker, "%s", *word);
            continue;
        }
        if (option == NULL) {
            fail("unknown option %s", *word);
        }
        if (option->takes == VALUE && value == NULL) {
            value = *++word;
        }
        if (option->takes == VALUE && value == NULL) {
            fail("%s needs a value", words[0][0] != '\0' ? option->name : "");
        }
        take(command, option, option->takes == VALUE ? value : NULL);
    }
}
