// Refuses what nvcc refuses between host and device code: a call from a kernel or __device__ function to host
// code of the same file or of the C and C++ libraries, a constant array of the host there, exceptions and
// run-time types there, and a call from a host function to a __device__ function, or its use of threadIdx. Compiled as
// plain C++, all of these would run.
//
//     __builtin_ctz(n)   becomes   (sim_for_constant<__builtin_constant_p((n))>::check(), __builtin_ctz(n))
//
// which the compiler refuses unless n is a constant, as nvcc does.
//
// Only functions with a body at file scope, and members of structs there, are checked; and calls of members of a struct
// within the same function. The following are not checked: names declared for both sides or again in the caller,
// callers for both sides, functions with a word that may be a header's macro (unknown.c), and files with macros that
// define device functions. Calls that do not name a function are found when they are made (host_code.c). Cost:
// O(tokens), plus O(functions) per called name.
#include "functions.h"

// Does the caller declare a variable of the name at i and of the struct type `of`: `point a`, `const point *a`?
static int is_variable_of(const struct source *source, const struct function *caller, token_index of,
                          token_index i) {
    const struct node *root = caller->node;
    for (const struct node *node = root; node != NULL; node = next_node(source, node, root)) {
        const int is_it =
            node->kind == NODE_DECLARATOR && node->name != NO_TOKEN && same_word(source, node->name, i);
        const struct node *type = is_it ? tree_child_of_kind(node->parent, NODE_TYPE) : NULL;
        const struct node *name = type != NULL ? type->last : NULL;
        if (name != NULL && name->name != NO_TOKEN && same_word(source, name->name, of)) {
            return 1;
        }
    }
    return 0;
}

static int can_call(const struct function *caller, const struct function *function) {
    return function->is_unclear ? 1
           : caller->for_device ? function->for_device
                                : !function->for_device || function->for_host || function->is_kernel;
}

// If the struct named `of` has functions named `name` (NO_TOKEN: operator()), and the caller may call none of
// them, returns one with a body. Otherwise returns NULL.
static const struct function *one_sided_member(const struct source *source, const struct functions *functions,
                                               const struct function *caller, token_index of,
                                               token_index name) {
    const struct function *found = NULL;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        int named = name == NO_TOKEN ? is_word(source, function->name, "operator") && !function->is_symbol
                                     : same_word(source, function->name, name);
        if (function->of == NO_TOKEN || !same_word(source, function->of, of) || !named) {
            continue;
        }
        if (can_call(caller, function)) {
            return NULL;
        }
        found = function->body != NO_TOKEN ? function : found;
    }
    return found;
}

// If the function called at i is for one side only, and not for the caller's, returns one of the functions of
// that name, preferably one with a body. Otherwise returns NULL. `object`: the variable whose member is
// called, or NO_TOKEN.
static const struct function *one_sided(const struct source *source, const struct functions *functions,
                                        const struct function *caller, token_index i, token_index object) {
    const struct function *found = NULL;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (!same_word(source, function->name, i)) {
            continue;
        }
        if (object != NO_TOKEN &&
            (function->of == NO_TOKEN || !is_variable_of(source, caller, function->of, object))) {
            continue;
        }
        if (can_call(caller, function)) {
            return NULL;
        }
        int reached = object != NO_TOKEN || function->of == NO_TOKEN || function->of == caller->of;
        if (function->body != NO_TOKEN && reached) {
            found = function;
        }
    }
    return found;
}

// ---- Callers ----

static int refuse_library(struct source *source, token_index i) {
    const struct token *token = &source->tokens[i];
    return source_fail(source, token->line,
                       "std::%.*s%s is host code, which nvcc does not let a kernel call; "
                       "docs/cuda-surface.md lists what kernels can call",
                       token->length < 60 ? (int)token->length : 60, source->text + token->offset,
                       is_called(source, i) ? "()" : "");
}

// Is the word at i inside sizeof(...), or in a statement that the compiler computes, as `constexpr int a = b[1]`?
static int is_computed_early(const struct source *source, token_index begin, token_index i) {
    static const char *const words[] = {"sizeof", "decltype", "constexpr", "static_assert", NULL};
    for (; i > begin && !is_character(source, i, ';') && !is_character(source, i, '{'); i--) {
        if (is_one_of(source, i, words)) {
            return 1;
        }
    }
    return 0;
}

// The constant array of the host that the word at i names, or NO_TOKEN.
static token_index host_table(const struct source *source, const struct functions *functions,
                              const struct function *caller, token_index i) {
    for (size_t k = 0; k < functions->table_count && !is_member(source, i); k++) {
        token_index table = functions->host_tables[k];
        if (same_word(source, table, i)) {
            return is_declared(source, caller, i) || is_computed_early(source, caller->body, i) ? NO_TOKEN
                                                                                                : table;
        }
    }
    return NO_TOKEN;
}

// The member function that the word at i calls without naming an object's member: S::f(), a constructor of S
// or the operator() of a variable of type S or of S(). NULL if the caller may call it, or if there is none.
static const struct function *hidden_member(const struct source *source, const struct functions *functions,
                                            const struct function *caller, token_index i) {
    if (is_pair(source, i - 2, "::")) {
        token_index of = i - 3;
        if (is_character(source, of, '>') && source->match[of] != NO_TOKEN) {
            of = source->match[of] - 1;
        }
        return is_called(source, i) ? one_sided_member(source, functions, caller, of, i) : NULL;
    }
    token_index after = name_end(source, i) + 1;
    int made = is_character(source, after, '(') || is_character(source, after, '{');
    int declared = is_kind(source, after, TOKEN_IDENTIFIER) &&
                   (is_character(source, after + 1, '(') || is_character(source, after + 1, '{') ||
                    is_character(source, after + 1, ';'));
    const struct function *found = NULL;
    if (!is_member(source, i) && (made || declared)) {
        found = one_sided_member(source, functions, caller, i, i);
    }
    if (found == NULL && made && source->match[after] != NO_TOKEN &&
        is_character(source, source->match[after] + 1, '(')) {
        found = one_sided_member(source, functions, caller, i, NO_TOKEN);
    }
    for (size_t k = 0; k < functions->count && found == NULL && is_called(source, i); k++) {
        const struct function *function = &functions->list[k];
        if (function->of != NO_TOKEN && is_word(source, function->name, "operator") && !function->is_symbol &&
            is_variable_of(source, caller, function->of, i)) {
            return one_sided_member(source, functions, caller, function->of, NO_TOKEN);
        }
    }
    return found;
}

static int refuse_word(struct source *source, token_index i, const char *what) {
    const struct token *token = &source->tokens[i];
    return source_fail(source, token->line, "%.*s%s %s", token->length < 60 ? (int)token->length : 60,
                       source->text + token->offset, is_called(source, i) ? "()" : "", what);
}

static int refuse_object(struct source *source, token_index i, token_index class) {
    const struct token *token = &source->tokens[i], *type = &source->tokens[class];
    return source_fail(
        source, token->line,
        "%.*s is a std::%.*s, whose members are host code: pass the kernel a pointer to device "
        "memory, or a struct of your own",
        token->length < 60 ? (int)token->length : 60, source->text + token->offset, (int)type->length,
        source->text + type->offset);
}

static int refuse_function(struct source *source, const struct function *caller, token_index i,
                           const struct function *called) {
    const struct token *token = &source->tokens[i];
    return source_fail(source, token->line,
                       "%.*s() is %s code, which nvcc does not let %s call: write %s before "
                       "its definition in line %d",
                       token->length < 60 ? (int)token->length : 60, source->text + token->offset,
                       caller->for_device ? "host" : "device", caller->for_device ? "a kernel" : "host code",
                       caller->for_device ? "__device__" : "__host__", source->tokens[called->name].line);
}

// Checks the word at i of a function for the device only.
static int check_device_word(struct source *source, const struct functions *functions,
                             const struct function *caller, int unqualified, token_index i) {
    static const char *const thrown[] = {"throw", "try", "typeid", "dynamic_cast", "thread_local", NULL};
    if (is_one_of(source, i, thrown)) {
        return refuse_word(source, i,
                           "does not exist in device code: nvcc refuses exceptions, run-time types and "
                           "thread_local there");
    }
    if (is_host_library(source, i, unqualified) &&
        (is_pair(source, i - 2, "::") ||
         (!is_declared(source, caller, i) && !names_function(source, functions, i)))) {
        return refuse_library(source, i);
    }
    const token_index class = find_host_object(source, caller, unqualified, i);
    if (class != NO_TOKEN) {
        return refuse_object(source, i, class);
    }
    // Beside a launch, a kernel once could call the runtime. The compiler names the launch.
    const int of_launch = is_runtime_call(source, i) && contains_launch(source, caller->block, 0);
    if (calls_c_library(source, functions, i) && !of_launch && !is_declared(source, caller, i)) {
        return refuse_word(source, i,
                           "is host code, which nvcc does not let a kernel call; docs/cuda-surface.md "
                           "lists what kernels can call");
    }
    if (rewrite_for_constant(source, i) != 0) {
        return -1;
    }
    token_index table = host_table(source, functions, caller, i);
    if (table != NO_TOKEN) {
        const struct token *token = &source->tokens[i];
        return source_fail(source, token->line,
                           "%.*s is in host memory, and nvcc does not let a kernel use it: write "
                           "__constant__ before its definition in line %d",
                           token->length < 60 ? (int)token->length : 60, source->text + token->offset,
                           source->tokens[table].line);
    }
    return 0;
}

static int check_caller(struct source *source, const struct functions *functions,
                        const struct function *caller, int unqualified) {
    token_index end = source->match[caller->body];
    for (token_index i = caller->body; i < end; i++) {
        if (!is_kind(source, i, TOKEN_IDENTIFIER)) {
            continue;
        }
        if (caller->for_device && check_device_word(source, functions, caller, unqualified, i) != 0) {
            return -1;
        }
        static const char *const unevaluated[] = {"sizeof", "decltype", "noexcept", "alignof", NULL};
        if (is_one_of(source, i, unevaluated) && is_character(source, i + 1, '(') &&
            source->match[i + 1] != NO_TOKEN && !caller->for_device) {
            i = source->match[i + 1];
            continue;
        }
        const struct function *hidden =
            caller->for_device ? hidden_member(source, functions, caller, i) : NULL;
        if (hidden != NULL) {
            return refuse_function(source, caller, i, hidden);
        }
        token_index object = is_character(source, i - 1, '.') ? i - 2
                             : is_pair(source, i - 2, "->")   ? i - 3
                                                              : NO_TOKEN;
        if (!is_called(source, i) || is_pair(source, i - 2, "::")) {
            continue;
        }
        const struct function *called = one_sided(source, functions, caller, i, object);
        if (called != NULL && (object != NO_TOKEN || !is_declared(source, caller, i))) {
            return refuse_function(source, caller, i, called);
        }
    }
    return 0;
}

// Checks a kernel's calls of members of its own structs, outside of these.
static int check_local_calls(struct source *source, const struct functions *functions,
                             const struct function *caller) {
    const struct functions local = {.list = functions->local, .count = functions->local_count};
    const struct node *block = local.count > 0 ? caller->block : NULL;
    token_index end = 0; // of the struct
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        if (node->kind == NODE_STRUCT && node->last != NULL && node->last->kind == NODE_MEMBERS) {
            end = node->end;
        }
        const int is_access = node->kind == NODE_MEMBER;
        if (node->first < end || node->name == NO_TOKEN ||
            (node->kind != NODE_NAME && node->kind != NODE_TEMPLATE_NAME && !is_access)) {
            continue;
        }
        const struct function *called = hidden_member(source, &local, caller, node->name);
        if (called == NULL && is_access && is_called(source, node->name)) {
            called = one_sided(source, &local, caller, node->name, node->child->end - 1);
        }
        if (called != NULL) {
            return refuse_function(source, caller, node->name, called);
        }
    }
    return 0;
}

// Does the file have macros that define device functions?
static int has_function_macro(const struct source *source) {
    static const char *const words[] = {"__device__", "__global__", NULL};
    for (const struct node *part = source->tree->parts; part != NULL; part = part->next) {
        if (part->name == NO_TOKEN || !has_word(source, part->first, part->end, words)) {
            continue;
        }
        for (token_index i = part->first; i < part->end; i++) {
            if (is_character(source, i, '{') || is_character(source, i, '#')) {
                return 1;
            }
        }
    }
    return 0;
}

int source_check_calls(struct source *source, const struct functions *functions) {
    static const char *const device[] = {"__device__", NULL};
    int result = 0, unqualified = uses_namespace_std(source);
    if (has_function_macro(source)) {
        return 0;
    }
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        // nvcc does not check host templates. A device lambda in a host function may call device functions.
        int one_side = function->is_unclear   ? 0
                       : function->for_device ? !function->for_host
                                              : !function->is_template && function->body != NO_TOKEN &&
                                                    !has_word(source, function->body, function->end, device);
        if (function->body != NO_TOKEN && one_side) {
            result = check_caller(source, functions, function, unqualified) != 0 ||
                             (function->for_device && check_local_calls(source, functions, function) != 0)
                         ? -1
                         : 0;
        }
        if (result == 0 && one_side && !function->for_device && function->of == NO_TOKEN) {
            result = source_check_built_in(source, function);
        }
    }
    return result;
}
