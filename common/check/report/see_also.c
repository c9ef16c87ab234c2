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

// The place of an error around which conditions and loops are shown.
static const struct {
    enum diagnostic_class class_;
    int place;
    enum origins_of origins;
    const struct condition_texts *when;
} shown_of[] = {
    {DIAGNOSTIC_WRONG_ELEMENT, 0, ORIGINS_OF_INDEX, &when_looped},
    {DIAGNOSTIC_ADDED_TWICE, 0, ORIGINS_OF_INDEX, &when_looped},
    {DIAGNOSTIC_OUT_OF_BOUNDS, 0, ORIGINS_OF_INDEX, &when_once},
    {DIAGNOSTIC_SHUFFLE, 0, ORIGINS_OF_ALL, &when_lanes},
    {DIAGNOSTIC_OUTPUT_UNWRITTEN, 1, ORIGINS_OF_ALL, &when_elsewhere},
};

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
    const enum diagnostic_class class_ = finding->diagnostic.class_;
    const struct said *message = &finding->diagnostic.message;
    struct shown_lines shown = {{places[0].line, places[1].line, finding->call.line}, 3};
    for (size_t i = 0; i < FINDING_NAMED && finding->named[i] > 0; i++) {
        shown_add(&shown, finding->named[i]);
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        shown_add(&shown, finding->behind[i].place.line);
    }
    const bool one_line = places[0].line == places[1].line, race = diagnostic_is_race(class_);
    if (race && finding->named[0] > 0 && terminal->excerpts != NULL) {
        return; // on one screen, the loop without a barrier matters more
    }
    if (one_line && (race || said_has(message, TOPICS(TOPIC_READS_SECOND_TIME, TOPIC_READ_BY_BOTH)))) {
        report_conditions(terminal, NULL, &places[0], race ? ORIGINS_OF_INDEX : ORIGINS_OF_ALL, &when_both,
                          &shown);
        return;
    }
    if (said_has(message, TOPICS(TOPIC_NO_THREAD_READS, TOPIC_ADDS_NOTHING, TOPIC_ADDS_NOTHING_OF,
                                 TOPIC_ADDS_TO_OTHER, TOPIC_PASSED_BY, TOPIC_WRITES_NO_ELEMENT))) {
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_lanes, &shown);
        return;
    }
    if (said_has(message, TOPICS(TOPIC_TWO_BARRIERS, TOPIC_OTHERS_GO_PAST_BARRIER))) {
        report_block(terminal, finding, &shown);
    }
    for (size_t i = 0; i < sizeof(shown_of) / sizeof(shown_of[0]); i++) {
        if (shown_of[i].class_ == class_) {
            report_conditions(terminal, class_ == DIAGNOSTIC_OUT_OF_BOUNDS ? finding : NULL,
                              &places[shown_of[i].place], shown_of[i].origins, shown_of[i].when, &shown);
        }
    }
    if (class_ == DIAGNOSTIC_UNSET_READ &&
        said_topic(&finding->diagnostic.places[1].said) == TOPIC_OTHERS_WRITTEN_HERE) {
        report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_elsewhere, &shown);
        print_other_index(terminal, finding);
    }
}
