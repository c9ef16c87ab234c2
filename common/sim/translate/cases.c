// switch (op) { case ADD: return a + b; case MUL: return a * b; } }   becomes   ... } SIM_NO_CASE }
//
// at the end of a function. Compilers say that such a function may end without returning its value, because an enum may
// have other values than its names. In lab code that would be an error (cmake/warnings.cmake), but the function is
// correct where no other value comes. SIM_NO_CASE stops a program in which one does.
#include "functions.h"

// Does each `return` in the block have a value, and is there one? And nothing else leaves it.
static int always_returns(const struct source *source, const struct node *block) {
    int returns = 0;
    for (const struct node *node = block; node != NULL; node = tree_next(node, block)) {
        if (node->kind == NODE_BREAK || node->kind == NODE_GOTO || node->kind == NODE_CONTINUE ||
            (node->kind == NODE_CASE && is_word(source, node->first, "default")) ||
            (node->kind == NODE_RETURN && node->child == NULL)) {
            return 0;
        }
        returns |= node->kind == NODE_RETURN;
    }
    return returns;
}

int rewrite_cases(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].block, *last = block != NULL ? block->last : NULL;
        if (last != NULL && last->kind == NODE_SWITCH && last->last->kind == NODE_BLOCK &&
            always_returns(source, last->last) &&
            source_insert(source, token_begin(source, block->end - 1), "SIM_NO_CASE ") != 0) {
            return -1;
        }
    }
    return 0;
}
