#define _GNU_SOURCE
#include "sim/report/last.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "sim/report/thread_name.h"

enum { NAME_BYTES = 96 };

static struct diagnostic begin(const struct last_place *place, enum diagnostic_class class_) {
    struct diagnostic made = {.count = 1, .class_ = class_};
    made.places[0].pc = place->pc;
    if (place->stack != NULL) {
        memcpy(made.stack, place->stack, sizeof(made.stack));
    }
    if (place->launch != NULL) {
        made.launch = place->launch->number;
        made.launch_pc = place->launch->pc;
        made.kernel_pc = place->launch->kernel_pc;
        snprintf(made.kernel, sizeof(made.kernel), "%s", place->launch->kernel);
    }
    return made;
}

// "thread 3 of block 0", or "host code".
static const char *name_place(const struct last_place *place, char text[NAME_BYTES]) {
    return place->launch == NULL
               ? "host code"
               : thread_name(place->launch, place->block_id, place->thread, text, NAME_BYTES);
}

_Noreturn void report_endless(const struct last_place *place, enum endless what) {
    static const char *const texts[] = {"was here", "neither launches a kernel nor ends",
                                        "loops here without any memory access: this can never end",
                                        "has reached neither a barrier nor its end for a long time",
                                        "reaches barriers or shuffles again and again, but not its end"};
    struct diagnostic made =
        begin(place, what == ENDLESS_TIME ? DIAGNOSTIC_STOPPED : DIAGNOSTIC_ENDLESS_LOOP);
    made.loop_last = place->loop_last;
    char text[NAME_BYTES];
    const char *name = what == ENDLESS_BLOCK ? block_name(place->launch, place->block_id, text, sizeof(text))
                                             : name_place(place, text);
    snprintf(made.message, sizeof(made.message), "%s %s", name, texts[what]);
    report_and_exit(&made);
}

// What usually raises it, where that says more than its name. Only integers raise SIGFPE.
static const char *signal_name(int number) {
    return number == SIGFPE    ? "integer division or remainder by zero, or of the smallest int by -1"
           : number == SIGABRT ? "abort(), perhaps by assert(), by free(), or because new got no memory"
                               : strsignal(number);
}

static const char *volatile copying; // the call whose pointer to host memory is used; NULL: none
static volatile bool copying_writes;

void report_begin_copy(const char *call, bool writes) {
    copying_writes = writes;
    copying = call;
}

void report_end_copy(void) {
    copying = NULL;
}

_Noreturn void report_crash(const struct last_place *place, int signal_number) {
    struct diagnostic made = begin(place, DIAGNOSTIC_CRASH);
    char text[NAME_BYTES];
    if (place->launch == NULL && copying != NULL) {
        snprintf(made.message, sizeof(made.message),
                 "%s %s host memory through an invalid pointer (signal %d, %s). Has it been set?", copying,
                 copying_writes ? "writes to" : "reads", signal_number, strsignal(signal_number));
        report_and_exit(&made);
    }
    snprintf(made.message, sizeof(made.message), "%s was stopped by signal %d (%s)", name_place(place, text),
             signal_number, signal_name(signal_number));
    report_and_exit(&made);
}

_Noreturn void report_stack_overflow(const struct last_place *place) {
    struct diagnostic made = begin(place, DIAGNOSTIC_STACK);
    char text[NAME_BYTES];
    if (place->launch == NULL) {
        snprintf(
            made.message, sizeof(made.message),
            "host code has used up its stack: does a function call itself without end, or is a local array "
            "too large?");
    } else {
        snprintf(made.message, sizeof(made.message), "%s needs more than %d bytes of local memory",
                 name_place(place, text), STACK_BYTES);
    }
    report_and_exit(&made);
}

_Noreturn void report_stack_overrun(const struct last_place *place) {
    struct diagnostic made = begin(place, DIAGNOSTIC_OUT_OF_BOUNDS);
    char text[NAME_BYTES];
    snprintf(made.message, sizeof(made.message),
             "%s writes beyond the end of a local array, and so beyond all of its local memory",
             name_place(place, text));
    report_and_exit(&made);
}

_Noreturn void report_host_uses(const struct last_place *place, const char *name, bool frees) {
    struct diagnostic made = begin(place, DIAGNOSTIC_WRONG_SPACE);
    snprintf(made.array, sizeof(made.array), "%s", name);
    if (frees) {
        snprintf(made.message, sizeof(made.message),
                 "host code reads just before %s, as free() does: free device memory with cudaFree", name);
    } else {
        snprintf(made.message, sizeof(made.message),
                 "host code accesses %s%s: only kernels and cudaMemcpy can access it",
                 *name == '\0' ? "device memory" : name, *name == '\0' ? "" : ", which is device memory");
    }
    report_and_exit(&made);
}
