// Results that a program does not use.
//
// Of atomicAdd(), atomicSub(), atomicExch() and atomicCAS() in kernels and device functions: a thread that does not use
// the old value does not know which additions came before its own, or what its atomicExch() has replaced
// (sim/race/stale.h), or whether atomicCAS() has stored its value.
//
// Of cudaGetLastError() and the other calls in host functions that return the error of a launch: a program that ignores
// it has not checked the launch (sim/api/call.h). To ask for it in an `if` that does nothing is to ignore it, too, and
// so is a variable that nothing reads before it is set again.
#include "notices.h"
#include "questions.h"

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

// ------------------------------------------------------------------------------------ statements that drop a result
// A statement with a call, and the variable that it sets, or NO_TOKEN.
struct call_statement {
    const struct node *node;
    int variable;
};

static bool is_kind(const struct tree *tree, int i, enum token_kind kind) {
    return tree->tokens[i].kind == kind;
}

// Is the word at i called, perhaps with template arguments?
static bool is_called(const struct tree *tree, int i) {
    const bool has_arguments = tree_token_is(tree, i + 1, "<") && tree->match[i + 1] != NO_TOKEN;
    return tree_token_is(tree, (has_arguments ? tree->match[i + 1] : i) + 1, "(");
}

// Is this token of a statement, outside its variable and the arguments of its calls, one that does nothing with the
// result: a parenthesis, a cast, a comparison, or an error text that the program ignores?
static bool does_nothing(const struct tree *tree, int i) {
    static const char *const keywords[] = {"throw", "new", "delete", "co_return", NULL};
    static const char *const texts[] = {"cudaGetErrorString", "cudaGetErrorName", "static_cast", NULL};
    static const char *const signs[] = {"(", ")", "=", "!", ":", NULL}, *const encloses[] = {"<", ">", NULL};
    if (is_kind(tree, i, TOKEN_IDENTIFIER)) {
        return !tree_token_is_one_of(tree, i, keywords) &&
               (!is_called(tree, i) || tree_token_is_one_of(tree, i, texts));
    }
    return tree_token_is_one_of(tree, i, signs) || is_kind(tree, i, TOKEN_NUMBER) ||
           (tree_token_is_one_of(tree, i, encloses) && tree->match[i] != NO_TOKEN);
}

// Do only words stand in front of the declared variable, and not `static`?
static bool is_plain(const struct tree *tree, const struct node *declaration, const struct node *variable) {
    for (int i = declaration->first; i < variable->first; i++) {
        if (!is_kind(tree, i, TOKEN_IDENTIFIER) || tree_token_is(tree, i, "static")) {
            return false;
        }
    }
    return true;
}

// Reads the statement with the call. true if its result goes nowhere but into a variable; false if it may be used.
static bool read_call_statement(const struct tree *tree, const struct node *call,
                                struct call_statement *statement) {
    const struct node *node = call;
    while (node != NULL && node->kind != NODE_EXPRESSION && node->kind != NODE_DECLARATION) {
        node = node->parent;
    }
    if (node == NULL || node->parent->kind == NODE_HEAD || !tree_token_is(tree, node->end - 1, ";")) {
        return false;
    }
    const struct node *target = node->child, *value = target;
    *statement = (struct call_statement){node, NO_TOKEN};
    if (node->kind == NODE_DECLARATION) { // type a = call()
        target = target->next;
        value = target != NULL ? target->last : NULL;
        if (target == NULL || target->first != target->name || value->first < 1 ||
            !tree_token_assigns(tree, value->first - 1) || !is_plain(tree, node, target)) {
            return false;
        }
        statement->variable = target->name;
    } else if (target->kind == NODE_ASSIGNMENT) { // a = call(), a |= call()
        if (target->child->kind != NODE_NAME || target->child->first != target->child->name) {
            return false;
        }
        statement->variable = target->child->name;
        value = target->last;
    }
    for (int i = value->first; i < node->end - 1; i++) {
        if (i == call->child->name) {
            i = call->end - 1;
        } else if (!does_nothing(tree, i)) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------- variables that nothing reads
// Does a macro of the file contain the name at i? Then its uses may read the variable.
static bool is_in_macro(const struct tree *tree, int i) {
    for (const struct node *part = tree->parts; part != NULL; part = part->next) {
        for (int k = part->first; k < part->end && part->name != NO_TOKEN; k++) {
            if (is_kind(tree, k, TOKEN_IDENTIFIER) && question_same_word(tree, i, k)) {
                return true;
            }
        }
    }
    return false;
}

// Is the name one of a variable that is set or declared here: `error = ...`, `cudaError_t error`?
static bool is_written(const struct node *name) {
    return (name->parent->kind == NODE_DECLARATOR || name->parent->kind == NODE_ASSIGNMENT) &&
           name->parent->child == name;
}

// Does the block declare the variable at i, and never read it? `(void)error` reads nothing, and neither does an `if`
// that does nothing, nor `error |= ...`.
static bool is_never_read(const struct tree *tree, int i, const struct node *block) {
    bool declared = false;
    for (const struct node *node = block; node != NULL; node = tree_next_of_all(tree, node, block)) {
        if (node->kind != NODE_NAME || !question_same_word(tree, i, node->first)) {
            continue;
        }
        declared |= node->parent->kind == NODE_DECLARATOR && is_written(node);
        const bool dropped =
            node->parent->kind == NODE_CAST && tree_token_is(tree, node->parent->first + 1, "void");
        if (!dropped && !is_written(node) && idle_if(node) == NULL) {
            return false;
        }
    }
    return declared;
}

// Is the first declaration of the variable in the block, in front of token `end`, one of a variable that is not static?
static bool is_declared(const struct tree *tree, const struct node *block, int variable, int end) {
    for (const struct node *node = block; node != NULL; node = tree_next_of_all(tree, node, block)) {
        if (node->kind == NODE_DECLARATOR && node->first < end &&
            question_same_word(tree, node->name, variable)) {
            bool is_static = false;
            for (int i = node->parent->first; i < node->first; i++) {
                is_static |= tree_token_is(tree, i, "static");
            }
            return !is_static;
        }
    }
    return false;
}

// Is the variable of this statement, which the block declares, set again before anything reads it?
static bool is_overwritten(const struct tree *tree, const struct call_statement *statement,
                           const struct node *block) {
    static const char *const leaves[] = {"{", "break", "continue", "goto", "return", NULL};
    if (statement->node->parent->kind != NODE_BLOCK ||
        !is_declared(tree, block, statement->variable, statement->node->end)) {
        return false;
    }
    for (const struct node *node = statement->node->next; node != NULL; node = node->next) {
        int uses = 0;
        for (int i = node->first; i < node->end; i++) {
            if (tree_token_is_one_of(tree, i, leaves)) {
                return false; // it may be read elsewhere
            }
            uses += question_same_word(tree, statement->variable, i);
        }
        if (uses > 0) {
            const struct node *set = node->kind == NODE_EXPRESSION ? node->child : node;
            return uses == 1 && set->kind == NODE_ASSIGNMENT && set->sign[1] == '\0' &&
                   set->child->end == set->first + 1 &&
                   question_same_word(tree, statement->variable, set->first);
        }
    }
    return false;
}

const struct node *notice_unused(const struct tree *tree, const struct node *block, const struct node *call,
                                 bool for_device) {
    static const char *const updates[] = {
        "atomicAdd",       "atomicAdd_system", "atomicSub",  "atomicSub_system",  "atomicCAS",
        "atomicCAS_block", "atomicCAS_system", "atomicExch", "atomicExch_system", NULL};
    static const char *const checks[] = {
        "cudaGetLastError",   "cudaPeekAtLastError",         "cudaLaunchKernel",
        "cudaLaunchKernelEx", "cudaLaunchCooperativeKernel", NULL};
    struct call_statement statement;
    if (call->kind != NODE_CALL || call->child->kind != NODE_NAME ||
        !tree_token_is_one_of(tree, call->child->name, for_device ? updates : checks)) {
        return NULL;
    }
    if (read_call_statement(tree, call, &statement)) {
        const int variable = statement.variable;
        return variable == NO_TOKEN ||
                       (!for_device && !is_in_macro(tree, variable) &&
                        (is_never_read(tree, variable, block) || is_overwritten(tree, &statement, block)))
                   ? statement.node
                   : NULL;
    }
    return for_device || tree_token_assigns(tree, call->first - 1) ? NULL : idle_if(call);
}
