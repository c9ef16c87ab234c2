// Under a diagnostic: the conditions under which its lines ran, with the values that their variables had at the error,
// and what makes its index.
#include <stdio.h>
#include <string.h>

#include "check/report/report.h"
#include "lang/questions.h"
#include "text/translation.h"

enum { SHOWN_LINES_MAX = 32, SHOWN_TEXT_SIZE = 320 };

// The lines that a report shows or names already. Each function adds those that it shows, and leaves out the others.
struct shown_lines {
    int lines[SHOWN_LINES_MAX];
    size_t count;
};

// What is said of conditions and loops around a place.
static const char *const when_once[] = {N_("this condition was true"), N_("this condition was false"),
                                        N_("this loop was still running")},
                         *const when_both[] = {N_("this condition was true for both threads"),
                                               N_("this condition was false for both threads"), NULL},
                         *const when_lanes[] = {N_("only threads for which this condition is true get here"),
                                                N_("only threads for which this condition is false get here"),
                                                NULL},
                         *const when_elsewhere[] = {N_("they are written only if this condition is true"),
                                                    N_("they are written only if this condition is false"),
                                                    NULL},
                         *const when_looped[] = {NULL, NULL, N_("this loop was still running")};

// The place of an error around which conditions and loops are shown.
static const struct {
    enum diagnostic_class class_;
    int place;
    const char *const *when;
} shown_of[] = {
    {DIAGNOSTIC_WRONG_ELEMENT, 0, when_looped},       {DIAGNOSTIC_ADDED_TWICE, 0, when_looped},
    {DIAGNOSTIC_OUT_OF_BOUNDS, 0, when_once},         {DIAGNOSTIC_SHUFFLE, 0, when_lanes},
    {DIAGNOSTIC_OUTPUT_UNWRITTEN, 1, when_elsewhere},
};

// Adds a line, if there is room. Returns false if it is among them already.
static bool shown_add(struct shown_lines *shown, int line) {
    for (size_t i = 0; i < shown->count; i++) {
        if (shown->lines[i] == line) {
            return false;
        }
    }
    if (shown->count < SHOWN_LINES_MAX) {
        shown->lines[shown->count++] = line;
    }
    return true;
}

void report_add_range(const struct source_place *place, char *text, size_t size) {
    static const char *const types[][2] = {
        {"char", "-128 to 127"},          {"int8_t", "-128 to 127"},         {"signed char", "-128 to 127"},
        {"unsigned char", "0 to 255"},    {"uint8_t", "0 to 255"},           {"short", "-32,768 to 32,767"},
        {"int16_t", "-32,768 to 32,767"}, {"unsigned short", "0 to 65,535"}, {"uint16_t", "0 to 65,535"}};
    const struct tree *tree = place->line > 0 ? tree_of(place->file) : NULL;
    const struct node *node = NULL;
    while (tree != NULL && (node = question_node(tree, place->line, node)) != NULL) {
        const struct node *type = node->kind == NODE_DECLARATOR ? node->before : NULL;
        if (type == NULL || type->kind != NODE_TYPE || node->first != node->name ||
            tree_token_is(tree, node->name + 1, "[")) {
            continue; // no variable
        }
        const char *begin = tree->text + tree_begin(tree, type);
        const size_t length = tree_end(tree, type) - tree_begin(tree, type), end = strlen(text);
        for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
            if (strlen(types[i][0]) == length && strncmp(begin, types[i][0], length) == 0) {
                char name[QUESTION_NAME];
                question_word(tree, node->name, name);
                snprintf(text + end, size - end, _("; %s holds only %s"), name, types[i][1]);
            }
        }
    }
}

// Adds ": tid = 128, stride = 64" to a text: the values that the variables in the line of the source had at the error,
// in the function where it was. Of the line, only the head of this statement; NULL: all. Returns how many there are.
static size_t add_values(const struct finding *finding, const struct source_place *place,
                         const struct node *head, char text[SHOWN_TEXT_SIZE]) {
    enum { VALUES_MAX = 4 };
    const struct tree *tree = finding != NULL ? tree_of(place->file) : NULL;
    size_t shown[VALUES_MAX], count = 0;
    if (tree == NULL || strcmp(place->file, finding->places[0].file) != 0 ||
        question_function(tree, place->line) != question_function(tree, finding->places[0].line)) {
        return 0;
    }
    for (const struct node *node = NULL; (node = question_node(tree, place->line, node)) != NULL;) {
        const bool names = node->kind == NODE_NAME || node->kind == NODE_DECLARATOR;
        size_t i = 0, k = 0;
        while (i < finding->variable_count && !tree_name_is(tree, node, finding->variables[i].name)) {
            i++;
        }
        while (k < count && shown[k] != i) {
            k++;
        }
        if (names && (head == NULL || (head->first <= node->first && node->end <= head->end)) &&
            i < finding->variable_count && k == count && count < VALUES_MAX &&
            tree->tokens[node->name].line == place->line) {
            size_t used = strlen(text);
            snprintf(text + used, SHOWN_TEXT_SIZE - used, "%s %s = %s", count == 0 ? ":" : ",",
                     finding->variables[i].name, finding->variables[i].value);
            shown[count++] = i;
        }
    }
    return count;
}

// Prints a text about the place's own line, which is shown already, and the values of the variables in this head of a
// statement there; without values, nothing.
static void print_own_values(const struct terminal *terminal, const struct finding *values,
                             const struct source_place *place, const struct node *head, const char *text) {
    char said[SHOWN_TEXT_SIZE];
    snprintf(said, sizeof(said), "%s", text);
    if (add_values(values, place, head, said) > 0) {
        fprintf(terminal->out, "  %s\n", said);
    }
}

// Prints a line of the place's file with this text and the values of `values`, or NULL, unless it was shown.
static void print_shown_line(const struct terminal *terminal, const struct finding *values,
                             const struct source_place *place, int line, const char *text,
                             struct shown_lines *shown) {
    struct source_place at = *place;
    char said[SHOWN_TEXT_SIZE];
    at.line = line;
    at.column = 0;
    if (!shown_add(shown, line)) {
        return;
    }
    snprintf(said, sizeof(said), "%s", text);
    add_values(values, &at, NULL, said);
    report_add_range(&at, said, sizeof(said));
    report_place(terminal, &at, said);
}

// The innermost loop or `if` of which both the head and the body begin in the line; NULL: none.
static const struct node *find_one_line_head(const struct tree *tree, int line) {
    const struct node *found = NULL;
    for (const struct node *node = NULL; (node = question_node(tree, line, node)) != NULL;) {
        const bool decides = (node->kind == NODE_IF || question_is_loop(node)) && node->last != NULL;
        const struct node *body = decides && node->last->kind == NODE_BLOCK ? node->last->child : node->last;
        found = decides && body != NULL && question_first_line(tree, node) == line &&
                        question_first_line(tree, body) == line
                    ? node
                    : found;
    }
    return found;
}

// The nearest condition and the nearest loop that decide whether and how often the place's line runs, with these texts
// (N_), or NULL: not those. With values of variables from `values`, also of a condition in that line; NULL: none.
static void print_decisions(const struct terminal *terminal, const struct finding *values,
                            const struct source_place *place, const char *const texts[3],
                            struct shown_lines *shown) {
    enum { DECISIONS_MAX = 16 };
    struct decision decisions[DECISIONS_MAX];
    const struct tree *tree = place->line > 0 && place->done == 0 ? tree_of(place->file) : NULL;
    if (tree == NULL) {
        return;
    }
    const struct node *own = values != NULL ? find_one_line_head(tree, place->line) : NULL;
    const char *text = own == NULL ? NULL : texts[question_is_loop(own) ? DECISION_LOOP : DECISION_TRUE];
    if (text != NULL) {
        print_own_values(terminal, values, place, tree_child_of_kind(own, NODE_HEAD), translate(text));
    }
    const bool host = values != NULL && values->diagnostic.kernel[0] == '\0';
    const size_t all = question_decisions(tree, place->line, decisions, DECISIONS_MAX);
    bool found[2] = {false, false}; // a loop; another condition
    for (size_t i = 0; i < all; i++) {
        const bool loop = decisions[i].kind == DECISION_LOOP;
        text = texts[decisions[i].kind];
        if (!found[loop] && text != NULL &&
            !(host && decisions[i].kind == DECISION_FALSE)) { // left where there was nothing to do
            print_shown_line(terminal, values, place, decisions[i].line, translate(text), shown);
        }
        found[loop] = true;
    }
}

// Of two barriers at which threads of one block wait: the loop or `if` around only one of them.
static void print_around(const struct terminal *terminal, const struct finding *finding,
                         struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    const struct tree *tree = tree_of(places[0].file);
    for (int i = 0; i < 2 && tree != NULL; i++) {
        const struct node *around = question_around(tree, places[i].line);
        if (around != NULL && strcmp(places[0].file, places[1].file) == 0 &&
            !question_has_line(tree, around, places[1 - i].line)) {
            print_shown_line(terminal, NULL, &places[i], question_first_line(tree, around),
                             question_is_loop(around) ? _("not all threads come in here as often")
                                                      : _("not all threads come in here"),
                             shown);
            break;
        }
    }
}

// The name of the function that is called in an index of the array in the line; NO_TOKEN: none.
static int index_function(const struct tree *tree, int line, const char *array) {
    const struct node *call = NULL, *of = NULL;
    do {
        call = question_call_in_index(tree, line, call);
        of = call != NULL ? question_array(tree_parent_of_kind(call, NODE_INDEX)) : NULL;
    } while (call != NULL && !(of != NULL && tree_name_is(tree, of, array)));
    return call != NULL ? call->child->name : NO_TOKEN;
}

// Does a line before call the function for a variable in the array's index at this line?
static bool sets_index(const struct tree *tree, int line, const char *array, const char *function) {
    enum { SETTINGS_MAX = 8 };
    struct setting settings[SETTINGS_MAX];
    const size_t count = question_settings(tree, line, array, settings, SETTINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (question_call(tree, settings[i].node, NULL, function) != NULL) {
            return true;
        }
    }
    return false;
}

// Says that a function makes the index of the array where it is written first in this function, but not where it is
// read, or the other way round.
static void print_other_index(const struct terminal *terminal, const struct finding *finding) {
    const struct source_place *place = &finding->places[0];
    char array[sizeof(finding->diagnostic.array)]; // without an index
    snprintf(array, sizeof(array), "%.*s", (int)strcspn(finding->diagnostic.array, "["),
             finding->diagnostic.array);
    const struct tree *tree = place->line > 0 && place->done == 0 ? tree_of(place->file) : NULL;
    const struct node *function = tree != NULL ? question_function(tree, place->line) : NULL;
    const int written = function != NULL ? question_assigned(tree, function, array) : 0;
    if (written == 0) {
        return;
    }
    const int here = index_function(tree, place->line, array), there = index_function(tree, written, array);
    char name[QUESTION_NAME];
    if ((here == NO_TOKEN) == (there == NO_TOKEN)) {
        return;
    }
    question_word(tree, here != NO_TOKEN ? here : there, name);
    if (!sets_index(tree, here != NO_TOKEN ? written : place->line, array, name)) {
        fprintf(terminal->out, _("  %s() makes the index of %s at line %d, but not at line %d\n"), name,
                array, here != NO_TOKEN ? place->line : written, here != NO_TOKEN ? written : place->line);
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
        if (!finding->diagnostic.two_blocks) {
            print_decisions(terminal, NULL, &places[0], when_both, &shown);
        }
        return;
    }
    if (said_has(message, TOPICS(TOPIC_NO_THREAD_READS, TOPIC_ADDS_NOTHING_OF, TOPIC_PASSED_BY,
                                 TOPIC_WRITES_NO_ELEMENT))) {
        print_decisions(terminal, NULL, &places[0], when_lanes, &shown);
        return;
    }
    if (said_has(message, TOPICS(TOPIC_TWO_BARRIERS, TOPIC_OTHERS_GO_PAST_BARRIER))) {
        print_around(terminal, finding, &shown);
    }
    for (size_t i = 0; i < sizeof(shown_of) / sizeof(shown_of[0]); i++) {
        if (shown_of[i].class_ == class_) {
            print_decisions(terminal, class_ == DIAGNOSTIC_OUT_OF_BOUNDS ? finding : NULL,
                            &places[shown_of[i].place], shown_of[i].when, &shown);
        }
    }
    if (class_ == DIAGNOSTIC_UNSET_READ) {
        if (said_topic(&finding->diagnostic.places[1].said) == TOPIC_OTHERS_WRITTEN_HERE) {
            print_decisions(terminal, NULL, &places[1], when_elsewhere, &shown);
        }
        print_other_index(terminal, finding);
    }
}
