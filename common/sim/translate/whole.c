// cudaMemcpy(&sum, d_sum, ...)   becomes   cudaMemcpy(sim_whole(sum), d_sum, ...)
//
// in host functions, and the same for the other copies: the simulator then knows where the variable ends.
//
// CHECK(cudaMemcpy(&sum, d_sum, ...));   becomes   sim_whole(sum); CHECK(cudaMemcpy(&sum, d_sum, ...));
//
// A macro may make a string of its argument, which should then be the student's.
#include "functions.h"
#include "notices.h"

#include <stdlib.h>

// The statement in a block that is a call, or a macro, with the call among its arguments. NULL if there is none.
static const struct node *find_statement(const struct node *call) {
    const struct node *statement = call;
    while (statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    const struct node *outer = statement->child;
    return (statement->kind == NODE_EXPRESSION || statement->kind == NODE_MACRO) && outer != call &&
                   outer->kind == NODE_CALL && outer->child->kind == NODE_NAME
               ? statement
               : NULL;
}

// Puts a statement for the variable at `name` in front of another one. The names have the variable's place, as the
// compiler may say that there is no such variable.
static int insert_statement(struct source *source, const struct node *statement, token_index name) {
    const struct token *variable = &source->tokens[name];
    const size_t at = tree_begin(source->tree, statement);
    struct buffer text = {0};
    int result = buffer_add_string(&text, "sim_whole(") != 0 ||
                         source_add_place(&text, source, variable->offset, variable->line) != 0 ||
                         buffer_add(&text, source->text + variable->offset, variable->length) != 0 ||
                         buffer_add_string(&text, "); ") != 0 ||
                         source_add_place(&text, source, at, source->tokens[statement->first].line) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, at, at, &text);
    free(text.bytes);
    return result;
}

int rewrite_whole(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].for_device ? NULL : functions->list[k].block;
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            if (!notice_copied(source->tree, node)) {
                continue;
            }
            const struct node *statement = find_statement(node->parent);
            if (statement != NULL ? insert_statement(source, statement, node->child->name) != 0
                                  : source_replace_word(source, node->first, "sim_whole(") != 0 ||
                                        source_insert(source, tree_end(source->tree, node), ")") != 0) {
                return -1;
            }
        }
    }
    return 0;
}
