#include "engine/run/parts.h"

#include <stdio.h>
#include <string.h>

#include "engine/program.h"
#include "engine/run/machine.h"
#include "runner/part.h"

enum { PARTS_MAX = 64, RESULT_MAX = 16 };

static struct part parts[PARTS_MAX + 1];
const struct part *const lab_parts = parts;
static uint32_t functions[PARTS_MAX]; // of the parts

// A result in registers is as it is in memory.
static void call_reduce(const struct part *part, const void *d_in, void *result, size_t n) {
    union value registers[RESULT_MAX] = {{.u = (uintptr_t)d_in}, {.u = n}};
    machine_call(functions[part - parts], registers);
    memcpy(result, registers, part->value_size);
}

static void call_scan(const struct part *part, const void *d_in, void *result, size_t n) {
    union value registers[RESULT_MAX] = {{.u = (uintptr_t)d_in}, {.u = (uintptr_t)result}, {.u = n}};
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

const struct program *parts_open(const char *path, char *refusal, size_t size) {
    struct program *program = program_load(path, refusal, size);
    if (program == NULL) {
        return NULL;
    }
    if (!take_parts(program)) {
        snprintf(refusal, size, "it has too many parts, or too large results");
        return NULL;
    }
    machine_open(program);
    return program;
}
