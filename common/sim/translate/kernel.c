// Refuses what nvcc or the device refuses in the definition of a kernel or device function.
//
//     __global__ int k(...)                   refused: a kernel returns nothing
//     __global__ void k(int &x)               refused: the device cannot reach the host's x
//     __global__ void k(int n, ...)           refused: a kernel has a fixed number of parameters
//     struct s { __global__ void k(...) };    refused: a kernel is no member
//     __device__ __global__ void k(...)       refused: a kernel has no other qualifier
//     int a[warpSize];                        refused: warpSize is not constant
//     new int[3]                              refused: the simulated GPU has no heap for kernels
//     int a[n];                               refused by the compiler: the array's length is not constant
//     static int x;                           becomes static SIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP
//     __launch_bounds__(128) k(...) {         becomes { SIM_BOUNDS(128), which refuses more threads
//     (const void *)k                         becomes SIM_KERNEL_ADDRESS(k), for cudaLaunchKernel; as its first
//                                             argument also if k is not the name of a kernel, but a pointer to one
//     ::__syncthreads()                       becomes __syncthreads(), a macro that is no name
#include "functions.h"

#include <stdlib.h>

static int check_result(struct source *source, const struct function *kernel) {
    static const char *const types[] = {
        "bool",    "char",     "short",  "int",     "unsigned", "signed",   "long",   "float",   "double",
        "int2",    "int4",     "float2", "float4",  "uint2",    "uint4",    "size_t", "int32_t", "uint32_t",
        "int64_t", "uint64_t", "int8_t", "uint8_t", "int16_t",  "uint16_t", "auto",   "value_t", NULL};
    int has_type = 0;
    for (token_index i = kernel->first; i < kernel->name; i++) {
        token_index after = skip_attribute(source, i);
        if (after != i || is_character(source, i, '<')) {
            i = after != i ? after - 1 : source->match[i] != NO_TOKEN ? source->match[i] : i;
            continue;
        }
        if (is_word(source, i, "void") && !is_character(source, i + 1, '*')) {
            return 0;
        }
        has_type |= is_one_of(source, i, types) || is_character(source, i, '*');
    }
    return has_type ? source_fail(source, source->tokens[kernel->name].line,
                                  "a kernel returns nothing: its type must be void. Write results to device "
                                  "memory through a pointer")
                    : 0;
}

static int check_place(struct source *source, const struct function *kernel) {
    int line = source->tokens[kernel->name].line;
    if (kernel->of != NO_TOKEN) {
        return source_fail(source, line,
                           "a kernel cannot be a member of a struct or class: define it outside, and pass it "
                           "what it needs");
    }
    for (token_index i = kernel->first; i < kernel->name; i++) {
        if (is_word(source, i, "__device__") || is_word(source, i, "__host__")) {
            return source_fail(
                source, line,
                "__global__ cannot stand beside %.*s: a kernel runs on the device and is launched "
                "by the host",
                (int)source->tokens[i].length, source->text + source->tokens[i].offset);
        }
    }
    return 0;
}

static int check_parameters(struct source *source, const struct function *kernel) {
    for (const struct node *node = tree_child_of_kind(kernel->node, NODE_PARAMETERS)->child; node != NULL;
         node = node->next) {
        if (is_pair(source, node->first, "..")) {
            return source_fail(source, source->tokens[node->first].line,
                               "a kernel cannot have `...` in place of parameters: name each one, or pass a "
                               "pointer to an array");
        }
        for (token_index i = node->first; i < node->end; i = token_step(source, i)) {
            if (is_character(source, i, '&') || is_pair(source, i, "(&")) { // int (&a)[3]
                return source_fail(
                    source, source->tokens[i].line,
                    "a kernel's parameter cannot be a reference, because the device cannot reach "
                    "host variables: pass a value, or a pointer to device memory");
            }
        }
    }
    return 0;
}

// `{ SIM_BOUNDS(arguments)` for __launch_bounds__(arguments).
static int add_bounds(struct source *source, const struct function *kernel) {
    static const char *const words[] = {"__launch_bounds__", NULL};
    const struct node *type = tree_child_of_kind(kernel->node, NODE_TYPE);
    const struct node *bounds = type->child;
    while (bounds != NULL && !(bounds->kind == NODE_ATTRIBUTE && is_one_of(source, bounds->first, words))) {
        bounds = bounds->next;
    }
    if (bounds == NULL || bounds->end < bounds->first + 2) {
        return 0;
    }
    if (bounds->child == NULL || tree_child(bounds, 3) != NULL) {
        return source_fail(source, source->tokens[bounds->first].line,
                           "__launch_bounds__ takes the largest number of threads per block: "
                           "__launch_bounds__(256)");
    }
    struct buffer buffer = {0};
    const size_t at = token_end(source, kernel->body);
    int result =
        buffer_add_string(&buffer, " SIM_BOUNDS(") != 0 ||
                buffer_add_tokens(&buffer, source, (struct range){bounds->first + 2, bounds->end}, 0) != 0
            ? source_out_of_memory(source)
            : source_replace(source, at, at, &buffer);
    free(buffer.bytes);
    return result;
}

// Does the `[` at i belong to a declaration `type name[length]` whose length may not be constant?
static int may_vary(const struct source *source, token_index i) {
    static const char *const uses[] = {"return", "case", "delete", "new", NULL};
    if (!is_character(source, i, '[') || source->match[i] == NO_TOKEN ||
        !is_kind(source, i - 1, TOKEN_IDENTIFIER)) {
        return 0;
    }
    int declared = (is_kind(source, i - 2, TOKEN_IDENTIFIER) && !is_one_of(source, i - 2, uses)) ||
                   is_character(source, i - 2, '*') || is_character(source, i - 2, ',') ||
                   is_character(source, i - 2, '>');
    for (token_index k = i + 1; k < source->match[i] && declared; k++) {
        if (is_kind(source, k, TOKEN_IDENTIFIER)) {
            return 1;
        }
    }
    return 0;
}

// Refuses the length `warpSize` of such an array. The simulated GPU's is a constant.
static int check_length(struct source *source, token_index open) {
    for (token_index k = open + 1; k < source->match[open]; k++) {
        if (is_word(source, k, "warpSize") && !is_member(source, k)) {
            return source_fail(
                source, source->tokens[k].line,
                "warpSize is not a constant for nvcc, so it cannot be the length of an array: write 32, "
                "or a constant of your own");
        }
    }
    return 0;
}

// Refuses the heap, which new, delete, malloc() and free() need.
static int check_heap(struct source *source, const struct node *node) {
    static const char *const calls[] = {"malloc", "free", NULL};
    const struct node *callee = node->kind == NODE_CALL ? node->child : NULL;
    const int called = callee != NULL && callee->kind == NODE_NAME && is_one_of(source, callee->name, calls);
    const int heap =
        node->kind == NODE_DELETE || (node->kind == NODE_NEW && !is_character(source, node->first + 1, '('));
    const token_index word = called ? callee->name : node->first;
    return heap || called
               ? source_fail(source, source->tokens[word].line,
                             "%.*s in a kernel: the simulated GPU has no heap for kernels. Allocate with "
                             "cudaMalloc before the launch, or use a local or shared array",
                             (int)source->tokens[word].length, source->text + source->tokens[word].offset)
               : 0;
}

// Drops the `::` before __syncthreads.
static int drop_scope(struct source *source, const struct node *name) {
    const struct buffer nothing = {0};
    return is_word(source, name->name, "__syncthreads") && name->name == name->first + 2
               ? source_replace(source, tree_begin(source->tree, name), token_end(source, name->first + 1),
                                &nothing)
               : 0;
}

static int check_body(struct source *source, const struct function *function) {
    const struct node *block = function->block;
    int varies = 0;
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        if ((node->kind == NODE_DECLARATION && !function->for_host && rewrite_static(source, node) != 0) ||
            (node->kind == NODE_NAME && drop_scope(source, node) != 0) ||
            (!function->for_host && check_heap(source, node) != 0)) {
            return -1;
        }
    }
    for (token_index i = block->first; i < block->end; i++) {
        if (may_vary(source, i)) {
            varies = 1;
            if (check_length(source, i) != 0) {
                return -1;
            }
        }
    }
    if (!varies) {
        return 0;
    }
    // The second one follows the `}`: before it, it would hide that a `;` is missing at the end of the body.
    return source_insert(source, token_end(source, function->body), " SIM_NO_VARIABLE_LENGTH") != 0
               ? -1
               : source_insert(source, tree_end(source->tree, block), " SIM_ANY_LENGTH");
}

static int is_kernel(const struct source *source, const struct functions *functions, token_index i) {
    for (size_t k = 0; k < functions->count; k++) {
        if (functions->list[k].is_kernel && same_word(source, functions->list[k].name, i)) {
            return 1;
        }
    }
    return 0;
}

// Is it a cast to `void *`, (const void *)a or reinterpret_cast<const void *>(a)?
static int is_cast_to_void(const struct source *source, const struct node *node) {
    static const char *const casts[] = {"reinterpret_cast", NULL};
    const struct node *type = node->child;
    if (node->kind != NODE_CAST || type == NULL || type->kind != NODE_TYPE || type->next == NULL ||
        !is_character(source, type->end - 1, '*') ||
        !(is_character(source, node->first, '(') || is_one_of(source, node->first, casts))) {
        return 0;
    }
    for (token_index i = type->first; i < type->end - 1; i++) {
        if (!is_word(source, i, "const") && !is_word(source, i, "void")) {
            return 0;
        }
    }
    return type->end > type->first + 1;
}

// (const void *)kernel becomes SIM_KERNEL_ADDRESS(kernel), which remembers the parameters for cudaLaunchKernel.
static int rewrite_cast(struct source *source, const struct functions *functions, const struct node *node) {
    static const char *const launching[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL};
    const struct node *operand = node->child->next, *name = operand;
    const struct node *call = node->parent;
    if (name->kind == NODE_UNARY && name->sign[0] == '&') {
        name = name->child;
    }
    const int is_argument =
        call->kind == NODE_CALL && call->child->next == node && is_name(source, call->child, launching);
    const int is_kernel_name = (name->kind == NODE_NAME || name->kind == NODE_TEMPLATE_NAME) &&
                               name->first == name->name && is_kernel(source, functions, name->name);
    if (!is_kernel_name && !is_argument) {
        return 0;
    }
    const size_t from = tree_begin(source->tree, node),
                 to = tree_begin(source->tree, is_kernel_name ? name : operand);
    struct buffer buffer = {0};
    int result = buffer_add_string(&buffer, "SIM_KERNEL_ADDRESS(") != 0 ||
                         buffer_add_newlines(&buffer, source, from, to, 0) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, from, to, &buffer);
    free(buffer.bytes);
    const int open = is_character(source, node->first, '('); // otherwise the cast's own `)` follows
    return result != 0 || (open && source_insert(source, tree_end(source->tree, node), ")") != 0) ? -1 : 0;
}

int source_check_kernels(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->is_kernel &&
            (check_result(source, function) != 0 || check_place(source, function) != 0 ||
             check_parameters(source, function) != 0)) {
            return -1;
        }
        if (!function->for_device || function->body == NO_TOKEN) {
            continue;
        }
        if ((function->is_kernel && add_bounds(source, function) != 0) || check_body(source, function) != 0) {
            return -1;
        }
    }
    const struct node *file = source->tree->file;
    for (const struct node *node = file; node != NULL; node = next_node(source, node, file)) {
        if (is_cast_to_void(source, node) && rewrite_cast(source, functions, node) != 0) {
            return -1;
        }
    }
    return 0;
}
