// Reads a text into a tree, and answers questions about its nodes.
#include "source.h"

int source_read(struct source *source, const char *text, size_t length) {
    source->text = text;
    source->length = length;
    source->tree = tree_read(text, length);
    if (source->tree == NULL) {
        return source_out_of_memory(source);
    }
    source->tokens = source->tree->tokens;
    source->match = source->tree->match;
    source->count = source->tree->token_count + 1;
    for (token_index i = 2; i < source->count; i++) {
        if (is_kind(source, i, TOKEN_HEADER) && is_word(source, i - 1, "include") &&
            source_read_include(source, &source->tokens[i - 1], &source->tokens[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

const struct node *next_node(const struct source *source, const struct node *node, const struct node *root) {
    return tree_next_of_all(source->tree, node, root);
}

static int visit_within(struct source *source, const struct node *root,
                        int (*visit)(struct source *source, const struct node *node, int macro)) {
    int result = 0;
    for (const struct node *node = root; node != NULL && result == 0; node = tree_next(node, root)) {
        result = visit(source, node, root->name != NO_TOKEN);
    }
    return result;
}

int source_visit(struct source *source,
                 int (*visit)(struct source *source, const struct node *node, int macro)) {
    const struct node *file = source->tree->file, *part = source->tree->parts;
    int result = 0;
    for (const struct node *node = file; node != NULL && result == 0; node = tree_next(node, file)) {
        for (; part != NULL && part->first < node->first && result == 0; part = part->next) {
            result = visit_within(source, part, visit);
        }
        result = result == 0 ? visit(source, node, 0) : result;
    }
    for (; part != NULL && result == 0; part = part->next) {
        result = visit_within(source, part, visit);
    }
    return result;
}

const struct node *macro_body(const struct source *source, const struct node *after, token_index i) {
    const struct node *part = after == NULL ? source->tree->parts : after->next;
    while (part != NULL && (part->name == NO_TOKEN || !same_word(source, part->name, i))) {
        part = part->next;
    }
    return part;
}

int has_word(const struct source *source, token_index begin, token_index end, const char *const *words) {
    for (token_index i = begin; i < end; i++) {
        if (is_one_of(source, i, words)) {
            return 1;
        }
    }
    return 0;
}

token_index next_own_word(const struct source *source, const struct node *node, token_index i,
                          const char *const *words) {
    const struct node *child = node->child;
    for (; i < node->end; i++) {
        for (; child != NULL && child->first <= i; child = child->next) {
            i = child->end > i ? child->end : i;
        }
        if (i < node->end && is_one_of(source, i, words)) {
            return i;
        }
    }
    return NO_TOKEN;
}

token_index own_word(const struct source *source, const struct node *node, const char *const *words) {
    return next_own_word(source, node, node->first, words);
}

int is_name(const struct source *source, const struct node *node, const char *const *words) {
    return (node->kind == NODE_NAME || node->kind == NODE_TEMPLATE_NAME) && node->name == node->first &&
           is_one_of(source, node->name, words);
}

int is_file_scope(const struct node *node) {
    const struct node *parent = node->parent;
    while (parent != NULL && parent->kind == NODE_PART) {
        parent = parent->parent;
    }
    return parent != NULL && (parent->kind == NODE_FILE || parent->kind == NODE_NAMESPACE);
}
