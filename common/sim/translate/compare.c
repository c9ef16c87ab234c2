// old = *address;   becomes   old = sim_compared(*address);
//
// in a kernel or device function that also calls atomicCAS(address, ...). The CUDA programming guide builds any atomic
// function so: it reads the word without further ado, and atomicCAS finds out whether another thread has changed it
// since. The value may be given to functions and casts first, as in `old = __float_as_int(*address)`. Such a read
// counts as an atomic one. Other reads of the word, as in `while (*address == 0)`, remain what they are.
#include "functions.h"

// The word that an atomicCAS compares. `pointed`: it is what the expression points to.
struct compared {
    const struct node *node;
    int pointed;
};

// Is it a cast, or are these parentheses?
static int is_wrapper(const struct node *node) {
    return node->kind == NODE_CAST || node->kind == NODE_PARENTHESES;
}

static struct compared find_compared(const struct node *call) {
    const struct node *node = call->child->next;
    while (node != NULL && is_wrapper(node) && node->last != NULL) {
        node = node->last;
    }
    const int is_address = node != NULL && node->kind == NODE_UNARY && node->sign[0] == '&';
    return (struct compared){is_address ? node->child : node, !is_address};
}

static int same_text(const struct source *source, const struct node *a, const struct node *b) {
    int same = a->end - a->first == b->end - b->first;
    for (int i = 0; same && i < a->end - a->first; i++) {
        same = same_word(source, a->first + i, b->first + i);
    }
    return same;
}

// Is it *address, address[0], or the word itself?
static int reads(const struct source *source, const struct compared *compared, const struct node *node) {
    if (!compared->pointed) {
        return same_text(source, compared->node, node);
    }
    const int is_target = node->kind == NODE_UNARY && node->sign[0] == '*';
    const int is_first = node->kind == NODE_INDEX && node->last != node->child &&
                         token_is(source->text, &source->tokens[node->last->first], "0") &&
                         node->last->end == node->last->first + 1;
    return (is_target || is_first) && same_text(source, compared->node, node->child);
}

// Is the value of the expression assigned, perhaps through functions and casts?
static int is_assigned(const struct source *source, const struct node *node) {
    while (is_wrapper(node->parent) ||
           (node->parent->kind == NODE_CALL && node->parent->child->next == node)) {
        node = node->parent;
    }
    return (node->parent->kind == NODE_DECLARATOR || node->parent->kind == NODE_ASSIGNMENT) &&
           node->parent->last == node && is_assignment(source, node->first - 1);
}

static int rewrite_reads(struct source *source, const struct node *block, const struct compared *compared) {
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        if (node->kind >= NODE_NAME && reads(source, compared, node) && is_assigned(source, node) &&
            (source_insert(source, tree_begin(source->tree, node), "sim_compared(") != 0 ||
             source_insert(source, tree_end(source->tree, node), ")") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_compared(struct source *source, const struct functions *functions) {
    static const char *const calls[] = {"atomicCAS", "atomicCAS_system", NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].for_device ? functions->list[k].block : NULL;
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            if (node->kind == NODE_CALL && is_one_of(source, node->child->name, calls)) {
                const struct compared compared = find_compared(node);
                if (compared.node != NULL && rewrite_reads(source, block, &compared) != 0) {
                    return -1;
                }
                break; // of several, the first: two with the same word would be rewritten twice
            }
        }
    }
    return 0;
}
