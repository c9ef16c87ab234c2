// What must hold of every tree.
#ifndef LABS_TREE_CHECK_H
#define LABS_TREE_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

// Fails with a message if the condition does not hold.
#define REQUIRE(condition)                                                                                   \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            return false;                                                                                    \
        }                                                                                                    \
    } while (0)

// Prints what lies before the tokens [from, to), and the tokens.
static inline size_t tree_print_tokens(const struct tree *tree, int from, int to, char *out, size_t length) {
    for (int i = from; i < to; i++) {
        const size_t begin = i == 0 ? 0 : tree->tokens[i - 1].offset + tree->tokens[i - 1].length,
                     end = tree->tokens[i].offset + tree->tokens[i].length;
        memcpy(out + length, tree->text + begin, end - begin);
        length += end - begin;
    }
    return length;
}

// Prints the tree: each node's own tokens, and those of its children, with what lies between. The result is to be
// freed.
static inline char *tree_print(const struct tree *tree, size_t *length) {
    char *out = malloc(tree->length + 1);
    const struct node *node = tree->file;
    int printed = 0; // tokens
    *length = 0;
    while (out != NULL && node != NULL) {
        if (node->first >= printed) {
            *length = tree_print_tokens(tree, printed, node->first, out, *length);
            printed = node->first;
        }
        const struct node *next = node->child;
        while (next == NULL && node != NULL) { // the node ends
            *length = tree_print_tokens(tree, printed, node->end, out, *length);
            printed = node->end > printed ? node->end : printed;
            next = node->next;
            node = next == NULL ? node->parent : node;
        }
        node = next;
    }
    if (out != NULL) {
        *length = tree_print_tokens(tree, printed, tree->token_count + 1, out, *length);
    }
    return out;
}

static inline bool tree_check_node(const struct tree *tree, const struct node *node) {
    const struct node *parent = node->parent, *before = NULL;
    REQUIRE(node->kind > NODE_ANY && node->kind < NODE_KIND_COUNT);
    REQUIRE(0 <= node->first && node->first <= node->end && node->end <= tree->token_count);
    REQUIRE(node->height <= TREE_HEIGHT_MAX);
    REQUIRE(node->name == NO_TOKEN || (node->first <= node->name && node->name < node->end));
    REQUIRE(parent == NULL || (parent->first <= node->first && node->end <= parent->end));
    REQUIRE(parent == NULL || node->complete || !parent->complete);
    REQUIRE(node->kind != NODE_BROKEN || !node->complete);
    REQUIRE(tree_begin(tree, node) <= tree_end(tree, node));
    for (const struct node *child = node->child; child != NULL; child = child->next) {
        REQUIRE(child->parent == node && child->before == before && child->height < node->height);
        REQUIRE(before == NULL || before->end <= child->first);
        before = child;
    }
    REQUIRE(node->last == before);
    return true;
}

// Is the tree a tree, and does it have the whole text?
static inline bool tree_check(const struct tree *tree) {
    size_t length;
    char *printed = tree_print(tree, &length);
    const bool same = printed != NULL && length == tree->length && memcmp(printed, tree->text, length) == 0;
    free(printed);
    REQUIRE(same);
    for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
        if (!tree_check_node(tree, node)) {
            return false;
        }
    }
    return true;
}

#endif
