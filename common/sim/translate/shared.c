// __shared__ volatile float a[N][33], b;
//     becomes
// struct sim_shared_1 { volatile float a[N][33], b; }; SIM_SHARED(sim_shared_1, a) SIM_SHARED(sim_shared_1, b)
//
// extern __shared__ T a[];
//     becomes
// struct sim_shared_2 { T a[1]; }; SIM_DYNAMIC_SHARED(sim_shared_2, a)
//
// At file scope the macros are SIM_SHARED_GLOBAL and SIM_DYNAMIC_SHARED_GLOBAL. There is no point at which to get the
// address there, so each kernel and device function below that mentions the name begins with it:
//
// { x }   becomes   { SIM_SHARED_USE(sim_shared_1, a) { x }}
//
// In CUDA, a lambda need not capture a shared variable. Here it does, by reference:
//
// [=] { return a[0]; }   becomes   [= SIM_COMMA &a] { return a[0]; }, as macros may get it as an argument
#include "functions.h"

#include <stdlib.h>

struct declaration {
    const struct node *node, *type;
    int line;
    int macro;
    int dynamic;              // extern
    const char *scope_suffix; // of the macros' names
    struct buffer tag;        // sim_shared_1
    struct buffer names;      // the macros, in the order of the declarators
};

static int fail_unknown(struct source *source, const struct declaration *d) {
    return source_fail(source, d->line,
                       "the simulated GPU cannot read this __shared__ declaration; write it as "
                       "'__shared__ type name[size];'");
}

static int fail_initializer(struct source *source, const struct declaration *d) {
    return source_fail(
        source, d->line,
        "a __shared__ variable cannot have an initializer (CUDA forbids it): declare it, then let a "
        "thread write it");
}

// The declaration is wrong. Is its `;` missing, because the next line is another statement?
static int fail_end(struct source *source, const struct declaration *d) {
    const token_index end = d->node->end;
    return !d->macro && !is_character(source, end - 1, ';') && is_kind(source, end, TOKEN_IDENTIFIER) &&
                   source->tokens[end].line > source->tokens[end - 1].line
               ? source_fail(source, source->tokens[end - 1].line,
                             "a ; is missing at the end of this __shared__ declaration")
               : fail_unknown(source, d);
}

// Drops the words of the type that say where the variables are.
static int drop_words(struct source *source, struct declaration *d) {
    static const char *const dropped[] = {"__shared__", "static", "extern", "__device__", NULL};
    for (token_index i = d->type->first; (i = next_own_word(source, d->type, i, dropped)) != NO_TOKEN; i++) {
        d->dynamic |= is_word(source, i, "extern");
        if (source_drop_word(source, i) != 0) {
            return -1;
        }
    }
    return 0;
}

// Checks the array bounds behind the name, and that there is no initial value.
static int check_bounds(struct source *source, struct declaration *d, const struct node *variable) {
    const struct node *inner = tree_child_of_kind(variable, NODE_DECLARATOR); // (*name)[3]
    const token_index begin = inner != NULL ? inner->end + 1 : variable->name + 1;
    for (token_index i = begin; i < variable->end; i = token_step(source, i)) {
        const token_index after = skip_attribute(source, i);
        if (after > i) {
            i = after - 1;
        } else if (is_character(source, i, '=') || is_character(source, i, '{') ||
                   (is_character(source, i, '(') && inner == NULL)) {
            return fail_initializer(source, d);
        } else if (is_character(source, i, '[') && source->match[i] == NO_TOKEN) {
            return fail_unknown(source, d);
        } else if (is_character(source, i, '[') && source->match[i] == i + 1) {
            if (!d->dynamic) {
                return source_fail(
                    source, source->tokens[i].line,
                    "this __shared__ array has no size: give it one, or write 'extern __shared__' and pass "
                    "the size at the launch");
            }
            if (source_insert(source, token_end(source, i), "1") != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int add_token_text(struct buffer *buffer, const struct source *source, token_index i) {
    size_t at = source->tokens[i].offset, end = token_end(source, i);
    int c;
    while ((c = token_character(source->text, end, &at)) != -1) {
        if (buffer_add_character(buffer, (char)c) != 0) {
            return -1;
        }
    }
    return 0;
}

// Is the name mentioned between the two tokens, other than as a member of something?
static int is_mentioned(const struct source *source, token_index name, token_index i, token_index end) {
    for (; i < end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            !is_character(source, i - 1, '.') && !is_pair(source, i - 2, "->") &&
            !is_pair(source, i - 2, "::")) {
            return 1;
        }
    }
    return 0;
}

// Lets the lambdas in the node behind token `name` capture the variable of this name by reference, if they mention it.
static int add_captures(struct source *source, token_index name, const struct node *root) {
    struct buffer capture = {0};
    int result = 0;
    for (const struct node *node = root; node != NULL && result == 0; node = next_node(source, node, root)) {
        const struct node *captures = node->child;
        if (node->kind != NODE_LAMBDA || node->first < name || node->last->kind != NODE_BLOCK) {
            continue;
        }
        const token_index begin = captures->first, end = captures->end - 1;
        if (!is_mentioned(source, name, node->last->first, node->end) ||
            is_mentioned(source, name, begin, end) || // captured already
            (is_character(source, begin + 1, '&') &&
             (begin + 2 == end || is_character(source, begin + 2, ',')))) { // [&]
            continue;
        }
        capture.length = 0;
        result = buffer_add_string(&capture, begin + 1 < end ? " SIM_COMMA &" : "&") != 0 ||
                         add_token_text(&capture, source, name) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, token_begin(source, end), token_begin(source, end), &capture);
    }
    free(capture.bytes);
    return result;
}

// Lets the kernels and device functions behind the variable, which is at file scope, begin with its use.
static int add_uses(struct source *source, const struct declaration *d, token_index name) {
    struct functions functions = {0};
    struct buffer use = {0};
    int result = find_functions(source, &functions);
    if (result == 0 &&
        (buffer_add_format(&use, " SIM_%sSHARED_USE(", d->dynamic ? "DYNAMIC_" : "") != 0 ||
         buffer_add(&use, d->tag.bytes, d->tag.length) != 0 || buffer_add_string(&use, ", ") != 0 ||
         add_token_text(&use, source, name) != 0 || buffer_add_string(&use, ") {") != 0)) {
        result = source_out_of_memory(source);
    }
    for (size_t k = 0; k < functions.count && result == 0; k++) {
        const struct function *function = &functions.list[k];
        token_index body = function->body;
        if (!function->for_device || body < name ||
            is_mentioned(source, name, function->parameters, source->match[function->parameters]) ||
            !is_mentioned(source, name, body, source->match[body])) {
            continue;
        }
        size_t begin = token_end(source, body);
        result = source_replace(source, begin, begin, &use) != 0 ||
                         source_insert_inside(source, token_begin(source, source->match[body]), "}") != 0 ||
                         add_captures(source, name, function->block) != 0
                     ? -1
                     : 0;
    }
    free_functions(&functions);
    free(use.bytes);
    return result;
}

static int add_name(struct source *source, struct declaration *d, token_index name) {
    if (d->tag.length == 0) {
        // A function may use the same macro twice: the variable's name distinguishes its structs.
        if (buffer_add_format(&d->tag, "sim_shared_%d%s", ++source->shared_count, d->macro ? "_##" : "") !=
                0 ||
            (d->macro && add_token_text(&d->tag, source, name) != 0)) {
            return source_out_of_memory(source);
        }
    }
    if (buffer_add_format(&d->names, " SIM_%sSHARED%s(", d->dynamic ? "DYNAMIC_" : "", d->scope_suffix) !=
            0 ||
        buffer_add(&d->names, d->tag.bytes, d->tag.length) != 0 || buffer_add_string(&d->names, ", ") != 0 ||
        add_token_text(&d->names, source, name) != 0 || buffer_add_string(&d->names, ")") != 0) {
        return source_out_of_memory(source);
    }
    return d->macro                     ? 0
           : d->scope_suffix[0] != '\0' ? add_uses(source, d, name)
                                        : add_captures(source, name, d->node->parent);
}

static int read_declaration(struct source *source, struct declaration *d) {
    const token_index end = d->node->end;
    const int ends_macro = d->macro && is_kind(source, end, TOKEN_DIRECTIVE_END);
    const struct node *variable = d->type->next;
    if (drop_words(source, d) != 0) {
        return -1;
    }
    if (variable == NULL || variable->kind != NODE_DECLARATOR) {
        return ends_macro ? 0
                          : fail_unknown(source, d); // uses of this qualifier have been expanded (macros.c)
    }
    for (; variable != NULL && variable->kind == NODE_DECLARATOR; variable = variable->next) {
        if (variable->name == NO_TOKEN) {
            return fail_unknown(source, d);
        }
        if (check_bounds(source, d, variable) != 0 || add_name(source, d, variable->name) != 0) {
            return -1;
        }
    }
    const int is_whole = variable == NULL || (ends_macro && variable->first == variable->end);
    return is_whole ? 0 : fail_end(source, d);
}

// Adds the struct around the declaration and the macros after it.
static int wrap_declaration(struct source *source, const struct declaration *d, struct buffer *buffer) {
    const size_t begin = token_begin(source, d->type->first), end = tree_end(source->tree, d->node);
    const int semicolon = is_character(source, d->node->end - 1, ';');
    if (buffer_add_string(buffer, "struct ") != 0 || buffer_add(buffer, d->tag.bytes, d->tag.length) != 0 ||
        buffer_add_string(buffer, " { ") != 0) {
        return source_out_of_memory(source);
    }
    if (source_replace(source, begin, begin, buffer) != 0) {
        return -1;
    }
    buffer->length = 0;
    if (buffer_add_string(buffer, "; };") != 0 || buffer_add(buffer, d->names.bytes, d->names.length) != 0) {
        return source_out_of_memory(source);
    }
    return source_replace(source, semicolon ? token_begin(source, d->node->end - 1) : end, end, buffer);
}

int rewrite_shared(struct source *source, const struct node *node, int macro) {
    static const char *const shared[] = {"__shared__", NULL}, *const types[] = {"typedef", "using", NULL};
    const struct node *type = tree_child_of_kind(node, NODE_TYPE);
    const token_index word = type != NULL ? own_word(source, type, shared) : NO_TOKEN;
    const enum node_kind around = node->parent->kind;
    if (word == NO_TOKEN || around == NODE_MEMBERS || around == NODE_HEAD || around == NODE_CALL ||
        is_one_of(source, node->first, types)) {
        return 0;
    }
    struct declaration d = {.node = node,
                            .type = type,
                            .line = source->tokens[word].line,
                            .macro = macro,
                            .scope_suffix = is_file_scope(node) ? "_GLOBAL" : ""};
    struct buffer buffer = {0};
    int result = read_declaration(source, &d);
    if (result == 0 && d.names.length > 0) {
        result = wrap_declaration(source, &d, &buffer);
    }
    free(d.tag.bytes);
    free(d.names.bytes);
    free(buffer.bytes);
    return result;
}
