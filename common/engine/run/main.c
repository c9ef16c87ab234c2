// labs-engine: the runner of what the engine interprets. A program's description (engine/program.h) begins with
// `#!/path/of/labs-engine`, and so is an executable that the checker starts like any other runner, or labs-run like any
// other program.
//
//     labs-engine PROGRAM [argument...]   runs the program
//     labs-engine --accepts PROGRAM       says why the engine cannot run it, and exits with 3; or exits with 0
#define _GNU_SOURCE // environ
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/program.h"
#include "engine/run/machine.h"
#include "runner/part.h"
#include "runner/reply.h"

enum { EXIT_REFUSED = 3, PARTS_MAX = 64, RESULT_MAX = 16 };

static struct part parts[PARTS_MAX + 1];
const struct part *const lab_parts = parts;
static uint32_t functions[PARTS_MAX]; // of the parts

// A result in registers is as it is in memory.
static void call_reduce(const struct part *part, const void *d_in, void *result, size_t n) {
    union value registers[RESULT_MAX] = {{.p = (void *)(uintptr_t)d_in}, {.u = n}};
    machine_call(functions[part - parts], registers);
    memcpy(result, registers, part->value_size);
}

static void call_scan(const struct part *part, const void *d_in, void *result, size_t n) {
    union value registers[RESULT_MAX] = {{.p = (void *)(uintptr_t)d_in}, {.p = result}, {.u = n}};
    machine_call(functions[part - parts], registers);
}

static bool take_parts(const struct program *program) {
    for (uint32_t i = 0; i < program->part_count; i++) {
        const struct code_part *part = &program->parts[i];
        if (i >= PARTS_MAX || program->functions[part->function].result_registers > RESULT_MAX) {
            return false;
        }
        functions[i] = part->function;
        parts[i] = (struct part){.name = part->name,
                                 .kind = part->kind == 'R' ? PART_KIND_REDUCE : PART_KIND_SCAN,
                                 .value_size = part->value_size,
                                 .call = part->kind == 'R' ? call_reduce : call_scan};
    }
    return true;
}

int runner_main(void);                      // runner/main.c
int program_entry(int count, char **words); // runner/program.c, which calls
int program_main(int count, char **words, char **environment);

int program_main(int count, char **words, char **environment) {
    union value registers[] = {{.i = count}, {.p = words}, {.p = environment}};
    machine_call(functions[0], registers);
    return (int)registers[0].i;
}

int main(int count, char **words) {
    const bool asks = count > 2 && strcmp(words[1], "--accepts") == 0;
    char refusal[512] = "it has too many parts, or too large results";
    struct program *program = count > 1 ? program_load(words[asks ? 2 : 1], refusal, sizeof(refusal)) : NULL;
    if (count < 2) {
        fprintf(stderr, "usage: labs-engine [--accepts] PROGRAM\n");
        return REPLY_EXIT_HARNESS;
    }
    if (program == NULL || !take_parts(program)) {
        fprintf(asks ? stdout : stderr, "%s\n", refusal);
        return asks ? EXIT_REFUSED : REPLY_EXIT_HARNESS;
    }
    machine_open(program);
    const bool is_lab = program->part_count == 0 || program->parts[0].kind != 'M';
    if (asks) {
        return 0;
    }
    if (is_lab) {
        reply_take_key(environ);
        return runner_main();
    }
    if (getenv("LABS_SOCKET") == NULL) {
        fprintf(stderr, "labs-run starts this program.\n");
        return REPLY_EXIT_HARNESS;
    }
    return program_entry(count - 1, words + 1);
}
