// Asks both the tree and the words of regions (structure.h, conditions.h, origins.h) the same questions about lines,
// and lists where the answers differ. Exit code 1 unless that is as often as expected. In the labs, the words read the
// body of a macro as a function, a table of functions as calls, and end a declaration at its first `{`.
//
//     questions_compare EXPECTED FILE...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conditions.h"
#include "origins.h"
#include "questions.h"
#include "structure.h"
#include "words.h"

enum { MOST = 16 };

static size_t asked, different[5];

static void compare(int question, const char *path, int line, const char *words, const char *tree) {
    asked++;
    if (strcmp(words, tree) != 0) {
        different[question]++;
        printf("%s:%d: %s: words '%s', tree '%s'\n", path, line,
               (const char *[]){"loop", "function", "conditions", "call", "settings"}[question], words, tree);
    }
}

static void put(char *text, size_t size, const char *kind, int line) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, " %s%d", kind, line);
}

static void compare_loops(const char *path, const struct structure *structure, const struct tree *tree,
                          int line) {
    char words[64] = "", nodes[64] = "";
    const struct block *loop = structure_loop(structure, &line, 1),
                       *function = structure_function(structure, line);
    const struct node *tree_loop = question_loop(tree, &line, 1),
                      *tree_function = question_function(tree, line);
    put(words, sizeof(words), "", loop == NULL ? 0 : loop->head);
    put(nodes, sizeof(nodes), "", tree_loop == NULL ? 0 : tree_text_line(tree, tree_begin(tree, tree_loop)));
    compare(0, path, line, words, nodes);
    snprintf(words, sizeof(words), "%s %d", function == NULL ? "" : function->name,
             function != NULL && function->kernel);
    snprintf(nodes, sizeof(nodes), "%.*s %d",
             tree_function == NULL ? 0 : (int)tree->tokens[tree_function->name].length,
             tree_function == NULL ? "" : tree->text + tree->tokens[tree_function->name].offset,
             tree_function != NULL && tree_function->kernel);
    compare(1, path, line, words, nodes);
}

static void compare_conditions(const char *path, const struct structure *structure, const struct tree *tree,
                               int line) {
    static const char *const kinds[] = {"true ", "false ", "loop "};
    char words[512] = "", nodes[512] = "";
    struct condition conditions[MOST];
    struct decision decisions[MOST];
    struct words function;
    const struct block *body = structure_function(structure, line);
    if (body != NULL && (line == body->begin || line == body->end)) {
        return; // there, the words add the last `if`
    }
    size_t count =
        words_read(structure, line, &function) ? conditions_around(&function, line, conditions, MOST) : 0;
    for (size_t i = 0; i < count; i++) {
        put(words, sizeof(words), kinds[conditions[i].kind], conditions[i].line);
    }
    count = question_decisions(tree, line, decisions, MOST);
    for (size_t i = 0; i < count; i++) {
        put(nodes, sizeof(nodes), kinds[decisions[i].kind], decisions[i].line);
    }
    compare(2, path, line, words, nodes);
}

static void compare_settings(const char *path, const struct tree *tree, int line) {
    char words[512] = "", nodes[512] = "", name[64];
    struct origins origins = {.count = 0};
    struct setting settings[ORIGINS_MAX];
    origins_add(path, line, ORIGINS_OF_INDEX, &origins);
    for (size_t i = 0; i < origins.count; i++) {
        if (origins.lines[i].line != line) {
            put(words, sizeof(words), origins.lines[i].name, origins.lines[i].line);
        }
    }
    const size_t count = question_settings(tree, line, settings, ORIGINS_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct token *token = &tree->tokens[settings[i].name];
        snprintf(name, sizeof(name), "%.*s", (int)token->length, tree->text + token->offset);
        put(nodes, sizeof(nodes), name, settings[i].line);
    }
    compare(4, path, line, words, nodes);
}

static void compare_calls(const char *path, const struct structure *structure, const struct tree *tree) {
    for (size_t i = 0; i < structure->count; i++) {
        for (size_t k = 0; k < structure->count; k++) {
            const struct block *caller = &structure->blocks[i], *called = &structure->blocks[k];
            const struct node *function = question_function(tree, caller->begin);
            if (!caller->function || !called->function || function == NULL ||
                i == k) { // of itself: also its own name
                continue;
            }
            char words[32] = "", nodes[32] = "";
            const struct node *body = tree_child_of_kind(function, NODE_BLOCK),
                              *call = question_call(tree, body, NULL, called->name);
            put(words, sizeof(words), "", structure_call(structure, caller, called));
            put(nodes, sizeof(nodes), "",
                call == NULL ? 0 : tree_text_line(tree, tree->tokens[call->child->name].offset));
            compare(3, path, caller->begin, words, nodes);
        }
    }
}

int main(int count, char **arguments) {
    for (int i = 2; i < count; i++) {
        const struct structure *structure = structure_of(arguments[i]);
        const struct tree *tree = tree_of(arguments[i]);
        if (structure == NULL || tree == NULL) {
            printf("%s: cannot be read\n", arguments[i]);
            return 1;
        }
        for (int k = 0, line = 0; k < tree->token_count; k++) { // the lines that have words
            if (tree->tokens[k].line == line || tree->tokens[k].kind == TOKEN_DIRECTIVE_END) {
                continue;
            }
            line = tree->tokens[k].line;
            if (tree_token_is(tree, k, "}")) {
                continue; // there, the words answer for the statement behind it
            }
            compare_loops(arguments[i], structure, tree, line);
            compare_conditions(arguments[i], structure, tree, line);
            compare_settings(arguments[i], tree, line);
        }
        compare_calls(arguments[i], structure, tree);
    }
    printf("%zu answers; different: loop %zu, function %zu, conditions %zu, call %zu, settings %zu\n", asked,
           different[0], different[1], different[2], different[3], different[4]);
    const size_t all = different[0] + different[1] + different[2] + different[3] + different[4];
    return count < 2 || all != strtoul(arguments[1], NULL, 10);
}
