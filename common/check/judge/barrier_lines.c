#include "check/judge/barrier_lines.h"

#include <string.h>

#include "check/judge/remark.h"
#include "lang/questions.h"

// Does a condition in the barrier's own statement decide who waits?
static bool barrier_is_chosen(const struct tree *tree, int barrier) {
    for (const struct node *call = NULL; (call = question_barrier(tree, tree->file, call)) != NULL;) {
        const struct node *at = question_first_line(tree, call) == barrier ? call : NULL;
        for (; at != NULL && at->kind != NODE_BLOCK; at = at->parent) {
            const struct node *parent = at->parent;
            if (at->before != NULL && (parent->kind == NODE_CONDITIONAL || strcmp(parent->sign, "&&") == 0 ||
                                       strcmp(parent->sign, "||") == 0)) {
                return true;
            }
        }
    }
    return false;
}

// Does the thread that jumps here leave the function or the loop around the line, one iteration of it, or the line
// itself behind?
static bool leaves(const struct tree *tree, const struct node *jump, int line) {
    const struct node *around = jump->parent, *function = question_function(tree, line);
    if (jump->kind == NODE_GOTO) {
        const struct node *label = function;
        while (label != NULL && !(label->kind == NODE_LABEL && question_first_line(tree, label) > line &&
                                  question_same_word(tree, label->name, jump->first + 1))) {
            label = tree_next(label, function);
        }
        return label != NULL;
    }
    while (around != function && around->kind != NODE_LAMBDA &&
           (jump->kind == NODE_RETURN ||
            !(question_is_loop(around) || (jump->kind == NODE_BREAK && around->kind == NODE_SWITCH)))) {
        around = around->parent;
    }
    return around->kind != NODE_SWITCH && question_has_line(tree, around, line);
}

// The last place before the line where a thread does so; NULL: none.
static const struct node *leave_before(const struct tree *tree, int line) {
    const struct node *function = question_function(tree, line), *found = NULL;
    for (const struct node *node = function; node != NULL; node = tree_next(node, function)) {
        const bool jumps = node->kind == NODE_RETURN || node->kind == NODE_BREAK ||
                           node->kind == NODE_CONTINUE || node->kind == NODE_GOTO;
        if (jumps && question_first_line(tree, node) < line && leaves(tree, node, line)) {
            found = node;
        }
    }
    return found;
}

// The line that calls the lambda, or the kernel's function, that the barrier is in, unless a loop or `if` is around the
// barrier there; 0: none.
static int call_to_barrier(const struct tree *tree, const char *kernel_name, int barrier) {
    const struct node *around = question_around(tree, barrier), *function = question_function(tree, barrier),
                      *kernel = question_kernel(tree, kernel_name), *called = NULL, *within = NULL;
    for (const struct node *node = NULL; (node = question_node(tree, barrier, node)) != NULL;) {
        if (node->kind == NODE_LAMBDA && node->parent->kind == NODE_DECLARATOR &&
            (around == NULL || around->first < node->first)) {
            called = node->parent;
            within = function;
        }
    }
    if (called == NULL && around == NULL && function != NULL && function != kernel) {
        called = function;
        within = kernel;
    }
    char name[QUESTION_NAME];
    if (within == NULL) {
        return 0;
    }
    question_word(tree, called->name, name);
    const struct node *call = question_call(tree, within, NULL, name);
    return call != NULL ? question_first_line(tree, call) : 0;
}

void barrier_lines_add(struct finding *finding) {
    struct source_place *left = &finding->places[1];
    struct diagnostic_place *second = &finding->diagnostic.places[1];
    int barrier = finding->places[0].line;
    if (is_said(&second->said) || barrier == 0) {
        return;
    }
    const struct tree *tree = tree_of(finding->places[0].file);
    if (tree == NULL) {
        *left = (struct source_place){.line = 0};
        return;
    }
    // Where nothing in the function keeps a thread from the barrier, something may keep it from the call.
    const struct node *leave = leave_before(tree, barrier);
    const int call = leave == NULL ? call_to_barrier(tree, finding->diagnostic.kernel, barrier) : 0;
    leave = call > 0 ? leave_before(tree, call) : leave;
    const struct node *around = question_around(tree, call > 0 ? call : barrier);
    const bool loop = around != NULL && question_is_loop(around);
    *left = finding->places[0];
    left->column = 0;
    if (barrier_is_chosen(tree, barrier)) {
        say(&second->said, WORDS(TOPIC(CONDITION_IN_STATEMENT)));
    } else if (leave != NULL) {
        left->line = question_first_line(tree, leave);
        say(&second->said, WORDS(leave->kind == NODE_RETURN     ? TOPIC(RETURNS_BEFORE_BARRIER)
                                 : leave->kind == NODE_BREAK    ? TOPIC(BREAKS_BEFORE_BARRIER)
                                 : leave->kind == NODE_CONTINUE ? TOPIC(CONTINUES_BEFORE_BARRIER)
                                                                : TOPIC(JUMPS_OVER_BARRIER)));
    } else if (around != NULL) {
        left->line = question_first_line(tree, around);
        say(&second->said, WORDS(call > 0 && loop ? TOPIC(CALL_OF_BARRIER_IN_LOOP)
                                 : call > 0       ? TOPIC(CALL_OF_BARRIER_INSIDE)
                                 : loop           ? TOPIC(BARRIER_IN_LOOP)
                                                  : TOPIC(BARRIER_INSIDE)));
    } else {
        *left = (struct source_place){.line = 0};
    }
}

void barrier_lines_put_first(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place barrier = finding->places[1], call = finding->places[0];
    const struct tree *tree = said_topic(&diagnostic->places[1].said) == TOPIC_WAITS_AT_BARRIER &&
                                      remark_in_one_file(&barrier, &call)
                                  ? tree_of(barrier.file)
                                  : NULL;
    const struct node *around = tree == NULL ? NULL : question_around(tree, barrier.line);
    if (around == NULL || question_has_line(tree, around, call.line)) {
        return;
    }
    const struct node *branch = question_around(tree, call.line);
    const bool both =
        branch != NULL && !question_is_loop(branch) && !question_has_line(tree, branch, barrier.line);
    if (both && question_function(tree, call.line) == question_function(tree, barrier.line)) {
        return; // each of the two is in a branch of its own
    }
    struct diagnostic_place said = diagnostic->places[0];
    diagnostic->class_ = DIAGNOSTIC_BARRIER;
    diagnostic->places[0] = diagnostic->places[1];
    diagnostic->places[1] = said;
    finding->places[0] = barrier;
    finding->places[1] = call;
    say(&diagnostic->message, WORDS(TOPIC(OTHERS_GO_PAST_BARRIER)));
}
