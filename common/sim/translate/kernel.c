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
    token_index end = source->match[kernel->parameters];
    for (token_index i = kernel->parameters + 1; i < end; i++) {
        int opens = is_character(source, i, '(') || is_character(source, i, '<') ||
                    is_character(source, i, '[') || is_character(source, i, '{');
        int inside = is_character(source, i, '(') && is_character(source, i + 1, '&'); // int (&a)[3]
        if (is_pair(source, i, "..") && (i == kernel->parameters + 1 || is_character(source, i - 1, ','))) {
            return source_fail(source, source->tokens[i].line,
                               "a kernel cannot have `...` in place of parameters: name each one, or pass a "
                               "pointer to an array");
        }
        if (is_character(source, i, '&') || inside) {
            return source_fail(source, source->tokens[i].line,
                               "a kernel's parameter cannot be a reference, because the device cannot reach "
                               "host variables: pass a value, or a pointer to device memory");
        }
        if (opens && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        }
    }
    return 0;
}

// Are there one to three arguments in the parentheses that open here?
static int has_bounds(const struct source *source, token_index open) {
    const token_index end = source->match[open];
    int count = end > open + 1;
    for (token_index i = open + 1; i < end; i = token_step(source, i)) {
        count += is_character(source, i, ',');
    }
    return count >= 1 && count <= 3;
}

// `{ SIM_BOUNDS(arguments)` for __launch_bounds__(arguments).
static int add_bounds(struct source *source, const struct function *kernel) {
    for (token_index i = kernel->first; i < kernel->name; i++) {
        if (!is_word(source, i, "__launch_bounds__") || !is_character(source, i + 1, '(') ||
            source->match[i + 1] == NO_TOKEN) {
            continue;
        }
        if (!has_bounds(source, i + 1)) {
            return source_fail(source, source->tokens[i].line,
                               "__launch_bounds__ takes the largest number of threads per block: "
                               "__launch_bounds__(256)");
        }
        struct buffer buffer = {0};
        int result = buffer_add_string(&buffer, " SIM_BOUNDS(");
        for (token_index k = i + 2; k < source->match[i + 1] && result == 0; k++) {
            const struct token *token = &source->tokens[k];
            result = buffer_add(&buffer, source->text + token->offset, token->length);
            result = result == 0 && !touches(source, k) ? buffer_add_character(&buffer, ' ') : result;
        }
        result = result == 0 ? buffer_add_string(&buffer, ")") : result;
        size_t at = token_end(source, kernel->body);
        result = result == 0 ? source_replace(source, at, at, &buffer) : source_out_of_memory(source);
        free(buffer.bytes);
        return result;
    }
    return 0;
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

// Drops the `::` before __syncthreads at i.
static int drop_scope(struct source *source, token_index i) {
    static const char *const before[] = {"else", "do", NULL};
    const struct buffer nothing = {0};
    int global = is_word(source, i, "__syncthreads") && is_pair(source, i - 2, "::") &&
                 (!is_kind(source, i - 3, TOKEN_IDENTIFIER) || is_one_of(source, i - 3, before)) &&
                 !is_character(source, i - 3, '>');
    return global ? source_replace(source, source->tokens[i - 2].offset, token_end(source, i - 1), &nothing)
                  : 0;
}

static int check_body(struct source *source, const struct function *function) {
    for (const struct node *node = function->block; node != NULL; node = tree_next(node, function->block)) {
        if (node->kind == NODE_DECLARATION && !function->for_host && rewrite_static(source, node) != 0) {
            return -1;
        }
    }
    token_index end = source->match[function->body];
    int varies = 0;
    for (token_index i = function->body + 1; i < end; i++) {
        if (drop_scope(source, i) != 0) {
            return -1;
        }
        if (may_vary(source, i)) {
            varies = 1;
            if (check_length(source, i) != 0) {
                return -1;
            }
        }
        int heap = is_word(source, i, "new")
                       ? !is_character(source, i + 1, '(')
                       : is_word(source, i, "delete") && !is_character(source, i - 1, '=');
        int called = (is_word(source, i, "malloc") || is_word(source, i, "free")) &&
                     is_character(source, i + 1, '(') && !is_character(source, i - 1, '.') &&
                     !is_pair(source, i - 2, "->");
        if (!function->for_host && ((heap && !is_word(source, i - 1, "operator")) || called)) {
            return source_fail(source, source->tokens[i].line,
                               "%.*s in a kernel: the simulated GPU has no heap for kernels. Allocate with "
                               "cudaMalloc before the launch, or use a local or shared array",
                               (int)source->tokens[i].length, source->text + source->tokens[i].offset);
        }
    }
    if (!varies) {
        return 0;
    }
    // The second one follows the `}`: before it, it would hide that a `;` is missing at the end of the body.
    return source_insert(source, token_end(source, function->body), " SIM_NO_VARIABLE_LENGTH") != 0
               ? -1
               : source_insert(source, token_end(source, end), " SIM_ANY_LENGTH");
}

// A cast to `void *` of the operand whose first name is token i.
struct cast {
    token_index begin;   // NO_TOKEN: there is none
    token_index operand; // the first token after the cast: i, or `&` or `(` before it
};

static struct cast find_cast(const struct source *source, token_index i) {
    const struct cast none = {.begin = NO_TOKEN};
    struct cast cast = {.operand = i};
    token_index at;
    if (is_character(source, i - 1, '&')) {
        cast.operand = i - 1;
    }
    if (is_character(source, cast.operand - 1, '(') && is_character(source, cast.operand - 2, ')')) {
        cast.operand--;
    }
    token_index end = cast.operand;
    if (is_character(source, end - 1, ')') && source->match[end - 1] != NO_TOKEN) { // (const void *)
        cast.begin = source->match[end - 1];
        at = end - 1;
    } else if (is_character(source, end - 1, '(') && is_character(source, end - 2, '>') &&
               source->match[end - 2] != NO_TOKEN &&
               is_word(source, source->match[end - 2] - 1, "reinterpret_cast")) {
        cast.begin = source->match[end - 2] - 1; // reinterpret_cast<const void *>(
        at = end - 2;
    } else {
        return none;
    }
    int words = 0;
    token_index k = is_character(source, cast.begin, '(') ? cast.begin + 1 : cast.begin + 2;
    for (; k + 1 < at; k++, words++) {
        if (!is_word(source, k, "const") && !is_word(source, k, "void")) {
            return none;
        }
    }
    return words > 0 && is_character(source, at - 1, '*') ? cast : none;
}

// The last token before the `,` or `)` that ends the argument at i.
static token_index argument_end(const struct source *source, token_index i) {
    while (i < source->count && !is_character(source, i, ',') && !is_character(source, i, ')')) {
        i = source->match[i] != NO_TOKEN && source->match[i] > i ? source->match[i] + 1 : i + 1;
    }
    return i - 1;
}

static int is_kernel(const struct source *source, const struct functions *functions, token_index i) {
    for (size_t k = 0; k < functions->count; k++) {
        if (functions->list[k].is_kernel && same_word(source, functions->list[k].name, i)) {
            return 1;
        }
    }
    return 0;
}

static const char *const launching_calls[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL};

// (const void *)kernel becomes SIM_KERNEL_ADDRESS(kernel), which remembers the parameters for cudaLaunchKernel.
static int rewrite_casts(struct source *source, const struct functions *functions) {
    for (token_index i = 2; i < source->count; i++) {
        const struct cast cast =
            is_kind(source, i, TOKEN_IDENTIFIER) ? find_cast(source, i) : (struct cast){.begin = NO_TOKEN};
        const token_index begin = cast.begin;
        if (begin == NO_TOKEN) {
            continue;
        }
        const int is_argument =
            is_character(source, begin - 1, '(') && is_one_of(source, begin - 2, launching_calls);
        const int is_name = is_kernel(source, functions, i) && !is_character(source, cast.operand, '(');
        if (!is_name && !is_argument) {
            continue;
        }
        token_index end = i;
        if (!is_name) {
            end = argument_end(source, cast.operand);
        } else if (is_character(source, i + 1, '<') && source->match[i + 1] != NO_TOKEN) {
            end = source->match[i + 1];
        }
        struct buffer buffer = {0};
        size_t from = source->tokens[begin].offset;
        size_t to = source->tokens[is_name ? i : cast.operand].offset;
        int result = buffer_add_string(&buffer, "SIM_KERNEL_ADDRESS(") != 0 ||
                             buffer_add_newlines(&buffer, source, from, to, 0) != 0
                         ? source_out_of_memory(source)
                         : source_replace(source, from, to, &buffer);
        free(buffer.bytes);
        int open = is_character(source, begin, '('); // otherwise the cast's own `)` follows
        if (result != 0 || (open && source_insert(source, token_end(source, end), ")") != 0)) {
            return -1;
        }
    }
    return 0;
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
    return rewrite_casts(source, functions);
}
