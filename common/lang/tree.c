#include "tree.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"
#include "text_file.h"

enum { NODES_PER_BLOCK = 512 };

struct nodes {
    struct nodes *next;
    int count;
    struct node list[NODES_PER_BLOCK];
};

// ------------------------------------------------------------------------------------------------ making nodes
static struct node *new_node(struct parser *parser) {
    struct nodes *nodes = parser->tree->memory;
    if (nodes == NULL || nodes->count == NODES_PER_BLOCK) {
        nodes = malloc(sizeof(*nodes));
        if (nodes == NULL) {
            parser->failed = true;
            return &parser->spare;
        }
        nodes->next = parser->tree->memory;
        nodes->count = 0;
        parser->tree->memory = nodes;
    }
    return &nodes->list[nodes->count++];
}

int token_here(const struct parser *parser) {
    const int behind = parser->at == 0 ? 0 : parser->words[parser->at - 1].token + 1;
    return behind > parser->directive ? behind : parser->directive;
}

static void append(struct node *parent, struct node *node) {
    node->parent = parent;
    node->before = parent->last;
    if (parent->last == NULL) {
        parent->child = node;
    } else {
        parent->last->next = node;
    }
    parent->last = node;
}

struct node *node_begin(struct parser *parser, struct node *parent, enum node_kind kind) {
    struct node *node = new_node(parser);
    *node = (struct node){
        .kind = kind, .first = parser->words[parser->at].token, .name = NO_TOKEN, .complete = true};
    if (node != &parser->spare && parent != NULL) {
        append(parent, node);
    }
    return node;
}

struct node *node_around(struct parser *parser, struct node *inner, enum node_kind kind) {
    struct node *node = new_node(parser), *parent = inner->parent;
    if (node == &parser->spare || parent == NULL) {
        return &parser->spare;
    }
    *node = (struct node){.kind = kind, // takes the place of `inner`
                          .first = inner->first,
                          .end = inner->end,
                          .name = NO_TOKEN,
                          .complete = true,
                          .parent = parent,
                          .before = inner->before,
                          .child = inner,
                          .last = inner,
                          .height = inner->height + 1};
    *(inner->before == NULL ? &parent->child : &inner->before->next) = node;
    parent->last = node;
    inner->before = NULL;
    inner->parent = node;
    return node;
}

struct node *node_end(struct parser *parser, struct node *node) {
    node->end = token_here(parser);
    node->first = node->first < node->end ? node->first : node->end;
    if (node->child != NULL && node->child->first < node->first) {
        node->first = node->child->first; // something is missing before a directive
    }
    if (node->parent != NULL && node->parent->height <= node->height) {
        node->parent->height = node->height + 1;
    }
    return node;
}

struct node *node_of_words(struct parser *parser, struct node *parent, enum node_kind kind, int count) {
    struct node *node = node_begin(parser, parent, kind);
    parser->at += count;
    return node_end(parser, node);
}

void node_missing(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_BROKEN);
    node->first = token_here(parser);
    node_end(parser, node);
}

void node_broken(struct parser *parser, struct node *parent, int end) {
    if (end <= parser->at) {
        node_missing(parser, parent);
        return;
    }
    node_of_words(parser, parent, NODE_BROKEN, end - parser->at);
}

void read_wide_bracket(struct parser *parser, struct node *node, int width, reads *read) {
    const int open = parser->at, match = match_of(parser, open), limit = parser->limit;
    const int stop = parser->words[open + width].stop;
    parser->at += width;
    parser->limit = match != NO_WORD ? match : stop < limit ? stop : limit;
    if (++parser->depth <= DEPTH_MAX) {
        read(parser, node);
    }
    parser->depth--;
    if (parser->at < parser->limit) {
        node_broken(parser, node, parser->limit);
    }
    parser->limit = limit;
    if (match != NO_WORD && match + width <= limit) {
        parser->at = match + width;
    } else {
        node_missing(parser, node);
    }
}

void read_bracket(struct parser *parser, struct node *node, reads *read) {
    read_wide_bracket(parser, node, 1, read);
}

bool try_bracket(struct parser *parser, struct node *node, char open, reads *read) {
    const bool found = at(parser, (enum word)open);
    if (found) {
        read_bracket(parser, node, read);
    }
    return found;
}

void read_bracket_as(struct parser *parser, struct node *parent, enum node_kind kind, reads *read) {
    struct node *node = node_begin(parser, parent, kind);
    read_bracket(parser, node, read);
    node_end(parser, node);
}

void skip_to_comma(struct parser *parser, struct node *node) {
    int end = parser->at;
    while (end < parser->limit && parser->words[end].word != ',') {
        end = behind_word(parser, end);
    }
    if (end > parser->at) {
        node_broken(parser, node, end);
    }
}

bool go_deeper(struct parser *parser, struct node *parent, int end) {
    const int match = match_of(parser, parser->at);
    if (parser->depth > DEPTH_MAX) {
        node_broken(parser, parent, match != NO_WORD ? match + 1 : end);
        return false;
    }
    parser->depth++;
    return true;
}

int broken_end(const struct parser *parser, int begin) {
    const struct word_at *words = parser->words;
    int i = parser->at;
    while (i < parser->limit) {
        const enum word word = (enum word)words[i].word;
        const bool is_statement = is_statement_word(word) && words[i].first;
        if (i > parser->at && (word == '{' || word == '}' || words[i].marked || is_statement ||
                               (words[i].first && words[i].indent <= words[begin].indent))) {
            return i;
        }
        if (word == ';' || word == '}') {
            return i + 1;
        }
        i = word == '(' || word == '[' ? behind_word(parser, i) : i + 1;
    }
    return i;
}

// --------------------------------------------------------------------------------------------------- the tree
// Nodes with something BROKEN in them are not complete.
static void mark_incomplete(struct tree *tree) {
    for (struct node *node = tree->file; node != NULL; node = (struct node *)tree_next(node, tree->file)) {
        for (struct node *up = node; node->kind == NODE_BROKEN && up != NULL && up->complete;
             up = up->parent) {
            up->complete = false;
        }
    }
}

static void find_lines(struct parser *parser) {
    struct tree *tree = parser->tree;
    size_t count = 1;
    for (size_t i = 0; i < tree->length; i++) {
        count += tree->text[i] == '\n';
    }
    tree->lines = malloc(count * sizeof(*tree->lines));
    if (tree->lines == NULL) {
        parser->failed = true;
        return;
    }
    tree->lines[tree->line_count++] = 0;
    for (size_t i = 0; i < tree->length; i++) {
        if (tree->text[i] == '\n') {
            tree->lines[tree->line_count++] = i + 1;
        }
    }
}

// Reads the tokens [begin, end) as a part of the tree. `last`: where the next one belongs.
static void read_part(struct parser *parser, int begin, int end, int name, struct node ***last) {
    struct parser part;
    if (!words_of_part(parser, begin, end, &part)) {
        parser->failed = true;
    } else {
        struct node *node = node_begin(&part, NULL, NODE_PART);
        read_statements(&part, node);
        node_end(&part, node);
        node->first = begin;
        node->end = end;
        node->name = name;
        node->parent = name == NO_TOKEN
                           ? (struct node *)tree_at_byte(part.tree, tree_begin(part.tree, node), NODE_ANY)
                           : NULL;
        **last = node;
        *last = &node->next;
        parser->failed |= part.failed;
    }
    free(part.words);
}

// The first token of the body of the macro whose name is the token i.
static int body_begin(const struct tree *tree, int i) {
    const struct token *name = &tree->tokens[i++];
    if (tree_token_is(tree, i, "(") && tree->tokens[i].offset == name->offset + name->length) {
        while (tree->tokens[i].kind != TOKEN_DIRECTIVE_END && !tree_token_is(tree, i, ")")) {
            i++;
        }
        i += tree->tokens[i].kind != TOKEN_DIRECTIVE_END;
    }
    return i;
}

// Reads what the tree leaves out.
static void read_parts(struct parser *parser) {
    struct tree *tree = parser->tree;
    struct node **last = &tree->parts;
    for (int i = 0; i < tree->token_count; i++) {
        const int begin = i;
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            i = directive_end(tree, i) - 1;
            if (tree_token_is(tree, begin + 1, "define") &&
                tree->tokens[begin + 2].kind == TOKEN_IDENTIFIER) {
                read_part(parser, body_begin(tree, begin + 2), i, begin + 2, &last);
            }
        } else if (parser->skips[i] > 0) {
            while (i < tree->token_count && parser->skips[i] > 0 && tree->tokens[i].kind != TOKEN_DIRECTIVE) {
                i++;
            }
            read_part(parser, begin, i--, NO_TOKEN, &last);
        }
    }
}

struct tree *tree_read(const char *text, size_t length) {
    struct tree *tree = length > INT_MAX / 2 ? NULL : calloc(1, sizeof(*tree));
    if (tree == NULL) {
        return NULL;
    }
    tree->text = text;
    tree->length = length;
    struct parser parser = {.tree = tree};
    find_lines(&parser);
    words_begin(&parser);
    if (!parser.failed) {
        tree->file = node_begin(&parser, NULL, NODE_FILE);
        tree->file->first = 0;
        read_declarations(&parser, tree->file);
        node_end(&parser, tree->file);
        tree->file->end = tree->token_count;
        read_parts(&parser);
        mark_incomplete(tree);
    }
    words_end(&parser);
    if (parser.failed) {
        tree_free(tree);
        return NULL;
    }
    return tree;
}

void tree_free(struct tree *tree) {
    if (tree == NULL) {
        return;
    }
    while (tree->memory != NULL) {
        struct nodes *next = tree->memory->next;
        free(tree->memory);
        tree->memory = next;
    }
    free(tree->tokens);
    free(tree->match);
    free(tree->lines);
    free(tree->owned_text);
    free(tree);
}

struct known {
    struct known *next;
    struct tree *tree;
    char path[];
};

static struct known *read_known(const char *path) {
    size_t length;
    char *text = text_file_read(path, &length);
    struct known *known = text == NULL ? NULL : malloc(sizeof(*known) + strlen(path) + 1);
    struct tree *tree = known == NULL ? NULL : tree_read(text, length);
    if (tree == NULL) {
        free(known);
        free(text);
        return NULL;
    }
    tree->owned_text = text;
    known->tree = tree;
    strcpy(known->path, path);
    return known;
}

const struct tree *tree_of(const char *path) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct known *files;
    pthread_mutex_lock(&lock);
    struct known *known = files;
    while (known != NULL && strcmp(known->path, path) != 0) {
        known = known->next;
    }
    if (known == NULL && (known = read_known(path)) != NULL) {
        known->next = files;
        files = known;
    }
    pthread_mutex_unlock(&lock);
    return known == NULL ? NULL : known->tree;
}

// ------------------------------------------------------------------------------------------------------ places
size_t tree_begin(const struct tree *tree, const struct node *node) {
    return node->first == node->end ? tree_end(tree, node) : tree->tokens[node->first].offset;
}

size_t tree_end(const struct tree *tree, const struct node *node) {
    return node->end == 0 ? 0 : tree->tokens[node->end - 1].offset + tree->tokens[node->end - 1].length;
}

int tree_text_line(const struct tree *tree, size_t byte) {
    size_t low = 0, high = tree->line_count; // the last one that begins at or before the byte
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(tree->lines[middle] <= byte ? &low : &high) = middle;
    }
    return (int)low + 1;
}

const struct node *tree_at_byte(const struct tree *tree, size_t byte, enum node_kind kind) {
    const struct node *found = NULL, *node = tree->file;
    while (node != NULL) {
        if (kind == NODE_ANY || node->kind == kind) {
            found = node;
        }
        node = node->child;
        while (node != NULL && (byte < tree_begin(tree, node) || byte >= tree_end(tree, node))) {
            node = node->next;
        }
    }
    return found;
}

const struct node *tree_parent_of_kind(const struct node *node, enum node_kind kind) {
    do {
        node = node->parent;
    } while (node != NULL && node->kind != kind);
    return node;
}

const struct node *tree_next(const struct node *node, const struct node *root) {
    if (node->child != NULL) {
        return node->child;
    }
    while (node != root && node->next == NULL) {
        node = node->parent;
    }
    return node == root ? NULL : node->next;
}

const struct node *tree_next_of_all(const struct tree *tree, const struct node *node,
                                    const struct node *root) {
    if (node->child != NULL) {
        return node->child;
    }
    while (node != root && node->kind != NODE_PART && node->next == NULL) {
        node = node->parent;
    }
    if (node != root && node->kind != NODE_PART) {
        return node->next;
    }
    const struct node *part = node == root ? tree->parts : node->next;
    while (part != NULL && (part->name != NO_TOKEN || part->first < root->first || part->end > root->end)) {
        part = part->next;
    }
    return part;
}

const struct node *tree_child_of_kind(const struct node *node, enum node_kind kind) {
    const struct node *child = node->child;
    while (child != NULL && child->kind != kind) {
        child = child->next;
    }
    return child;
}

const struct node *tree_child(const struct node *node, int i) {
    const struct node *child = node->child;
    while (child != NULL && i-- > 0) {
        child = child->next;
    }
    return child;
}

bool tree_token_is(const struct tree *tree, int i, const char *word) {
    return i >= 0 && i < tree->token_count && token_is(tree->text, &tree->tokens[i], word);
}

bool tree_name_is(const struct tree *tree, const struct node *node, const char *name) {
    return tree_token_is(tree, node->name, name);
}

bool tree_token_is_one_of(const struct tree *tree, int i, const char *const *words) {
    for (; *words != NULL; words++) {
        if (tree_token_is(tree, i, *words)) {
            return true;
        }
    }
    return false;
}

// Is there nothing between the end of token number i and the next one?
static bool touches(const struct tree *tree, int i) {
    const struct token *token = &tree->tokens[i];
    return token_skip_continuations(tree->text, tree->length, token->offset + token->length) ==
           token[1].offset;
}

bool tree_token_assigns(const struct tree *tree, int i) {
    static const char before[] = "=<>!+-*/%&|^";
    if (!tree_token_is(tree, i, "=")) {
        return false;
    }
    const struct token *token = &tree->tokens[i];
    const bool of_operator = i > 0 && token[-1].kind == TOKEN_PUNCTUATION && touches(tree, i - 1) &&
                             strchr(before, tree->text[token[-1].offset]) != NULL;
    return !of_operator && !(tree_token_is(tree, i + 1, "=") && touches(tree, i));
}

const char *tree_kind_name(enum node_kind kind) {
#define KIND_NAME(kind, name) [NODE_##kind] = name,
    static const char *const names[] = {[NODE_ANY] = "any", NODE_KINDS(KIND_NAME)};
#undef KIND_NAME
    return names[kind];
}
