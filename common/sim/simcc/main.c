// simcc [option...] FILE...: compiles and links CUDA programs for the simulated GPU, with nvcc's options.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "config.h"
#include "mirror.h"

static const char help[] =
    "simcc [option...] FILE...: compiles CUDA programs for the simulated GPU, with nvcc's options\n\n"
    "  -o FILE -c -dc -I -D -U -L -l -std=c++17|20 -x cu -Xcompiler -Xlinker -MD -MF -MT -v --version\n"
    "  -O -g -G -arch -gencode -lineinfo -rdc and others that concern only a real GPU are accepted\n\n"
    "A program reports its errors on standard error. SIMCC_OPTIONS holds options for that: --counters, "
    "--lines,\n"
    "--json FILE, ... (labs-run --help lists them).\n";

static int is_cuda(const struct command *command, const char *path) {
    size_t length = strlen(path);
    return command->cuda || (length > 3 && strcmp(path + length - 3, ".cu") == 0);
}

// Compiles one source to an object. Returns 0, or an exit code.
static int compile(const struct config *config, const struct command *command, const char *source,
                   const char *object) {
    struct words call = {0}, first = {0};
    const char *copy = source;
    words_add(&call, "%s", config->compiler);
    words_append(&call, &config->options);
    words_add(&call, "-std=gnu++%s", command->standard);
    if (is_cuda(command, source)) {
        copy = mirror_file(
            source, &command->includes,
            words_add(&first, "extern \"C\" __attribute__((weak)) const char sim_reporter[] = \"%s\";\n",
                      config->reporter));
        if (copy == NULL) {
            return 1;
        }
        words_add(&call, "-include");
        words_add(&call, "%s", config->header);
    }
    words_append(&call, &command->compiler);
    words_add(&call, "-Wno-unknown-pragmas"); // behind a -Wall, which would enable it
    for (size_t i = 0; i < command->includes.count; i++) {
        const char *mirrored = copy != source ? mirror_path(command->includes.items[i]) : NULL;
        if (mirrored != NULL) {
            words_add(&call, "-I%s", mirrored);
        }
        words_add(&call, "-I%s", command->includes.items[i]);
    }
    for (size_t i = 0; i < config->includes.count; i++) {
        words_add(&call, "-I%s", config->includes.items[i]);
    }
    words_add(&call, "-x");
    words_add(&call, "c++");
    words_add(&call, "-c");
    words_add(&call, "%s", copy);
    words_add(&call, "-o");
    words_add(&call, "%s", object);
    int code = words_run(&call, command->verbose);
    if (code == 0 && command->dependencies != NULL) {
        mirror_forget(command->dependencies);
    }
    return code;
}

static int link_program(const struct config *config, const struct command *command,
                        const struct words *objects) {
    struct words call = {0};
    words_add(&call, "%s", config->compiler);
    words_append(&call, objects);
    words_append(&call, &command->linker);
    words_append(&call, &command->objects);
    words_add(&call, "%s", config->object);
    words_append(&call, &config->links);
    words_add(&call, "-o");
    words_add(&call, "%s", command->output != NULL ? command->output : "a.out");
    return words_run(&call, command->verbose);
}

// "name.o" in this folder, of "folder/name.cu".
static const char *object_name(struct words *names, const char *source) {
    const char *slash = strrchr(source, '/'), *name = slash != NULL ? slash + 1 : source;
    return words_add(names, "%.*s.o", (int)(strrchr(name, '.') - name), name);
}

int main(int count, char **words) {
    struct config config = {0};
    struct command command;
    struct words objects = {0};
    command_read(words, &command);
    if (command.end == SHOWS_HELP || count == 1) {
        fputs(help, stdout);
        return count == 1;
    }
    if (command.end == SHOWS_VERSION) {
        puts("simcc: the simulated GPU of the Reduction and Scan Labs\nCuda compilation tools, release 13.0, "
             "V13.0.0");
        return 0;
    }
    int only_objects = command.end == MAKES_OBJECTS;
    if (command.sources.count == 0 && (only_objects || command.objects.count == 0)) {
        fail("no source");
    }
    if (only_objects && command.output != NULL && command.sources.count > 1) {
        fail("-c and -o go together with one source only");
    }
    config_read(&config);
    int code = 0;
    for (size_t i = 0; i < command.sources.count && code == 0; i++) {
        const char *source = command.sources.items[i], *object;
        if (only_objects) {
            object = command.output != NULL ? words_add(&objects, "%s", command.output)
                                            : object_name(&objects, source);
        } else {
            const char *folder = mirror_path("/");
            object = words_add(&objects, "%s%zu.o", folder, i);
        }
        code = compile(&config, &command, source, object);
    }
    if (code == 0 && !only_objects) {
        code = link_program(&config, &command, &objects);
    }
    return code;
}
