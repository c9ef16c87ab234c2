#include "check/plan/declared.h"

#include <stdio.h>

static bool has_operator(const struct lab_part *part, enum operator_id id) {
    size_t i = 0;
    while (i < part->operator_count && part->operators[i] != id) {
        i++;
    }
    return i < part->operator_count;
}

// What is wrong with a part; NULL: nothing.
static const char *fault_of(const struct lab_part *part) {
    const bool loops = part->loop != NULL || part->loop_of != NULL;
    if (part->kind == LAB_LOOP && !loops) {
        return "its kind is LAB_LOOP, so it needs the loop that computes its result: .loop, or .loop_of with "
               "operators";
    }
    if (part->loop != NULL && part->loop_of != NULL) {
        return "of .loop and .loop_of it needs only one";
    }
    if (part->kind != LAB_LOOP && (loops || part->outputs > 0)) {
        return ".loop, .loop_of and .outputs are only for the kind LAB_LOOP";
    }
    if (part->loop_of != NULL && part->input != NULL) {
        return ".input makes ints, so it is only for .loop";
    }
    if (part->loop_of != NULL && has_operator(part, OPERATOR_FLOAT_SUM)) {
        return "it cannot have the operator float_sum, because .loop_of does not say how much a rounded sum "
               "may be off";
    }
    if (part->elements_per_block == 0 && part->case_sizes[0] == 0 && part->case_sizes[1] == 0) {
        return "it needs .elements_per_block, around which the lengths of its cases are chosen, or "
               ".case_sizes";
    }
    return NULL;
}

bool declared_completely(const struct lab *declared, char *problem, size_t size) {
    for (size_t i = 0; i < declared->part_count; i++) {
        const char *fault = fault_of(&declared->parts[i]);
        if (fault != NULL) {
            snprintf(problem, size, "%s's check.c, part %s: %s", declared->name, declared->parts[i].name,
                     fault);
            return false;
        }
    }
    return true;
}
