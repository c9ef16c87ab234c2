#include "check/judge/error_lines.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/barrier_lines.h"
#include "check/judge/race_lines.h"
#include "check/judge/remark.h"
#include "regions/statement.h"
#include "regions/structure.h"

// Names the loop around the place: one that waits or launches for ever, or a step after which a value is not complete.
static void say_loop(struct finding *finding, struct said_word text) {
    struct source_place *head = &finding->places[1];
    int line = finding->places[0].line;
    if (is_said(&finding->diagnostic.places[1].said) || line == 0) {
        return;
    }
    const struct structure *structure = structure_of(finding->places[0].file);
    const struct block *loop = structure != NULL ? structure_loop(structure, &line, 1) : NULL;
    if (loop != NULL && loop->head != line) {
        *head = finding->places[0];
        head->line = loop->head;
        head->column = 0;
        finding->diagnostic.places[1].form = PLACE_WHOLE;
        say(&finding->diagnostic.places[1].said, WORDS(text));
    }
}

// Shows the head of the loop that does not end: where in it the program was found is chance.
static void say_endless(const struct source *source, struct finding *finding) {
    struct source_place *place = &finding->places[0], last;
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    if (structure == NULL) {
        return;
    }
    if (!source_find(source, finding->diagnostic.loop_last, &last) || strcmp(last.file, place->file) != 0) {
        last = *place;
    }
    const struct block *loop = structure_loop(structure, (int[]){place->line, last.line}, 2);
    if (loop != NULL) {
        place->line = loop->head;
        place->column = 0;
    } else if (last.line < place->line) {
        *place = last;
    }
}

// Where is the array in shared memory declared, which is too short?
static void say_declared(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *place = &finding->places[0];
    int line = place->line > 0 && said_has(&diagnostic->message, TOPICS(TOPIC_ELEMENTS_OF_BYTES))
                   ? statement_declared(place->file, diagnostic->kernel, diagnostic->array)
                   : 0;
    if (line > 0 && line != place->line) {
        remark_add(finding, WORDS(TOPIC(DECLARED_AT), NUMBER(line)));
        remark_names(finding, line);
    }
}

// The line is compiled only because a macro is not defined.
static void say_undefined(struct finding *finding) {
    char name[64];
    int undefined =
        finding->places[0].line > 0
            ? structure_undefined(finding->places[0].file, finding->places[0].line, name, sizeof(name))
            : 0;
    if (undefined > 0) {
        remark_add(finding, WORDS(TOPIC(COMPILED_BECAUSE), NAME(name), NUMBER(undefined)));
        remark_names(finding, undefined);
    }
}

// Says in which launch it happened, unless it was the first.
static void say_launch(const struct source *source, struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    if (diagnostic->launch > 1 && diagnostic->kernel[0] != '\0') {
        struct source_place launch;
        finding->of_launch = true;
        if (source_find(source, diagnostic->launch_pc, &launch) && launch.done == 0) {
            finding->launch_line = launch.line;
            remark_names(finding, launch.line);
        }
    }
}

// Names an array in host memory by the variable that gets its address where it is allocated.
static void say_host_array(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    const int64_t bytes = diagnostic->host_bytes;
    const bool leak = diagnostic->class_ == DIAGNOSTIC_LEAK;
    const struct source_place *allocated = &places[leak ? 0 : 1];
    char name[32];
    const size_t all = diagnostic->array_bytes;
    if (diagnostic->kernel[0] != '\0' || diagnostic->array[0] != '\0' || allocated->line == 0 ||
        places[0].done > 0 || allocated->done > 0 ||
        !statement_allocates(allocated->file, allocated->line, name)) {
        return;
    }
    if (leak && all > 0) {
        say(&diagnostic->message, WORDS(TOPIC(NEVER_FREED), NAME(name), NUMBER(all)));
    } else if (bytes > 0 && diagnostic->first_byte % bytes == 0 &&
               diagnostic->array_bytes % (uint64_t)bytes == 0 &&
               statement_has_element(places[0].file, places[0].line, name)) {
        const bool writes = said_has(&diagnostic->message, TOPICS(TOPIC_WRITES));
        const unsigned long long elements = diagnostic->array_bytes / (uint64_t)bytes;
        char element[80];
        struct said length;
        snprintf(element, sizeof(element), "%s[%lld]", name, (long long)(diagnostic->first_byte / bytes));
        say(&length, WORDS(TOPIC(ELEMENTS_OF_BYTES), NUMBER(elements), NUMBER(bytes)));
        say(&diagnostic->message,
            WORDS(TOPIC(OUTSIDE), TOPIC(HOST_CODE), writes ? TOPIC(WRITES) : TOPIC(READS), NAME(element),
                  NAME(name), PART(length)));
    }
}

void error_lines_add(const struct source *source, struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    if (source == NULL) {
        return;
    }
    if (diagnostic->class_ == DIAGNOSTIC_SHUFFLE) {
        barrier_lines_put_first(finding);
    }
    if (diagnostic->class_ == DIAGNOSTIC_BARRIER) {
        barrier_lines_add(finding);
    } else if (diagnostic_is_race(diagnostic->class_)) {
        race_lines_add(source, finding);
    } else if (diagnostic->loop_last != 0) {
        say_endless(source, finding);
    } else if (diagnostic->class_ == DIAGNOSTIC_ENDLESS_LOOP && diagnostic->near_pc == 0) {
        say_loop(finding, TOPIC(LOOP_WITHOUT_END));
    } else if (diagnostic->loop_ends) {
        say_loop(finding, TOPIC(RIGHT_STEPS));
    }
    say_host_array(finding);
    if (diagnostic->class_ == DIAGNOSTIC_OUT_OF_BOUNDS) {
        say_declared(finding);
    }
    say_undefined(finding);
    say_launch(source, finding);
}

bool error_lines_fit_hint(const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const enum topic missing = said_topic(&diagnostic->missing);
    if (missing == TOPIC_RACE_OF_INDEX || (missing == TOPIC_RACE_IN_STATEMENT && !finding->updates) ||
        said_has(&diagnostic->message,
                 TOPICS(TOPIC_WRITES_TO_WRONG_INDEX, TOPIC_KERNEL_IDLE, TOPIC_READS_BEFORE_LAUNCH))) {
        return false;
    }
    const bool late = said_has(&diagnostic->missing, TOPICS(TOPIC_FLAG_BEFORE_IT));
    return !(late && is_said(&finding->said)) && // the line that writes the flag is shown
           !race_lines_of_one_line(finding);     // its hint is about a flag
}
