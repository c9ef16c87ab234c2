// Under a diagnostic: which lines decided that its line runs, and set its variables. By what it is about.
#include <string.h>

#include "check/report/deciding_lines.h"
#include "check/report/report.h"
#include "regions/around.h"
#include "regions/operands.h"
#include "regions/origins.h"
#include "regions/statement.h"
#include "regions/structure.h"
#include "text/translation.h"

// Which variables can have made the error? false: they say nothing about it.
static bool find_variables(const struct finding *finding, enum origins_of *of) {
    const struct source_place *places = finding->places;
    const enum diagnostic_topic topic = finding->diagnostic.topic;
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_OUT_OF_BOUNDS:
    case DIAGNOSTIC_MISALIGNED:
        *of = ORIGINS_OF_INDEX;
        return true;
    case DIAGNOSTIC_RACE_SHARED:
    case DIAGNOSTIC_RACE_GLOBAL: // two threads have the same index
        *of = ORIGINS_OF_INDEX;
        return places[0].line == places[1].line;
    case DIAGNOSTIC_ADDED_TWICE:
        *of = topic == TOPIC_READ_TWICE || topic == TOPIC_ADDS_READ ? ORIGINS_OF_INDEX : ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LAUNCH:
        *of = ORIGINS_OF_LAUNCH;
        return true;
    case DIAGNOSTIC_CRASH:
        *of = ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LOST_ELEMENT:
        *of = topic == TOPIC_NOT_HANDED_ON ? ORIGINS_OF_TARGET : ORIGINS_OF_VALUE;
        return true;
    case DIAGNOSTIC_LOST_LANE:
    case DIAGNOSTIC_LOST_VALUE:
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_FOREIGN_VALUE:
        *of = topic == TOPIC_INDEX ? ORIGINS_OF_INDEX : ORIGINS_OF_VALUE;
        return true;
    default:
        return false;
    }
}

static void print_see_also(const struct terminal *terminal, const struct origins *origins) {
    const size_t count = terminal->excerpts == NULL ? origins->count : 0;
    for (size_t i = 0; i < count; i++) {
        fprintf(terminal->out, i == 0 ? _("  see also line %d (%s)") : _(", line %d (%s)"),
                origins->lines[i].line, origins->lines[i].name);
    }
    fputs(count > 0 ? "\n" : "", terminal->out);
}

void report_origins(const struct terminal *terminal, const struct source_place *place, enum origins_of of) {
    struct origins origins = {.count = 0};
    if (place->line > 0 && place->done == 0) {
        origins_add(place->file, place->line, of, &place->line, 1, &origins);
        print_see_also(terminal, &origins);
    }
}

// Of the first place; or of a launch of unusual size, of one that hands over a wrong pointer, or of a loop of launches.
static void print_origins(const struct terminal *terminal, const struct finding *finding,
                          struct shown_lines *shown) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    bool at_call = finding->launched || finding->said[0] != '\0',
         race = diagnostic_is_race(diagnostic->class_);
    bool unwritten = diagnostic->class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN,
         lost = diagnostic->class_ == DIAGNOSTIC_LOST_ELEMENT;
    struct origins origins = {.count = 0};
    enum origins_of of = finding->block[0] > 0 ? ORIGINS_OF_LAUNCH
                         : unwritten           ? ORIGINS_OF_INDEX
                                               : ORIGINS_OF_ALL;
    const struct source_place *place = at_call ? &finding->call : &places[unwritten ? 1 : 0];
    if (place->line == 0 || place->done > 0) {
        return;
    }
    bool one_line = diagnostic->topic == TOPIC_ONE_LINE; // whose index is the question
    bool call_shown = false;
    for (size_t i = 0; i < shown->count; i++) {
        call_shown |= finding->called > 0 && shown->lines[i] == finding->called;
    }
    bool called = !one_line && !call_shown && finding->call.line == 0 && diagnostic->kernel[0] != '\0' &&
                  places[0].line > 0 &&
                  origins_add_calls(places[0].file, places[0].line, diagnostic->kernel, !race, shown->lines,
                                    shown->count, &origins);
    if (lost && places[1].line > 0) { // what happens later instead
        origins_add(places[1].file, places[1].line, ORIGINS_OF_INDEX, shown->lines, shown->count, &origins);
    }
    if (diagnostic->topic == TOPIC_ADDS_READ) { // its other operand is read in a function
        origins_add_calls(places[1].file, places[1].line, diagnostic->kernel, true, shown->lines,
                          shown->count, &origins);
    }
    if (at_call || unwritten || (!(called && race) && find_variables(finding, &of))) {
        origins_add(place->file, place->line, of, shown->lines, shown->count, &origins);
    }
    report_small_variables(terminal, place, &origins, shown);
    print_see_also(terminal, &origins);
}

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
    when_writing = {N_("elements are written here only if this condition is true"),
                    N_("elements are written here only if this condition is false"), NULL},
    when_around = {NULL, NULL, N_("this is the loop around it")},
    when_looped = {NULL, NULL, N_("this loop was still running")};

// Does a condition on the thread decide whether the line runs?
static bool is_for_some_threads(const struct source_place *place) {
    enum { AROUND_MAX = 8 };
    struct around around[AROUND_MAX];
    const size_t count =
        place->line > 0 && place->done == 0 ? around_find(place->file, place->line, around, AROUND_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        if (around[i].threads && around[i].kind != CONDITION_LOOP) {
            return true;
        }
    }
    return false;
}

// Says that a function makes the index of the array in only one of the two places.
static void print_other_index(const struct terminal *terminal, const struct finding *finding) {
    const struct source_place *places = finding->places;
    struct maker makers[2];
    bool made[2] = {false, false};
    const struct array_name array = report_array_name(finding);
    for (int i = 0; i < 2; i++) {
        if (places[i].line == 0 || places[i].done > 0) {
            return;
        }
        made[i] = operands_index(places[i].file, places[i].line, array.text, &makers[i]);
    }
    if (made[0] != made[1]) {
        const int with = made[0] ? 0 : 1;
        fprintf(terminal->out, _("  %s() makes the index of %s at line %d, but not at line %d\n"),
                makers[with].function, array.text, places[with].line, places[1 - with].line);
    }
}

// Says of a shuffle that its result is not used.
static void print_dropped(const struct terminal *terminal, const struct source_place *place) {
    char name[32];
    if (place->line > 0 && place->done == 0 && statement_is_call(place->file, place->line, name) &&
        (strstr(name, "shfl") != NULL || strstr(name, "shuffle") != NULL)) {
        fprintf(terminal->out, _("  what %s() returns here is not used\n"), name);
    }
}

// Of a value that is wrong or lost: by its class.
static void print_by_value(const struct terminal *terminal, const struct finding *finding,
                           struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    const bool made = finding->behind_count > 1; // functions and memory make the value
    const size_t before = shown->count - (made ? finding->behind_count : 0);
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_LOST_VALUE:
    case DIAGNOSTIC_LOST_LANE: // a step may be missing in the loop around what happens instead, or around the write
        report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_around, shown);
        if (shown->count == before) {
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_around, shown);
        }
        if (shown->count == before) {
            report_reads(terminal, finding, shown);
        }
        break;
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_ADDED_TWICE:
        if (places[0].line > 0 && statement_updates(places[0].file, places[0].line)) { // it adds one by one
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_INDEX, &when_looped, shown);
        }
        if (finding->behind_count == 0) { // otherwise a function makes the value
            report_operands(terminal, finding, shown);
        }
        break;
    case DIAGNOSTIC_LOST_ELEMENT:
        print_dropped(terminal, &places[0]);
        if (finding->diagnostic.loop_ends == 0 || places[1].line == 0) { // else the loop is the question
            report_operands(terminal, finding, shown);
        }
        if (places[1].line == 0) {
            report_value_loop(terminal, finding, shown);
        }
        break;
    case DIAGNOSTIC_FOREIGN_VALUE:
        report_called(terminal, finding, shown);
        report_operands(terminal, finding, shown);
        break;
    case DIAGNOSTIC_CRASH:
        report_operands(terminal, finding, shown);
        break;
    default:
        break;
    }
}

// Where the class says what the diagnostic is about.
static void print_by_class(const struct terminal *terminal, const struct finding *finding,
                           struct shown_lines *shown) {
    enum { DECIDING_MAX = 3 };
    const struct source_place *places = finding->places;
    const bool made = finding->behind_count > 1; // functions and memory make the index
    const size_t most = shown->count - (made ? finding->behind_count : 0) + DECIDING_MAX;
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_OUT_OF_BOUNDS:
        if (!made) {
            report_conditions(terminal, finding, &places[0], ORIGINS_OF_INDEX, &when_once, shown);
            report_limit_origin(terminal, finding, shown);
        }
        report_index(terminal, finding, finding, shown, shown->count < most ? most - shown->count : 0);
        if (finding->diagnostic.kernel[0] == '\0' && places[1].line == 0) {
            report_declaration(terminal, &places[0], shown);
        }
        break;
    case DIAGNOSTIC_WRONG_SPACE:
    case DIAGNOSTIC_NULL_POINTER:
    case DIAGNOSTIC_INPUT_CHANGED:
        report_argument(terminal, finding, shown);
        break;
    case DIAGNOSTIC_MISALIGNED:
        report_pointer(terminal, finding, shown);
        break;
    case DIAGNOSTIC_SHUFFLE:
        report_conditions(terminal, finding, &places[0], ORIGINS_OF_ALL, &when_lanes, shown);
        if (finding->said[0] == '\0' &&
            !is_for_some_threads(&places[0])) { // else the lanes part in the function itself, or by a return
            report_call_conditions(terminal, finding, shown);
        }
        break;
    case DIAGNOSTIC_OUTPUT_UNWRITTEN:
        report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_elsewhere, shown);
        break;
    case DIAGNOSTIC_UNSET_READ: // the line may write other elements itself
        if (finding->diagnostic.topic == TOPIC_UNSET_VALUE) {
            report_operands(terminal, finding, shown);
        } else if (finding->diagnostic.topic == TOPIC_OLDER) {
            return; // another line writes it
        } else if (places[0].line > 0 && places[0].done == 0 &&
                   statement_updates(places[0].file, places[0].line)) {
            fputs(_("  This statement updates an element that has no value yet. Set it first, or use a "
                    "variable\n"),
                  terminal->out);
        } else if (places[0].line > 0 && statement_writes_element(places[0].file, places[0].line,
                                                                  finding->diagnostic.lost.shared != 0)) {
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_writing, shown);
        } else {
            report_argument(terminal, finding, shown);
        }
        break;
    case DIAGNOSTIC_LEAK:
        report_last_use(terminal, finding, shown);
        break;
    default:
        print_by_value(terminal, finding, shown);
        break;
    }
}

// The lines that set the variables on which a wrong value, a launch or a crash depends. From number `before` on,
// `shown` has lines that decide whether the place runs.
static void print_setters(const struct terminal *terminal, const struct finding *finding,
                          struct shown_lines *shown, size_t before) {
    enum { DECIDING_MAX = 3, SETTERS_MAX = 2 };
    const size_t others = shown->count - before;
    enum origins_of of = ORIGINS_OF_VALUE;
    const enum diagnostic_topic topic = finding->diagnostic.topic;
    if (finding->diagnostic.class_ == DIAGNOSTIC_CRASH && others > 0) {
        return; // a variable without a value
    }
    // The lines behind the error make the value, or the index.
    bool value = finding->diagnostic.class_ == DIAGNOSTIC_WRONG_ELEMENT &&
                 (topic == TOPIC_NONE || topic == TOPIC_COMPUTED || topic == TOPIC_BY_STEP),
         made = finding->behind_count > (value ? 0 : 1);
    if (made || topic == TOPIC_RETURNED || topic == TOPIC_ORDER ||
        topic == TOPIC_ORDER_READ ||                                      // no variable is wrong
        (finding->diagnostic.loop_ends && finding->places[1].line > 0)) { // the loop is shown
        return;
    }
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_LAUNCH:
    case DIAGNOSTIC_CRASH:
    case DIAGNOSTIC_LOST_LANE:
    case DIAGNOSTIC_LOST_VALUE:
    case DIAGNOSTIC_ADDED_TWICE:
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_FOREIGN_VALUE:
    case DIAGNOSTIC_LOST_ELEMENT:
        find_variables(finding, &of);
        report_setters(terminal, NULL, &finding->places[0], of, shown,
                       others == 0             ? SETTERS_MAX
                       : others < DECIDING_MAX ? DECIDING_MAX - others
                                               : 0);
        break;
    default:
        break;
    }
}

// Does the first place get its value from elsewhere, as the `shown` lines say? Then its own variables are correct.
static bool is_from_elsewhere(const struct finding *finding, size_t shown) {
    const enum diagnostic_topic topic = finding->diagnostic.topic;
    return ((topic == TOPIC_LEFT_OVER || topic == TOPIC_NOT_WRITTEN) && shown > 0) ||
           (finding->diagnostic.class_ == DIAGNOSTIC_FOREIGN_VALUE && finding->called > 0 && shown > 1);
}

// Two accesses that nothing orders, or of which one should not be there. Returns whether the diagnostic is about these.
static bool print_accesses(const struct terminal *terminal, const struct finding *finding,
                           struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    const bool one_line = places[0].line == places[1].line;
    switch (finding->diagnostic.topic) {
    case TOPIC_STATEMENT:
        if (finding->behind_count < 2) {
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_INDEX, &when_both, shown);
        }
        report_index(terminal, finding, NULL, shown, finding->behind_count < 2 ? 2 : 0);
        return true;
    case TOPIC_NO_ORDER:
        report_index(terminal, finding, finding, shown, one_line ? 2 : 0);
        return true;
    case TOPIC_NO_BARRIER: // of several warps
        report_call_conditions(terminal, finding, shown);
        return true;
    case TOPIC_ONLY_EXCHANGE:
        if (one_line) {
            report_call_conditions(terminal, finding, shown);
        }
        return true;
    case TOPIC_READ_TWICE:
        if (!one_line) { // in two loops, perhaps
            report_conditions(terminal, NULL, &places[1], ORIGINS_OF_INDEX, &when_around, shown);
        }
        report_index(terminal, finding, NULL, shown, 2);
        if (one_line) {
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_both, shown);
        }
        return true;
    default:
        return false;
    }
}

// By what the diagnostic is about, if it says so.
static void print_by_topic(const struct terminal *terminal, const struct finding *finding,
                           struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    switch (finding->diagnostic.topic) {
    case TOPIC_UNREAD:
    case TOPIC_PASSED_BY:
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_lanes, shown);
        report_operands(terminal, finding, shown);
        report_index(terminal, finding, NULL, shown, 2);
        break;
    case TOPIC_OTHER_WORD:
        report_returned(terminal, finding, shown);
        break;
    case TOPIC_ORDER: // the operands are there
    case TOPIC_ORDER_READ:
        break;
    case TOPIC_INDEX:
        report_index(terminal, finding, NULL, shown, finding->behind_count < 2 ? 2 : 0);
        break;
    case TOPIC_OTHER_WRITES:
        report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_lanes, shown);
        break;
    case TOPIC_OWN_BACK:
        if (finding->diagnostic.loop_ends) {
            report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &when_around, shown);
        }
        report_called(terminal, finding, shown);
        break;
    case TOPIC_LEFT_OVER:
    case TOPIC_NOT_WRITTEN:
        report_called(terminal, finding, shown);
        break;
    case TOPIC_OTHER_WRITTEN:
        report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &when_elsewhere, shown);
        print_other_index(terminal, finding);
        break;
    case TOPIC_RESULTS:
        if (finding->call.column == 0) { // a loop; most variables of a copy say nothing about its length
            report_setters(terminal, NULL, &finding->call, ORIGINS_OF_ALL, shown, 2);
        }
        break;
    case TOPIC_RETURNED:
        report_setters(terminal, NULL, &places[0], ORIGINS_OF_TARGET, shown, 2);
        break;
    case TOPIC_TWO_BARRIERS:
        report_block(terminal, finding, shown);
        break;
    default:
        print_by_class(terminal, finding, shown);
        break;
    }
}

void report_see_also(const struct terminal *terminal, const struct finding *finding) {
    const struct source_place *places = finding->places;
    struct shown_lines shown = {{places[0].line, places[1].line, finding->call.line}, 3};
    for (size_t i = 0; i < FINDING_NAMED && finding->named[i] > 0; i++) {
        shown_add(&shown, finding->named[i]);
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        shown_add(&shown, finding->behind[i].place.line);
    }
    const size_t before = shown.count;
    if (!print_accesses(terminal, finding, &shown)) {
        print_by_topic(terminal, finding, &shown);
    }
    if (!is_from_elsewhere(finding, shown.count - before)) {
        print_setters(terminal, finding, &shown, before);
        print_origins(terminal, finding, &shown);
    }
}
