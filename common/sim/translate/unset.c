// bool found;   becomes   bool found; SIM_UNSET(found);
//
// in functions, and the same for numbers: a variable without a value gets one that may be wrong. The compiler's pattern
// (cmake/lab_code.cmake) leaves out bools, and is a large number, which as a limit means none. So the simulator
// chooses.
#include "functions.h"

#include <stdlib.h>

// Does the statement declare numbers, and give none of them a value?
static int is_unset(const struct source *source, const struct node *node) {
    static const char *const words[] = {"bool",     "char",    "short",    "int",      "long",
                                        "unsigned", "signed",  "float",    "double",   "size_t",
                                        "int8_t",   "uint8_t", "int16_t",  "uint16_t", "int32_t",
                                        "uint32_t", "int64_t", "uint64_t", NULL};
    const struct node *type = node->child;
    if (node->kind != NODE_DECLARATION || node->parent->kind != NODE_BLOCK || !node->complete ||
        type->first != node->first || type->next == NULL) {
        return 0;
    }
    for (token_index i = type->first; i < type->end; i++) {
        if (!is_one_of(source, i, words)) {
            return 0;
        }
    }
    for (const struct node *variable = type->next; variable != NULL; variable = variable->next) {
        if (variable->first != variable->name || variable->end != variable->name + 1) {
            return 0;
        }
    }
    return 1;
}

// Is the name at i used in the tokens [begin, end)? Of one that is not, the compiler warns.
static int is_used(const struct source *source, token_index i, token_index begin, token_index end) {
    for (token_index k = begin; k < end; k++) {
        if (same_word(source, i, k)) {
            return 1;
        }
    }
    return 0;
}

// Adds values for the variables of a declaration. `last`: the end of the function.
static int insert_values(struct source *source, const struct node *node, token_index last) {
    struct buffer text = {0};
    int failed = 0;
    for (const struct node *variable = node->child->next; variable != NULL; variable = variable->next) {
        const struct token *name = &source->tokens[variable->name];
        if (is_used(source, variable->name, node->end, last)) {
            failed |= buffer_add_string(&text, " SIM_UNSET(");
            failed |= buffer_add(&text, source->text + name->offset, name->length);
            failed |= buffer_add_string(&text, ");");
        }
    }
    const size_t at = tree_end(source->tree, node);
    int result = failed ? source_out_of_memory(source) : source_replace(source, at, at, &text);
    free(text.bytes);
    return result;
}

int rewrite_unset(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].block;
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            if (is_unset(source, node) && insert_values(source, node, block->end) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
