#include "check/judge/unordered.h"

#include <string.h>

#include "lang/questions.h"

// Are they of one thread, between the same two writes of it?
static bool same_moment(const struct diagnostic *a, const struct diagnostic *b) {
    return a->moment != 0 && a->moment == b->moment && a->block == b->block && a->launch == b->launch;
}

// Is there a statement, not a block of them, or the head of one, that both lines belong to?
static bool in_one_statement(const struct tree *tree, int a, int b) {
    const struct node *found = NULL;
    for (const struct node *node = NULL; (node = question_node(tree, a, node)) != NULL;) {
        found = question_has_line(tree, node, b) ? node : found;
    }
    while (found != NULL && found->kind != NODE_HEAD && found->kind != NODE_EXPRESSION &&
           found->kind != NODE_DECLARATION && found->kind != NODE_RETURN && found->kind != NODE_BLOCK) {
        found = found->parent;
    }
    return found != NULL && found->kind != NODE_BLOCK;
}

static bool same_statement(const struct source *source, const struct diagnostic *a,
                           const struct diagnostic *b) {
    struct source_place first, second;
    if (!source_find(source, a->places[0].pc, &first) || !source_find(source, b->places[0].pc, &second) ||
        strcmp(first.file, second.file) != 0) {
        return false;
    }
    const struct tree *tree = first.line == second.line ? NULL : tree_of(first.file);
    return first.line == second.line || (tree != NULL && in_one_statement(tree, first.line, second.line));
}

static bool comes_before(const struct diagnostic *a, const struct diagnostic *b) {
    if (a->order != b->order) {
        return a->order < b->order;
    }
    if (a->class_ != b->class_) {
        return a->class_ < b->class_;
    }
    if (a->places[0].act != b->places[0].act) {
        return a->places[0].act < b->places[0].act;
    }
    const int arrays = strcmp(a->array, b->array);
    return arrays != 0 ? arrays < 0 : a->first_byte < b->first_byte;
}

// Is it in the statement of the read that cannot happen, after which it was found?
static bool is_of_stray(const struct case_outcome *run, const struct source *source, size_t number) {
    const struct diagnostic *found = &run->diagnostics[number];
    size_t stray = number;
    while (stray > 0 && same_moment(&run->diagnostics[stray - 1], found) &&
           run->diagnostics[stray].after_stray) {
        stray--;
    }
    return !run->diagnostics[stray].after_stray && same_statement(source, &run->diagnostics[stray], found);
}

size_t unordered_settle(const struct case_outcome *run, const struct source *source, size_t *order) {
    const struct diagnostic *all = run->diagnostics;
    size_t count = 0;
    for (size_t i = 0; i < run->diagnostic_count; i++) {
        if (all[i].after_stray && !is_of_stray(run, source, i)) {
            continue;
        }
        size_t to = count++;
        while (to > 0 && same_moment(&all[order[to - 1]], &all[i]) &&
               comes_before(&all[i], &all[order[to - 1]]) &&
               same_statement(source, &all[order[to - 1]], &all[i])) {
            order[to] = order[to - 1];
            to--;
        }
        order[to] = i;
    }
    return count;
}
