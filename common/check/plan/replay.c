#include "check/plan/replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Appends to a text. What does not fit is cut off.
static void append(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void replay_order(const struct options *options, const struct check_case *what, char *text, size_t size) {
    int workers = what->order != NULL && what->order->workers > 0 ? what->order->workers : options->workers;
    const char *schedule = what->order != NULL ? what->order->schedule : options->schedule;
    if (workers != 0) {
        append(text, size, " --workers %d", workers);
    }
    if (schedule != NULL) {
        append(text, size, " --schedule %s", schedule);
    }
    if (what->order != NULL ? what->order->seed != 0 : options->has_schedule_seed) {
        append(text, size, " --schedule-seed %llu",
               (unsigned long long)(what->order != NULL ? what->order->seed : options->schedule_seed));
    }
}

void replay_command(const struct options *options, const struct lab *lab, const struct lab_part *part,
                    const struct check_case *what, char *text, size_t size) {
    snprintf(text, size, "./lab check %.*s --part %s", (int)strcspn(lab->name, "-"), lab->name, part->name);
    if (part->operator_count > 0) {
        append(text, size, " --operator %s", operators[what->operator_id].name);
    }
    if (what->example != NULL && !what->needs_earlier) {
        append(text, size, " --example %s", what->example->name);
    } else if (!what->needs_earlier) {
        append(text, size, " --n %zu --seed %llu", what->n, (unsigned long long)what->seed);
    }
    // A student does not have that file, and need not know where it is.
    if (what->needs_earlier && options->seed_file != NULL && !options->for_student) {
        append(text, size, " --seed-file %s", options->seed_file);
    }
    if (strcmp(options->program, "starter") != 0) {
        append(text, size, " --program %s", options->program);
    }
    if (!options_simulated(options)) {
        append(text, size, " --device %s", options->device);
    }
    replay_order(options, what, text, size);
    if (options->has_limit) {
        append(text, size, " --limit %g", options->limit);
    }
}
