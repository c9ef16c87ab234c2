#include "sim/report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/report/backtrace.h"
#include "sim/trace/trace.h"

enum { EXIT_STOPPED = 3 };

static const struct device_sink *sink; // NULL between cases
static unsigned sent;                  // of the case

// Is it this error? The diagnostic has as much of the array's name as there is room for.
static bool is_error(const struct diagnostic *known, enum diagnostic_class class_, const char *array,
                     uint32_t first_pc, uint32_t second_pc) {
    return known->places[0].pc == first_pc && known->places[1].pc == second_pc && known->class_ == class_ &&
           strncmp(known->array, array, sizeof(known->array) - 1) == 0;
}

// The entry for this error, or NULL if the report is full. If *is_new, only the fields that identify it are
// filled in. Otherwise the error has been counted once more, which must be fast: a kernel can repeat it in each thread.
static struct report_entry *add(struct report *report, enum diagnostic_class class_, const char *array,
                                uint32_t first_pc, uint32_t second_pc, uint32_t block_id, bool *is_new) {
    *is_new = false;
    for (unsigned i = 0; i < report->count; i++) {
        struct report_entry *entry = &report->entries[i];
        if (is_error(&entry->diagnostic, class_, array, first_pc, second_pc)) {
            entry->diagnostic.count += !report->after_stray; // how a struct is read is the compiler's choice
            *is_new = block_id < entry->block_id; // found in an earlier block than before: describe that one
            if (*is_new) {
                entry->block_id = block_id;
            }
            return entry;
        }
    }
    if (report->count == DIAGNOSTICS_MAX) {
        return NULL;
    }
    struct report_entry *entry = &report->entries[report->count++];
    *entry = (struct report_entry){.diagnostic = {.class_ = class_, .count = 1}, .block_id = block_id};
    struct diagnostic *made = &entry->diagnostic;
    snprintf(made->array, sizeof(made->array), "%s", array);
    made->places[0].pc = first_pc;
    made->places[1].pc = second_pc;
    if (report->launch != NULL) {
        made->launch = report->launch->number;
        made->launch_pc = report->launch->pc;
        made->kernel_pc = report->launch->kernel_pc;
        snprintf(made->kernel, sizeof(made->kernel), "%s", report->launch->kernel);
    }
    *is_new = true;
    return entry;
}

struct diagnostic *report_add_found_later(struct report *report, enum diagnostic_class class_,
                                          const char *array, uint32_t first_pc, uint32_t second_pc) {
    bool is_new;
    struct report_entry *entry = add(report, class_, array, first_pc, second_pc, report->block_id, &is_new);
    if (is_new) {
        backtrace_of_report(&entry->diagnostic, first_pc, report->overwritten);
        entry->diagnostic.sent_before = report->launch == NULL ? 1 + sent : 0; // sent when the case ends
    }
    return is_new ? &entry->diagnostic : NULL;
}

struct diagnostic *report_add(struct report *report, enum diagnostic_class class_, const char *array,
                              uint32_t first_pc, uint32_t second_pc) {
    if (trace_on()) {
        trace_mistake(class_, first_pc, second_pc, report->launch == NULL ? 0 : report->block_id);
    }
    return report_add_found_later(report, class_, array, first_pc, second_pc);
}

void report_merge(struct report *report, const struct report *more) {
    for (unsigned i = 0; i < more->count; i++) {
        const struct diagnostic *added = &more->entries[i].diagnostic;
        bool is_new;
        struct report_entry *entry = add(report, added->class_, added->array, (uint32_t)added->places[0].pc,
                                         (uint32_t)added->places[1].pc, more->entries[i].block_id, &is_new);
        if (entry != NULL) {
            uint64_t count = entry->diagnostic.count - 1 + added->count;
            if (is_new) {
                entry->diagnostic = *added;
            }
            entry->diagnostic.count = count;
        }
    }
}

static int by_order(const void *left, const void *right) {
    const struct report_entry *a = left, *b = right;
    return a->block_id < b->block_id ? -1 : a->block_id > b->block_id;
}

// A read of what another thread is about to write is found twice: as a race, and as a read of what nothing
// has written. Only the race is reported.
static bool is_explained_by_race(const struct report *report, const struct diagnostic *unset) {
    for (unsigned i = 0; i < report->count && unset->class_ == DIAGNOSTIC_UNSET_READ; i++) {
        const struct diagnostic *race = &report->entries[i].diagnostic;
        if ((race->class_ == DIAGNOSTIC_RACE_SHARED || race->class_ == DIAGNOSTIC_RACE_GLOBAL ||
             race->class_ == DIAGNOSTIC_RACE_FLAG || race->class_ == DIAGNOSTIC_RACE_UPDATE ||
             race->class_ == DIAGNOSTIC_RACE_SCOPE) &&
            strcmp(race->array, unset->array) == 0 &&
            (race->places[0].pc == unset->places[0].pc || race->places[1].pc == unset->places[0].pc)) {
            return true;
        }
    }
    return false;
}

void report_to(const struct device_sink *to) {
    sink = to;
    sent = 0;
}

unsigned report_sent(void) {
    return sent;
}

void report_send(struct report *report) {
    // A stable sort: within a block, errors stay in the order of execution.
    for (unsigned i = 1; i < report->count; i++) {
        for (unsigned j = i; j > 0 && by_order(&report->entries[j - 1], &report->entries[j]) > 0; j--) {
            struct report_entry swapped = report->entries[j];
            report->entries[j] = report->entries[j - 1];
            report->entries[j - 1] = swapped;
        }
    }
    for (unsigned i = 0; i < report->count; i++) {
        if (sink != NULL && !is_explained_by_race(report, &report->entries[i].diagnostic)) {
            sink->diagnostic(&report->entries[i].diagnostic);
            sent++;
        }
    }
    report->count = 0;
}

void report_launch(const struct launch_record *launch, const struct counters *intervals,
                   const struct place_counters *lines) {
    if (sink != NULL) {
        sink->launch(launch, intervals, lines);
    }
}

_Noreturn void report_and_exit(const struct diagnostic *diagnostic) {
    static atomic_flag exiting = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&exiting)) {
        pause(); // another thread has reported something already, and ends the process
    }
    if (sink != NULL) {
        sink->diagnostic(diagnostic);
    }
    _exit(EXIT_STOPPED);
}
