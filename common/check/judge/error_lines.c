#include "check/judge/error_lines.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/barrier_lines.h"
#include "check/judge/race_lines.h"
#include "check/judge/remark.h"
#include "lang/questions.h"

// Names the loop around the place: one that waits or launches for ever, or a step after which a value is not complete.
static void say_loop(struct finding *finding, struct said_word text) {
    struct source_place *head = &finding->places[1];
    int line = finding->places[0].line;
    if (is_said(&finding->diagnostic.places[1].said) || line == 0) {
        return;
    }
    const struct tree *tree = tree_of(finding->places[0].file);
    const struct node *loop = tree != NULL ? question_loop(tree, &line, 1) : NULL;
    if (loop != NULL && question_first_line(tree, loop) != line) {
        *head = finding->places[0];
        head->line = question_first_line(tree, loop);
        head->column = 0;
        finding->diagnostic.places[1].form = PLACE_WHOLE;
        say(&finding->diagnostic.places[1].said, WORDS(text));
    }
}

// Shows the head of the loop that does not end: where in it the program was found is chance.
static void say_endless(const struct source *source, struct finding *finding) {
    struct source_place *place = &finding->places[0], last;
    const struct tree *tree = place->line > 0 ? tree_of(place->file) : NULL;
    if (tree == NULL) {
        return;
    }
    if (!source_find(source, finding->diagnostic.loop_last, &last) || strcmp(last.file, place->file) != 0) {
        last = *place;
    }
    const struct node *loop = question_loop(tree, (int[]){place->line, last.line}, 2);
    if (loop != NULL) {
        place->line = question_first_line(tree, loop);
        place->column = 0;
    } else if (last.line < place->line) {
        *place = last;
    }
}

// The line where the kernel declares the array in shared memory; 0: it does not.
static int declaration_line(const struct tree *tree, const char *kernel, const char *array) {
    const struct node *within = question_kernel(tree, kernel);
    for (const struct node *node = within; node != NULL; node = tree_next(node, within)) {
        if (node->kind == NODE_DECLARATOR && tree_name_is(tree, node, array)) {
            bool shared = false;
            for (int i = node->parent->first; i < node->name; i++) {
                shared =
                    (shared || tree_token_is(tree, i, "__shared__")) && !tree_token_is(tree, i, "extern");
            }
            return shared ? question_first_line(tree, node) : 0;
        }
    }
    return 0;
}

// Where is the array in shared memory declared, which is too short?
static void say_declared(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *place = &finding->places[0];
    const struct tree *tree =
        place->line > 0 && said_has(&diagnostic->message, TOPICS(TOPIC_ELEMENTS_OF_BYTES))
            ? tree_of(place->file)
            : NULL;
    const int line = tree != NULL ? declaration_line(tree, diagnostic->kernel, diagnostic->array) : 0;
    if (line > 0 && line != place->line) {
        remark_add(finding, WORDS(TOPIC(DECLARED_AT), NUMBER(line)));
        remark_names(finding, line);
    }
}

// The line is compiled only because a macro is not defined: it is between `#ifndef NAME`, which begins no include
// guard, and its #else or #endif.
static void say_undefined(struct finding *finding) {
    const struct source_place *place = &finding->places[0];
    const struct tree *tree = place->line > 0 ? tree_of(place->file) : NULL;
    int closed = 0;     // conditions between the directive and the line
    bool other = false; // the line is in another branch than the first one
    for (int i = tree != NULL ? tree->token_count : 0; i-- > 0;) {
        if (tree->tokens[i].kind != TOKEN_DIRECTIVE || tree->tokens[i].line >= place->line) {
            continue;
        }
        const bool ifndef = tree_token_is(tree, i + 1, "ifndef");
        closed += tree_token_is(tree, i + 1, "endif");
        other |= closed == 0 && (tree_token_is(tree, i + 1, "else") || tree_token_is(tree, i + 1, "elif"));
        if (!ifndef && !tree_token_is(tree, i + 1, "if") && !tree_token_is(tree, i + 1, "ifdef")) {
            continue;
        }
        const bool guards = tree_token_is(tree, i + 5, "define") && question_same_word(tree, i + 6, i + 2);
        if (closed == 0 && ifndef && !other && !guards) {
            char name[QUESTION_NAME];
            question_word(tree, i + 2, name);
            remark_add(finding, WORDS(TOPIC(COMPILED_BECAUSE), NAME(name), NUMBER(tree->tokens[i].line)));
            remark_names(finding, tree->tokens[i].line);
            return;
        }
        other &= closed > 0;
        closed -= closed > 0;
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

// The variable that gets the address of the memory that is allocated in the line; NO_TOKEN: none, or nothing is.
//
//     int *h_sums = (int *)malloc(blocks * sizeof(int));         h_sums
static int allocated_name(const struct tree *tree, int line) {
    static const char *const calls[] = {"malloc", "calloc", "realloc", "aligned_alloc", "strdup"};
    for (const struct node *node = NULL; (node = question_node(tree, line, node)) != NULL;) {
        bool allocates = node->kind == NODE_NEW;
        for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]) && node->kind == NODE_CALL; i++) {
            allocates |= tree_name_is(tree, node->child, calls[i]);
        }
        const struct node *to = allocates ? node : NULL;
        while (to != NULL && to->kind != NODE_DECLARATOR && to->kind != NODE_ASSIGNMENT) {
            to = to->parent;
        }
        if (to != NULL) {
            return to->kind == NODE_DECLARATOR    ? to->name
                   : to->child->kind == NODE_NAME ? to->child->name
                                                  : NO_TOKEN;
        }
    }
    return NO_TOKEN;
}

// Names an array in host memory by the variable that gets its address where it is allocated.
static void say_host_array(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    const int64_t bytes = diagnostic->host_bytes;
    const bool leak = diagnostic->class_ == DIAGNOSTIC_LEAK;
    const struct source_place *allocated = &places[leak ? 0 : 1];
    char name[QUESTION_NAME];
    if (diagnostic->kernel[0] != '\0' || diagnostic->array[0] != '\0' || allocated->line == 0 ||
        places[0].done > 0 || allocated->done > 0) {
        return;
    }
    const struct tree *tree = tree_of(allocated->file);
    const int variable = tree != NULL ? allocated_name(tree, allocated->line) : NO_TOKEN;
    if (variable == NO_TOKEN) {
        return;
    }
    question_word(tree, variable, name);
    if (leak && diagnostic->array_bytes > 0) {
        say(&diagnostic->message, WORDS(TOPIC(NEVER_FREED), NAME(name), NUMBER(diagnostic->array_bytes)));
    } else if (bytes > 0 && diagnostic->first_byte % bytes == 0 &&
               diagnostic->array_bytes % (uint64_t)bytes == 0 && remark_in_one_file(&places[0], allocated) &&
               question_index(tree, places[0].line, name) != NULL) {
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
