// Reads source files, and lists what the tree says cannot be read in them. Exit code 1 if there is something.
//
//     tree_files [--show] FILE...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "questions.h"

static void show(const struct tree *tree, const struct node *node, int depth) {
    printf("%*s%s %s", 2 * depth, "", tree_kind_name(node->kind), node->sign);
    if (node->name != NO_TOKEN) {
        printf(" '%.*s'", (int)tree->tokens[node->name].length, tree->text + tree->tokens[node->name].offset);
    }
    printf(" %d%s\n", question_first_line(tree, node), node->complete ? "" : " incomplete");
    for (const struct node *child = node->child; child != NULL; child = child->next) {
        show(tree, child, depth + 1);
    }
}

int main(int count, char **arguments) {
    int functions = 0, incomplete = 0, broken = 0, files = 0;
    size_t bytes = 0;
    bool shows = false;
    const clock_t begin = clock();
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--show") == 0) {
            shows = true;
            continue;
        }
        const struct tree *tree = tree_of(arguments[i]);
        if (tree == NULL || (!shows && !tree_check(tree))) {
            printf("%s: cannot be read\n", arguments[i]);
            return 1;
        }
        files++;
        bytes += tree->length;
        if (shows) {
            show(tree, tree->file, 0);
        }
        for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
            functions += node->kind == NODE_FUNCTION;
            if (node->kind == NODE_FUNCTION && !node->complete) {
                incomplete++;
            }
            if (node->kind == NODE_BROKEN) {
                broken++;
                const struct token *token = &tree->tokens[node->first];
                printf("%s:%d: %s '%.*s'\n", arguments[i], question_first_line(tree, node),
                       node->end > node->first ? "broken" : "missing before",
                       token->length < 60 ? (int)token->length : 60, tree->text + token->offset);
            }
        }
    }
    printf("%d files, %zu bytes, %d functions, %d incomplete, %d broken; %.1f ms\n", files, bytes, functions,
           incomplete, broken, 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC);
    return broken > 0;
}
