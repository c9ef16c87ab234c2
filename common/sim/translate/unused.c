// atomicAdd(address, value);   becomes   atomicAdd(address, value), sim_result_unused();
//
// in kernels and device functions, and atomicSub(), atomicExch(), atomicCAS() likewise. A thread that does not use the
// old value does not know which additions came before its own, or what its atomicExch() has replaced (race/stale.h), or
// whether atomicCAS() has stored its value.
//
// cudaGetLastError();                       becomes   cudaGetLastError(), sim_error_unused();
// cudaError_t error = cudaGetLastError();   becomes   cudaError_t error = cudaGetLastError(); sim_error_unused();
//
// in host functions, the second if nothing reads `error` before it is set again; likewise the other calls that return
// the error of a launch. A program that ignores their result has not checked the launch (api/call.h). To ask for it in
// an `if` that does nothing is to ignore it, too:
//
// if (cudaGetLastError() != cudaSuccess) {}   becomes   if (cudaGetLastError() != cudaSuccess) {} sim_error_unused();
#include "functions.h"

// If the expression is in the condition of an `if` that does nothing in either case, that `if`. NULL otherwise, and for
// an argument of a call, which may do something.
static const struct node *idle_if(const struct node *node) {
    while (node != NULL && node->kind != NODE_HEAD && node->kind != NODE_BLOCK &&
           !(node->parent->kind == NODE_CALL && node->parent->child != node)) {
        node = node->parent;
    }
    const struct node *statement = node != NULL && node->kind == NODE_HEAD ? node->parent : NULL;
    const struct node *then = statement != NULL && statement->kind == NODE_IF ? node->next : NULL;
    return then != NULL && then->next == NULL &&
                   (then->kind == NODE_EMPTY || (then->kind == NODE_BLOCK && then->child == NULL))
               ? statement
               : NULL;
}

// ---- Statements that drop a result ----

// A statement with a call, and the variable that it sets, or NO_TOKEN.
struct call_statement {
    const struct node *node;
    token_index variable;
    int declares;
};

// Is this token of a statement, outside its variable and the arguments of its calls, one that does nothing with the
// result: a parenthesis, a cast, a comparison, or an error text that the program ignores?
static int does_nothing(const struct source *source, token_index i) {
    static const char *const keywords[] = {"throw", "new", "delete", "co_return", NULL};
    static const char *const texts[] = {"cudaGetErrorString", "cudaGetErrorName", NULL};
    static const char signs[] = "()=!:";
    if (is_kind(source, i, TOKEN_IDENTIFIER)) {
        return !is_one_of(source, i, keywords) &&
               (!is_called(source, i) || is_one_of(source, i, texts) || is_word(source, i, "static_cast"));
    }
    for (const char *c = signs; *c != '\0'; c++) {
        if (is_character(source, i, *c)) {
            return 1;
        }
    }
    const int encloses_type = is_character(source, i, '<') || is_character(source, i, '>');
    return is_kind(source, i, TOKEN_NUMBER) || (encloses_type && source->match[i] != NO_TOKEN);
}

// Reads the statement with the call. 1 if its result goes nowhere but into a variable; 0 if it may be used.
static int read_statement(const struct source *source, const struct node *call,
                          struct call_statement *statement) {
    static const char *const fixed[] = {"static", NULL};
    const struct node *node = call;
    while (node != NULL && node->kind != NODE_EXPRESSION && node->kind != NODE_DECLARATION) {
        node = node->parent;
    }
    if (node == NULL || node->parent->kind == NODE_HEAD || !is_character(source, node->end - 1, ';')) {
        return 0;
    }
    const struct node *target = node->child, *value = target;
    *statement = (struct call_statement){node, NO_TOKEN, node->kind == NODE_DECLARATION};
    if (statement->declares) { // type a = call()
        target = target->next;
        value = target != NULL ? target->last : NULL;
        if (target == NULL || target->first != target->name || value->first < 1 ||
            !is_assignment(source, value->first - 1) || has_word(source, node->first, target->first, fixed)) {
            return 0;
        }
        for (token_index i = node->first; i < target->first; i++) {
            if (!is_kind(source, i, TOKEN_IDENTIFIER)) {
                return 0;
            }
        }
        statement->variable = target->name;
    } else if (target->kind == NODE_ASSIGNMENT) { // a = call(), a |= call()
        if (target->child->kind != NODE_NAME || target->child->first != target->child->name) {
            return 0;
        }
        statement->variable = target->child->name;
        value = target->last;
    }
    for (token_index i = value->first; i < node->end - 1; i++) {
        if (i == call->child->name) {
            i = call->end - 1;
        } else if (!does_nothing(source, i)) {
            return 0;
        }
    }
    return 1;
}

// ---- Variables that nothing reads ----

// Does a macro of the file contain the name at i? Then its uses may read the variable.
static int is_in_macro(const struct source *source, token_index i) {
    for (const struct node *part = source->tree->parts; part != NULL; part = part->next) {
        for (token_index k = part->first; k < part->end && part->name != NO_TOKEN; k++) {
            if (is_kind(source, k, TOKEN_IDENTIFIER) && same_word(source, i, k)) {
                return 1;
            }
        }
    }
    return 0;
}

// Is the name one of a variable that is set or declared here: `error = ...`, `cudaError_t error`?
static int is_written(const struct node *name) {
    return name->parent->kind == NODE_DECLARATOR
               ? name->parent->child == name
               : name->parent->kind == NODE_ASSIGNMENT && name->parent->child == name;
}

// Does the block declare the variable at i, and never read it? `(void)error` reads nothing, and neither does an `if`
// that does nothing, nor `error |= ...`.
static int is_never_read(const struct source *source, token_index i, const struct node *block) {
    int declared = 0;
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        if (node->kind != NODE_NAME || !same_word(source, i, node->first)) {
            continue;
        }
        declared |= node->parent->kind == NODE_DECLARATOR && is_written(node);
        const int dropped =
            node->parent->kind == NODE_CAST && is_word(source, node->parent->first + 1, "void");
        if (!dropped && !is_written(node) && idle_if(node) == NULL) {
            return 0;
        }
    }
    return declared;
}

// Is the variable of this statement, which the block declares, set again before anything reads it?
static int is_overwritten(const struct source *source, const struct call_statement *statement,
                          const struct node *block) {
    static const char *const leaves[] = {"break", "continue", "goto", "return", NULL};
    static const char *const fixed[] = {"static", NULL};
    const struct node *variable = find_declaration(source, block, statement->variable, statement->node->end);
    if (variable == NULL || statement->node->parent->kind != NODE_BLOCK ||
        has_word(source, variable->parent->first, variable->first, fixed)) {
        return 0;
    }
    for (const struct node *node = statement->node->next; node != NULL; node = node->next) {
        int uses = 0;
        for (token_index i = node->first; i < node->end; i++) {
            if (is_character(source, i, '{') || is_one_of(source, i, leaves)) {
                return 0; // it may be read elsewhere
            }
            uses += same_word(source, statement->variable, i);
        }
        if (uses > 0) {
            const struct node *set = node->kind == NODE_EXPRESSION ? node->child : node;
            return uses == 1 && set->kind == NODE_ASSIGNMENT && set->sign[1] == '\0' &&
                   set->child->end == set->first + 1 && same_word(source, statement->variable, set->first);
        }
    }
    return 0;
}

// Is the node a call of one of these functions?
static int calls_one(const struct source *source, const struct node *node, const char *const *calls) {
    return node->kind == NODE_CALL && node->child->kind == NODE_NAME &&
           is_one_of(source, node->child->name, calls);
}

// Marks the calls of these functions whose result goes nowhere, or with `variables` into one that nothing reads.
static int mark_unused(struct source *source, const struct node *block, const char *const *calls,
                       const char *mark, int variables) {
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        struct call_statement statement;
        if (!calls_one(source, node, calls) || !read_statement(source, node, &statement)) {
            continue;
        }
        if (statement.variable != NO_TOKEN && (!variables || is_in_macro(source, statement.variable) ||
                                               (!is_never_read(source, statement.variable, block) &&
                                                !is_overwritten(source, &statement, block)))) {
            continue;
        }
        const size_t at = token_begin(source, statement.node->end - 1) + (size_t)statement.declares;
        if (source_insert(source, at, statement.declares ? " " : ", ") != 0 ||
            source_insert(source, at, mark) != 0 ||
            (statement.declares && source_insert(source, at, ";") != 0)) {
            return -1;
        }
    }
    return 0;
}

// Marks the calls of these functions in the condition of an `if` that does nothing.
static int mark_idle(struct source *source, const struct node *block, const char *const *calls,
                     const char *mark) {
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        const struct node *statement =
            calls_one(source, node, calls) && !is_assignment(source, node->first - 1) ? idle_if(node) : NULL;
        const size_t at = statement != NULL ? tree_end(source->tree, statement) : 0;
        if (statement != NULL &&
            (source_insert(source, at, " ") != 0 || source_insert(source, at, mark) != 0 ||
             source_insert(source, at, ";") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_unused(struct source *source, const struct functions *functions) {
    static const char *const updates[] = {
        "atomicAdd",       "atomicAdd_system", "atomicSub",  "atomicSub_system",  "atomicCAS",
        "atomicCAS_block", "atomicCAS_system", "atomicExch", "atomicExch_system", NULL};
    static const char *const checks[] = {
        "cudaGetLastError",   "cudaPeekAtLastError",         "cudaLaunchKernel",
        "cudaLaunchKernelEx", "cudaLaunchCooperativeKernel", NULL};
    static const char in_kernel[] = "sim_result_unused()", on_host[] = "sim_error_unused()";
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || (function->for_device && function->for_host)) {
            continue;
        }
        const struct node *block = function->block;
        int failed = function->for_device ? mark_unused(source, block, updates, in_kernel, 0)
                                          : mark_unused(source, block, checks, on_host, 1) != 0 ||
                                                mark_idle(source, block, checks, on_host) != 0;
        if (failed) {
            return -1;
        }
    }
    return 0;
}
