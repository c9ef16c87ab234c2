// Under a diagnostic: the conditions under which its lines ran, and what makes its index.
#include <stdio.h>

#include "check/report/deciding_lines.h"
#include "check/report/report.h"
#include "regions/operands.h"
#include "text/translation.h"

// What is said of conditions and loops around a place.
static const struct condition_texts
    when_once = {N_("this condition was true"), N_("this condition was false"),
                 N_("this loop was still running")},
    when_both = {N_("this condition was true for both threads"),
                 N_("this condition was false for both threads"), NULL},
    when_lanes = {N_("only threads for which this condition is true get here"),
                  N_("only threads for which this condition is false get here"), NULL},
    when_elsewhere = {N_("they are written only if this condition is true"),
                      N_("they are written only if this condition is false"), NULL},
    when_looped = {NULL, NULL, N_("this loop was still running")};

// Says that a function makes the index of the array in only one of the two places.
static void print_other_index(const struct terminal *terminal, const struct finding *finding) {
    const struct source_place *places = finding->places;
    char functions[2][48];
    bool made[2] = {false, false};
    const struct array_name array = report_array_name(finding);
    for (int i = 0; i < 2; i++) {
        if (places[i].line == 0 || places[i].done > 0) {
            return;
        }
        made[i] = operands_index(places[i].file, places[i].line, array.text, functions[i]);
    }
    if (made[0] != made[1]) {
        const int with = made[0] ? 0 : 1;
        fprintf(terminal->out, _("  %s() makes the index of %s at line %d, but not at line %d\n"),
                functions[with], array.text, places[with].line, places[1 - with].line);
    }
}

void report_see_also(const struct terminal *terminal, const struct finding *finding) {
    const struct source_place *places = finding->places;
    const enum diagnostic_about topic = finding->diagnostic.about;
    struct shown_lines shown = {{places[0].line, places[1].line, finding->call.line}, 3};
    for (size_t i = 0; i < FINDING_NAMED && finding->named[i] > 0; i++) {
        shown_add(&shown, finding->named[i]);
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        shown_add(&shown, finding->behind[i].place.line);
    }
    const bool one_line = places[0].line == places[1].line,
               race = diagnostic_is_race(finding->diagnostic.class_);
    if (race && finding->named[0] > 0 && terminal->excerpts != NULL) {
        return; // on one screen, the loop without a barrier matters more
    }
    if (one_line && (race || topic == ABOUT_READ_TWICE)) {
        report_conditions(terminal, NULL, &places[0], race ? ORIGINS_OF_INDEX : ORIGINS_OF_ALL, &when_both,
                          &shown);
        return;
    }
    if (topic == ABOUT_UNREAD || topic == ABOUT_PASSED_BY || topic == ABOUT_OTHER_WRITES) {
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_lanes, &shown);
        return;
    }
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_BARRIER:
        if (topic == ABOUT_TWO_BARRIERS) {
            report_block(terminal, finding, &shown);
        }
        break;
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_ADDED_TWICE:
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_INDEX, &when_looped, &shown);
        break;
    case DIAGNOSTIC_OUT_OF_BOUNDS:
        report_conditions(terminal, finding, &places[0], ORIGINS_OF_INDEX, &when_once, &shown);
        break;
    case DIAGNOSTIC_SHUFFLE:
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_lanes, &shown);
        break;
    case DIAGNOSTIC_UNSET_READ:
        if (topic == ABOUT_OTHER_WRITTEN) {
            report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_elsewhere, &shown);
            print_other_index(terminal, finding);
        }
        break;
    case DIAGNOSTIC_OUTPUT_UNWRITTEN:
        report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_elsewhere, &shown);
        break;
    default:
        break;
    }
}
