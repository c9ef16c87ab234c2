#include "check/judge/remark.h"

#include <string.h>

void remark_add(struct finding *finding, const struct said_word *words) {
    if (finding->added_count < FINDING_ADDED) {
        say(&finding->added[finding->added_count++], words);
    }
}

void remark_names(struct finding *finding, int line) {
    for (size_t i = 0; i < FINDING_NAMED; i++) {
        if (finding->named[i] == 0 || finding->named[i] == line) {
            finding->named[i] = line;
            return;
        }
    }
}

void remark_show(struct finding *finding, int line, const struct said_word *words) {
    say(&finding->said, words);
    finding->call = finding->places[0];
    finding->call.line = line;
    finding->call.column = 0;
}

bool remark_in_one_file(const struct source_place *a, const struct source_place *b) {
    return a->line > 0 && b->line > 0 && strcmp(a->file, b->file) == 0;
}

struct said remark_message(const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    struct said whole = diagnostic->message;
    if (is_said(&diagnostic->missing)) {
        say_more(&whole, &diagnostic->message, &diagnostic->missing);
    }
    for (size_t i = 0; i < finding->added_count; i++) {
        say_after(&whole, &whole, &finding->added[i]);
    }
    if (finding->of_launch && finding->launch_line > 0) {
        say(&whole, WORDS(TOPIC(IN_LAUNCH_AT), PART(whole), NUMBER(diagnostic->launch),
                          NAME(diagnostic->kernel), NUMBER(finding->launch_line)));
    } else if (finding->of_launch) {
        say(&whole,
            WORDS(TOPIC(IN_LAUNCH), PART(whole), NUMBER(diagnostic->launch), NAME(diagnostic->kernel)));
    }
    return whole;
}

struct said remark_place(const struct diagnostic_place *place) {
    struct said said = place->said;
    if (place->form == PLACE_ACT) {
        say(&said, WORDS(TOPIC(HERE), PART(said)));
    }
    return said;
}
