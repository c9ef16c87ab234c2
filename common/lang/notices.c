// The other notices.
#include "notices.h"
#include "questions.h"

// ----------------------------------------------------------------------------------- words that an atomicCAS compares
// The CUDA programming guide builds any atomic function so: it reads the word without further ado, and atomicCAS finds
// out whether another thread has changed it since. The value may be given to functions and casts first, as in
// `old = __float_as_int(*address)`. Such a read counts as an atomic one. Other reads of the word, as in
// `while (*address == 0)`, remain what they are.

// Is it a cast, or are these parentheses?
static bool is_wrapper(const struct node *node) {
    return node->kind == NODE_CAST || node->kind == NODE_PARENTHESES;
}

static struct compared find_compared(const struct node *call) {
    const struct node *node = call->child->next;
    while (node != NULL && is_wrapper(node) && node->last != NULL) {
        node = node->last;
    }
    const bool is_address = node != NULL && node->kind == NODE_UNARY && node->sign[0] == '&';
    return (struct compared){is_address ? node->child : node, !is_address};
}

struct compared notice_compared(const struct tree *tree, const struct node *block) {
    static const char *const calls[] = {"atomicCAS", "atomicCAS_system", NULL};
    for (const struct node *node = block; node != NULL; node = tree_next_of_all(tree, node, block)) {
        if (node->kind == NODE_CALL && tree_token_is_one_of(tree, node->child->name, calls)) {
            return find_compared(node);
        }
    }
    return (struct compared){NULL, false};
}

static bool same_text(const struct tree *tree, const struct node *a, const struct node *b) {
    bool same = a->end - a->first == b->end - b->first;
    for (int i = 0; same && i < a->end - a->first; i++) {
        same = question_same_word(tree, a->first + i, b->first + i);
    }
    return same;
}

// Is it *address, address[0], or the word itself?
static bool reads_compared(const struct tree *tree, const struct compared *compared,
                           const struct node *node) {
    if (!compared->pointed) {
        return same_text(tree, compared->node, node);
    }
    const bool is_target = node->kind == NODE_UNARY && node->sign[0] == '*';
    const bool is_first = node->kind == NODE_INDEX && node->last != node->child &&
                          tree_token_is(tree, node->last->first, "0") &&
                          node->last->end == node->last->first + 1;
    return (is_target || is_first) && same_text(tree, compared->node, node->child);
}

// Is the value of the expression assigned, perhaps through functions and casts?
static bool is_assigned(const struct tree *tree, const struct node *node) {
    while (is_wrapper(node->parent) ||
           (node->parent->kind == NODE_CALL && node->parent->child->next == node)) {
        node = node->parent;
    }
    return (node->parent->kind == NODE_DECLARATOR || node->parent->kind == NODE_ASSIGNMENT) &&
           node->parent->last == node && tree_token_assigns(tree, node->first - 1);
}

bool notice_is_compared(const struct tree *tree, const struct compared *compared, const struct node *node) {
    return compared->node != NULL && node->kind >= NODE_NAME && reads_compared(tree, compared, node) &&
           is_assigned(tree, node);
}

// ------------------------------------------------------------------------------------ variables that host code copies
bool notice_copied(const struct tree *tree, const struct node *node) {
    static const char *const copies[] = {"cudaMemcpy",
                                         "cudaMemcpyAsync",
                                         "cudaMemcpyToSymbol",
                                         "cudaMemcpyToSymbolAsync",
                                         "cudaMemcpyFromSymbol",
                                         "cudaMemcpyFromSymbolAsync",
                                         NULL};
    const struct node *call = node->parent;
    return call->kind == NODE_CALL && call->child != node &&
           tree_token_is_one_of(tree, call->child->name, copies) && node->kind == NODE_UNARY &&
           node->sign[0] == '&' && node->child->kind == NODE_NAME && node->end == node->first + 2;
}
