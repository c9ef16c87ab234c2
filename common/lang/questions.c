#include "questions.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------- lines
bool question_has_line(const struct tree *tree, const struct node *node, int line) {
    return node->first < node->end && tree_text_line(tree, tree_begin(tree, node)) <= line &&
           line <= tree_text_line(tree, tree_end(tree, node) - 1);
}

int question_first_line(const struct tree *tree, const struct node *node) {
    return tree_text_line(tree, tree_begin(tree, node));
}

int question_last_line(const struct tree *tree, const struct node *node) {
    return tree_text_line(tree, tree_end(tree, node) - (node->first < node->end));
}

static int token_line(const struct tree *tree, int token) {
    return tree_text_line(tree, tree->tokens[token].offset);
}

// The node behind `node` and what is in it, in `root`.
static const struct node *next_behind(const struct node *node, const struct node *root) {
    while (node != root && node->next == NULL) {
        node = node->parent;
    }
    return node == root ? NULL : node->next;
}

// The node behind `node`, in `root`, that contains the line.
static const struct node *next_at_line(const struct tree *tree, const struct node *node,
                                       const struct node *root, int line) {
    node = tree_next(node, root);
    while (node != NULL && !question_has_line(tree, node, line)) {
        node = next_behind(node, root);
    }
    return node;
}

const struct node *question_node(const struct tree *tree, int line, const struct node *after) {
    return next_at_line(tree, after == NULL ? tree->file : after, tree->file, line);
}

bool question_is_loop(const struct node *node) {
    return node->kind == NODE_FOR || node->kind == NODE_RANGE_FOR || node->kind == NODE_WHILE ||
           node->kind == NODE_DO;
}

const struct node *question_loop(const struct tree *tree, const int *lines, size_t count) {
    const struct node *found = NULL;
    for (const struct node *node = tree->file; node != NULL && count > 0;
         node = next_at_line(tree, node, tree->file, lines[0])) {
        bool contains = question_is_loop(node);
        for (size_t i = 0; i < count && contains; i++) {
            contains = question_has_line(tree, node, lines[i]);
        }
        found = contains ? node : found;
    }
    return found;
}

const struct node *question_around(const struct tree *tree, int line) {
    const struct node *found = NULL;
    for (const struct node *node = NULL; (node = question_node(tree, line, node)) != NULL;) {
        const struct node *parent = node->parent;
        if ((question_is_loop(parent) || parent->kind == NODE_IF) && node->kind != NODE_HEAD &&
            node->kind != NODE_DIRECTIVE) {
            found = parent;
        }
    }
    return found;
}

const struct node *question_function(const struct tree *tree, int line) {
    for (const struct node *node = tree->file; node != NULL;
         node = next_at_line(tree, node, tree->file, line)) {
        const struct node *body = node->kind == NODE_FUNCTION ? tree_child_of_kind(node, NODE_BLOCK) : NULL;
        if (body != NULL && question_has_line(tree, body, line)) {
            return node;
        }
    }
    return NULL;
}

const struct node *question_next_function(const struct tree *tree, const struct node *after) {
    const struct node *node = after == NULL ? tree->file : after;
    do {
        node = tree_next(node, tree->file);
    } while (node != NULL && (node->kind != NODE_FUNCTION || node->name == NO_TOKEN ||
                              tree_child_of_kind(node, NODE_BLOCK) == NULL));
    return node;
}

void question_word(const struct tree *tree, int i, char word[QUESTION_NAME]) {
    const struct token *token = &tree->tokens[i < 0 ? tree->token_count : i]; // TOKEN_END is empty
    snprintf(word, QUESTION_NAME, "%.*s", (int)token->length, tree->text + token->offset);
}

const struct node *question_kernel(const struct tree *tree, const char *name) {
    char plain[QUESTION_NAME];
    snprintf(plain, sizeof(plain), "%.*s", (int)strcspn(name, "<"), name);
    const struct node *function = NULL;
    do {
        function = question_next_function(tree, function);
    } while (function != NULL && !(function->kernel && tree_name_is(tree, function, plain)));
    return function;
}

// --------------------------------------------------------------------------------------------------- conditions
struct search {
    const struct tree *tree;
    int line;
    struct decision *decisions;
    size_t count, most;
};

static void add(struct search *search, enum decision_kind kind, const struct node *statement) {
    const struct node *head = tree_child_of_kind(statement, NODE_HEAD);
    const bool is_do = statement->kind == NODE_DO && head != NULL && head->first > statement->first;
    const int line =
        is_do ? token_line(search->tree, head->first - 1) : question_first_line(search->tree, statement);
    if (line != search->line && search->count < search->most) {
        search->decisions[search->count++] = (struct decision){kind, statement, line};
    }
}

// Does the `if` leave the function or the loop around it?
static bool leaves(const struct node *statement) {
    for (const struct node *node = statement; node != NULL;
         node = node->kind == NODE_LAMBDA ? next_behind(node, statement) : tree_next(node, statement)) {
        if (node->kind == NODE_RETURN || node->kind == NODE_BREAK || node->kind == NODE_CONTINUE) {
            return true;
        }
    }
    return false;
}

// Adds the conditions in the statement, which contains the line.
static void decide(struct search *search, const struct node *statement) {
    const bool is_if = statement->kind == NODE_IF;
    for (const struct node *child = statement->child; child != NULL; child = child->next) {
        if (child->kind == NODE_HEAD || child->kind == NODE_DIRECTIVE ||
            !question_has_line(search->tree, child, search->line)) {
            continue;
        }
        if (statement->kind == NODE_BLOCK) {
            decide(search, child);
            for (const struct node *before = child->before; before != NULL; before = before->before) {
                if (before->kind == NODE_IF && leaves(before)) {
                    add(search, DECISION_FALSE, before);
                }
            }
        } else if (is_if || question_is_loop(statement) || statement->kind == NODE_SWITCH ||
                   statement->kind == NODE_MACRO || statement->kind == NODE_TRY ||
                   statement->kind == NODE_CATCH) {
            decide(search, child);
            if (is_if || question_is_loop(statement)) {
                const bool is_else = is_if && child->before != NULL && child->before->kind != NODE_HEAD;
                add(search, is_else ? DECISION_FALSE : is_if ? DECISION_TRUE : DECISION_LOOP, statement);
            }
        }
        return;
    }
}

size_t question_decisions(const struct tree *tree, int line, struct decision *decisions, size_t most) {
    struct search search = {.tree = tree, .line = line, .decisions = decisions, .most = most};
    const struct node *function = question_function(tree, line);
    if (function != NULL) {
        decide(&search, tree_child_of_kind(function, NODE_BLOCK));
    }
    return search.count;
}

// -------------------------------------------------------------------------------------------------------- calls
static bool is_call(const struct node *node) {
    return node->kind == NODE_CALL || node->kind == NODE_LAUNCH;
}

const struct node *question_call(const struct tree *tree, const struct node *within, const struct node *after,
                                 const char *name) {
    const struct node *node = after == NULL ? within : tree_next(after, within);
    while (node != NULL && !(is_call(node) && (name == NULL || tree_name_is(tree, node->child, name)))) {
        node = tree_next(node, within);
    }
    return node;
}

size_t question_callers(const struct tree *tree, int line, const char *kernel, int *lines, size_t most) {
    const struct node *function = question_function(tree, line), *own = question_kernel(tree, kernel);
    char name[QUESTION_NAME];
    size_t count = 0;
    if (function == NULL || function->kernel) {
        return 0;
    }
    question_word(tree, function->name, name);
    for (int others = 0; others < 2 && count == 0; others++) {
        for (const struct node *at = NULL; (at = question_next_function(tree, at)) != NULL;) {
            const struct node *call = NULL;
            while ((others ? at != function : at == own) &&
                   (call = question_call(tree, at, call, name)) != NULL) {
                const int found = token_line(tree, call->child->name);
                if (count == 0 || lines[count - 1] != found) {
                    if (count == most) {
                        return 0;
                    }
                    lines[count++] = found;
                }
            }
        }
    }
    return count;
}

const struct node *question_barrier(const struct tree *tree, const struct node *within,
                                    const struct node *after) {
    char name[QUESTION_NAME];
    do {
        after = question_call(tree, within, after, NULL);
        question_word(tree, after == NULL ? NO_TOKEN : after->child->name, name);
    } while (after != NULL && strncmp(name + (strncmp(name, "__", 2) == 0 ? 2 : 0), "sync", 4) != 0);
    return after;
}

const struct node *question_call_in_index(const struct tree *tree, int line, const struct node *after) {
    const struct node *node = after == NULL ? tree->file : after;
    while ((node = next_at_line(tree, node, tree->file, line)) != NULL) {
        const struct node *inner = node,
                          *index = is_call(node) ? tree_parent_of_kind(node, NODE_INDEX) : NULL;
        while (index != NULL && inner->parent != index) {
            inner = inner->parent;
        }
        if (index != NULL && inner != index->child) { // not in what has elements
            return node;
        }
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------- what sets an index
enum { NAMES_MAX = 12 };

// The variables that are looked for: those of the line, and from number `direct` on those that set them.
struct names {
    const struct node *nodes[NAMES_MAX];
    size_t count, direct;
};

struct settings {
    const struct tree *tree;
    const struct node *function;
    int line;
    struct setting *list;
    size_t count, most;
};

bool question_same_word(const struct tree *tree, int a, int b) {
    return a != NO_TOKEN && b != NO_TOKEN && tree->tokens[a].length == tree->tokens[b].length &&
           memcmp(tree->text + tree->tokens[a].offset, tree->text + tree->tokens[b].offset,
                  tree->tokens[a].length) == 0;
}

static void add_name(const struct tree *tree, const struct node *node, struct names *names) {
    bool known = node->kind != NODE_NAME || node->name == NO_TOKEN || names->count == NAMES_MAX;
    for (size_t i = 0; i < names->count && !known; i++) {
        known = question_same_word(tree, names->nodes[i]->name, node->name);
    }
    if (!known) {
        names->nodes[names->count++] = node;
    }
}

// Adds those in `root` from the token `first` on.
static void add_names_in(const struct tree *tree, const struct node *root, int first, struct names *names) {
    for (const struct node *node = root; node != NULL; node = tree_next(node, root)) {
        if (node->first >= first) {
            add_name(tree, node, names);
        }
    }
}

const struct node *question_array(const struct node *index) {
    const struct node *array = index->child;
    while (array != NULL && (array->kind == NODE_INDEX || array->kind == NODE_PARENTHESES)) {
        array = array->child;
    }
    return array;
}

// The array of the node, if that is an index, and of this array, NULL: of any.
static const struct node *indexed(const struct tree *tree, const struct node *node, const char *array) {
    const struct node *of = node->kind == NODE_INDEX ? question_array(node) : NULL;
    return of != NULL && (array == NULL || tree_name_is(tree, of, array)) ? of : NULL;
}

const struct node *question_index(const struct tree *tree, int line, const char *array) {
    const struct node *node = NULL;
    do {
        node = question_node(tree, line, node);
    } while (node != NULL && indexed(tree, node, array) == NULL);
    return node;
}

int question_assigned(const struct tree *tree, const struct node *within, const char *array) {
    for (const struct node *node = within; node != NULL; node = tree_next(node, within)) {
        const struct node *to = node->kind == NODE_ASSIGNMENT && node->sign[1] == '\0' ? node->child : NULL;
        while (to != NULL && to->kind == NODE_MEMBER) {
            to = to->child;
        }
        if (to != NULL && indexed(tree, to, array) != NULL) {
            return question_first_line(tree, to);
        }
    }
    return 0;
}

static bool declares(const struct tree *tree, const struct node *node, int name) {
    for (const struct node *child = node->child; child != NULL && node->kind != NODE_DECLARATOR;
         child = child->next) {
        if ((child->kind == NODE_DECLARATOR && question_same_word(tree, child->name, name)) ||
            (child->kind == NODE_DECLARATION && node->kind == NODE_HEAD && declares(tree, child, name))) {
            return true;
        }
    }
    return node->kind == NODE_DECLARATOR && question_same_word(tree, node->name, name);
}

// The node that declares the variable of that name, where `node` is; NULL: none of the function.
static const struct node *declaration_of(const struct tree *tree, const struct node *node, int name) {
    for (; node != NULL && node->kind != NODE_FUNCTION; node = node->parent) {
        for (const struct node *before = node; before != NULL; before = before->before) {
            const bool may = before->kind == NODE_DECLARATION || before->kind == NODE_HEAD ||
                             before->kind == NODE_DECLARATOR;
            if (may && declares(tree, before, name)) {
                while (before->kind == NODE_DECLARATOR) {
                    before = before->parent;
                }
                return before->kind == NODE_DECLARATION && before->parent->kind == NODE_HEAD ? before->parent
                                                                                             : before;
            }
        }
    }
    return NULL;
}

// The node that sets the variable at this NAME, or of this DECLARATOR; NULL: it is not set there.
static const struct node *set_by(const struct tree *tree, const struct node *node, bool array, bool *handed) {
    const struct node *parent = node->parent; // it is in a function
    *handed = false;
    if (node->kind == NODE_DECLARATOR) {
        const struct node *value = node->last; // an array has bounds
        return value != NULL && value->first > node->name && !tree_token_is(tree, node->name + 1, "[") ? node
                                                                                                       : NULL;
    }
    const bool steps = strcmp(parent->sign, "++") == 0 || strcmp(parent->sign, "--") == 0;
    if ((parent->kind == NODE_ASSIGNMENT && node == parent->child) || steps) {
        return parent;
    }
    const struct node *address = parent, *inner = node;
    while ((address->kind == NODE_INDEX || address->kind == NODE_MEMBER) &&
           inner == address->child) { // &name[0]
        inner = address;
        address = address->parent;
    }
    if (address->kind == NODE_UNARY && strcmp(address->sign, "&") == 0 && is_call(address->parent) &&
        address->before != NULL) {
        const struct node *called = address->parent->child;
        char name[QUESTION_NAME];
        question_word(tree, called->kind == NODE_NAME ? called->name : NO_TOKEN, name);
        *handed = strncmp(name, "atomic", 6) != 0;
        return address;
    }
    return array && is_call(parent) && node->before != NULL ? node : NULL;
}

// Is it the name of an array of the function?
static bool is_array(const struct tree *tree, const struct node *function, int name) {
    for (const struct node *node = function; node != NULL; node = tree_next(node, function)) {
        if (node->kind == NODE_DECLARATOR && question_same_word(tree, node->name, name) &&
            tree_token_is(tree, node->name + 1, "[")) {
            return true;
        }
    }
    return false;
}

// `tid = threadIdx.x;` says nothing.
static bool is_plain(const struct tree *tree, const struct node *node) {
    return tree_name_is(tree, node, "tid") && tree_token_is(tree, node->name + 2, "threadIdx") &&
           tree_token_is(tree, node->name + 5, ";");
}

static bool in_loop_head(const struct node *node) {
    const struct node *head = tree_parent_of_kind(node, NODE_HEAD),
                      *block = tree_parent_of_kind(node, NODE_BLOCK);
    return head != NULL && question_is_loop(head->parent) && block != NULL && block->first < head->first;
}

static void add_setting(struct settings *to, struct setting found) {
    size_t at = to->count;
    bool listed = at == to->most || found.line == to->line;
    for (size_t i = 0; i < to->count && !listed; i++) {
        listed = to->list[i].line == found.line;
    }
    if (listed) {
        return;
    }
    for (; at > 0 && to->list[at - 1].line > found.line; at--) {
        to->list[at] = to->list[at - 1];
    }
    to->list[at] = found;
    to->count++;
}

// Adds the first and the last line that set the variable before the line, and the last one behind it, and to `names`
// the variables that these use.
static void add_settings_of(struct settings *to, size_t number, struct names *names) {
    enum { FIRST, BEFORE, AFTER, KINDS };
    const struct tree *tree = to->tree;
    const int name = names->nodes[number]->name;
    const bool array = is_array(tree, to->function, name);
    const struct node *declaration = declaration_of(tree, names->nodes[number], name);
    struct setting found[KINDS] = {{0}};
    for (const struct node *node = to->function; node != NULL; node = tree_next(node, to->function)) {
        bool handed;
        if ((node->kind != NODE_NAME && node->kind != NODE_DECLARATOR) ||
            !question_same_word(tree, node->name, name)) {
            continue;
        }
        const struct node *setting = set_by(tree, node, array, &handed);
        if (setting == NULL || is_plain(tree, node) || declaration_of(tree, node, name) != declaration) {
            continue;
        }
        const int line = token_line(tree, node->name), both[] = {line, to->line};
        const struct node *loop = question_loop(tree, both, 2);
        const bool heads = in_loop_head(node);
        const bool is_value =
            setting->kind == NODE_DECLARATOR ||
            (setting->kind == NODE_ASSIGNMENT && setting->sign[1] == '\0' && setting->parent->before == NULL);
        if (heads && is_value && loop != NULL && question_first_line(tree, loop) == line) {
            found[FIRST].node = found[BEFORE].node = NULL; // its old value is gone
        }
        if (line < to->line || (line > to->line && loop != NULL)) {
            const int kind = line > to->line ? AFTER : found[FIRST].node != NULL ? BEFORE : FIRST;
            found[kind] = (struct setting){line, node->name, setting, handed, heads};
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (found[kind].node == NULL) {
            continue;
        }
        if (number < names->direct) {
            const struct node *used = found[kind].node, *up = used->parent;
            used = found[kind].loop                              ? tree_parent_of_kind(used, NODE_HEAD)
                   : up->kind == NODE_DECLARATION || is_call(up) ? up
                                                                 : used;
            add_names_in(tree, used, found[kind].node->first, names);
        }
        add_setting(to, found[kind]);
    }
}

size_t question_settings(const struct tree *tree, int line, const char *array, struct setting *settings,
                         size_t most) {
    struct settings to = {.tree = tree,
                          .function = question_function(tree, line),
                          .line = line,
                          .list = settings,
                          .most = most};
    struct names names = {.count = 0};
    if (to.function == NULL) {
        return 0;
    }
    for (const struct node *node = to.function; node != NULL;
         node = next_at_line(tree, node, to.function, line)) {
        const struct node *of = indexed(tree, node, array);
        if (of != NULL) {
            if (array == NULL) {
                add_name(tree, of, &names);
            }
            for (const struct node *index = node->child->next; index != NULL; index = index->next) {
                add_names_in(tree, index, 0, &names);
            }
        }
    }
    names.direct = names.count;
    for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
        const struct node *body = node->kind == NODE_FUNCTION ? tree_child_of_kind(node, NODE_BLOCK) : NULL;
        for (size_t i = 0; i < names.count && body != NULL; i++) {
            const int name = names.nodes[i]->name;
            if (question_same_word(tree, name, node->name) &&
                declaration_of(tree, names.nodes[i], name) == NULL) {
                add_setting(
                    &to, (struct setting){question_first_line(tree, body), node->name, node, false, false});
            }
        }
    }
    for (size_t i = 0; i < names.count; i++) {
        add_settings_of(&to, i, &names);
    }
    return to.count;
}
