// __device__ T f(T a, int n) { body }
//     becomes
// SIM_INLINED __device__ T f(T a, int n) { SIM_BODY([&](T a, int n) -> T){ body }SIM_BODY_END(a, n) }
//
// GCC's thread sanitizer instruments assignments. It does not instrument a struct that a call reads directly
// from memory or returns directly to memory. With GCC, the three macros (cuda/sim/qualifiers.h) turn the
// function into an inlined shell: passing an argument and using the result become assignments. The body
// becomes a lambda that is not inlined, so it exists once and may be recursive.
//
// This is done for functions that run on the device and may take or return a struct, as far as their type
// names show: `int` and `float *` are not structs, `T` may be one. A constructor has no lambda and is inlined
// as a whole. For the same reason, a call through a variable, `op(a, b)` or `table[i](a, b)`, becomes
// `SIM_CALLEE(op)(a, b)` (callee.c). For a function pointer, this is a shell like the one above.
//
// Functions defined by a macro with parameters, and functions in headers, are not rewritten.
#include "by_value.h"

#include <stdlib.h>

// Does the body have a `return` with a value, not counting lambdas and structs inside it?
static int returns_value(const struct source *source, token_index body) {
    for (token_index i = body; i < source->match[body]; i++) {
        if (is_word(source, i, "return") && !is_character(source, i + 1, ';')) {
            return 1;
        }
    }
    return 0;
}

static int insert(struct source *source, size_t at, const struct buffer *text) {
    return source_replace(source, at, at, text);
}

static int add_opening(struct buffer *buffer, const struct source *source, const struct signature *function,
                       const struct parameter *parameters, int count) {
    int bad = buffer_add_string(buffer, " SIM_BODY([&](");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            bad |= buffer_add_string(buffer, comma) | range_add(buffer, source, parameters[i].text);
            comma = ", ";
        }
    }
    bad |= buffer_add_string(buffer, ")");
    if (function->result.begin < function->result.end) {
        bad |= buffer_add_string(buffer, " -> ") | range_add(buffer, source, function->result);
    }
    return bad | buffer_add_string(buffer, "){");
}

static int add_closing(struct buffer *buffer, const struct source *source, const struct parameter *parameters,
                       int count) {
    int bad = buffer_add_string(buffer, "}SIM_BODY_END(");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            struct range name = {parameters[i].name, parameters[i].name + 1};
            bad |= buffer_add_string(buffer, comma) | range_add(buffer, source, name);
            comma = ", ";
        }
    }
    return bad | buffer_add_string(buffer, ") ");
}

static int split(struct source *source, const struct signature *function, const struct parameter *parameters,
                 int count) {
    struct buffer opening = {0}, closing = {0};
    int result = -1;
    if (add_opening(&opening, source, function, parameters, count) != 0 ||
        add_closing(&closing, source, parameters, count) != 0) {
        source_out_of_memory(source);
    } else {
        result = insert(source, token_end(source, function->body), &opening) != 0 ||
                         insert(source, source->tokens[source->match[function->body]].offset, &closing) != 0
                     ? -1
                     : 0;
    }
    free(opening.bytes);
    free(closing.bytes);
    return result;
}

static int rewrite_function(struct source *source, const struct signature *function) {
    struct parameter parameters[PARAMETERS_MAX];
    int count = signature_parameters(source, function->parameters, parameters);
    int structs = may_be_struct(source, function->result),
        silent = function->result.begin == function->result.end;
    if (function->is_lambda && silent) {
        structs = returns_value(source, function->body);
    }
    for (int i = 0; i < count; i++) {
        structs |= parameters[i].may_be_struct;
    }
    int empty = source->match[function->body] == function->body + 1;
    if (count < 0 || !structs || (empty && !function->is_constructor)) {
        return 0;
    }
    if (function->is_lambda) {
        // After the parentheses and the words that follow them, before the `->` or the `{`.
        token_index at = silent ? function->body : function->result.begin - 2;
        const char *attribute = function->parameters == NO_TOKEN ? "() SIM_INLINED " : "SIM_INLINED ";
        if (source_insert(source, source->tokens[at].offset, attribute) != 0) {
            return -1;
        }
    } else if (source_insert(source, source->tokens[function->specifiers].offset, "SIM_INLINED ") != 0) {
        return -1;
    }
    return function->is_constructor ? 0 : split(source, function, parameters, count);
}

// ---- All of them ------------------------------------------------------------------------------------------

// The name after the `#define` at i. The source has no token for it.
static struct token macro_name(const struct source *source, token_index i) {
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, source->text, source->length);
    tokenizer.offset = token_end(source, i);
    struct token token;
    do {
        token = token_next(&tokenizer);
    } while (token.kind == TOKEN_BLANK || token.kind == TOKEN_COMMENT);
    return token;
}

// Records the name of each macro whose body contains __device__: `#define HD __host__ __device__`.
static int find_device_macros(struct source *source) {
    for (token_index i = 0; i < source->count; i++) {
        if (!is_kind(source, i, TOKEN_DIRECTIVE)) {
            continue;
        }
        token_index define = i;
        for (token_index end = skip_directive(source, i); i + 1 < end; i++) {
            if (!is_word(source, i + 1, "__device__")) {
                continue;
            }
            if (grow(&source->device_macros, &source->device_macro_capacity, source->device_macro_count + 1,
                     sizeof(*source->device_macros)) != 0) {
                return source_out_of_memory(source);
            }
            source->device_macros[source->device_macro_count++] = macro_name(source, define);
        }
    }
    return 0;
}

// Is the function, which is not for the device, the constructor of a local struct?
static int is_local_constructor(const struct source *source, const struct signature *function) {
    const token_index before = function->parameters - 2;
    return function->is_constructor && is_kind(source, before + 1, TOKEN_IDENTIFIER) &&
           (is_character(source, before, ';') || is_character(source, before, '{') ||
            is_character(source, before, '}') || is_character(source, before, ':') ||
            is_word(source, before, "explicit"));
}

static int rewrite_all(struct source *source) {
    struct range device = {0, 0}; // the outermost device function that contains i, from its parameters on
    struct range members = {
        0, 0}; // what is left of a constructor's `: x(a), y(b)`, where x and y are not called
    for (token_index i = 0; i < source->count; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            i = skip_directive(source, i) - 1;
            continue;
        }
        if ((is_word(source, i, "struct") && rewrite_struct(source, i) != 0) ||
            (is_word(source, i, "union") && rewrite_union(source, i) != 0)) {
            return -1;
        }
        struct signature function;
        if (is_character(source, i, '(') && source->match[i] != NO_TOKEN) {
            enum head head = signature_read(source, i, &function);
            int is_member = i >= members.begin && i < members.end;
            if (is_member) {
                members.begin = source->match[i];
            } else if ((head != HEAD_NONE && function.is_constructor) ||
                       (i < device.end && is_local_constructor(source, &function))) {
                members = (struct range){source->match[i], function.body};
            }
            if (head != HEAD_NONE && device.end < source->match[function.body]) {
                device = (struct range){i, source->match[function.body]};
            }
            if (head != HEAD_NONE && !function.is_constant && source_mark_lines(source, function.body) != 0) {
                return -1;
            }
            if ((head == HEAD_DEVICE && rewrite_function(source, &function) != 0) ||
                (head == HEAD_NONE && i < device.end && !is_member && rewrite_call(source, device, i) != 0)) {
                return -1;
            }
        } else if (i > 0 && is_character(source, i, '[') && source->match[i] != NO_TOKEN) {
            int for_device = i < device.end || is_for_device(source, source->match[i] + 1) ||
                             is_for_device(source, source->match[i] + 2);
            if (!for_device || !signature_read_lambda(source, i, &function)) {
                continue;
            }
            if (device.end < source->match[function.body]) {
                device = (struct range){i, source->match[function.body]};
            }
            if (source_mark_lines(source, function.body) != 0 || rewrite_function(source, &function) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int rewrite_functions(struct source *source) {
    return find_device_macros(source) != 0 || rewrite_all(source) != 0 ? -1 : 0;
}
