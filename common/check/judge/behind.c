#include "check/judge/behind.h"

#include <stdio.h>
#include <string.h>

#include "lang/questions.h"

void behind_add(struct finding *finding, const char *file, int line, const struct said_word *words) {
    bool known = line == 0 || finding->behind_count == FINDING_BEHIND ||
                 (finding->call.line == line && strcmp(finding->call.file, file) == 0);
    for (int i = 0; i < 2; i++) {
        known |= finding->places[i].line == line && strcmp(finding->places[i].file, file) == 0;
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        known |= finding->behind[i].place.line == line && strcmp(finding->behind[i].place.file, file) == 0;
    }
    if (known) {
        return;
    }
    struct behind *made = &finding->behind[finding->behind_count++];
    *made = (struct behind){.place.line = line};
    snprintf(made->place.file, sizeof(made->place.file), "%s", file);
    say(&made->said, words);
}

// Does `root` read memory or another lane: has it an element, or a call that may? A call of a function of the file does
// not if that has neither.
static bool may_read(const struct tree *tree, const struct node *root, bool nested) {
    for (const struct node *node = root; node != NULL; node = tree_next(node, root)) {
        bool found = node->kind == NODE_CALL;
        for (const struct node *called = NULL;
             found && !nested && (called = question_next_function(tree, called)) != NULL;) {
            found =
                !question_same_word(tree, called->name, node->child->name) || may_read(tree, called, true);
        }
        if (found || node->kind == NODE_INDEX) {
            return true;
        }
    }
    return false;
}

bool behind_index_is_computed(const struct finding *finding) {
    enum { SETTINGS_MAX = 8 };
    const struct source_place *place = &finding->places[0];
    const struct tree *tree = tree_of(place->file);
    const struct node *function = tree != NULL ? question_function(tree, place->line) : NULL;
    struct setting settings[SETTINGS_MAX];
    if (function == NULL || !function->kernel) { // others get indices from their callers
        return false;
    }
    // Of all arrays, if this one has another name there.
    const char *array = question_index(tree, place->line, finding->diagnostic.array) != NULL
                            ? finding->diagnostic.array
                            : NULL;
    const size_t count = question_settings(tree, place->line, array, settings, SETTINGS_MAX);
    bool reads = question_index(tree, place->line, array) == NULL || count == SETTINGS_MAX;
    for (const struct node *node = NULL; (node = question_node(tree, place->line, node)) != NULL;) {
        const struct node *of = node->kind == NODE_INDEX ? question_array(node) : NULL;
        reads |= of != NULL && (array == NULL || tree_name_is(tree, of, array)) &&
                 may_read(tree, node->last, false);
    }
    for (size_t i = 0; i < count; i++) {
        const struct node *node = settings[i].node;
        reads |= settings[i].handed ||
                 (!settings[i].loop && node->kind != NODE_FUNCTION && may_read(tree, node, false));
    }
    return !reads;
}

bool behind_asks_for_index(const struct finding *finding) {
    const enum diagnostic_class class_ = finding->diagnostic.class_;
    return class_ == DIAGNOSTIC_OUT_OF_BOUNDS ||
           said_topic(&finding->diagnostic.missing) == TOPIC_RACE_OF_INDEX ||
           (class_ == DIAGNOSTIC_RACE_GLOBAL && finding->places[0].line == finding->places[1].line);
}
