#include "sim/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_mistake(const struct diagnostic *a, const struct diagnostic *b) {
    return a->class_ == b->class_ && a->places[0].pc == b->places[0].pc &&
           a->places[1].pc == b->places[1].pc && strcmp(a->array, b->array) == 0;
}

struct report_entry *report_add(struct report *report, enum diagnostic_class class_, const char *array,
                                uint32_t first_pc, uint32_t second_pc, uint32_t serial, bool *is_new) {
    struct diagnostic made = {.class_ = class_, .count = 1};
    snprintf(made.array, sizeof(made.array), "%s", array);
    made.places[0].pc = first_pc;
    made.places[1].pc = second_pc;
    *is_new = false;
    for (unsigned i = 0; i < report->count; i++) {
        struct report_entry *entry = &report->entries[i];
        if (same_mistake(&entry->diagnostic, &made)) {
            entry->diagnostic.count++;
            *is_new = serial < entry->serial; // seen in an earlier block than before: tell that one
            if (*is_new) {
                entry->serial = serial;
            }
            return entry;
        }
    }
    if (report->count == DIAGNOSTICS_MAX) {
        return NULL;
    }
    struct report_entry *entry = &report->entries[report->count++];
    *entry = (struct report_entry){.diagnostic = made, .serial = serial};
    *is_new = true;
    return entry;
}

void report_merge(struct report *report, const struct report *more) {
    for (unsigned i = 0; i < more->count; i++) {
        const struct diagnostic *added = &more->entries[i].diagnostic;
        bool is_new;
        struct report_entry *entry =
            report_add(report, added->class_, added->array, (uint32_t)added->places[0].pc,
                       (uint32_t)added->places[1].pc, more->entries[i].serial, &is_new);
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
    return a->serial < b->serial ? -1 : a->serial > b->serial;
}

// A read of what another thread is about to write shows up twice, as a race and as a read of what nothing has
// written. The race is the mistake.
static bool told_by_race(const struct report *report, const struct diagnostic *unset) {
    for (unsigned i = 0; i < report->count && unset->class_ == DIAGNOSTIC_UNSET_READ; i++) {
        const struct diagnostic *race = &report->entries[i].diagnostic;
        if ((race->class_ == DIAGNOSTIC_RACE_SHARED || race->class_ == DIAGNOSTIC_RACE_GLOBAL ||
             race->class_ == DIAGNOSTIC_RACE_FLAG) &&
            strcmp(race->array, unset->array) == 0 &&
            (race->places[0].pc == unset->places[0].pc || race->places[1].pc == unset->places[0].pc)) {
            return true;
        }
    }
    return false;
}

void report_send(struct report *report, void (*sink)(const struct diagnostic *)) {
    // Within a block the order in which they were added is the order of execution: a stable sort keeps it.
    for (unsigned i = 1; i < report->count; i++) {
        for (unsigned j = i; j > 0 && by_order(&report->entries[j - 1], &report->entries[j]) > 0; j--) {
            struct report_entry swapped = report->entries[j];
            report->entries[j] = report->entries[j - 1];
            report->entries[j - 1] = swapped;
        }
    }
    for (unsigned i = 0; i < report->count; i++) {
        if (!told_by_race(report, &report->entries[i].diagnostic)) {
            sink(&report->entries[i].diagnostic);
        }
    }
    report->count = 0;
}
