#define _GNU_SOURCE
#include "sim/report/last.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "sim/report/who.h"

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

// The thread, or host code.
static struct said who_at(const struct last_place *place) {
    struct said who;
    if (place->launch != NULL) {
        return who_thread(place->launch, place->block_id, place->thread);
    }
    say(&who, WORDS(TOPIC(HOST_CODE)));
    return who;
}

_Noreturn void report_endless(const struct last_place *place, enum endless what) {
    static const enum topic topics[] = {TOPIC_WAS_HERE, TOPIC_NEITHER_LAUNCHES_NOR_ENDS,
                                        TOPIC_LOOPS_WITHOUT_ACCESS, TOPIC_REACHES_NOTHING,
                                        TOPIC_REACHES_BARRIERS_ONLY};
    struct diagnostic made =
        begin(place, what == ENDLESS_TIME ? DIAGNOSTIC_STOPPED : DIAGNOSTIC_ENDLESS_LOOP);
    made.loop_last = place->loop_last;
    const struct said who = what == ENDLESS_BLOCK ? who_block(place->launch, place->block_id) : who_at(place);
    say(&made.message, WORDS(A_TOPIC(topics[what]), PART(who)));
    report_and_exit(&made);
}

// What usually raises it, where that says more than its name. Only integers raise SIGFPE.
static struct said_word signal_name(int number) {
    return number == SIGFPE    ? TOPIC(SIGNAL_OF_DIVISION)
           : number == SIGABRT ? TOPIC(SIGNAL_OF_ABORT)
                               : NAME(strsignal(number));
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
    if (place->launch == NULL && copying != NULL) {
        say(&made.message, WORDS(copying_writes ? TOPIC(WRITES_INVALID_HOST) : TOPIC(READS_INVALID_HOST),
                                 NAME(copying), NUMBER(signal_number), NAME(strsignal(signal_number))));
    } else {
        say(&made.message, WORDS(TOPIC(STOPPED_BY_SIGNAL), PART(who_at(place)), NUMBER(signal_number),
                                 signal_name(signal_number)));
    }
    report_and_exit(&made);
}

_Noreturn void report_stack_overflow(const struct last_place *place) {
    struct diagnostic made = begin(place, DIAGNOSTIC_STACK);
    if (place->launch == NULL) {
        say(&made.message, WORDS(TOPIC(HOST_STACK_USED_UP)));
    } else {
        say(&made.message, WORDS(TOPIC(NEEDS_LOCAL_MEMORY), PART(who_at(place)), NUMBER(STACK_BYTES)));
    }
    report_and_exit(&made);
}

_Noreturn void report_stack_overrun(const struct last_place *place) {
    struct diagnostic made = begin(place, DIAGNOSTIC_OUT_OF_BOUNDS);
    say(&made.message, WORDS(TOPIC(BEYOND_LOCAL_MEMORY), PART(who_at(place)), TOPIC(WRITES)));
    report_and_exit(&made);
}

_Noreturn void report_host_uses(const struct last_place *place, const char *name, bool frees) {
    struct diagnostic made = begin(place, DIAGNOSTIC_WRONG_SPACE);
    snprintf(made.array, sizeof(made.array), "%s", name);
    if (frees) {
        say(&made.message, WORDS(TOPIC(FREES_DEVICE_MEMORY), NAME(name)));
    } else if (*name == '\0') {
        say(&made.message, WORDS(TOPIC(HOST_ACCESSES_DEVICE_MEMORY)));
    } else {
        say(&made.message, WORDS(TOPIC(HOST_ACCESSES_DEVICE_ARRAY), TOPIC(ACCESSES), NAME(name)));
    }
    report_and_exit(&made);
}
